// SPDX-License-Identifier: Apache-2.0
/**
 * One page on the screen: its picture (whole, and tiles where it is large), the marks of a search,
 * its words, its links, and a drawing plane in points for whoever signs.
 *
 * Old pixels stay until the new ones are decoded; nothing is ever blank that was drawn before.
 */
import {isAbort} from '../api.js';
import {h, s} from '../dom.js';
import {t} from '../i18n.js';
import {patiently} from './pictures.js';
import {fillTextLayer, UNITS} from './text-layer.js';
import {BELOW, pictureHeight, pictureWidth, tileSide, tilesIn} from './tiles.js';

/**
 * @typedef {import('./pictures.js').Pictures} Pictures
 * @typedef {import('./pictures.js').PictureShelf} PictureShelf
 * @typedef {import('./page-source.js').PageSource} PageSource
 * @typedef {import('../types.js').Quad} Quad
 * @typedef {import('../types.js').Link} Link
 *
 * @typedef {{left: number, top: number, right: number, bottom: number}} Part of the page, 0…1
 *
 * @typedef {object} TileLayer
 * @property {string} key its width and version
 * @property {HTMLElement} element
 * @property {Map<string, {stop: AbortController, image: HTMLImageElement | null}>} tiles
 */

export class PageView {
    /** Whether its words are there, or were asked for. */
    #textAsked = false;
    /** Whether the document lets its words be copied, as far as is known. */
    mayCopy = true;
    /** @type {HTMLImageElement | null} */
    #base = null;
    /** The width and version of the base; and what is on its way. */
    #baseKey = '';
    #baseAsked = '';
    /** @type {AbortController | null} */
    #baseStop = null;
    /** @type {TileLayer[]} the last is the one that is wanted */
    #layers = [];
    #stop = new AbortController();
    #scale = 1;

    /**
     * @param {number} page from 0
     * @param {PageSource} source
     * @param {Pictures} pictures
     * @param {PictureShelf} shelf
     * @param {(link: Link) => void} follow
     */
    constructor(page, source, pictures, shelf, follow) {
        this.page = page;
        this.source = source;
        this.pictures = pictures;
        this.shelf = shelf;
        this.follow = follow;
        const [width, height] = source.sizes.sizeOf(page);
        const viewBox = `0 0 ${width} ${height}`;
        this.picture = h('div', {class: 'page-picture', 'aria-hidden': 'true'});
        this.hits = s('svg', {
            class: 'page-hits', viewBox, preserveAspectRatio: 'none', 'aria-hidden': 'true',
        });
        this.text = h('div', {class: 'page-text'});
        this.links = h('div', {class: 'page-links'});
        this.overlay = s('svg', {class: 'page-overlay', viewBox, preserveAspectRatio: 'none'});
        this.element = h(
            'div', {class: 'page', role: 'group', 'aria-label': this.#label(), 'data-page': page + 1},
            this.picture, this.hits, this.text, this.links, this.overlay);
        this.text.style.width = `${width * UNITS}px`;
        this.text.style.height = `${height * UNITS}px`;
        const shelved = shelf.take(page);
        if (shelved !== undefined) {
            this.#baseKey = shelved.dataset.key ?? '';
            this.#showBase(shelved);
        }
    }

    #label() {
        return t('reader.pageLabel', {page: this.page + 1, count: this.source.sizes.count});
    }

    /** Whether something of it can be seen that is as sharp as it gets. */
    get sharp() {
        return this.element.dataset.sharp === 'true';
    }

    /**
     * Puts the page where it belongs.
     *
     * @param {{left: number, top: number, width: number, height: number}} box
     * @param {number} scale CSS pixels for one point
     */
    place(box, scale) {
        const style = this.element.style;
        style.left = `${box.left}px`;
        style.top = `${box.top}px`;
        style.width = `${box.width}px`;
        style.height = `${box.height}px`;
        if (scale !== this.#scale || this.text.style.transform === '') {
            this.#scale = scale;
            const [width] = this.source.sizes.sizeOf(this.page);
            this.text.style.transform = `scale(${box.width / (width * UNITS)})`;
        }
    }

