// SPDX-License-Identifier: Apache-2.0
/**
 * Searching a document: hits come while pages are read, from the page that is shown on. It holds what
 * was found; it shows nothing.
 *
 * Events: `found` (more hits, or the progress), `current` (another hit is the current one), `end`.
 */
import {documentPath, isAbort, lines} from '../api.js';

/**
 * @typedef {import('../types.js').Hit} Hit
 * @typedef {{case: boolean, words: boolean}} FindOptions
 */

/** More are not kept; the count says that there are more. */
export const MOST_HITS = 20_000;

export class Finder extends EventTarget {
    /** @type {Hit[]} in the order of the pages */
    hits = [];
    query = '';
    /** The index of the current hit, or -1. */
    current = -1;
    running = false;
    /** @type {{done: number, of: number} | null} */
    progress = null;
    /** How many pages have no text, once it is known. */
    pagesWithoutText = 0;
    /** @type {unknown} */
    fault = null;
    /** @type {Map<number, Hit[]>} by page, from 0 */
    #byPage = new Map();
    /** @type {AbortController | null} */
    #stop = null;

    /** @param {string} id of the document */
    constructor(id) {
        super();
        this.id = id;
    }

    /** Whether hits were left out. */
    get cut() {
        return this.hits.length >= MOST_HITS;
    }

    /**
     * Begins a search; one that runs is stopped.
     *
     * @param {string} query
     * @param {FindOptions} options
     * @param {number} from the page that is shown, from 0
     */
    async start(query, options, from) {
        this.clear();
        this.query = query;
        if (query.trim() === '') {
            this.dispatchEvent(new Event('found'));
            return;
        }
        const stop = new AbortController();
        this.#stop = stop;
        this.running = true;
        this.dispatchEvent(new Event('found'));
        const terms = new URLSearchParams({q: query, from: String(from + 1)});
        if (options.case) terms.set('case', 'true');
        if (options.words) terms.set('words', 'true');
        try {
            for await (const line of lines(documentPath(this.id, `/search?${terms}`), stop.signal)) {
                if (stop.signal.aborted) return;
                this.#take(line, from);
                if (this.cut) {
                    stop.abort();
                    break;
                }
            }
        } catch (error) {
            if (isAbort(error)) {
                if (this.#stop !== stop) return;
            } else {
                this.fault = error;
            }
        }
        if (this.#stop !== stop) return;
        this.running = false;
        this.dispatchEvent(new Event('found'));
        this.dispatchEvent(new Event('end'));
    }

    /**
     * @param {any} line
     * @param {number} from
     */
    #take(line, from) {
        if (line.hit !== undefined) {
            this.#insert(line.hit);
            if (this.current < 0) this.#choose(this.#firstFrom(from));
        } else if (line.progress !== undefined) {
            this.progress = line.progress;
        } else if (line.end !== undefined) {
            this.pagesWithoutText = line.end.pagesWithoutText ?? 0;
        } else if (line.error !== undefined) {
            this.fault = line.error;
        }
        this.dispatchEvent(new Event('found'));
    }

    /** @param {Hit} hit */
    #insert(hit) {
        // Hits come page by page, but after the last page they go on at the first.
        let low = 0;
        let high = this.hits.length;
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.hits[middle].page <= hit.page) low = middle + 1;
            else high = middle;
        }
        this.hits.splice(low, 0, hit);
        if (low <= this.current) this.current += 1;
        const page = hit.page - 1;
        const there = this.#byPage.get(page);
        if (there === undefined) this.#byPage.set(page, [hit]);
        else there.push(hit);
    }

    /** @param {number} page from 0 */
    #firstFrom(page) {
        const index = this.hits.findIndex((hit) => hit.page > page);
        return index < 0 ? 0 : index;
    }

    /**
     * The hits of a page.
     *
     * @param {number} page from 0
     * @returns {{quads: import('../types.js').Quad[], current: boolean}[]}
     */
    on(page) {
        const now = this.hits[this.current];
        return (this.#byPage.get(page) ?? []).map((hit) => ({quads: hit.quads, current: hit === now}));
    }

    /**
     * Goes to the next hit or the one before; after the last comes the first.
     *
     * @param {1 | -1} step
     */
    step(step) {
        if (this.hits.length === 0) return;
        this.#choose((this.current + step + this.hits.length) % this.hits.length);
    }

    /** @param {number} index */
    choose(index) {
        if (index >= 0 && index < this.hits.length) this.#choose(index);
    }

    /** @param {number} index */
    #choose(index) {
        this.current = index;
        this.dispatchEvent(new Event('current'));
    }

    /** Stops, and forgets what was found. */
    clear() {
        this.#stop?.abort();
        this.#stop = null;
        this.hits = [];
        this.#byPage.clear();
        this.current = -1;
        this.running = false;
        this.progress = null;
        this.pagesWithoutText = 0;
        this.fault = null;
        this.query = '';
    }
}
