// SPDX-License-Identifier: Apache-2.0
/** One document on the server: its pages' sizes, and where their pictures, words and links are. */
import {documentPath, json} from '../api.js';
import {PageSizes} from './layout.js';

/**
 * @typedef {import('../types.js').Pages} Pages
 * @typedef {import('../types.js').PageText} PageText
 * @typedef {import('../types.js').Link} Link
 */

/** How many pages' words are kept. */
const KEPT = 80;

export class PageSource {
    /** Whether the pictures show signatures that can still be moved; who draws them says no. */
    marks = true;

    /**
     * @param {string} id
     * @param {Pages} pages
     */
    constructor(id, pages) {
        this.id = id;
        this.sizes = new PageSizes(pages.sizes);
        this.version = pages.version;
        this.labels = pages.labels;
        /** @type {Map<number, Promise<PageText>>} */
        this.#texts = new Map();
        /** @type {Map<number, Promise<Link[]>>} */
        this.#links = new Map();
    }

    #texts;
    #links;

    /**
     * Takes over a new version.
     *
     * @param {Pages} pages
     */
    renew(pages) {
        this.sizes = new PageSizes(pages.sizes);
        this.labels = pages.labels;
        this.version = pages.version;
        this.#texts.clear();
        this.#links.clear();
    }

    /**
     * The label of a page where the document has its own, such as iv.
     *
     * @param {number} page from 0
     */
    labelOf(page) {
        const label = this.labels?.[page];
        return label === undefined || label === '' || label === String(page + 1) ? null : label;
    }

    /**
     * The page that is called so: by label, or else by number.
     *
     * @param {string} text
     * @returns {number | null} from 0
     */
    pageNamed(text) {
        const wanted = text.trim().toLowerCase();
        if (wanted === '') return null;
        const byLabel = this.labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1;
        if (byLabel >= 0) return byLabel;
        const page = /^\d+$/.test(wanted) ? Number(wanted) : NaN;
        return page >= 1 && page <= this.sizes.count ? page - 1 : null;
    }

    /**
     * Where a picture is.
     *
     * @param {number} page from 0
     * @param {number} width of the whole page, in device pixels
     * @param {'visible' | 'nearby'} priority
     * @param {{x: number, y: number, w: number, h: number}} [part]
     */
    picture(page, width, priority, part) {
        const query = new URLSearchParams({width: String(width), priority});
        // The version tells nothing of where signatures lie; the server is asked for those anew.
        if (!this.marks) query.set('v', this.version);
        if (part !== undefined) {
            for (const key of /** @type {const} */ (['x', 'y', 'w', 'h'])) {
                query.set(key, String(part[key]));
            }
        }
        if (!this.marks) query.set('marks', 'false');
        return documentPath(this.id, `/pages/${page + 1}/image?${query}`);
    }

    /**
     * Where the small picture is; signatures are always in it, so it is asked for anew.
     *
     * @param {number} page from 0
     * @param {number} width
     */
    thumbnail(page, width) {
        return documentPath(this.id, `/pages/${page + 1}/thumbnail?width=${width}`);
    }

    /**
     * The words of a page.
     *
     * @param {number} page from 0
     * @returns {Promise<PageText>}
     */
    text(page) {
        return kept(this.#texts, page, () => json(
            documentPath(this.id, `/pages/${page + 1}/text?v=${encodeURIComponent(this.version)}`)));
    }

    /**
     * The links of a page.
     *
     * @param {number} page from 0
     * @returns {Promise<Link[]>}
     */
    links(page) {
        return kept(this.#links, page, async () => {
            /** @type {{links: Link[]}} */
            const answer = await json(documentPath(this.id, `/pages/${page + 1}/links`));
            return answer.links;
        });
    }
}

/**
 * What is kept for a page, or gets it; what failed is not kept.
 *
 * @template T
 * @param {Map<number, Promise<T>>} map
 * @param {number} page
 * @param {() => Promise<T>} get
 * @returns {Promise<T>}
 */
function kept(map, page, get) {
    const there = map.get(page);
    if (there !== undefined) {
        map.delete(page);
        map.set(page, there);
        return there;
    }
    const made = get();
    map.set(page, made);
    made.catch(() => {
        if (map.get(page) === made) map.delete(page);
    });
    for (const oldest of map.keys()) {
        if (map.size <= KEPT) break;
        map.delete(oldest);
    }
    return made;
}
