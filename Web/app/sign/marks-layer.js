// SPDX-License-Identifier: Apache-2.0
// The signatures on the pages: drawn by the code that writes them into the file, taken hold of with
// a finger, a mouse or the keyboard.

import {s, set} from '../dom.js';
import {pathData} from '../geometry/path.js';
import {t} from '../i18n.js';
import {onPage, replaced, resized, scaled} from './mark.js';

/** @typedef {import('../geometry/geometry.js').Geometry} Geometry */
/** @typedef {import('../geometry/geometry.js').Rect} Rect */
/** @typedef {import('./mark.js').Mark} Mark */
/** @typedef {import('./signing.js').Reader} Reader */
/** @typedef {'nw' | 'ne' | 'sw' | 'se'} Corner */

/** @type {Corner[]} */
const CORNERS = ['nw', 'ne', 'sw', 'se'];
/** The least side of what can be touched, and the radius of a handle, in pixels. */
const TARGET = 44;
const HANDLE = 7;
/** A pointer that moves less than this was a press, in pixels. */
const SLACK = 4;
/** How far an arrow key moves, and with Shift, in points. */
const STEP = 1;
const LARGE_STEP = 10;
const GROWTH = 1.05;
/** After the last key, a change by keys is one step, in milliseconds. */
const KEYS_REST = 500;
/** A finished signature is shown at most so long beside the page's picture, in milliseconds. */
const LONGEST_GHOST = 30_000;

/**
 * What is on the screen of one signature.
 *
 * @typedef {object} Shown
 * @property {Mark} mark
 * @property {Rect} bounds of its ink
 * @property {SVGGElement} group
 * @property {SVGPathElement} ink
 * @property {SVGRectElement} hit
 * @property {SVGGElement} hold frame and handles
 */
/**
 * A change that goes on.
 *
 * @typedef {object} Gesture
 * @property {string} id
 * @property {Mark} from
 * @property {Rect} bounds of `from`
 * @property {Rect} box where it is now
 * @property {number} page where it is now
 * @property {Corner | null} corner that is dragged; null: all of it
 * @property {{x: number, y: number}} grab where it was taken, from the box's corner
 * @property {{x: number, y: number}} start of the pointer, in pixels
 * @property {boolean} hasMoved
 * @property {number} pointer
 */

/**
 * Events: `select` (detail: id or null), `change` (detail: {id, mark, name}), `preview` (detail: the
 * mark as it is dragged), `place` (detail: {page, x, y}).
 */
export class MarksLayer extends EventTarget {
    /** @param {Reader} reader @param {Geometry} geometry */
    constructor(reader, geometry) {
        super();
        this.reader = reader;
        this.geometry = geometry;
        /** @type {Map<string, Mark>} */
        this.marks = new Map();
        /** @type {Map<number, SVGGElement>} */
        this.pages = new Map();
        /** @type {Map<string, Shown>} */
        this.shown = new Map();
        /** @type {string | null} */
        this.selected = null;
        /** @type {Gesture | null} */
        this.gesture = null;
        this.isPlacing = false;
        this.frame = 0;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.keysTimer = undefined;
        this.ending = new AbortController();
        const {signal} = this.ending;
        reader.addEventListener('pagemounted', (event) => {
            this.mount(/** @type {CustomEvent} */ (event).detail.page);
        }, {signal});
        reader.addEventListener('pageunmounted', (event) => {
            this.unmount(/** @type {CustomEvent} */ (event).detail.page);
        }, {signal});
        reader.addEventListener('zoom', () => this.fit(), {signal});
        addEventListener('resize', () => this.fit(), {signal});
        for (const {page} of reader.mounted()) this.mount(page);
    }

    detach() {
        this.commitKeys();
        this.ending.abort();
        cancelAnimationFrame(this.frame);
        for (const group of this.pages.values()) group.remove();
        this.pages.clear();
        this.shown.clear();
    }

    // What is shown

    /** @param {Map<string, Mark>} marks */
    setMarks(marks) {
        this.marks = marks;
        for (const page of this.pages.keys()) this.render(page);
        const isGone = this.selected !== null && !marks.has(this.selected);
        if (isGone && this.gesture?.id !== this.selected) this.select(null);
    }

