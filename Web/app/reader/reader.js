// SPDX-License-Identifier: Apache-2.0
/**
 * Reading one document.
 *
 * Its face for whoever draws on the pages (pages count from 1 here, lengths are points of the page as
 * seen, from its upper left corner):
 *
 * - `document`, `pages` ({count, version, sizeOf(page)}), `element`, `scroller`, `toolbar`
 * - `overlay(page)`: the `<svg class="page-overlay">` of a page that is on the screen, else null
 * - `mounted()`: the pages that are on the screen
 * - `clientToPage(clientX, clientY)`, `pageToClient(page, x, y)`, `scale` (CSS pixels for one point)
 * - `goToPage(page, {x, y})`, `reveal(page, [left, top, right, bottom])`
 * - `setMode('read' | 'sign')`, `reloadVersion(version)`
 * - events: `pagemounted` and `pageunmounted` (detail {page, overlay}), `zoom`, `view` (place or scale
 *   changed), `page` (detail {page}), `documentchanged`, `close`
 */
import {call, documentPath, isAbort, json} from '../api.js';
import {showDialog} from '../dialog.js';
import {focusQuietly, h} from '../dom.js';
import {faultText} from '../faults.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {live} from '../live.js';
import {announce, toast} from '../toast.js';
import {FindBar} from './find-bar.js';
import {Finder} from './finder.js';
import {attachGestures} from './gestures.js';
import {documentMenu} from '../library/actions.js';
import {PageSource} from './page-source.js';
import {Panel} from './panel.js';
import {keepPosition} from './position.js';
import {attachSelection, selectPage} from './selection.js';
import {attachShortcuts, showShortcuts} from './shortcuts.js';
import {Toolbar} from './toolbar.js';
import {Viewport} from './viewport.js';
import {FULL, nextStep} from './zoom.js';

/**
 * @typedef {import('../types.js').Document} Document
 * @typedef {import('../types.js').Pages} Pages
 * @typedef {import('../types.js').Edits} Edits
 * @typedef {import('./shortcuts.js').Shortcut} Shortcut
 * @typedef {{page: number, x: number, y: number}} PagePoint
 */

/** Pictures of a newer version are asked for when edits have paused for so long. */
const EDITS_MILLISECONDS = 700;

export class Reader extends EventTarget {
    #stop = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #editsTimer = undefined;
    /** @type {() => void} */
    #endPosition = () => undefined;
    /** @type {() => void} */
    #endSelection = () => undefined;

