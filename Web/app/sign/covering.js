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
        /** @type {Map<string, Word[] | Promise<Word[]>>} */
        this.pages = new Map();
    }

    /** @param {number} page @returns {Word[] | Promise<Word[]>} */
    words(page) {
        const version = this.version();
        const key = `${version} ${page}`;
        const known = this.pages.get(key);
        if (known) return known;
        const path = `/pages/${page}/text?v=${encodeURIComponent(version)}`;
        const asked = json(documentPath(this.documentID, path)).then((text) => {
            const {lines} = /** @type {import('../types.js').PageText} */ (text);
            const words = lines.flatMap((line) => line.words)
                .filter((word) => word.text.trim() !== '');
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

    /** @param {Mark} mark @returns {Promise<Word[]>} */
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

    /** @param {Word[]} words @param {Mark} mark @returns {Word[]} */
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