    /** @param {number} page */
    mount(page) {
        const overlay = this.reader.overlay(page);
        if (!overlay || this.pages.get(page)?.parentNode === overlay) return;
        this.unmount(page);
        const group = s('g', {class: 'marks'});
        overlay.append(group);
        this.pages.set(page, group);
        this.render(page);
        if (this.isPlacing) this.addPlacingArea(page);
    }

    /** @param {number} page */
    unmount(page) {
        const group = this.pages.get(page);
        if (!group) return;
        group.remove();
        this.pages.delete(page);
        for (const [id, shown] of this.shown) {
            if (shown.group.parentNode === group) this.shown.delete(id);
        }
    }

    /** @param {number} page */
    render(page) {
        const group = this.pages.get(page);
        if (!group) return;
        for (const [id, shown] of this.shown) {
            const mark = this.current(id);
            if (shown.group.parentNode === group && mark?.page !== page) {
                shown.group.remove();
                this.shown.delete(id);
            }
        }
        for (const id of this.marks.keys()) {
            const mark = this.current(id);
            if (mark?.page === page) this.draw(id, mark, group);
        }
    }

    /**
     * As it is dragged, or as it is.
     *
     * @param {string} id @returns {Mark | undefined}
     */
    current(id) {
        const {gesture} = this;
        if (gesture?.id !== id || !gesture.hasMoved) return this.marks.get(id);
        return replaced(gesture.from, gesture.bounds, gesture.box, gesture.page);
    }

    /** @param {string} id @param {Mark} mark @param {SVGGElement} page */
    draw(id, mark, page) {
        let shown = this.shown.get(id);
        if (!shown) {
            shown = this.make(id, mark);
            this.shown.set(id, shown);
        }
        if (shown.group.parentNode !== page) page.append(shown.group);
        if (shown.mark !== mark || !shown.ink.hasAttribute('d')) {
            shown.mark = mark;
            shown.bounds = this.geometry.bounds(mark.strokes, mark.width) ?? shown.bounds;
            set(shown.ink, {
                d: pathData(this.geometry.outline(mark.strokes, mark.width)), fill: mark.color});
        }
        this.fitOne(shown);
    }

    /** @param {string} id @param {Mark} mark @returns {Shown} */
    make(id, mark) {
        const ink = s('path', {class: 'mark-ink'});
        const hit = s('rect', {class: 'mark-hit'});
        const hold = s('g', {class: 'mark-hold'},
            s('rect', {class: 'mark-frame'}),
            ...CORNERS.flatMap((corner) => [
                s('circle', {class: 'mark-handle', 'data-corner': corner}),
                s('rect', {class: `mark-grip ${corner}`, 'data-corner': corner})]));
        const group = s('g', {
            class: 'mark', tabindex: 0, role: 'button', 'data-id': id,
            'aria-label': t('sign.mark.label', {page: mark.page}),
            'aria-roledescription': t('sign.mark.role'), 'aria-pressed': 'false',
        }, ink, hit, hold);
        // Browsers differ in whether what `touch-action` says counts within a drawing.
        group.addEventListener('touchstart', (event) => {
            const isHeld = this.selected === id && !this.isPlacing && event.touches.length === 1;
            if (isHeld && event.cancelable) event.preventDefault();
        }, {passive: false});
        group.addEventListener('pointerdown', (event) => this.down(id, event));
        // Chromium heeds `touch-action` of a drawing as a whole, not of its parts: without this it
        // scrolls the page away under the finger.
        group.addEventListener('touchstart', (event) => {
            const isHeld = this.selected === id && event.touches.length === 1;
            if (isHeld && event.cancelable) event.preventDefault();
        }, {passive: false});
        group.addEventListener('pointermove', (event) => this.move(event));
        for (const kind of /** @type {const} */ (['pointerup', 'pointercancel'])) {
            group.addEventListener(kind, (event) => this.up(event, kind === 'pointerup'));
        }
        group.addEventListener('click', (event) => {
            event.stopPropagation();
            if (!this.isPlacing) this.select(id);
        });
        group.addEventListener('keydown', (event) => this.key(id, event));
        group.addEventListener('focus', () => {
            // By the keyboard only; a pointer selects by its press.
            if (group.matches(':focus-visible')) this.select(id);
        });
        group.addEventListener('blur', () => this.commitKeys());
        return {mark, bounds: {x: 0, y: 0, width: 1, height: 1}, group, ink, hit, hold};
    }

