// SPDX-License-Identifier: Apache-2.0
// The signatures that were kept, to be used again; or a new one.

import {call, json} from '../api.js';
import {h} from '../dom.js';
import {showDialog} from '../dialog.js';
import {language, t} from '../i18n.js';
import {icon} from '../icons.js';
import {toast} from '../toast.js';
import {glyph} from './glyphs.js';
import {inkPicture} from './preview.js';
import {useStyles} from './styles.js';

/** @typedef {import('../geometry/geometry.js').Geometry} Geometry */
/** @typedef {import('./mark.js').Handwriting} Handwriting */
/** @typedef {Handwriting & {id: string, created: string}} Kept */

/**
 * The kept signatures; none where the server cannot be reached, for they are kept nowhere else.
 *
 * @returns {Promise<Kept[]>}
 */
export async function keptSignatures() {
    try {
        const answer = await json('/api/signatures');
        return /** @type {{signatures: Kept[]}} */ (answer).signatures;
    } catch {
        return [];
    }
}

/**
 * Keeps one for the next time.
 *
 * @param {Handwriting} writing @returns {Promise<unknown>}
 */
export function keepSignature(writing) {
    const {strokes, width, color} = writing;
    return json('/api/signatures', {method: 'POST', json: {strokes, width, color}});
}

/**
 * The one that was used last comes first the next time; nothing hangs on it.
 *
 * @param {Kept} signature
 */
function noteUse(signature) {
    call(`/api/signatures/${encodeURIComponent(signature.id)}/uses`, {method: 'POST'})
        .catch(() => undefined);
}

/**
 * Lets a person choose.
 *
 * @param {Geometry} geometry @param {Kept[]} kept
 * @returns {Promise<Handwriting | 'new' | null>} null when nothing was chosen
 */
export async function chooseSignature(geometry, kept) {
    await useStyles(new URL('./chooser.css', import.meta.url));
    /** @type {Handwriting | 'new' | null} */
    let chosen = null;
    const dates = new Intl.DateTimeFormat(language(), {dateStyle: 'medium'});
    /** @type {HTMLDialogElement | null} */
    let open = null;
    const choose = (/** @type {Handwriting | 'new'} */ what) => {
        chosen = what;
        open?.close();
    };
    const list = h('ul', {class: 'kept-list'}, ...kept.map((signature, index) => {
        const date = dates.format(new Date(signature.created));
        const item = h('li', {class: 'kept-item'},
            h('button', {
                type: 'button', class: 'kept-use', onclick: () => {
                    choose(signature);
                    noteUse(signature);
                },
                'aria-label': t('sign.kept.use', {number: index + 1, date}),
            }, inkPicture(geometry, signature, '')),
            h('button', {
                type: 'button', class: 'icon-button', title: t('sign.kept.forget'),
                'aria-label': t('sign.kept.forgetOne', {number: index + 1, date}),
                onclick: async () => {
                    try {
                        await call(`/api/signatures/${encodeURIComponent(signature.id)}`,
                            {method: 'DELETE'});
                        item.remove();
                        toast(t('sign.kept.forgotten'), {
                            action: t('sign.bar.undo'),
                            act: () => { keepSignature(signature).catch(() => undefined); },
                        });
                        if (list.children.length === 0) choose('new');
                    } catch {
                        toast(t('sign.kept.failed'), {fault: true});
                    }
                },
            }, icon('trash', 20)));
        return item;
    }));
    await showDialog({
        title: t('sign.kept.title'), dismiss: t('common.cancel'),
        body: [list, h('button', {
            type: 'button', class: 'button kept-new', onclick: () => choose('new'),
        }, glyph('sign', 20), t('sign.kept.new')), h('p', {class: 'kept-note'}, t('sign.honest'))],
        opened: (dialog) => {
            open = dialog;
            dialog.querySelector('button')?.focus();
            list.querySelector('button')?.focus();
        },
    });
    return chosen;
}
