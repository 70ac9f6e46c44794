// SPDX-License-Identifier: Apache-2.0
/**
 * The window onto the pages: one below the other, however many there are.
 *
 * The truth is `map.top`, a height in the document at one scale; what survives a change of scale or
 * size is an anchor, a page and a place on it. Only pages that are seen or nearly seen are on the
 * screen. They lie in a stage that is moved as one, so a long document costs what a short one does.
 *
 * Events: `page` (another page is the current one), `view` (the place or the scale changed), `zoom`,
 * `rest` (nothing moves any more), `pagemounted` and `pageunmounted` (detail: the PageView).
 * Pages count from 0 here.
 */
import {h} from '../dom.js';
import {Layout} from './layout.js';
import {PageView} from './page-view.js';
import {PictureShelf, Pictures} from './pictures.js';
import {ScrollMap} from './scroll-map.js';
import {clampScale, fitScale} from './zoom.js';

/** After so long without a scroll event nothing moves any more. */
const REST_MILLISECONDS = 110;
/** Faster than this many pixels in a millisecond, pages fly past and are not asked for. */
const FLYING = 6;
/** How much more than the window is on the screen, of its height, on either side. */
const NEAR = 0.75;

/**
 * @typedef {import('./page-source.js').PageSource} PageSource
 * @typedef {import('./zoom.js').Fit} Fit
 * @typedef {import('../types.js').Link} Link
 * @typedef {{x: number, y: number}} Point in the window, from its upper left corner
 */

export class Viewport extends EventTarget {
    map = new ScrollMap();
    pictures = new Pictures();
    shelf = new PictureShelf();
    /** @type {Map<number, PageView>} */
    views = new Map();
    /** @type {Fit} */
    fit = 'auto';
    scale = 1;
    current = 0;
    /**
     * Pages that stay on the screen though they are not seen.
     *
     * @type {() => [number, number] | null}
     */
    pinned = () => null;
    /**
     * What a link does.
     *
     * @type {(link: Link) => void}
     */
    follow = () => undefined;

    #size = {width: 0, height: 0};
    /** What the pages lie in the middle of, as they were laid out last. */
    #rollWidth = 0;
    /** The height in the document at which the stage begins. */
    #origin = 0;
    #stageTop = NaN;
    /** @type {{at: Point, by: Point, factor: number} | null} */
    #gesture = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #restTimer = undefined;
    #lastScroll = {time: 0, top: 0};
    #frame = 0;
    /** @type {number | null} the page that was gone to, until somebody scrolls */
    #goneTo = null;

