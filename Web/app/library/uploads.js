// SPDX-License-Identifier: Apache-2.0
/**
 * Files on their way into the library, told in a tray at the lower edge: how far each is, what went
 * wrong, and a way to stop. It stays when another screen is shown.
 */
import {ApiFault, isAbort, upload} from '../api.js';
import {h} from '../dom.js';
import {faultText} from '../faults.js';
import {bytes} from '../format.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {announce} from '../toast.js';

/** More than two at once make none of them faster. */
const AT_ONCE = 2;

/**
 * @typedef {import('../types.js').Document} Document
 *
 * @typedef {object} Item
 * @property {File} file
 * @property {string} name
 * @property {'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'stopped'} state
 * @property {string} problem
 * @property {boolean} mayHelp whether trying again may help
 * @property {AbortController} stop
 * @property {HTMLElement} row
 * @property {(document: Document | null) => void} ended
 */

class Uploads extends EventTarget {
    /** @type {Item[]} */
    #items = [];
    /** @type {HTMLElement | null} */
    #tray = null;
    /** The greatest file that the server takes. */
    mostBytes = Infinity;

    /**
     * Takes files into the library.
     *
     * @param {Iterable<File>} files
     * @returns {Promise<Document[]>} those that came in
     */
    async add(files) {
        const ends = [...files].map((file) => new Promise(
            (/** @type {(document: Document | null) => void} */ resolve) => {
                const item = this.#item(file, resolve);
                this.#items.push(item);
                this.#show(item);
            }));
        this.#next();
        const documents = await Promise.all(ends);
        return documents.flatMap((document) => document ?? []);
    }