    /**
     * @param {Document} document
     * @param {Pages} pages
     * @param {{marks: boolean}} terms whether pictures show signatures that can still be moved
     */
    constructor(document, pages, terms) {
        super();
        this.document = document;
        this.source = new PageSource(document.id, pages);
        this.source.marks = terms.marks;
        this.viewport = new Viewport(this.source);
        this.viewport.follow = (link) => this.follow(link);
        this.finder = new Finder(document.id);
        this.bar = new Toolbar(document.name, {
            togglePanel: () => this.#togglePanel(),
            find: () => this.find(),
            goTo: (text) => this.#goToNamed(text),
            turn: (step) => this.#turn(step),
            zoom: (direction) => this.#zoom(direction),
            fit: (fit) => this.#fit(fit),
            menu: () => [
                ...documentMenu(() => this.document, {current: () => this.viewport.current}),
                'line',
                {label: t('reader.shortcuts'), icon: 'keyboard', keys: '?', act: () => showShortcuts(this.#keys)},
            ],
        });
        this.toolbar = this.bar.element;
        this.panel = new Panel(this.viewport, this.finder, {
            goTo: (page) => this.#jump(page),
            follow: (item) => this.follow(item),
            changed: (open) => this.#panelChanged(open),
        });
        this.findBar = new FindBar(this.viewport, this.finder, {
            list: () => this.panel.open('hits'),
            closed: () => focusQuietly(this.viewport.element),
        });
        this.scroller = this.viewport.element;
        this.scroller.setAttribute('role', 'region');
        this.scroller.setAttribute('aria-label', t('reader.pagesOf', {name: document.name}));
        this.main = h('main', {class: 'reader-main', id: 'main'}, this.findBar.element, this.scroller);
        this.veil = h('div', {class: 'panel-veil', hidden: true, onclick: () => this.panel.close()});
        this.element = h(
            'div', {class: 'reader', 'data-mode': 'read'},
            this.toolbar, h('div', {class: 'reader-body'}, this.panel.element, this.veil, this.main));
        this.#listen();
    }

    // The face

    get pages() {
        const {sizes, version} = this.source;
        return {
            count: sizes.count,
            version,
            /** @type {(page: number) => [number, number]} */
            sizeOf: (page) => sizes.sizeOf(page - 1),
        };
    }

    /** CSS pixels for one point. */
    get scale() {
        return this.viewport.scale;
    }

    /** The page that is shown, from 1. */
    get currentPage() {
        return this.viewport.current + 1;
    }

    /**
     * The drawing plane of a page.
     *
     * @param {number} page
     * @returns {SVGSVGElement | null}
     */
    overlay(page) {
        return this.viewport.views.get(page - 1)?.overlay ?? null;
    }

    /** @returns {{page: number, overlay: SVGSVGElement}[]} */
    mounted() {
        return [...this.viewport.views.values()].map(faceOf);
    }

    /**
     * @param {number} clientX
     * @param {number} clientY
     * @returns {PagePoint | null}
     */
    clientToPage(clientX, clientY) {
        const point = this.viewport.toPage(clientX, clientY);
        return point === null ? null : {...point, page: point.page + 1};
    }

    /**
     * @param {number} page
     * @param {number} x
     * @param {number} y
     */
    pageToClient(page, x, y) {
        return this.viewport.toClient(page - 1, x, y);
    }

    /**
     * @param {number} page
     * @param {{x?: number | null, y?: number | null}} [point]
     */
    goToPage(page, point) {
        this.viewport.goTo(page - 1, point);
    }

    /**
     * @param {number} page
     * @param {[number, number, number, number]} box left, top, right, bottom
     */
    reveal(page, [left, top, right, bottom]) {
        this.viewport.reveal(page - 1, {left, top, right, bottom});
    }

    /**
     * In `sign` a finger on what lies in an overlay moves that and not the page, and no text is
     * selected.
     *
     * @param {'read' | 'sign'} mode
     */
    setMode(mode) {
        this.element.dataset.mode = mode;
        if (mode === 'sign') getSelection()?.removeAllRanges();
    }

    /**
     * Takes over another version of the document: sizes, pictures, words.
     *
     * @param {string} version
     */
    async reloadVersion(version) {
        if (version === this.source.version) return;
        try {
            /** @type {Pages} */
            const pages = await json(documentPath(this.document.id, '/pages'));
            if (this.#stop.signal.aborted || pages.version === this.source.version) return;
            const sizes = JSON.stringify(this.source.sizes.runs);
            this.source.renew(pages);
            this.viewport.renew();
            if (JSON.stringify(this.source.sizes.runs) !== sizes) this.panel.renew();
            this.bar.show(this.viewport);
            this.dispatchEvent(new Event('documentchanged'));
        } catch (error) {
            if (!isAbort(error)) toast(faultText(error), {fault: true});
        }
    }

    // Beginning and end

    /**
     * Begins, once the element is in the page.
     *
     * @param {{page: number, y: number} | null} position page from 1
     */
    start(position) {
        const wanted = position ?? this.document.position;
        this.viewport.start(wanted === null ? null : {page: wanted.page - 1, y: wanted.y});
        this.bar.show(this.viewport);
        this.#endPosition = keepPosition(this.viewport, this.document.id);
        this.#endSelection = attachSelection(this.viewport);
        focusQuietly(this.scroller);
    }

    /** Ends: nothing is asked for any more. */
    close() {
        this.dispatchEvent(new Event('close'));
        this.#endPosition();
        this.#endSelection();
        this.#stop.abort();
        clearTimeout(this.#editsTimer);
        this.finder.clear();
        this.panel.remove();
        this.viewport.close();
        this.element.remove();
    }

    #listen() {
        const {signal} = this.#stop;
        const {viewport} = this;
        viewport.addEventListener('pagemounted', (event) => {
            const view = /** @type {CustomEvent} */ (event).detail;
            view.showHits(this.finder.on(view.page));
            this.dispatchEvent(new CustomEvent('pagemounted', {detail: faceOf(view)}));
        });
        viewport.addEventListener('pageunmounted', (event) => {
            const detail = faceOf(/** @type {CustomEvent} */ (event).detail);
            this.dispatchEvent(new CustomEvent('pageunmounted', {detail}));
        });
        viewport.addEventListener('zoom', () => {
            this.bar.show(viewport);
            this.dispatchEvent(new Event('zoom'));
        });
        viewport.addEventListener('view', () => this.dispatchEvent(new Event('view')));
        viewport.addEventListener('page', () => {
            this.bar.show(viewport);
            const page = viewport.current + 1;
            this.dispatchEvent(new CustomEvent('page', {detail: {page}}));
        });
        let told = '';
        viewport.addEventListener('rest', () => {
            const text = t('reader.pageLabel', {page: this.currentPage, count: this.pages.count});
            if (text !== told) announce(text);
            told = text;
        });
        attachGestures(viewport, {mayTap: () => this.element.dataset.mode === 'read'});
        attachShortcuts(this.#keys, this.scroller, signal);
        live.addEventListener('edits', (event) => this.#edited(event), {signal});
        live.addEventListener('library', () => void this.#refetch(), {signal});
        live.addEventListener('open', () => void this.#refetch(), {signal});
    }

    /** @param {Event} event */
    #edited(event) {
        const edits = /** @type {CustomEvent<Edits & {document: string}>} */ (event).detail;
        if (edits.document !== this.document.id) return;
        clearTimeout(this.#editsTimer);
        this.#editsTimer = setTimeout(() => {
            this.panel.freshen();
            void this.reloadVersion(edits.pagesVersion);
        }, EDITS_MILLISECONDS);
    }

    /** The library has changed: the name may have, or the document may be gone. */
    async #refetch() {
        try {
            /** @type {Document} */
            const document = await json(
                documentPath(this.document.id), {signal: this.#stop.signal});
            if (document.deleted !== null && this.document.deleted === null) {
                toast(t('reader.deletedMeanwhile'), {fault: true});
            }
            this.document = document;
            this.bar.setName(document.name);
            globalThis.document.title = t('common.title', {name: document.name});
        } catch {
            // Gone for good, or no network: what is on the screen can still be read.
        }
    }

    // Moving

    /**
     * Goes to a page so that "back" leads here again.
     *
     * @param {number} page from 0
     * @param {{x?: number | null, y?: number | null}} [point]
     */
    #jump(page, point) {
        const here = this.viewport.position;
        history.replaceState({page: here.page + 1, y: here.y}, '');
        this.viewport.goTo(page, point);
        const {y} = this.viewport.position;
        history.pushState(
            {page: page + 1, y}, '', `#/d/${this.document.id}?page=${page + 1}`);
    }

    /**
     * Goes where the history says.
     *
     * @param {{page: number, y: number}} position page from 1
     */
    goBackTo({page, y}) {
        const [, height] = this.source.sizes.sizeOf(page - 1);
        this.viewport.goTo(page - 1, y > 0 ? {y: y * height + 12 / this.scale} : {});
    }

    /**
     * Follows a link or an item of the outline.
     *
     * @param {{page: number | null, top: number[] | null, url: string | null}} link
     */
    follow(link) {
        if (link.page !== null) {
            const [x, y] = link.top ?? [];
            this.#jump(link.page - 1, {x: x ?? null, y: y ?? null});
            focusQuietly(this.scroller);
        } else if (link.url !== null) {
            void askOutside(link.url);
        }
    }

    /** @param {string} text */
    #goToNamed(text) {
        const page = this.source.pageNamed(text);
        if (page === null) {
            toast(t('reader.noSuchPage', {page: text, count: this.pages.count}));
            return false;
        }
        this.#jump(page);
        focusQuietly(this.scroller);
        return true;
    }

    /** @param {1 | -1} step */
    #turn(step) {
        this.viewport.goTo(this.viewport.current + step);
    }

    /** @param {1 | -1} direction */
    #zoom(direction) {
        this.viewport.zoomTo(nextStep(this.viewport.scale, direction));
    }

    /** @param {'width' | 'page' | 'full'} fit */
    #fit(fit) {
        if (fit === 'full') this.viewport.zoomTo(FULL);
        else this.viewport.setFit(fit);
    }

    // Parts

    /** Opens the search. */
    find() {
        this.findBar.show();
    }

    #togglePanel() {
        if (this.panel.isOpen) this.panel.close();
        else this.panel.open();
    }