    /** @param {PageSource} source */
    constructor(source) {
        super();
        this.source = source;
        this.stage = h('div', {class: 'stage'});
        this.roll = h('div', {class: 'roll'}, this.stage);
        this.element = h('div', {class: 'scroller', tabindex: 0}, this.roll);
        this.layout = this.#layoutAt(1);
        this.element.addEventListener('scroll', () => this.#scrolled(), {passive: true});
        this.observer = new ResizeObserver(() => this.#resized());
        this.observer.observe(this.element);
    }

    /** Ends it. */
    close() {
        this.observer.disconnect();
        clearTimeout(this.#restTimer);
        cancelAnimationFrame(this.#frame);
        for (const page of [...this.views.keys()]) this.#unmount(page);
        this.shelf.clear();
    }

    /** Device pixels for one CSS pixel. */
    get ratio() {
        return globalThis.devicePixelRatio || 1;
    }

    get size() {
        return this.#size;
    }

    #margins() {
        const narrow = this.#size.width < 600;
        return {margin: narrow ? 8 : 28, edge: narrow ? 10 : 20, gap: narrow ? 10 : 16};
    }

    /** @param {number} scale */
    #layoutAt(scale) {
        return new Layout(this.source.sizes, {scale, ratio: this.ratio, ...this.#margins()});
    }

    // Place and scale

    /**
     * Opens the view at a place, once its size is known.
     *
     * @param {{page: number, y: number} | null} position page from 0, y of its height
     */
    start(position) {
        this.#measure();
        const page = Math.min(position?.page ?? 0, this.source.sizes.count - 1);
        this.scale = this.#fitted(this.fit, page);
        this.layout = this.#layoutAt(this.scale);
        this.#applySize();
        this.current = page;
        const box = this.layout.boxOf(page);
        const y = position?.y ?? 0;
        this.#moveTo(y > 0 ? box.top + y * box.height : box.top - this.layout.edge);
        this.element.scrollLeft = (this.roll.offsetWidth - this.#size.width) / 2;
        this.#update();
        this.#rested();
        this.dispatchEvent(new Event('zoom'));
    }

    #measure() {
        this.#size = {width: this.element.clientWidth, height: this.element.clientHeight};
    }

    /**
     * @param {Fit} fit
     * @param {number} page
     */
    #fitted(fit, page) {
        if (fit === 'free' || this.#size.width === 0) return this.scale;
        const {margin, edge} = this.#margins();
        return fitScale(fit, this.source.sizes.sizeOf(page), {...this.#size, margin, edge});
    }

    #resized() {
        const before = this.#size;
        this.#measure();
        const {width, height} = this.#size;
        if (width === 0 || height === 0) return;
        if (before.width === width && before.height === height) return;
        if (before.width === 0) return;
        const scale = width === before.width && this.fit !== 'page' ? this.scale
            : this.#fitted(this.fit, this.current);
        // What was at the upper edge stays there. A page that is fitted comes to the middle: where
        // the window stood across is lost as soon as it is wider than all pages.
        this.#relayout(scale, {x: before.width / 2, y: 0}, {x: width / 2, y: 0},
            this.fit !== 'free');
    }

    /**
     * Shows the pages at another scale.
     *
     * @param {number} scale
     * @param {Point} [at] the point of the window that stays where it is
     */
    zoomTo(scale, at = {x: this.#size.width / 2, y: this.#size.height / 2}) {
        this.fit = 'free';
        this.#relayout(clampScale(scale), at, at);
    }

    /**
     * Fits the current page into the window, now and when the window changes.
     *
     * @param {Fit} fit
     */
    setFit(fit) {
        this.fit = fit;
        const page = this.current;
        const scale = this.#fitted(fit, page);
        const top = {x: this.#size.width / 2, y: 0};
        this.#relayout(scale, top, top);
        if (fit === 'page') this.goTo(page);
    }

    /**
     * Another scale; the document's point at `at` comes to `to`.
     *
     * @param {number} scale
     * @param {Point} at
     * @param {Point} to
     * @param {boolean} [isCentred] the page's middle comes to `to`, across
     */
    #relayout(scale, at, to, isCentred = false) {
        const anchor = this.layout.anchorAt(this.map.top + at.y);
        const before = this.layout.boxOf(anchor.page);
        const across = isCentred ? 0.5
            : (this.element.scrollLeft + at.x - this.#leftOf(before.width))
                / Math.max(1, before.width);
        const changed = scale !== this.scale;
        this.scale = scale;
        this.layout = this.#layoutAt(scale);
        this.#applySize();
        const box = this.layout.boxOf(anchor.page);
        this.#moveTo(this.layout.heightOf(anchor) - to.y);
        this.element.scrollLeft = this.#leftOf(box.width) + across * box.width - to.x;
        this.#placeAll();
        this.#update();
        this.#rested();
        if (changed) this.dispatchEvent(new Event('zoom'));
    }

    #applySize() {
        this.map.resize(this.layout.height, this.#size.height);
        this.roll.style.height = `${this.map.elementHeight}px`;
        this.#rollWidth = Math.max(this.#size.width, Math.ceil(this.layout.width));
        this.roll.style.width = `${this.#rollWidth}px`;
    }

    /** @param {number} width of a page */
    #leftOf(width) {
        return Math.round((this.#rollWidth - width) / 2 * this.ratio) / this.ratio;
    }

    /** @param {number} top */
    #moveTo(top) {
        this.element.scrollTop = this.map.moveTo(top);
        // Browsers round what is set; the map has to know what came of it.
        const set = this.map.scrolled(this.element.scrollTop);
        if (set !== null) this.element.scrollTop = set;
        this.#lastScroll = {time: performance.now(), top: this.map.top};
    }

    /**
     * Goes to a page.
     *
     * @param {number} page
     * @param {{x?: number | null, y?: number | null}} [point] in points of the page
     */
    goTo(page, point = {}) {
        const at = Math.min(Math.max(0, page), this.source.sizes.count - 1);
        // Whoever fits pages into the window wants this one fitted, whatever its size.
        const scale = this.fit === 'auto' ? this.scale : this.#fitted(this.fit, at);
        if (scale !== this.scale) this.#relayout(scale, {x: 0, y: 0}, {x: 0, y: 0});
        const box = this.layout.boxOf(at);
        const down = point.y ?? null;
        this.#moveTo(box.top + (down === null ? -Math.min(this.layout.edge, this.layout.gap)
            : down * this.scale - 12));
        if (this.layout.width > this.#size.width && point.x !== null && point.x !== undefined) {
            this.element.scrollLeft = this.#leftOf(box.width) + point.x * this.scale - 24;
        }
        this.#goneTo = at;
        this.#update();
        this.#rested();
    }

    /**
     * Brings a part of a page into the window, where it is not there already.
     *
     * @param {number} page
     * @param {{left: number, top: number, right: number, bottom: number}} part in points
     */
    reveal(page, part) {
        const box = this.layout.boxOf(page);
        const top = box.top + part.top * this.scale;
        const bottom = box.top + part.bottom * this.scale;
        const {width, height} = this.#size;
        if (top < this.map.top + 40 || bottom > this.map.top + height - 90) {
            this.#moveTo((top + bottom) / 2 - height * 0.4);
        }
        const left = this.#leftOf(box.width) + part.left * this.scale;
        const right = this.#leftOf(box.width) + part.right * this.scale;
        const {scrollLeft} = this.element;
        if (left < scrollLeft + 16 || right > scrollLeft + width - 16) {
            this.element.scrollLeft = (left + right - width) / 2;
        }
        this.#goneTo = page;
        this.#update();
        this.#rested();
    }

    /**
     * Scrolls by pixels.
     *
     * @param {number} down
     * @param {number} [across]
     */
    scrollBy(down, across = 0) {
        this.#goneTo = null;
        if (down !== 0) this.#moveTo(this.map.top + down);
        if (across !== 0) this.element.scrollLeft += across;
        this.#update();
        this.#restSoon();
    }

    /**
     * The place at the upper edge.
     *
     * @returns {{page: number, y: number}} page from 0
     */
    get position() {
        const {page, y} = this.layout.anchorAt(this.map.top);
        return {page, y};
    }

    // Scrolling

    #scrolled() {
        const now = performance.now();
        const set = this.map.scrolled(this.element.scrollTop);
        if (set !== null) this.element.scrollTop = set;
        const way = Math.abs(this.map.top - this.#lastScroll.top);
        const speed = way / Math.max(8, now - this.#lastScroll.time);
        this.#lastScroll = {time: now, top: this.map.top};
        if (speed > FLYING && way > this.#size.height / 2) this.pictures.held = true;
        else if (speed < FLYING / 2) this.pictures.held = false;
        // What we set ourselves is known already, so a way that is new was gone by a person.
        if (way > 2) this.#goneTo = null;
        if (way > 0) this.#update();
        else this.#updateSoon();
        this.#restSoon();
    }

    #updateSoon() {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => this.#update());
    }

    #restSoon() {
        clearTimeout(this.#restTimer);
        this.#restTimer = setTimeout(() => this.#rested(), REST_MILLISECONDS);
    }

    #rested() {
        clearTimeout(this.#restTimer);
        if (this.#gesture !== null) return;
        const bar = this.map.settle();
        if (bar !== null) this.#moveTo(this.map.top);
        this.pictures.held = false;
        this.#update();
        const {first, last} = this.#seenPages();
        for (let page = first; page <= last; page += 1) void this.views.get(page)?.fill();
        this.dispatchEvent(new Event('rest'));
    }

    /** The heights of the document that are seen. */
    #seenHeights() {
        const {height} = this.#size;
        const {top} = this.map;
        const gesture = this.#gesture;
        if (gesture === null) return {from: top, to: top + height};
        const {at, by, factor} = gesture;
        return {
            from: top + at.y + (0 - at.y - by.y) / factor,
            to: top + at.y + (height - at.y - by.y) / factor,
        };
    }

    #seenPages() {
        const {from, to} = this.#seenHeights();
        return this.layout.pagesBetween(from, to);
    }

    /**
     * The pages that are seen.
     *
     * @returns {PageView[]}
     */
    get seen() {
        const {first, last} = this.#seenPages();
        return [...this.views.values()].filter((view) => view.page >= first && view.page <= last);
    }

    #update() {
        cancelAnimationFrame(this.#frame);
        if (this.#size.height === 0 || this.source.sizes.count === 0) return;
        if (Math.abs(this.map.top - this.#origin) > 200_000) {
            this.#origin = Math.floor(this.map.top);
            this.#placeAll();
        }
        const stageTop = this.#origin - this.map.shift;
        if (stageTop !== this.#stageTop) {
            this.#stageTop = stageTop;
            this.stage.style.top = `${stageTop}px`;
        }
        this.#mountAround();
        if (!this.pictures.held) this.#refreshAll();
        this.#tellPage();
        this.dispatchEvent(new Event('view'));
    }

    #mountAround() {
        const {from, to} = this.#seenHeights();
        const near = NEAR * (to - from);
        const {first, last} = this.layout.pagesBetween(from - near, to + near);
        const pinned = this.pinned();
        for (const page of [...this.views.keys()]) {
            const held = pinned !== null && page >= pinned[0] && page <= pinned[1];
            if ((page < first || page > last) && !held) this.#unmount(page);
        }
        for (let page = first; page <= last; page += 1) {
            if (!this.views.has(page)) this.#mount(page);
        }
    }

    /** @param {number} page */
    #mount(page) {
        const view = new PageView(
            page, this.source, this.pictures, this.shelf, (link) => this.follow(link));
        this.views.set(page, view);
        this.#place(view);
        // Pages stand in the document in their order, for selections and screen readers.
        let before = null;
        for (const [other, there] of this.views) {
            if (other > page && (before === null || other < before.page)) before = there;
        }
        this.stage.insertBefore(view.element, before?.element ?? null);
        this.dispatchEvent(new CustomEvent('pagemounted', {detail: view}));
    }

    /** @param {number} page */
    #unmount(page) {
        const view = this.views.get(page);
        if (view === undefined) return;
        this.dispatchEvent(new CustomEvent('pageunmounted', {detail: view}));
        this.views.delete(page);
        view.remove();
    }

    #placeAll() {
        for (const view of this.views.values()) this.#place(view);
    }

    /** @param {PageView} view */
    #place(view) {
        const box = this.layout.boxOf(view.page);
        view.place({...box, left: this.#leftOf(box.width), top: box.top - this.#origin}, this.scale);
    }

    #refreshAll() {
        if (this.#gesture !== null) return;
        const {from, to} = this.#seenHeights();
        const {first, last} = this.layout.pagesBetween(from, to);
        for (const view of this.views.values()) {
            const seen = view.page >= first && view.page <= last;
            const box = this.layout.boxOf(view.page);
            view.refresh({
                width: box.width,
                ratio: this.ratio,
                seen: seen ? this.#partOf(box, from, to, 0.1) : null,
                around: seen ? this.#partOf(box, from, to, 0.6) : null,
            });
        }
    }

    /**
     * The part of a page that is in the window, with some more around it.
     *
     * @param {{top: number, width: number, height: number}} box
     * @param {number} from
     * @param {number} to
     * @param {number} more of the window's size
     */
    #partOf(box, from, to, more) {
        const left = this.element.scrollLeft - this.#leftOf(box.width);
        const wide = this.#size.width * more;
        const high = (to - from) * more;
        return {
            left: (left - wide) / box.width,
            right: (left + this.#size.width + wide) / box.width,
            top: (from - high - box.top) / box.height,
            bottom: (to + high - box.top) / box.height,
        };
    }

    #tellPage() {
        const {top} = this.map;
        let page = this.layout.pageAt(top + this.#size.height * 0.4);
        if (top >= this.map.end - 1 && this.map.end > 0) page = this.source.sizes.count - 1;
        if (top <= 0) page = 0;
        page = this.#goneTo ?? page;
        if (page === this.current) return;
        this.current = page;
        this.dispatchEvent(new Event('page'));
    }

    // Gestures: the stage is transformed while fingers move, and laid out anew when they are gone.

    /** @param {Point} at the point between the fingers */
    beginGesture(at) {
        this.#goneTo = null;
        this.#gesture = {at, by: {x: 0, y: 0}, factor: 1};
        const x = this.element.scrollLeft + at.x;
        const y = this.map.top + at.y - this.#origin;
        this.stage.style.transformOrigin = `${x}px ${y}px`;
        this.element.classList.add('zooming');
    }

    /**
     * @param {number} factor how much larger than at the beginning
     * @param {Point} by how far the point between the fingers has moved
     * @returns {number} the factor within the bounds of the zoom
     */
    moveGesture(factor, by) {
        const gesture = this.#gesture;
        if (gesture === null) return 1;
        gesture.factor = clampScale(this.scale * factor) / this.scale;
        gesture.by = by;
        this.stage.style.transform = `translate(${by.x}px, ${by.y}px) scale(${gesture.factor})`;
        this.#updateSoon();
        return gesture.factor;
    }

    endGesture() {
        const gesture = this.#gesture;
        if (gesture === null) return;
        this.#gesture = null;
        this.stage.style.transform = '';
        this.element.classList.remove('zooming');
        if (gesture.factor !== 1) this.fit = 'free';
        const {at, by} = gesture;
        this.#relayout(this.scale * gesture.factor, at, {x: at.x + by.x, y: at.y + by.y});
    }

    // The screen and the page

    /**
     * The page below a point of the screen.
     *
     * @param {number} clientX
     * @param {number} clientY
     * @returns {{page: number, x: number, y: number} | null} in points
     */
    toPage(clientX, clientY) {
        const frame = this.element.getBoundingClientRect();
        const y = this.map.top + clientY - frame.top;
        const page = this.layout.pageAt(y);
        const box = this.layout.boxOf(page);
        const x = this.element.scrollLeft + clientX - frame.left - this.#leftOf(box.width);
        if (y < box.top || y > box.top + box.height || x < 0 || x > box.width) return null;
        const [width, height] = this.source.sizes.sizeOf(page);
        return {page, x: x / box.width * width, y: (y - box.top) / box.height * height};
    }

    /**
     * Where a point of a page is on the screen.
     *
     * @param {number} page
     * @param {number} x
     * @param {number} y
     */
    toClient(page, x, y) {
        const frame = this.element.getBoundingClientRect();
        const box = this.layout.boxOf(page);
        const [width, height] = this.source.sizes.sizeOf(page);
        return {
            x: frame.left - this.element.scrollLeft + this.#leftOf(box.width) + x / width * box.width,
            y: frame.top - this.map.top + box.top + y / height * box.height,
        };
    }

    /** The document has another version: pictures are asked for anew, sizes may have changed. */
    renew() {
        this.shelf.clear();
        const {count} = this.source.sizes;
        for (const page of [...this.views.keys()]) if (page >= count) this.#unmount(page);
        for (const view of this.views.values()) view.renew();
        const top = {x: this.#size.width / 2, y: 0};
        this.#relayout(this.scale, top, top);
    }
}
