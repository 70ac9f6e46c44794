// SPDX-License-Identifier: Apache-2.0
/**
 * Scrolls through more than a browser lets an element be high.
 *
 * Browsers cap an element near 16 to 33 million pixels; 10,000 pages at 400 % are 45 million. The
 * element is kept at `CAP`, and what is seen is a place of its own:
 *
 *     place in the document = position of the scroll bar + shift
 *
 * Small steps (wheel, finger, keys) move both by as much, so they are exact to the pixel wherever one
 * is. A long step is a pull at the scroll bar: it moves the place by as much more as the document is
 * longer than the element. When the scrolling has come to rest, or would meet an end of the element
 * too early, `settle` brings the bar where it belongs and changes the shift; nothing moves on screen.
 *
 * It touches no element: it is told positions and says which to set.
 */

/**
 * Higher than this no element is made. Browsers place what is drawn with 24 bits of a number: with
 * three device pixels for one of ours a place stays exact to 16,777,216 / 3.
 */
export const CAP = 4_000_000;

export class ScrollMap {
    /** The place in the document that is at the upper edge. */
    top = 0;
    /** What the bar's position lacks. */
    shift = 0;
    /** The height of the document, and of the window onto it. */
    #content = 0;
    #view = 0;
    #cap;

    /** @param {number} [cap] */
    constructor(cap = CAP) {
        this.#cap = cap;
    }

    /** How high the element is. */
    get elementHeight() {
        return Math.min(Math.max(this.#content, this.#view), this.#cap);
    }

    /** The greatest place. */
    get end() {
        return Math.max(0, this.#content - this.#view);
    }

    /** The greatest position of the bar. */
    get barEnd() {
        return Math.max(0, this.elementHeight - this.#view);
    }

    /** How much longer the way through the document is than the bar's. */
    get ratio() {
        return this.barEnd > 0 ? Math.max(1, this.end / this.barEnd) : 1;
    }

    /** Where the bar is now. */
    get bar() {
        return this.top - this.shift;
    }

    /**
     * Tells how high the document and the window are now; `moveTo` has to follow.
     *
     * @param {number} content
     * @param {number} view
     */
    resize(content, view) {
        this.#content = content;
        this.#view = view;
    }

    /**
     * Goes to a place.
     *
     * @param {number} top
     * @returns {number} the position that the bar has to be set to
     */
    moveTo(top) {
        this.top = Math.min(Math.max(0, top), this.end);
        const bar = this.#barFor(this.top);
        this.shift = this.top - bar;
        return bar;
    }

    /**
     * Tells that the bar has been moved.
     *
     * @param {number} bar its position
     * @returns {number | null} the position that it has to be set to, where it must be set
     */
    scrolled(bar) {
        if (this.ratio === 1) {
            this.top = Math.min(Math.max(0, bar), this.end);
            this.shift = 0;
            return null;
        }
        const step = bar - this.bar;
        const long = Math.abs(step) > 3 * this.#view;
        const wanted = this.top + (long ? step * this.ratio : step);
        const top = Math.min(Math.max(0, wanted), this.end);
        this.top = top;
        this.shift = top - bar;
        // The two ends have to be met together.
        const stuck = (bar <= 0 && top > 0) || (bar >= this.barEnd && top < this.end);
        const over = wanted !== top;
        if ((stuck || over) && Math.abs(this.#barFor(top) - bar) >= 1) return this.moveTo(top);
        return null;
    }

    /**
     * Tells that nothing moves any more.
     *
     * @returns {number | null} the position that the bar has to be set to, where it must be set
     */
    settle() {
        if (this.ratio === 1) return null;
        return Math.abs(this.#barFor(this.top) - this.bar) >= this.#view ? this.moveTo(this.top) : null;
    }

    /**
     * Where the bar belongs. Whole pixels, so that the shift stays exact: a browser rounds positions.
     *
     * @param {number} top
     */
    #barFor(top) {
        if (this.ratio === 1) return top;
        if (top <= 0) return 0;
        if (top >= this.end) return this.barEnd;
        return Math.min(Math.max(1, Math.round(top / this.ratio)), Math.max(1, this.barEnd - 1));
    }
}
