// SPDX-License-Identifier: Apache-2.0
/**
 * A list of any length of which only what is seen is on the screen: cells of one height, in as many
 * columns as there is room for. One cell at a time can be reached with Tab; arrows walk.
 */
import {h} from '../dom.js';
import {ScrollMap} from './scroll-map.js';

/**
 * @typedef {object} GridTerms
 * @property {string} label
 * @property {number} cellHeight CSS pixels
 * @property {number} cellWidth the least width of a cell; 0 for one column
 * @property {(index: number) => HTMLElement} make makes a cell; it must be able to take the focus
 * @property {(cell: HTMLElement) => void} [drop] a cell leaves the screen
 * @property {(index: number) => void} choose
 */

export class VirtualGrid {
    #map = new ScrollMap();
    #count = 0;
    #columns = 1;
    #height = 0;
    #active = 0;
    /** @type {number | null} a cell to bring into sight once the size is known */
    #wanted = null;
    /** @type {Map<number, HTMLElement>} */
    #cells = new Map();

    /** @param {GridTerms} terms */
    constructor(terms) {
        this.terms = terms;
        this.roll = h('div', {class: 'grid-roll'});
        this.element = h('div', {
            class: 'virtual-grid', role: 'listbox', 'aria-label': terms.label, tabindex: -1,
        }, this.roll);
        this.element.addEventListener('scroll', () => this.#scrolled(), {passive: true});
        this.element.addEventListener('keydown', (event) => this.#walk(event));
        this.observer = new ResizeObserver(() => this.#measure());
        this.observer.observe(this.element);
    }

    /** Ends it. */
    close() {
        this.observer.disconnect();
        this.setCount(0);
    }

    get count() {
        return this.#count;
    }

    /** @param {number} count */
    setCount(count) {
        this.#count = count;
        this.#measure();
    }

    #measure() {
        const width = this.element.clientWidth;
        this.#height = this.element.clientHeight;
        if (width > 0) {
            this.#columns = this.terms.cellWidth > 0
                ? Math.max(1, Math.floor(width / this.terms.cellWidth)) : 1;
        }
        const rows = Math.ceil(this.#count / this.#columns);
        this.#map.resize(rows * this.terms.cellHeight, this.#height);
        this.roll.style.height = `${this.#map.elementHeight}px`;
        this.element.scrollTop = this.#map.moveTo(this.#map.top);
        const wanted = this.#wanted;
        if (wanted !== null && this.#height > 0) {
            this.#wanted = null;
            this.show(wanted);
        }
        this.#update();
    }

    #scrolled() {
        const set = this.#map.scrolled(this.element.scrollTop);
        if (set !== null) this.element.scrollTop = set;
        this.#update();
    }

    #update() {
        const {cellHeight} = this.terms;
        const firstRow = Math.floor(this.#map.top / cellHeight) - 1;
        const lastRow = Math.ceil((this.#map.top + this.#height) / cellHeight);
        const first = Math.max(0, firstRow * this.#columns);
        const last = this.#height === 0 ? -1 : Math.min(this.#count, (lastRow + 1) * this.#columns) - 1;
        for (const [index, cell] of this.#cells) {
            if (index >= first && index <= last) continue;
            this.#remove(index, cell);
        }
        for (let index = first; index <= last; index += 1) this.#place(index);
    }

    /**
     * @param {number} index
     * @param {HTMLElement} cell
     */
    #remove(index, cell) {
        this.terms.drop?.(cell);
        this.#cells.delete(index);
        // The focus stays in the list when the cell that has it scrolls away.
        if (cell.contains(document.activeElement)) this.element.focus({preventScroll: true});
        cell.remove();
    }

    /** @param {number} index */
    #place(index) {
        let cell = this.#cells.get(index);
        if (cell === undefined) {
            cell = this.terms.make(index);
            cell.classList.add('grid-cell');
            cell.setAttribute('role', 'option');
            cell.setAttribute('aria-posinset', String(index + 1));
            cell.setAttribute('aria-setsize', String(this.#count));
            cell.addEventListener('click', () => {
                this.setActive(index);
                this.terms.choose(index);
            });
            this.#cells.set(index, cell);
            this.roll.append(cell);
        }
        this.#mark(index, cell);
        const row = Math.floor(index / this.#columns);
        const column = index % this.#columns;
        cell.style.top = `${row * this.terms.cellHeight - this.#map.shift}px`;
        cell.style.left = `${100 * column / this.#columns}%`;
        cell.style.width = `${100 / this.#columns}%`;
        cell.style.height = `${this.terms.cellHeight}px`;
    }

    /**
     * @param {number} index
     * @param {HTMLElement} cell
     */
    #mark(index, cell) {
        const active = index === this.#active;
        cell.setAttribute('aria-selected', String(active));
        cell.tabIndex = active ? 0 : -1;
    }

    /**
     * Makes cells anew, as what they show has changed.
     *
     * @param {(index: number, cell: HTMLElement) => boolean} [isRight] whether a cell can stay
     */
    refresh(isRight = () => false) {
        for (const [index, cell] of this.#cells) {
            if (!isRight(index, cell)) this.#remove(index, cell);
        }
        this.#update();
    }

    get active() {
        return this.#active;
    }

    /**
     * Marks a cell as the current one.
     *
     * @param {number} index
     */
    setActive(index) {
        const before = this.#active;
        this.#active = index;
        for (const one of [before, index]) {
            const cell = this.#cells.get(one);
            if (cell !== undefined) this.#mark(one, cell);
        }
    }

    /**
     * Brings a cell into sight.
     *
     * @param {number} index
     */
    show(index) {
        if (this.#height === 0) {
            this.#wanted = index;
            return;
        }
        const top = Math.floor(index / this.#columns) * this.terms.cellHeight;
        const bottom = top + this.terms.cellHeight;
        const seen = this.#map.top;
        if (top >= seen && bottom <= seen + this.#height) return;
        const wanted = top < seen ? top : bottom - this.#height;
        this.element.scrollTop = this.#map.moveTo(wanted);
        this.#update();
    }

    /** Gives the focus to the current cell. */
    focus() {
        this.show(this.#active);
        this.#cells.get(this.#active)?.focus({preventScroll: true});
    }

    /** @param {KeyboardEvent} event */
    #walk(event) {
        const page = Math.max(1, Math.floor(this.#height / this.terms.cellHeight)) * this.#columns;
        /** @type {Record<string, number>} */
        const steps = {
            ArrowDown: this.#columns, ArrowUp: -this.#columns, ArrowRight: 1, ArrowLeft: -1,
            PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
        };
        if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            event.stopPropagation();
            this.terms.choose(this.#active);
            return;
        }
        const step = steps[event.key];
        if (step === undefined || this.#count === 0) return;
        event.preventDefault();
        event.stopPropagation();
        this.setActive(Math.min(this.#count - 1, Math.max(0, this.#active + step)));
        this.focus();
    }
}