    /** @param {boolean} open */
    #panelChanged(open) {
        this.bar.panelButton.setAttribute('aria-expanded', String(open));
        this.element.classList.toggle('with-panel', open);
        this.veil.hidden = !open;
    }

    #escape() {
        if (this.findBar.open) this.findBar.close();
        else if (this.panel.isOpen && this.panel.covers) this.panel.close();
        else getSelection()?.removeAllRanges();
        focusQuietly(this.scroller);
    }

    /** @param {number} windows how far, in heights of the window */
    #scroll(windows) {
        this.viewport.scrollBy(windows * this.viewport.size.height);
    }

    /** @param {1 | -1} direction */
    #sideways(direction) {
        const {scrollWidth, clientWidth} = this.scroller;
        if (scrollWidth > clientWidth + 1) this.viewport.scrollBy(0, direction * 60);
        else this.#turn(direction);
    }

    /** @type {Shortcut[]} */
    #keys = [
        {keys: ['PageDown', ' '], shown: 'PageDown Space', label: 'reader.keyDown',
            act: (event) => this.#scroll(event.shiftKey ? -0.9 : 0.9)},
        {keys: ['PageUp'], label: 'reader.keyUp', act: () => this.#scroll(-0.9)},
        {keys: ['ArrowRight', 'n', 'j'], shown: '→', label: 'reader.nextPage', act: () => this.#sideways(1)},
        {keys: ['ArrowLeft', 'p', 'k'], shown: '←', label: 'reader.previousPage', act: () => this.#sideways(-1)},
        {keys: ['ArrowDown'], label: '', act: () => this.viewport.scrollBy(60)},
        {keys: ['ArrowUp'], label: '', act: () => this.viewport.scrollBy(-60)},
        {keys: ['Home', 'mod+Home'], shown: 'Home', label: 'reader.keyFirst', act: () => this.#jump(0)},
        {keys: ['End', 'mod+End'], shown: 'End', label: 'reader.keyLast',
            act: () => this.#jump(this.source.sizes.count - 1)},
        {keys: ['g', 'mod+g'], shown: 'g', label: 'reader.goTo', act: () => this.bar.pageInput.focus()},
        {keys: ['+', '=', 'mod++', 'mod+='], shown: '+', label: 'reader.zoomIn', act: () => this.#zoom(1)},
        {keys: ['-', 'mod+-'], shown: '−', label: 'reader.zoomOut', act: () => this.#zoom(-1)},
        {keys: ['0', 'mod+0'], shown: '0', label: 'reader.fullSize', act: () => this.#fit('full')},
        {keys: ['w'], label: 'reader.fitWidth', act: () => this.#fit('width')},
        {keys: ['f'], label: 'reader.fitPage', act: () => this.#fit('page')},
        {keys: ['/', 'mod+f'], label: 'reader.find', act: () => this.find()},
        {keys: ['F3', 'mod+F3'], shown: 'F3', label: 'reader.nextHit',
            act: (event) => this.finder.step(event.shiftKey ? -1 : 1)},
        {keys: ['mod+a'], label: 'reader.selectPage', act: () => selectPage(this.viewport)},
        {keys: ['t'], label: 'reader.panel', act: () => this.#togglePanel()},
        {keys: ['Escape'], label: 'reader.keyEscape', act: () => this.#escape()},
        {keys: ['?'], label: 'reader.shortcuts', act: () => showShortcuts(this.#keys)},
    ];
}

/** @param {import('./page-view.js').PageView} view */
function faceOf(view) {
    return {page: view.page + 1, overlay: view.overlay};
}

/**
 * Shows where a link leads before anything is opened.
 *
 * @param {string} url
 */
async function askOutside(url) {
    let safe = false;
    try {
        safe = ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(url).protocol);
    } catch {
        // A relative address, or none: there is nothing it could be relative to.
    }
    const open = h('a', {
        class: 'button primary', href: safe ? url : null, target: '_blank', rel: 'noopener noreferrer',
    }, icon('external', 18), t('reader.openLink'));
    const copy = h('button', {type: 'button', class: 'button'}, t('common.copy'));
    copy.addEventListener('click', () => {
        navigator.clipboard?.writeText(url).then(() => toast(t('common.copied')), () => undefined);
    });
    await showDialog({
        title: t('reader.outside'),
        body: [
            h('p', null, t(safe ? 'reader.outsideWhy' : 'reader.outsideUnsafe')),
            h('p', {class: 'address'}, url),
        ],
        more: [navigator.clipboard === undefined ? null : copy, safe ? open : null]
            .filter((one) => one !== null).map((one) => /** @type {Node} */ (one)),
        opened: (dialog) => open.addEventListener('click', () => setTimeout(() => dialog.close())),
    });
}

/**
 * Fetches what a reader needs.
 *
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<{document: Document, pages: Promise<Pages>}>}
 */
export async function fetchDocument(id, signal) {
    const pages = call(documentPath(id, '/pages'), {signal}).then((response) => response.json());
    pages.catch(() => undefined);
    /** @type {Document} */
    const document = await json(documentPath(id), {signal});
    return {document, pages};
}
