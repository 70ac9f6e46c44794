// SPDX-License-Identifier: Apache-2.0
/**
 * The words of a page as invisible text over its picture, so that the browser's own selection, its
 * handles on a phone and screen readers work on them.
 *
 * The layer is laid out once, `UNITS` to the point, and scaled as a whole: zooming builds nothing.
 */
import {h} from '../dom.js';

/**
 * @typedef {import('../types.js').PageText} PageText
 * @typedef {import('../types.js').Word} Word
 * @typedef {import('../types.js').Quad} Quad
 */

/** Layout units for one point: some browsers do not draw text below a size, even when scaled up. */
export const UNITS = 4;

/** How long a piece of the building may take. */
const SLICE_MILLISECONDS = 6;

const MEASURE = 100;
/** @type {Map<string, number>} */
const widths = new Map();
/** @type {CanvasRenderingContext2D | null} */
let context = null;

/**
 * Fills a layer, piece by piece.
 *
 * @param {HTMLElement} layer
 * @param {PageText} text
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export async function fillTextLayer(layer, text, signal) {
    let fragment = document.createDocumentFragment();
    let began = performance.now();
    for (const [lineIndex, line] of text.lines.entries()) {
        if (lineIndex > 0) fragment.append(h('br', {role: 'presentation'}));
        for (const [index, word] of line.words.entries()) {
            fragment.append(wordElement(word, line.words[index + 1]));
        }
        if (performance.now() - began > SLICE_MILLISECONDS) {
            layer.append(fragment);
            fragment = document.createDocumentFragment();
            await turn();
            if (signal.aborted) return;
            began = performance.now();
        }
    }
    layer.append(fragment);
}

/** @returns {Promise<void>} */
function turn() {
    return new Promise((resolve) => setTimeout(resolve));
}

/**
 * A word in its quad. With the space behind it, it reaches as far as the next word, so that a
 * selection has no holes.
 *
 * @param {Word} word
 * @param {Word | undefined} next
 */
function wordElement(word, next) {
    const [x0, y0, x1, y1, , , x3, y3] = word.quad;
    const across = Math.hypot(x1 - x0, y1 - y0);
    const down = Math.hypot(x3 - x0, y3 - y0);
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const span = h('span', null, word.text);
    const style = span.style;
    style.left = `${x0 * UNITS}px`;
    style.top = `${y0 * UNITS}px`;
    if (down > 1.6 * across && [...word.text].length > 1) {
        // A word that is written downwards.
        const long = widthOf(word.text) * across * UNITS / MEASURE;
        style.writingMode = 'vertical-rl';
        style.fontSize = `${across * UNITS}px`;
        style.transform = long > 0 ? `scaleY(${(down * UNITS / long).toFixed(4)})` : '';
        if (word.space) span.append(' ');
        return span;
    }
    let reach = across;
    let shown = word.text;
    if (word.space) {
        shown += ' ';
        span.append(' ');
        const step = next === undefined ? 0
            : (next.quad[0] - x0) * Math.cos(angle) + (next.quad[1] - y0) * Math.sin(angle);
        const usual = widthOf(word.text) > 0 ? across * widthOf(shown) / widthOf(word.text) : across;
        reach = step > across && step < usual + 4 * down ? step : usual;
    }
    const size = Math.max(down, 0.5) * UNITS;
    const natural = widthOf(shown) * size / MEASURE;
    const stretch = natural > 0 ? reach * UNITS / natural : 1;
    style.fontSize = `${size.toFixed(2)}px`;
    const turned = Math.abs(angle) < 1e-4 ? '' : `rotate(${angle.toFixed(5)}rad) `;
    style.transform = `${turned}scaleX(${stretch.toFixed(4)})`;
    return span;
}

/**
 * How wide a text is in the layer's font, at the size `MEASURE`.
 *
 * @param {string} text
 */
function widthOf(text) {
    const known = widths.get(text);
    if (known !== undefined) return known;
    context ??= document.createElement('canvas').getContext('2d');
    if (context === null) return 0;
    context.font = `${MEASURE}px sans-serif`;
    const width = context.measureText(text).width;
    if (widths.size > 20_000) widths.clear();
    widths.set(text, width);
    return width;
}

/**
 * The text of a range of pages: the words' own spaces, a new line for each line and each page.
 *
 * @param {Range} range
 * @returns {string}
 */
export function textOfRange(range) {
    let text = '';
    const walker = document.createTreeWalker(
        range.cloneContents(), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node instanceof Text) {
            // Only words: labels, the names of links and the like are no text of the page.
            if (!node.parentElement?.closest('.page-links, .page-overlay')) text += node.data;
        } else if (node instanceof HTMLBRElement) {
            text = `${text.trimEnd()}\n`;
        } else if (node instanceof HTMLElement && node.classList.contains('page') && text !== '') {
            text = `${text.trimEnd()}\n`;
        }
    }
    return text.trim();
}
