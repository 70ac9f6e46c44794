// SPDX-License-Identifier: Apache-2.0
// A signature on a page as a value: what it is, where it goes, how it is moved and resized. No
// screen, no network.

/** @typedef {import('../geometry/geometry.js').Stroke} Stroke */
/** @typedef {import('../geometry/geometry.js').Rect} Rect */
/** @typedef {[width: number, height: number]} Size */
/**
 * A signature that can still be moved: an annotation of the type `ink`.
 *
 * @typedef {object} Mark
 * @property {'ink'} type
 * @property {string} id
 * @property {number} page counted from 1
 * @property {string} color as `#rrggbb`
 * @property {number} width of the pen at a pressure of 0.5, in points
 * @property {Stroke[]} strokes in points of view space
 */
/**
 * Handwriting that has no place yet; lengths in units of its own.
 *
 * @typedef {object} Handwriting
 * @property {Stroke[]} strokes
 * @property {number} width
 * @property {string} color
 */

export const ID_PREFIX = 'inkstone-signature-';
/** How wide a signature is when it is put on a page: about as wide as people sign on paper. */
export const USUAL_WIDTH = 160;
/** Of a page's width and height, at most so much at first. */
const LARGEST_SHARE = 0.6;
/** Smaller than this nobody can take hold of it. */
export const SMALLEST_SIDE = 12;
/** Coordinates in a file have three decimals. */
const DECIMALS = 1000;

/** @param {string} unique @returns {string} */
export function markID(unique) { return `${ID_PREFIX}${unique}`; }

/** @param {unknown} annotation @returns {annotation is Mark} */
export function isMark(annotation) {
    const mark = /** @type {Partial<Mark> | null} */ (annotation);
    return mark?.type === 'ink' && typeof mark.id === 'string' && mark.id.startsWith(ID_PREFIX)
        && Array.isArray(mark.strokes);
}

/**
 * Only what this app says of a signature; what the server tells beside it is left out.
 *
 * @param {Mark} annotation @returns {Mark}
 */
export function plainMark(annotation) {
    const { id, page, color, width, strokes } = annotation;
    return { type: 'ink', id, page, color, width, strokes };
}

/** @param {number} value @returns {number} */
function rounded(value) { return Math.round(value * DECIMALS) / DECIMALS; }

/**
 * Readings under a shift and a scale, as exact as a file keeps them.
 *
 * @param {Stroke[]} strokes @param {(x: number, y: number) => [number, number]} place
 * @returns {Stroke[]}
 */
function moved(strokes, place) {
    return strokes.map((stroke) => stroke.map(([x, y, ...rest]) => {
        const [newX, newY] = place(x, y);
        return /** @type {import('../geometry/geometry.js').Reading} */ (
            [rounded(newX), rounded(newY), ...rest.map((value) => rounded(Number(value)))]);
    }));
}

/**
 * The place of a box of this shape around a point: no larger than usual, and wholly on the page.
 *
 * @param {Rect} bounds of the ink @param {{x: number, y: number}} center @param {Size} page
 * @returns {Rect}
 */
export function usualPlace(bounds, center, page) {
    const aspect = bounds.width / Math.max(bounds.height, 1e-6);
    let width = Math.min(USUAL_WIDTH, page[0] * LARGEST_SHARE);
    // A tall mark, initials say, is measured by its height.
    const tallest = Math.min(USUAL_WIDTH / 2, page[1] * LARGEST_SHARE);
    if (width / aspect > tallest) width = tallest * aspect;
    const height = width / aspect;
    return onPage({ x: center.x - width / 2, y: center.y - height / 2, width, height }, page);
}

/**
 * The nearest place on the page; a box that is larger than the page is made to fit.
 *
 * @param {Rect} box @param {Size} page @returns {Rect}
 */