    /**
     * Pixels in a point of a page.
     *
     * @param {number} page @returns {number}
     */
    scale(page) {
        const overlay = this.reader.overlay(page);
        const [width] = this.reader.pages.sizeOf(page);
        return overlay ? Math.max(overlay.getBoundingClientRect().width / width, 1e-3) : 1;
    }

    fit() { for (const shown of this.shown.values()) this.fitOne(shown); }

    /**
     * Handles and targets keep their size in pixels.
     *
     * @param {Shown} shown
     */
    fitOne(shown) {
        const {bounds: box, mark, group, hit, hold} = shown;
        const point = 1 / this.scale(mark.page);
        const isSelected = mark.id === this.selected;
        group.classList.toggle('selected', isSelected);
        group.setAttribute('aria-pressed', String(isSelected));
        group.setAttribute('aria-label', t('sign.mark.label', {page: mark.page}));
        const grow = (/** @type {number} */ side) =>
            Math.max(0, (TARGET * point - side) / 2, 6 * point);
        setRect(hit, box, grow(box.width), grow(box.height));
        const gap = 6 * point;
        const [frame, ...handles] = hold.children;
        setRect(frame, box, gap, gap);
        set(frame, {rx: 3 * point});
        for (const handle of handles) {
            const corner = /** @type {Corner} */ (handle.getAttribute('data-corner'));
            const x = corner.endsWith('w') ? box.x - gap : box.x + box.width + gap;
            const y = corner.startsWith('n') ? box.y - gap : box.y + box.height + gap;
            if (handle instanceof SVGCircleElement) {
                set(handle, {cx: x, cy: y, r: HANDLE * point});
            } else {
                // Of a small mark, the grips reach outwards, so that its middle can be taken too.
                const side = TARGET * point;
                const inwards = Math.min(side / 2, Math.min(box.width, box.height) / 4 + gap);
                set(handle, {
                    x: corner.endsWith('w') ? x - side + inwards : x - inwards,
                    y: corner.startsWith('n') ? y - side + inwards : y - inwards,
                    width: side, height: side});
            }
        }
    }

    /** @param {string | null} id @param {boolean} [takesFocus] */
    select(id, takesFocus = false) {
        if (this.selected !== id) {
            this.commitKeys();
            this.selected = id;
            this.fit();
            this.dispatchEvent(new CustomEvent('select', {detail: id}));
        }
        const shown = id === null ? undefined : this.shown.get(id);
        if (!shown) return;
        // What is selected is on top of its neighbours; moving it there would take the focus away.
        if (takesFocus) shown.group.focus({preventScroll: true});
    }

    /**
     * Goes on showing what becomes part of the pages, until the pages' new pictures show it.
     *
     * @param {Mark[]} marks @returns {() => void} ends it, where nothing came of it
     */
    keepShown(marks) {
        /** @type {(() => void)[]} */
        const ends = [];
        for (const mark of marks) {
            const group = this.pages.get(mark.page);
            const page = this.reader.overlay(mark.page)?.parentElement;
            if (!group || !page) continue;
            const ghost = s('path', {
                d: pathData(this.geometry.outline(mark.strokes, mark.width)), fill: mark.color,
                class: 'mark-ink'});
            group.append(ghost);
            let isNew = false;
            const watcher = new MutationObserver(() => {
                // First the page is told that its picture is old, then that the new one is there.
                if (page.dataset.sharp === 'false') isNew = true;
                else if (isNew) end();
            });
            const end = () => {
                watcher.disconnect();
                clearTimeout(timer);
                ghost.remove();
            };
            const timer = setTimeout(end, LONGEST_GHOST);
            watcher.observe(page, {attributes: true, attributeFilter: ['data-sharp']});
            ends.push(end);
        }
        return () => ends.forEach((end) => end());
    }

    // Placing

    /** @param {boolean} isPlacing */
    setPlacing(isPlacing) {
        this.isPlacing = isPlacing;
        for (const [page, group] of this.pages) {
            group.querySelector('.place-area')?.remove();
            if (isPlacing) this.addPlacingArea(page);
        }
    }