    /**
     * Sees to it that the page gets sharp.
     *
     * @param {object} view
     * @param {number} view.width of the page in CSS pixels
     * @param {number} view.ratio device pixels for one CSS pixel
     * @param {Part | null} view.seen null where it is only near
     * @param {Part | null} view.around the part whose tiles are kept
     */
    refresh(view) {
        const wanted = pictureWidth(view.width, view.ratio);
        if (!wanted.tiled) {
            this.#wantBase(wanted.width, view.seen === null ? 2 : 0, true);
            return;
        }
        const [width, version] = this.#baseKey.split(' ');
        const enough = version === this.#stamp() && Number(width) >= BELOW / 2;
        if (!enough) this.#wantBase(BELOW, view.seen === null ? 2 : 0, false);
        if (view.seen === null || view.around === null) return;
        const size = this.source.sizes.sizeOf(this.page);
        const picture = {width: wanted.width, height: pictureHeight(wanted.width, size)};
        this.#wantTiles(picture, tileSide(view.ratio), view.seen, view.around);
    }

    /** What a picture's address depends on besides its size. */
    #stamp() {
        return `${this.source.version}${this.source.marks ? '' : '-'}`;
    }

    /**
     * @param {number} width
     * @param {0 | 2} rank
     * @param {boolean} whole whether it makes the page sharp by itself
     */
    #wantBase(width, rank, whole) {
        const key = `${width} ${this.#stamp()}`;
        if (this.#baseKey === key) {
            if (whole) this.#settle();
            return;
        }
        const asked = `${key} ${rank}`;
        if (this.#baseAsked === asked) return;
        this.#baseStop?.abort();
        this.#baseAsked = asked;
        this.element.dataset.sharp = 'false';
        const stop = new AbortController();
        this.#baseStop = stop;
        const url = this.source.picture(this.page, width, rank === 2 ? 'nearby' : 'visible');
        patiently(() => this.pictures.get(url, rank, stop.signal), stop.signal).then((image) => {
            if (stop.signal.aborted) return;
            this.#baseKey = key;
            this.#baseAsked = '';
            image.dataset.key = key;
            this.#showBase(image);
            if (whole) this.#settle();
        }, (error) => {
            if (stop.signal.aborted || isAbort(error)) return;
            this.#baseAsked = '';
            this.#baseKey = key;
            this.#showFault(error);
        });
    }

    /** @param {HTMLImageElement} image */
    #showBase(image) {
        image.className = 'page-image';
        this.picture.querySelector('.page-fault')?.remove();
        if (this.#base !== null) this.#base.replaceWith(image);
        else this.picture.prepend(image);
        this.#base = image;
    }

    /** The whole picture is sharp: tiles of another size are of no use. */
    #settle() {
        for (const layer of this.#layers) dropLayer(layer);
        this.#layers = [];
        this.element.dataset.sharp = 'true';
    }

    /** @param {unknown} error */
    #showFault(error) {
        if (this.picture.querySelector('.page-fault') !== null) return;
        const message = error instanceof Error && error.message !== '' ? error.message
            : t('reader.pageFailed');
        this.picture.append(h('p', {class: 'page-fault'}, message));
    }

    /**
     * @param {{width: number, height: number}} picture
     * @param {number} side
     * @param {Part} seen
     * @param {Part} around
     */
    #wantTiles(picture, side, seen, around) {
        const key = `${picture.width} ${this.#stamp()}`;
        let layer = this.#layers.at(-1);
        if (layer === undefined || layer.key !== key) {
            for (const old of this.#layers) stopLoading(old);
            layer = {key, element: h('div', {class: 'page-tiles'}), tiles: new Map()};
            this.#layers.push(layer);
            this.picture.append(layer.element);
        }
        const wanted = new Map(tilesIn(picture, seen, side).map((tile) => [tile.key, tile]));
        const kept = new Set(tilesIn(picture, around, side).map((tile) => tile.key));
        for (const [name, tile] of layer.tiles) {
            if (kept.has(name)) continue;
            tile.stop.abort();
            tile.image?.remove();
            layer.tiles.delete(name);
        }
        for (const tile of wanted.values()) {
            if (!layer.tiles.has(tile.key)) this.#askTile(layer, tile, picture);
        }
        this.#retire(layer, [...wanted.keys()]);
    }

    /**
     * @param {TileLayer} layer
     * @param {import('./tiles.js').Tile} tile
     * @param {{width: number, height: number}} picture
     */
    #askTile(layer, tile, picture) {
        /** @type {{stop: AbortController, image: HTMLImageElement | null}} */
        const entry = {stop: new AbortController(), image: null};
        layer.tiles.set(tile.key, entry);
        this.element.dataset.sharp = 'false';
        const {signal} = entry.stop;
        const url = this.source.picture(this.page, picture.width, 'visible', tile);
        patiently(() => this.pictures.get(url, 1, signal), signal).then((image) => {
            if (signal.aborted) return;
            entry.image = image;
            image.className = 'page-tile';
            image.style.left = `${100 * tile.x / picture.width}%`;
            image.style.top = `${100 * tile.y / picture.height}%`;
            image.style.width = `${100 * tile.w / picture.width}%`;
            image.style.height = `${100 * tile.h / picture.height}%`;
            layer.element.append(image);
            this.#retire(layer, [...layer.tiles.keys()]);
        }, () => layer.tiles.delete(tile.key));
    }

    /**
     * Takes away the tiles of another size once all that are wanted of this one are there.
     *
     * @param {TileLayer} layer
     * @param {string[]} wanted
     */
    #retire(layer, wanted) {
        if (wanted.some((key) => !layer.tiles.get(key)?.image)) return;
        if (this.#layers.at(-1) !== layer) return;
        for (const old of this.#layers) if (old !== layer) dropLayer(old);
        this.#layers = [layer];
        this.element.dataset.sharp = 'true';
    }

    /** Brings the words and the links, once. */
    async fill() {
        if (this.#textAsked) return;
        this.#textAsked = true;
        const {signal} = this.#stop;
        try {
            const [text, links] = await Promise.all([
                this.source.text(this.page),
                this.source.links(this.page).catch(() => []),
            ]);
            if (signal.aborted) return;
            this.mayCopy = text.mayCopy;
            this.#showLinks(links);
            await fillTextLayer(this.text, text, signal);
            if (signal.aborted) return;
            this.text.append(h('div', {class: 'text-end'}));
            this.element.dataset.text = text.hasText ? 'yes' : 'no';
        } catch {
            // A page without its words can still be read; the next time it is seen they are asked for.
            this.#textAsked = false;
        }
    }

    /** @param {Link[]} links */
    #showLinks(links) {
        const [width, height] = this.source.sizes.sizeOf(this.page);
        const elements = links.flatMap((link) => link.quads.map((quad, index) => {
            const name = link.url ?? (link.page === null ? '' : t('reader.toPage', {page: link.page}));
            const anchor = h('a', {
                class: 'page-link', href: link.url ?? `#/d/${this.source.id}?page=${link.page ?? 1}`,
                'aria-label': index === 0 ? name : null, title: name, draggable: 'false',
                rel: 'noopener noreferrer', tabindex: index === 0 ? null : -1,
                'aria-hidden': index === 0 ? null : 'true',
                onclick: (/** @type {MouseEvent} */ event) => {
                    event.preventDefault();
                    this.follow(link);
                },
            });
            const xs = [quad[0], quad[2], quad[4], quad[6]];
            const ys = [quad[1], quad[3], quad[5], quad[7]];
            const left = Math.min(...xs);
            const top = Math.min(...ys);
            anchor.style.left = `${100 * left / width}%`;
            anchor.style.top = `${100 * top / height}%`;
            anchor.style.width = `${100 * (Math.max(...xs) - left) / width}%`;
            anchor.style.height = `${100 * (Math.max(...ys) - top) / height}%`;
            return anchor;
        }));
        this.links.replaceChildren(...elements);
    }

    /**
     * Marks what a search found.
     *
     * @param {{quads: Quad[], current: boolean}[]} found
     */
    showHits(found) {
        this.hits.replaceChildren(...found.flatMap(({quads, current}) => quads.map((quad) => s(
            'polygon', {
                points: quad.join(' '), class: current ? 'hit now' : 'hit',
            }))));
    }

    /** Asks for everything anew, as the document has another version; what is there stays till then. */
    renew() {
        const [width, height] = this.source.sizes.sizeOf(this.page);
        this.hits.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.overlay.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.text.style.width = `${width * UNITS}px`;
        this.text.style.height = `${height * UNITS}px`;
        this.text.style.transform = '';
        this.text.replaceChildren();
        this.#textAsked = false;
        this.#stop.abort();
        this.#stop = new AbortController();
    }

    /** Leaves the screen: nothing of it is asked for any more, and its memory is given back. */
    remove() {
        this.#stop.abort();
        this.#baseStop?.abort();
        for (const layer of this.#layers) dropLayer(layer);
        this.#layers = [];
        this.element.remove();
        if (this.#base !== null) this.shelf.put(this.page, this.#base);
        this.#base = null;
    }
}

/** @param {TileLayer} layer */
function stopLoading(layer) {
    for (const [key, tile] of layer.tiles) {
        if (tile.image !== null) continue;
        tile.stop.abort();
        layer.tiles.delete(key);
    }
}

/** @param {TileLayer} layer */
function dropLayer(layer) {
    for (const tile of layer.tiles.values()) tile.stop.abort();
    layer.element.remove();
}