export function onPage(box, page) {
    const scale = Math.min(1, page[0] / box.width, page[1] / box.height);
    const [width, height] = [box.width * scale, box.height * scale];
    return {
        x: Math.min(Math.max(box.x, 0), page[0] - width),
        y: Math.min(Math.max(box.y, 0), page[1] - height),
        width, height,
    };
}

/**
 * Handwriting put into a box of its own shape.
 *
 * @param {Handwriting} writing @param {Rect} bounds of the writing @param {Rect} box
 * @param {{id: string, page: number}} where @returns {Mark}
 */
export function placed(writing, bounds, box, where) {
    const scale = box.width / bounds.width;
    return {
        type: 'ink', id: where.id, page: where.page, color: writing.color,
        width: rounded(writing.width * scale),
        strokes: moved(writing.strokes, (x, y) =>
            [box.x + (x - bounds.x) * scale, box.y + (y - bounds.y) * scale]),
    };
}

/**
 * A mark somewhere else, at another size.
 *
 * @param {Mark} mark @param {Rect} bounds where its ink is @param {Rect} box where it shall be
 * @param {number} [page] where it shall be
 * @returns {Mark}
 */
export function replaced(mark, bounds, box, page = mark.page) {
    return placed(mark, bounds, box, { id: mark.id, page });
}

/**
 * A box whose one corner is dragged; the other stays where it is, and the aspect is kept.
 *
 * @param {Rect} box @param {'nw' | 'ne' | 'sw' | 'se'} corner that is dragged
 * @param {{x: number, y: number}} to @param {Size} page @returns {Rect}
 */
export function resized(box, corner, to, page) {
    const isLeft = corner.endsWith('w');
    const isTop = corner.startsWith('n');
    const fixed = { x: isLeft ? box.x + box.width : box.x, y: isTop ? box.y + box.height : box.y };
    const wish = Math.max(
        (isLeft ? fixed.x - to.x : to.x - fixed.x) / box.width,
        (isTop ? fixed.y - to.y : to.y - fixed.y) / box.height);
    const room = Math.min(
        (isLeft ? fixed.x : page[0] - fixed.x) / box.width,
        (isTop ? fixed.y : page[1] - fixed.y) / box.height);
    const least = SMALLEST_SIDE / Math.max(box.width, box.height);
    const scale = Math.max(Math.min(wish, room), Math.min(least, room));
    const [width, height] = [box.width * scale, box.height * scale];
    return {
        x: isLeft ? fixed.x - width : fixed.x, y: isTop ? fixed.y - height : fixed.y, width, height,
    };
}

/**
 * A box that is made larger or smaller about its centre, and stays on the page.
 *
 * @param {Rect} box @param {number} factor @param {Size} page @returns {Rect}
 */
export function scaled(box, factor, page) {
    const least = SMALLEST_SIDE / Math.max(box.width, box.height);
    const scale = Math.max(factor, Math.min(least, 1));
    const [width, height] = [box.width * scale, box.height * scale];
    return onPage({
        x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height,
    }, page);
}

/** Files keep three decimals, and turned pages take them through another space and back. */
const SAME_PLACE = 0.02;

/**
 * Whether two states of a signature show the same. Nothing stands for one that is not there.
 *
 * @param {Mark | null} a @param {Mark | null} b @returns {boolean}
 */
export function isSame(a, b) {
    if (a === null || b === null) return a === b;
    const near = (/** @type {number} */ x, /** @type {number} */ y) => Math.abs(x - y) < SAME_PLACE;
    return a.id === b.id && a.page === b.page && near(a.width, b.width)
        && a.color.toLowerCase() === b.color.toLowerCase()
        && a.strokes.length === b.strokes.length
        && a.strokes.every((stroke, index) => {
            const other = b.strokes[index];
            return stroke.length === other.length && stroke.every(([x, y, p = 0.5], place) =>
                near(x, other[place][0]) && near(y, other[place][1])
                && near(p, other[place][2] ?? 0.5));
        });
}
