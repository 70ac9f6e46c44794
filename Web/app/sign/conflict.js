// SPDX-License-Identifier: Apache-2.0
// Two devices changed one signature: both are shown, and a person says which it shall be.

import {h} from '../dom.js';
import {showDialog} from '../dialog.js';
import {t} from '../i18n.js';
import {pagePicture} from './preview.js';
import {useStyles} from './styles.js';

/** @typedef {import('./mark.js').Mark} Mark */

/**
 * @param {import('../geometry/geometry.js').Geometry} geometry
 * @param {import('../offline/queue-machine.js').Conflict<Mark>} conflict
 * @param {(page: number) => import('./mark.js').Size} sizeOf
 * @returns {Promise<'mine' | 'theirs' | null>} null: later
 */
export async function decideConflict(geometry, conflict, sizeOf) {
    await useStyles(new URL('./chooser.css', import.meta.url));
    /** @type {'mine' | 'theirs' | null} */
    let choice = null;
    /** @type {HTMLDialogElement | null} */
    let open = null;
    const side = (/** @type {'mine' | 'theirs'} */ which) => {
        const mark = conflict[which];
        const label = mark ? t(`sign.conflict.${which}At`, {page: mark.page})
            : t(`sign.conflict.${which}Gone`);
        return h('figure', null,
            pagePicture(geometry, mark, sizeOf(mark?.page ?? conflict.page), label),
            h('figcaption', null, label),
            h('button', {
                type: 'button', class: 'button',
                onclick: () => {
                    choice = which;
                    open?.close();
                },
            }, t(`sign.conflict.${which}`)));
    };
    await showDialog({
        title: t('sign.conflict.title'), dismiss: t('sign.conflict.later'),
        body: [h('p', null, t('sign.conflict.text')),
            h('div', {class: 'choice-pages'}, side('mine'), side('theirs'))],
        opened: (dialog) => { open = dialog; },
    });
    return choice;
}
