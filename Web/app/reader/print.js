// SPDX-License-Identifier: Apache-2.0
/**
 * Printing: the pages as pictures of 200 dots to the inch on sheets of their own size. A long document
 * is better printed by the program that the system has for PDF files; that way is offered too.
 */
import {call, documentPath, isAbort, json} from '../api.js';
import {showDialog} from '../dialog.js';
import {freshId, h} from '../dom.js';
import {faultText} from '../faults.js';
import {t} from '../i18n.js';
import {toast} from '../toast.js';

const DOTS = 200;
/** Pictures of more pages than this are not held at once. */
const MOST_PAGES = 100;

/**
 * @typedef {import('../types.js').Document} Document
 * @typedef {import('../types.js').Pages} Pages
 * @typedef {import('../types.js').Info} Info
 */

/**
 * The pages that are meant: `1-3, 5`. Null where it says none, or one that is not there.
 *
 * @param {string} text
 * @param {number} count
 * @returns {number[] | null} from 0, in the order named
 */
export function pagesNamed(text, count) {
    /** @type {number[]} */
    const pages = [];
    for (const part of text.split(/[,;，、；]/)) {
        const match = /^\s*(\d+)\s*(?:[-–—~]\s*(\d+)\s*)?$/.exec(part);
        if (match === null) return null;
        const first = Number(match[1]);
        const last = Number(match[2] ?? match[1]);
        if (first < 1 || last < first || last > count) return null;
        for (let page = first; page <= last; page += 1) pages.push(page - 1);
    }
    return pages.length > 0 ? pages : null;
}

/**
 * Asks which pages, and prints.
 *
 * @param {Document} document
 * @param {number} [current] the page that is shown, from 0
 */
export async function printDocument(document, current = 0) {
    /** @type {Info} */
    let info;
    /** @type {Pages} */
    let pages;
    /** @type {Document} */
    let now;
    try {
        [info, pages, now] = await Promise.all([
            json(documentPath(document.id, '/info')), json(documentPath(document.id, '/pages')),
            json(documentPath(document.id)),
        ]);
    } catch (error) {
        toast(faultText(error), {fault: true});
        return;
    }
    if (!info.permissions.print) {
        toast(t('reader.printRefused'), {fault: true});
        return;
    }
    await ask(now, pages, current);
}

/**
 * @param {Document} document
 * @param {Pages} pages
 * @param {number} current
 */
async function ask(document, pages, current) {
    const stem = freshId('print');
    const everything = `1-${Math.min(pages.count, MOST_PAGES)}`;
    const input = h('input', {
        class: 'input', id: stem, value: pages.count === 1 ? '1' : everything, inputmode: 'text',
        autocomplete: 'off', 'aria-describedby': `${stem}-hint ${stem}-wrong`,
    });
    const wrong = h('p', {class: 'field-error', id: `${stem}-wrong`, role: 'alert'});
    const progress = h('div', {class: 'progress', hidden: true}, h('div'));
    const stop = new AbortController();
    const here = h('button', {
        type: 'button', class: 'button', onclick: () => { input.value = String(current + 1); },
    }, t('reader.thisPage', {page: current + 1}));
    const outside = h('a', {
        class: 'button', href: documentPath(document.id, '/file'), target: '_blank', rel: 'noopener',
        onclick: (/** @type {Event} */ event) => {
            if (!document.edited) return;
            event.preventDefault();
            void openSaved(document, (text) => { wrong.textContent = text; });
        },
    }, t('reader.printElsewhere'));
    /** @type {Sheets | null} */
    let sheets = null;
    const accepted = await showDialog({
        title: t('reader.print'),
        accept: t('reader.print'),
        body: [
            h('div', {class: 'field'},
                h('label', {for: stem}, t('reader.printPages')), input,
                h('p', {class: 'label', id: `${stem}-hint`}, t('reader.printHint', {most: MOST_PAGES})),
                wrong),
            h('div', {class: 'print-ways'}, pages.count > 1 ? here : null, outside),
            progress,
        ],
        submit: async () => {
            const wanted = pagesNamed(input.value, pages.count);
            if (wanted === null || wanted.length > MOST_PAGES) {
                wrong.textContent = wanted === null ? t('reader.printWrong', {count: pages.count})
                    : t('reader.printTooMany', {most: MOST_PAGES});
                input.setAttribute('aria-invalid', 'true');
                input.focus();
                return false;
            }
            progress.hidden = false;
            try {
                sheets = await makeSheets(document, pages, wanted, stop.signal, (part) => {
                    const bar = /** @type {HTMLElement} */ (progress.firstElementChild);
                    bar.style.transform = `scaleX(${part})`;
                });
                return true;
            } catch (error) {
                if (!isAbort(error)) wrong.textContent = faultText(error);
                progress.hidden = true;
                return false;
            }
        },
    });
    if (!accepted) stop.abort();
    if (accepted && sheets !== null) printSheets(sheets);
}

/**
 * Opens the file with the edits in it that wait to be saved.
 *
 * @param {Document} document
 * @param {(text: string) => void} fail
 */
async function openSaved(document, fail) {
    // A tab that is opened later than the press would be blocked.
    const tab = open('', '_blank');
    if (tab) tab.opener = null;
    try {
        await call(documentPath(document.id, '/edits/save'), {method: 'POST'});
        document.edited = false;
        const address = documentPath(document.id, '/file');
        if (tab) tab.location.replace(address);
        else open(address, '_blank', 'noopener');
    } catch (error) {
        tab?.close();
        fail(faultText(error));
    }
}

/** @typedef {{element: HTMLElement, addresses: string[], paper: string}} Sheets */

/**
 * @param {Document} document
 * @param {Pages} pages
 * @param {number[]} wanted
 * @param {AbortSignal} signal
 * @param {(part: number) => void} tell
 * @returns {Promise<Sheets>}
 */
async function makeSheets(document, pages, wanted, signal, tell) {
    const sizes = pages.sizes.flatMap(([count, width, height]) =>
        Array.from({length: count}, () => /** @type {const} */ ([width, height])));
    /** @type {string[]} */
    const addresses = [];
    const element = h('div', {class: 'print-sheets', 'aria-hidden': 'true'});
    try {
        for (const [index, page] of wanted.entries()) {
            const width = Math.min(4000, Math.max(1, Math.round(sizes[page][0] / 72 * DOTS)));
            // Without a version, so that signatures that were moved are where they are now.
            const path = `/pages/${page + 1}/image?width=${width}&priority=visible`;
            const response = await call(documentPath(document.id, path), {signal});
            const address = URL.createObjectURL(await response.blob());
            addresses.push(address);
            const image = h('img', {src: address, alt: ''});
            await image.decode();
            element.append(h('div', {class: 'print-sheet'}, image));
            tell((index + 1) / wanted.length);
        }
    } catch (error) {
        for (const address of addresses) URL.revokeObjectURL(address);
        throw error;
    }
    const [width, height] = sizes[wanted[0]];
    return {element, addresses, paper: `${width / 72}in ${height / 72}in`};
}

/** @param {Sheets} sheets */
function printSheets(sheets) {
    const paper = new CSSStyleSheet();
    paper.replaceSync(`@page { size: ${sheets.paper}; margin: 0; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper];
    document.documentElement.classList.add('printing');
    document.body.append(sheets.element);
    addEventListener('afterprint', () => {
        document.documentElement.classList.remove('printing');
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== paper);
        sheets.element.remove();
        for (const address of sheets.addresses) URL.revokeObjectURL(address);
    }, {once: true});
    print();
}
