// SPDX-License-Identifier: Apache-2.0
/** The pages in small, asked for as they come into sight. */
import {call, isAbort} from '../api.js';
import {h} from '../dom.js';
import {t} from '../i18n.js';
import {VirtualGrid} from './virtual-grid.js';

const CELL = {width: 132, height: 196};
const BOX = {width: 104, height: 146};
/** Thumbnails that were seen are kept, as addresses of pictures of some kilobytes each. */
const KEPT = 300;
/** A thumbnail that is only flown past is not asked for. */
const WAIT_MILLISECONDS = 70;

/** @typedef {import('./viewport.js').Viewport} Viewport */

export class Thumbnails {
    /** @type {Map<number, string>} page → address of its picture */
    #kept = new Map();
    /** @type {Set<number>} pages whose picture may have changed */
    #stale = new Set();
    /** @type {WeakMap<HTMLElement, AbortController>} */
    #stops = new WeakMap();

    /**
     * @param {Viewport} viewport
     * @param {(page: number) => void} choose
     */
    constructor(viewport, choose) {
        this.viewport = viewport;
        this.grid = new VirtualGrid({
            label: t('reader.thumbnails'),
            cellWidth: CELL.width,
            cellHeight: CELL.height,
            make: (page) => this.#cell(page),
            drop: (cell) => this.#stops.get(cell)?.abort(),
            choose,
        });
        this.element = this.grid.element;
        this.grid.setCount(viewport.source.sizes.count);
    }

    /** Shows which page is the current one. */
    follow() {
        this.grid.setActive(this.viewport.current);
        this.grid.show(this.viewport.current);
    }

    /** The pages have changed. */
    renew() {
        this.#forget();
        this.grid.setCount(this.viewport.source.sizes.count);
        this.grid.refresh();
    }

    /** Pictures may have changed: those in sight are asked for, and shown until others are there. */
    freshen() {
        this.#stale = new Set(this.#kept.keys());
        this.grid.refresh();
    }

    close() {
        this.grid.close();
        this.#forget();
    }

    #forget() {
        for (const address of this.#kept.values()) URL.revokeObjectURL(address);
        this.#kept.clear();
        this.#stale.clear();
    }

    /** @param {number} page */
    #cell(page) {
        const {source} = this.viewport;
        const [width, height] = source.sizes.sizeOf(page);
        const scale = Math.min(BOX.width / width, BOX.height / height);
        const paper = h('span', {class: 'thumbnail-paper'});
        paper.style.width = `${Math.max(8, width * scale)}px`;
        paper.style.height = `${Math.max(8, height * scale)}px`;
        const label = source.labelOf(page);
        const cell = h(
            'div', {class: 'thumbnail', 'aria-label': t('reader.pageName', {page: page + 1})},
            h('span', {class: 'thumbnail-box'}, paper),
            h('span', {class: 'thumbnail-number'}, label === null ? String(page + 1)
                : `${page + 1} · ${label}`));
        const there = this.#kept.get(page);
        if (there !== undefined) paper.append(picture(there));
        if (there === undefined || this.#stale.has(page)) void this.#load(page, cell, paper);
        return cell;
    }

    /**
     * @param {number} page
     * @param {HTMLElement} cell
     * @param {HTMLElement} paper
     */
    async #load(page, cell, paper) {
        const stop = new AbortController();
        this.#stops.set(cell, stop);
        await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
        if (stop.signal.aborted) return;
        const width = Math.min(320, Math.round(BOX.width * this.viewport.ratio));
        try {
            const url = this.viewport.source.thumbnail(page, width);
            const response = await call(url, {signal: stop.signal, priority: 'low'});
            const address = URL.createObjectURL(await response.blob());
            const before = this.#kept.get(page);
            if (before !== undefined) URL.revokeObjectURL(before);
            this.#stale.delete(page);
            this.#kept.set(page, address);
            this.#trim();
            if (!stop.signal.aborted) paper.replaceChildren(picture(address));
        } catch (error) {
            if (!isAbort(error)) paper.classList.add('failed');
        }
    }

    #trim() {
        for (const [page, address] of this.#kept) {
            if (this.#kept.size <= KEPT) break;
            URL.revokeObjectURL(address);
            this.#kept.delete(page);
        }
    }
}

/** @param {string} address */
function picture(address) {
    return h('img', {src: address, alt: '', draggable: 'false'});
}
