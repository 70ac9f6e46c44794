// SPDX-License-Identifier: Apache-2.0
/** What can be done with a document, in the library and while it is read. */
import {ApiFault, call, documentPath, json} from '../api.js';
import {askDialog} from '../dialog.js';
import {faultText} from '../faults.js';
import {bytes} from '../format.js';
import {t} from '../i18n.js';
import {toast} from '../toast.js';

/**
 * @typedef {import('../types.js').Document} Document
 * @typedef {import('../menu.js').MenuEntry} MenuEntry
 */

/** A file that is larger is not handed to another app: phones give up on it. */
const MOST_SHARED_BYTES = 100_000_000;
/** Above these the person is told before a file is shared. */
const LARGE = {bytes: 25_000_000, pages: 300};

/**
 * The menu of a document.
 *
 * @param {() => Document} current asked when something is chosen, as names and versions change
 * @param {{current?: () => number, library?: boolean}} [terms] `current` the page that is shown, from
 *   0; `library` whether it is in the list
 * @returns {MenuEntry[]}
 */
export function documentMenu(current, terms = {}) {
    const document = current();
    return [
        {label: t('library.open'), icon: 'open', href: `#/d/${document.id}`, hidden: !terms.library},
        {
            label: t('library.share'), icon: 'share', hidden: !maySend(),
            act: () => void share(current()),
        },
        {
            label: t('library.download'), icon: 'download', download: document.name,
            href: documentPath(document.id, '/file?download=true'),
        },
        {
            label: t('library.print'), icon: 'print', keys: undefined,
            act: () => void import('../reader/print.js').then((module) =>
                module.printDocument(current(), terms.current?.() ?? 0)),
        },
        'line',
        {label: t('library.rename'), icon: 'rename', act: () => void rename(current())},
        {label: t('library.duplicate'), icon: 'copy', act: () => void duplicate(current())},
        {
            label: t('library.properties'), icon: 'info',
            act: () => void import('./properties.js').then((module) =>
                module.showProperties(current())),
        },
        'line',
        {
            label: t('library.delete'), icon: 'trash', danger: true,
            act: () => void remove(current(), !terms.library),
        },
    ];
}

/** Whether this browser can hand a file to another app. */
function maySend() {
    if (typeof navigator.canShare !== 'function') return false;
    return navigator.canShare({files: [new File([''], 'a.pdf', {type: 'application/pdf'})]});
}

/** @param {unknown} error */
function tell(error) {
    toast(faultText(error), {fault: true});
}

/** @param {Document} document */
export async function rename(document) {
    const dot = document.name.lastIndexOf('.');
    await askDialog({
        title: t('library.rename'),
        label: t('library.name'),
        value: document.name,
        accept: t('library.rename'),
        selectTo: dot > 0 ? dot : undefined,
        submit: async (name) => {
            try {
                await call(documentPath(document.id), {
                    method: 'PATCH', json: {name}, ifMatch: document.version,
                });
                return null;
            } catch (error) {
                const stale = error instanceof ApiFault && error.status === 412;
                return stale ? t('library.renamedElsewhere') : faultText(error);
            }
        },
    });
}

/** @param {Document} document */
export async function duplicate(document) {
    try {
        /** @type {Document} */
        const copy = await json(documentPath(document.id, '/copies'), {method: 'POST', json: {}});
        toast(t('library.duplicated', {name: copy.name}), {
            action: t('library.open'), act: () => { location.hash = `#/d/${copy.id}`; },
        });
    } catch (error) {
        tell(error);
    }
}

/**
 * Puts a document aside; it can be taken back at once, or later among the deleted ones.
 *
 * @param {Document} document
 * @param {boolean} leave whether it is being read
 */
export async function remove(document, leave) {
    try {
        await call(documentPath(document.id), {method: 'DELETE'});
        if (leave) location.hash = '#/';
        toast(t('library.deletedOne', {name: document.name}), {
            action: t('common.undo'), act: () => void restore(document),
        });
    } catch (error) {
        tell(error);
    }
}

/** @param {Document} document */
export async function restore(document) {
    try {
        await call(documentPath(document.id, '/restore'), {method: 'POST'});
        toast(t('library.restoredOne', {name: document.name}));
    } catch (error) {
        tell(error);
    }
}

/** @param {Document} document */
export async function share(document) {
    if (document.bytes > MOST_SHARED_BYTES) {
        toast(t('library.tooLargeToShare', {size: bytes(document.bytes)}), {fault: true});
        return;
    }
    if (document.bytes > LARGE.bytes || (document.pages ?? 0) > LARGE.pages) {
        const {confirmDialog} = await import('../dialog.js');
        const go = await confirmDialog({
            title: t('library.share'),
            text: t('library.largeToShare', {
                size: bytes(document.bytes), count: document.pages ?? 0,
            }),
            accept: t('library.share'),
        });
        if (!go) return;
    }
    const done = toast(t('library.preparing'), {milliseconds: 60_000});
    try {
        const response = await call(documentPath(document.id, '/file?download=true'));
        const file = new File([await response.blob()], document.name, {type: 'application/pdf'});
        done();
        await send(file, document.name);
    } catch (error) {
        done();
        tell(error);
    }
}

/**
 * @param {File} file
 * @param {string} title
 */
async function send(file, title) {
    try {
        await navigator.share({files: [file], title});
    } catch (error) {
        const name = error instanceof DOMException ? error.name : '';
        // The person closed the sheet: nothing is to be said.
        if (name === 'AbortError') return;
        // The file took so long to come that the browser has forgotten who pressed.
        if (name === 'NotAllowedError') {
            toast(t('library.readyToShare'), {
                action: t('library.share'), act: () => void send(file, title), milliseconds: 30_000,
            });
            return;
        }
        throw error;
    }
}
