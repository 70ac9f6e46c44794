// SPDX-License-Identifier: Apache-2.0
// Which words a signature lies on.

import {documentPath, json} from '../api.js';

/** @typedef {import('../geometry/geometry.js').Geometry} Geometry */
/** @typedef {import('../geometry/geometry.js').Rect} Rect */
/** @typedef {import('../types.js').Word} Word */
/** @typedef {import('./mark.js').Mark} Mark */

/**
 * Whether a quad could meet a box.
 *
 * @param {number[]} quad @param {Rect} box @returns {boolean}
 */
export function mayMeet(quad, box) {
    const [xs, ys] = [quad.filter((_, i) => i % 2 === 0), quad.filter((_, i) => i % 2 === 1)];
    return Math.min(...xs) <= box.x + box.width && Math.max(...xs) >= box.x
        && Math.min(...ys) <= box.y + box.height && Math.max(...ys) >= box.y;
}

/**
 * A word, or a character of a text that has no spaces between its words.
 *
 * @typedef {Word & {of?: Word, at?: number}} Piece of which word, and which of its characters
 */

/** Characters of scripts that put no spaces between words; each is as broad as it is high. */
const WIDE = /[\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|[\ud840-\ud87f]./u;

/**
 * The pieces of a word, by which people would name what is covered: a line of Chinese is one word
 * to the page, and nobody would call all of it covered by a stroke.
 *
 * @param {Word} word @returns {Piece[]}
 */
export function pieces(word) {
    const characters = [...word.text];
    if (characters.length < 2 || !WIDE.test(word.text)) return [word];
    const widths = characters.map((character) => (WIDE.test(character) ? 1 : 0.5));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    const q = word.quad;
    const edge = (/** @type {number} */ share) => [
        q[0] + (q[2] - q[0]) * share, q[1] + (q[3] - q[1]) * share,
        q[6] + (q[4] - q[6]) * share, q[7] + (q[5] - q[7]) * share];
    let passed = 0;
    return characters.map((text, at) => {
        const from = edge(passed / whole);
        passed += widths[at];
        const to = edge(passed / whole);
        return {
            text, space: false, of: word, at,
            quad: [from[0], from[1], to[0], to[1], to[2], to[3], from[2], from[3]],
        };
    });
}

/**
 * Words for people, characters that stand side by side as one; of a text that may not be copied
 * there are none.
 *
 * @param {Piece[]} covered in the order of the page @returns {string[]}
 */
export function names(covered) {
    /** @type {string[]} */
    const found = [];
    /** @type {Piece | null} */
    let last = null;
    for (const piece of covered) {
        const goesOn = piece.of !== undefined && piece.of === last?.of
            && piece.at === (last?.at ?? 0) + 1;
        if (goesOn) found[found.length - 1] += piece.text;
        else if (piece.text.trim() !== '') found.push(piece.text);
        last = piece;
    }
    return found;
}

/** Knows the words of pages, as far as they were asked for. */
export class Covering {
    /**
     * @param {string} documentID @param {Geometry} geometry
     * @param {() => string} version of the pages
     */
    constructor(documentID, geometry, version) {
        this.documentID = documentID;
        this.geometry = geometry;
        this.version = version;
        /** @type {Map<string, Piece[] | Promise<Piece[]>>} */
        this.pages = new Map();
    }

    /** @param {number} page @returns {Piece[] | Promise<Piece[]>} */
    words(page) {
        const version = this.version();
        const key = `${version} ${page}`;
        const known = this.pages.get(key);
        if (known) return known;
        const path = `/pages/${page}/text?v=${encodeURIComponent(version)}`;
        const asked = json(documentPath(this.documentID, path)).then((text) => {
            const {lines, mayCopy} = /** @type {import('../types.js').PageText} */ (text);
            const words = lines.flatMap((line) => line.words)
                .filter((word) => !mayCopy || word.text.trim() !== '').flatMap(pieces);
            this.pages.set(key, words);
            return words;
        }).catch(() => {
            // A page whose text cannot be had now is asked for again.
            this.pages.delete(key);
            return [];
        });
        this.pages.set(key, asked);
        return asked;
    }

    /** @param {Mark} mark @returns {Promise<Piece[]>} */
    async covered(mark) { return this.among(await this.words(mark.page), mark); }

    /**
     * At once, where the words are known; null where they are not.
     *
     * @param {Mark} mark
     */
    coveredNow(mark) {
        const words = this.words(mark.page);
        return Array.isArray(words) ? this.among(words, mark) : null;
    }

    /** @param {Piece[]} words @param {Mark} mark @returns {Piece[]} */
    among(words, mark) {
        const box = this.geometry.bounds(mark.strokes, mark.width);
        if (!box) return [];
        const near = words.filter((word) => mayMeet(word.quad, box));
        if (near.length === 0) return [];
        const touched = this.geometry.touched(
            mark.strokes, mark.width, near.map((word) => word.quad));
        return near.filter((_, index) => touched[index]);
    }
}
