// SPDX-License-Identifier: Apache-2.0
/**
 * Where every page of a document lies, one below the other, without a list of all of them.
 *
 * The server tells sizes as runs of equal pages. Within a run every page is as high as the others in
 * whole device pixels, so a page's place is a product and not a sum, and no rounding gathers over
 * 10,000 pages.
 *
 * Lengths are CSS pixels; pages count from 0 here.
 */

/**
 * @typedef {object} Run
 * @property {number} first its first page
 * @property {number} count
 * @property {number} width in points
 * @property {number} height in points
 */

/** The runs of a document, found by page. */
export class PageSizes {
    /** @param {[number, number, number][]} sizes as the server tells them */
    constructor(sizes) {
        /** @type {Run[]} */
        this.runs = [];
        let first = 0;
        for (const [count, width, height] of sizes) {
            if (count <= 0) continue;
            this.runs.push({first, count, width, height});
            first += count;
        }
        this.count = first;
        this.widest = this.runs.reduce((most, run) => Math.max(most, run.width), 0);
    }

    /**
     * The index of the run that holds a page.
     *
     * @param {number} page
     */
    runOf(page) {
        return lastWhere(this.runs.length, (index) => this.runs[index].first <= page);
    }

    /**
     * A page's size in points.
     *
     * @param {number} page
     * @returns {[number, number]}
     */
    sizeOf(page) {
        const run = this.runs[this.runOf(page)];
        return run === undefined ? [612, 792] : [run.width, run.height];
    }
}

/** Every page at one scale. */
export class Layout {
    /**
     * @param {PageSizes} sizes
     * @param {{scale: number, gap: number, margin: number, edge: number, ratio: number}} terms CSS
     *   pixels for one point, between two pages, beside the pages, above the first and below the
     *   last, and device pixels for one CSS pixel
     */
    constructor(sizes, terms) {
        this.sizes = sizes;
        this.scale = terms.scale;
        this.ratio = terms.ratio;
        this.gap = Math.round(terms.gap * terms.ratio) / terms.ratio;
        this.edge = Math.round(terms.edge * terms.ratio) / terms.ratio;
        /** @type {{top: number, width: number, height: number}[]} */
        this.runs = [];
        let top = this.edge;
        for (const run of sizes.runs) {
            const width = snap(run.width * terms.scale, terms.ratio);
            const height = snap(run.height * terms.scale, terms.ratio);
            this.runs.push({top, width, height});
            top += run.count * (height + this.gap);
        }
        /** The height of it all. */
        this.height = sizes.count === 0 ? 2 * this.edge : top - this.gap + this.edge;
        /** The width that shows the widest page. */
        this.width = snap(sizes.widest * terms.scale, terms.ratio) + 2 * terms.margin;
    }

    /**
     * A page's place.
     *
     * @param {number} page
     * @returns {{top: number, width: number, height: number}}
     */
    boxOf(page) {
        const index = this.sizes.runOf(page);
        const run = this.runs[index];
        if (run === undefined) return {top: 0, width: 0, height: 0};
        const nth = page - this.sizes.runs[index].first;
        return {
            top: run.top + nth * (run.height + this.gap), width: run.width, height: run.height,
        };
    }

    /**
     * The page at a height, or the next one where the height lies between two.
     *
     * @param {number} y
     */
    pageAt(y) {
        if (this.sizes.count === 0) return 0;
        const index = Math.max(0, lastWhere(this.runs.length, (i) => this.runs[i].top <= y));
        const run = this.runs[index];
        const {first, count} = this.sizes.runs[index];
        const step = run.height + this.gap;
        const nth = Math.max(0, Math.floor((y - run.top) / step));
        const between = y - run.top - nth * step >= run.height ? 1 : 0;
        return Math.min(first + Math.min(nth + between, count), this.sizes.count - 1);
    }

    /**
     * The pages that a stretch of heights touches.
     *
     * @param {number} from
     * @param {number} to
     * @returns {{first: number, last: number}}
     */
    pagesBetween(from, to) {
        const first = this.pageAt(from);
        let last = this.pageAt(to);
        while (last > first && this.boxOf(last).top >= to) last -= 1;
        return {first, last};
    }

    /**
     * A height as a page and a place on it, which hold at every scale.
     *
     * @param {number} y
     * @returns {Anchor}
     */
    anchorAt(y) {
        const page = this.pageAt(y);
        const box = this.boxOf(page);
        // Above and below a page the distance is the desk's, which does not grow with the scale.
        const within = Math.min(Math.max(y - box.top, 0), box.height);
        return {page, y: box.height > 0 ? within / box.height : 0, rest: y - box.top - within};
    }

    /**
     * The height of an anchor.
     *
     * @param {Anchor} anchor
     */
    heightOf(anchor) {
        const box = this.boxOf(anchor.page);
        return box.top + anchor.y * box.height + anchor.rest;
    }
}

/**
 * @typedef {object} Anchor
 * @property {number} page
 * @property {number} y of the page's height
 * @property {number} rest CSS pixels beyond the page's edge
 */

/**
 * A length as whole device pixels.
 *
 * @param {number} length
 * @param {number} ratio
 */
export function snap(length, ratio) {
    return Math.max(1, Math.round(length * ratio)) / ratio;
}

/**
 * The last index for which something holds that holds up to some index and not after it; -1 for none.
 *
 * @param {number} count
 * @param {(index: number) => boolean} holds
 */
function lastWhere(count, holds) {
    let low = 0;
    let high = count;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (holds(middle)) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}