    /** @param {number} page */
    addPlacingArea(page) {
        const [width, height] = this.reader.pages.sizeOf(page);
        const area = s('rect', {class: 'place-area', width, height});
        area.addEventListener('click', (event) => {
            const place = this.reader.clientToPage(event.clientX, event.clientY);
            if (place) this.dispatchEvent(new CustomEvent('place', {detail: place}));
        });
        this.pages.get(page)?.append(area);
    }

    // Pointers

    /** @param {string} id @param {PointerEvent} event */
    down(id, event) {
        if (this.gesture || event.button !== 0 || this.isPlacing) return;
        // The first touch of a finger may be the beginning of scrolling; it selects when it ends.
        if (event.pointerType === 'touch' && this.selected !== id) return;
        const mark = this.marks.get(id);
        const shown = this.shown.get(id);
        const place = this.reader.clientToPage(event.clientX, event.clientY);
        if (!mark || !shown) return;
        event.preventDefault();
        event.stopPropagation();
        this.commitKeys();
        this.select(id, true);
        const target = /** @type {Element} */ (event.target);
        const at = place && place.page === mark.page ? place : {x: shown.bounds.x, y: shown.bounds.y};
        const corner = /** @type {Corner | null} */ (target.getAttribute('data-corner'));
        const box = {...shown.bounds};
        this.gesture = {
            id, from: mark, bounds: box, box, page: mark.page, corner, hasMoved: false,
            // From the corner that is dragged, so that it does not jump to the finger.
            grab: corner ? {
                x: at.x - (corner.endsWith('w') ? box.x : box.x + box.width),
                y: at.y - (corner.startsWith('n') ? box.y : box.y + box.height),
            } : {x: at.x - box.x, y: at.y - box.y},
            start: {x: event.clientX, y: event.clientY}, pointer: event.pointerId,
        };
        shown.group.setPointerCapture(event.pointerId);
    }

    /** @param {PointerEvent} event */
    move(event) {
        const {gesture} = this;
        if (gesture?.pointer !== event.pointerId) return;
        const way = Math.hypot(event.clientX - gesture.start.x, event.clientY - gesture.start.y);
        if (!gesture.hasMoved && way < SLACK) return;
        gesture.hasMoved = true;
        this.moveTo(gesture, event.clientX, event.clientY);
        this.frame ||= requestAnimationFrame(() => {
            this.frame = 0;
            this.showGesture();
        });
    }

    /** @param {Gesture} gesture @param {number} clientX @param {number} clientY */
    moveTo(gesture, clientX, clientY) {
        const place = this.reader.clientToPage(clientX, clientY);
        if (gesture.corner) {
            const at = place?.page === gesture.page
                ? place : this.beside(gesture.page, clientX, clientY);
            if (!at) return;
            const to = {x: at.x - gesture.grab.x, y: at.y - gesture.grab.y};
            gesture.box = resized(
                gesture.bounds, gesture.corner, to, this.reader.pages.sizeOf(gesture.page));
            return;
        }
        if (place && this.pages.has(place.page)) gesture.page = place.page;
        const at = place ?? this.beside(gesture.page, clientX, clientY);
        if (!at) return;
        gesture.box = onPage({
            ...gesture.bounds, x: at.x - gesture.grab.x, y: at.y - gesture.grab.y,
        }, this.reader.pages.sizeOf(gesture.page));
    }

    /**
     * A place beside a page in the page's points.
     *
     * @param {number} page @param {number} clientX @param {number} clientY
     */
    beside(page, clientX, clientY) {
        const box = this.reader.overlay(page)?.getBoundingClientRect();
        if (!box) return null;
        const scale = this.scale(page);
        return {x: (clientX - box.left) / scale, y: (clientY - box.top) / scale};
    }

    showGesture() {
        const {gesture} = this;
        if (!gesture?.hasMoved) return;
        const shown = this.shown.get(gesture.id);
        const mark = this.current(gesture.id);
        const page = this.pages.get(gesture.page);
        if (!mark || !page || !shown) return;
        if (shown.group.parentNode !== page) {
            page.append(shown.group);
            // Another parent lets go of the pointer.
            shown.group.setPointerCapture(gesture.pointer);
        }
        this.draw(gesture.id, mark, page);
        this.dispatchEvent(new CustomEvent('preview', {detail: mark}));
    }

