// SPDX-License-Identifier: Apache-2.0
/**
 * Selecting and copying text. The browser selects; this keeps the pages that are selected on the
 * screen, keeps a selection from leaping over empty paper, and writes the clipboard.
 */
import {t} from '../i18n.js';
import {toast} from '../toast.js';
import {textOfRange} from './text-layer.js';

/** So many pages are kept for a selection; a longer one loses the pages farthest behind. */
const MOST_PAGES = 60;
const COARSE = matchMedia('(pointer: coarse)');

/** @typedef {import('./viewport.js').Viewport} Viewport */

/**
 * Listens on a viewport.
 *
 * @param {Viewport} viewport
 * @returns {() => void} ends it
 */
export function attachSelection(viewport) {
    const stop = new AbortController();
    const {signal} = stop;
    viewport.pinned = () => selectedPages(viewport);
    document.addEventListener('copy', (event) => copy(event, viewport), {signal});
    document.addEventListener('selectionchange', () => guard(viewport), {signal});
    viewport.element.addEventListener('pointerdown', (event) => {
        const text = /** @type {Element} */ (event.target).closest('.page-text');
        if (event.pointerType === 'mouse' && text !== null) viewport.stage.classList.add('selecting');
    }, {signal});
    addEventListener('pointerup', (event) => {
        if (event.pointerType === 'mouse') viewport.stage.classList.remove('selecting');
    }, {signal});
    return () => stop.abort();
}

/**
 * The range that is selected within the pages.
 *
 * @param {Viewport} viewport
 * @returns {Range | null}
 */
export function selectedRange(viewport) {
    const selection = getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    return viewport.stage.contains(range.commonAncestorContainer) ? range : null;
}

/**
 * @param {Viewport} viewport
 * @returns {[number, number] | null}
 */
function selectedPages(viewport) {
    const range = selectedRange(viewport);
    if (range === null) return null;
    const pages = [range.startContainer, range.endContainer].map(pageOf);
    if (pages[0] === null || pages[1] === null) return null;
    const [first, last] = /** @type {[number, number]} */ (pages);
    return last - first < MOST_PAGES ? [first, last] : [last - MOST_PAGES, last];
}

/**
 * @param {Node} node
 * @returns {number | null} from 0
 */
function pageOf(node) {
    const element = node instanceof Element ? node : node.parentElement;
    const page = element?.closest('.page');
    return page instanceof HTMLElement ? Number(page.dataset.page) - 1 : null;
}

/**
 * While a mouse or a handle of a phone selects, the empty paper behind the last word belongs to that word: otherwise the
 * browser takes the first or the last word of the page for it.
 *
 * @param {Viewport} viewport
 */
function guard(viewport) {
    const selection = getSelection();
    // The handles of a phone tell of no pointer: there it holds as long as something is selected.
    if (COARSE.matches) {
        viewport.stage.classList.toggle('selecting', selectedRange(viewport) !== null);
    }
    if (!viewport.stage.classList.contains('selecting')) return;
    const node = selection?.focusNode;
    if (!selection || !node) return;
    const element = node instanceof Element ? node : node.parentElement;
    const layer = element?.closest('.page-text');
    const end = layer?.querySelector('.text-end');
    const word = element?.closest('.page-text > span');
    if (!end || !word) return;
    const anchor = selection.anchorNode;
    const forward = anchor === null || anchor === node
        || (anchor.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const place = forward ? word.nextSibling : word;
    if (place !== end && end.nextSibling !== place) word.parentElement?.insertBefore(end, place);
}

/**
 * @param {ClipboardEvent} event
 * @param {Viewport} viewport
 */
function copy(event, viewport) {
    const range = selectedRange(viewport);
    const page = range === null ? null : pageOf(range.startContainer);
    if (range === null || page === null || event.clipboardData === null) return;
    event.preventDefault();
    if (viewport.views.get(page)?.mayCopy === false) {
        toast(t('reader.copyRefused'), {fault: true});
        return;
    }
    event.clipboardData.setData('text/plain', textOfRange(range));
}

/**
 * Selects the words of the current page.
 *
 * @param {Viewport} viewport
 */
export function selectPage(viewport) {
    const layer = viewport.views.get(viewport.current)?.text;
    if (layer !== undefined) getSelection()?.selectAllChildren(layer);
}