    /**
     * @param {File} file
     * @param {(document: Document | null) => void} ended
     * @returns {Item}
     */
    #item(file, ended) {
        const name = file.name === '' ? t('library.pastedName') : file.name;
        return {
            file, name, state: 'waiting', problem: '', mayHelp: false, stop: new AbortController(),
            row: h('li', {class: 'upload'}), ended,
        };
    }

    #next() {
        const running = this.#items.filter((item) => isRunning(item)).length;
        const waiting = this.#items.filter((item) => item.state === 'waiting');
        for (const item of waiting.slice(0, Math.max(0, AT_ONCE - running))) void this.#send(item);
    }

    /** @param {Item} item */
    async #send(item) {
        item.state = 'sending';
        this.#show(item);
        try {
            const problem = await this.#problemOf(item.file);
            if (problem !== null) {
                this.#end(item, 'failed', problem, null);
                return;
            }
            const document = await upload(item.file, {
                name: item.name,
                signal: item.stop.signal,
                progress: (fraction) => this.#progress(item, fraction),
            });
            this.#end(item, 'done', '', document);
        } catch (error) {
            if (isAbort(error)) {
                this.#end(item, 'stopped', '', null);
            } else {
                // A file that is no PDF will be none the next time.
                item.mayHelp = error instanceof ApiFault && (error.status === 0 || error.status >= 429);
                this.#end(item, 'failed', faultText(error), null);
            }
        }
    }

    /**
     * What can be said before a byte is sent.
     *
     * @param {File} file
     * @returns {Promise<string | null>}
     */
    async #problemOf(file) {
        if (file.size > this.mostBytes) {
            return t('library.tooLarge', {size: bytes(file.size), most: bytes(this.mostBytes)});
        }
        if (file.size === 0) return t('library.emptyFile');
        if (/\.pdf$/i.test(file.name) || file.type === 'application/pdf') return null;
        const head = await file.slice(0, 1024).text().catch(() => '');
        return head.includes('%PDF-') ? null : t('library.notPDF');
    }

    /**
     * @param {Item} item
     * @param {Item['state']} state
     * @param {string} problem
     * @param {Document | null} document
     */
    #end(item, state, problem, document) {
        item.state = state;
        item.problem = problem;
        if (state === 'done') announce(t('library.imported', {name: item.name}));
        this.#show(item);
        item.ended(document);
        this.#next();
        if (state === 'stopped') this.#forget(item);
        // The document itself is in the list now; the row has told what it had to.
        if (state === 'done') setTimeout(() => this.#forget(item), 2500);
    }

    /** Takes away what tells of files that came in, as one of them is seen now. */
    clearDone() {
        for (const item of this.#items) if (item.state === 'done') this.#forget(item);
    }

    /** @param {Item} item */
    #forget(item) {
        this.#items = this.#items.filter((one) => one !== item);
        item.row.remove();
        if (this.#items.length === 0) {
            this.#tray?.remove();
            this.#tray = null;
        }
    }

    /**
     * @param {Item} item
     * @param {number} fraction
     */
    #progress(item, fraction) {
        if (fraction >= 1 && item.state === 'sending') {
            item.state = 'checking';
            this.#show(item);
        }
        const bar = item.row.querySelector('.progress > div');
        if (bar instanceof HTMLElement) bar.style.transform = `scaleX(${fraction})`;
        item.row.querySelector('[role="progressbar"]')
            ?.setAttribute('aria-valuenow', String(Math.round(fraction * 100)));
    }

    /** @param {Item} item */
    #show(item) {
        if (this.#tray === null) {
            this.#tray = h(
                'section', {class: 'uploads', 'aria-label': t('library.uploads')}, h('ul'));
            document.body.append(this.#tray);
        }
        if (!item.row.isConnected) this.#tray.firstElementChild?.append(item.row);
        const {state} = item;
        const running = isRunning(item) || state === 'waiting';
        const stop = h('button', {
            type: 'button', class: 'icon-button', 'aria-label': t(running ? 'library.stopOf'
                : 'library.dismissOf', {name: item.name}),
            onclick: () => (running ? this.#stop(item) : this.#forget(item)),
        }, icon('close', 20));
        const again = state !== 'failed' || !item.mayHelp ? null : h('button', {
            type: 'button', class: 'button plain',
            onclick: () => {
                item.state = 'waiting';
                item.stop = new AbortController();
                this.#next();
                this.#show(item);
            },
        }, t('common.again'));
        const hadFocus = item.row.contains(document.activeElement);
        item.row.dataset.state = state;
        item.row.replaceChildren(
            h('span', {class: 'upload-mark'}, icon(state === 'done' ? 'check'
                : state === 'failed' ? 'alert' : 'document', 22)),
            h('div', {class: 'upload-words'},
                h('span', {class: 'upload-name cut', title: item.name}, item.name),
                h('span', {class: 'upload-state', role: state === 'failed' ? 'alert' : null},
                    state === 'failed' ? item.problem
                        : t(`library.state.${state}`, {size: bytes(item.file.size)})),
                running ? h('div', {
                    class: state === 'sending' ? 'progress' : 'progress unknown', role: 'progressbar',
                    'aria-label': item.name, 'aria-valuemin': 0, 'aria-valuemax': 100,
                }, h('div')) : null),
            ...[again, stop].flatMap((one) => one ?? []));
        if (hadFocus) stop.focus();
    }

    /** @param {Item} item */
    #stop(item) {
        if (item.state === 'waiting') this.#end(item, 'stopped', '', null);
        else item.stop.abort();
    }
}

/** @param {Item} item */
function isRunning(item) {
    return item.state === 'sending' || item.state === 'checking';
}

/**
 * The files of a drop, those in folders too.
 *
 * @param {DataTransfer} data
 * @returns {Promise<File[]>}
 */
export async function filesOf(data) {
    const entries = [...data.items].filter((item) => item.kind === 'file')
        .map((item) => item.webkitGetAsEntry?.() ?? null);
    if (entries.every((entry) => entry === null || entry.isFile)) return [...data.files];
    /** @type {File[]} */
    const files = [];
    for (const entry of entries) if (entry !== null) await gather(entry, files, 0);
    return files;
}

/**
 * @param {FileSystemEntry} entry
 * @param {File[]} files
 * @param {number} depth
 */
async function gather(entry, files, depth) {
    if (entry.isFile) {
        const file = await new Promise((/** @type {(file: File | null) => void} */ resolve) =>
            /** @type {FileSystemFileEntry} */ (entry).file(resolve, () => resolve(null)));
        // Of a folder only PDF files are meant; what was dropped itself is told when it is none.
        if (file !== null && (depth === 0 || /\.pdf$/i.test(file.name))) files.push(file);
        return;
    }
    if (depth > 8) return;
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
        const part = await new Promise((/** @type {(part: FileSystemEntry[]) => void} */ resolve) =>
            reader.readEntries(resolve, () => resolve([])));
        if (part.length === 0) return;
        for (const one of part) await gather(one, files, depth + 1);
    }
}

/** The files of this tab that are on their way. */
export const uploads = new Uploads();