    /** @param {PointerEvent} event @param {boolean} isDone */
    up(event, isDone) {
        const {gesture} = this;
        if (gesture?.pointer !== event.pointerId) return;
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        const mark = this.current(gesture.id);
        this.gesture = null;
        if (isDone && gesture.hasMoved && mark) {
            const name = gesture.corner ? 'sign.step.resize' : 'sign.step.move';
            this.change(gesture.id, mark, t(name));
        }
        this.render(gesture.page);
        if (gesture.page !== gesture.from.page) this.render(gesture.from.page);
    }

    // Keys and buttons

    /** @param {string} id @param {KeyboardEvent} event */
    key(id, event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = event.shiftKey ? LARGE_STEP : STEP;
        /** @type {Record<string, () => void>} */
        const acts = {
            ArrowLeft: () => this.nudge(id, -step, 0),
            ArrowRight: () => this.nudge(id, step, 0),
            ArrowUp: () => this.nudge(id, 0, -step),
            ArrowDown: () => this.nudge(id, 0, step),
            '+': () => this.grow(id, GROWTH),
            '=': () => this.grow(id, GROWTH),
            '-': () => this.grow(id, 1 / GROWTH),
            _: () => this.grow(id, 1 / GROWTH),
            Delete: () => this.remove(id),
            Backspace: () => this.remove(id),
            Enter: () => this.select(id),
            ' ': () => this.select(id),
            Escape: () => this.select(null),
        };
        const act = acts[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    }

    /** @param {string} id @param {number} dx @param {number} dy in points */
    nudge(id, dx, dy) {
        this.byKeys(id, t('sign.step.move'), (box, size) =>
            onPage({...box, x: box.x + dx, y: box.y + dy}, size));
    }

    /** @param {string} id @param {number} factor */
    grow(id, factor) {
        this.byKeys(id, t('sign.step.resize'), (box, size) => scaled(box, factor, size));
    }

    /** @param {string} id */
    remove(id) {
        this.commitKeys();
        if (this.marks.has(id)) this.change(id, null, t('sign.step.delete'));
    }

    /**
     * Many presses of keys become one step.
     *
     * @param {string} id @param {string} name
     * @param {(box: Rect, size: import('./mark.js').Size) => Rect} how
     */
    byKeys(id, name, how) {
        const mark = this.marks.get(id);
        const shown = this.shown.get(id);
        if (!mark || !shown || this.gesture?.hasMoved && this.gesture.pointer !== -1) return;
        if (this.gesture?.id !== id) {
            this.commitKeys();
            this.gesture = {
                id, from: mark, bounds: {...shown.bounds}, box: {...shown.bounds}, page: mark.page,
                corner: null, grab: {x: 0, y: 0}, start: {x: 0, y: 0}, hasMoved: true, pointer: -1,
            };
        }
        this.keysName = name;
        this.gesture.box = how(this.gesture.box, this.reader.pages.sizeOf(mark.page));
        this.showByKeys();
        clearTimeout(this.keysTimer);
        this.keysTimer = setTimeout(() => this.commitKeys(), KEYS_REST);
    }

    showByKeys() {
        const {gesture} = this;
        const page = gesture && this.pages.get(gesture.page);
        const mark = gesture && this.current(gesture.id);
        if (!gesture || !page || !mark) return;
        this.draw(gesture.id, mark, page);
        this.dispatchEvent(new CustomEvent('preview', {detail: mark}));
    }

    commitKeys() {
        clearTimeout(this.keysTimer);
        const {gesture} = this;
        if (gesture?.pointer !== -1) return;
        const mark = this.current(gesture.id);
        this.gesture = null;
        if (mark) this.change(gesture.id, mark, this.keysName ?? t('sign.step.move'));
    }

    /** @param {string} id @param {Mark | null} mark @param {string} name */
    change(id, mark, name) {
        this.dispatchEvent(new CustomEvent('change', {detail: {id, mark, name}}));
    }
}

/** @param {Element} element @param {Rect} box @param {number} dx @param {number} dy that it grows */
function setRect(element, box, dx, dy) {
    set(element, {
        x: box.x - dx, y: box.y - dy, width: box.width + 2 * dx, height: box.height + 2 * dy});
}
