// SPDX-License-Identifier: Apache-2.0
// The signature pad: a sheet of paper to write on with a finger, a pen or a mouse.

import {h, freshId} from '../dom.js';
import {tracePath} from '../geometry/path.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {announce} from '../toast.js';
import {glyph} from './glyphs.js';
import {padView, PEN_WIDTH, penReading, rounded} from './pad-view.js';
import {useStyles} from './styles.js';

/** @typedef {import('../geometry/geometry.js').Geometry} Geometry */
/** @typedef {import('../geometry/geometry.js').LiveStroke} LiveStroke */
/** @typedef {import('../geometry/geometry.js').PenReading} PenReading */
/** @typedef {import('../geometry/geometry.js').PenKind} PenKind */
/** @typedef {import('../geometry/geometry.js').Stroke} Stroke */
/** @typedef {import('./mark.js').Handwriting} Handwriting */

/** The inks, as writers of contracts use them. */
const INKS = /** @type {const} */ ([['black', '#15181d'], ['blue', '#1a3a8f']]);

/**
 * Lets a person write.
 *
 * @param {Geometry} geometry @param {import('./draft.js').DraftKeeper} keeper of the drawing
 * @returns {Promise<{writing: Handwriting, keep: boolean} | null>} null when it was left
 */
export async function writeSignature(geometry, keeper) {
    const [draft] = await Promise.all([
        keeper.read(), useStyles(new URL('./pad.css', import.meta.url))]);
    return new SignaturePad(geometry, keeper).show(draft);
}

class SignaturePad {
    /** @param {Geometry} geometry @param {import('./draft.js').DraftKeeper} keeper */
    constructor(geometry, keeper) {
        this.geometry = geometry;
        this.keeper = keeper;
        /** @type {Stroke[]} */
        this.strokes = [];
        /** @type {string} */
        this.color = INKS[0][1];
        /** @type {LiveStroke | null} */
        this.live = null;
        /** @type {{kind: PenKind, readings: PenReading[]} | null} */
        this.liveReadings = null;
        /** @type {number | null} */
        this.pointer = null;
        this.startTime = 0;
        this.hasPen = false;
        this.view = padView(1, 1, null);
        this.frame = 0;
        // What is dry is drawn once; what is wet changes with each reading.
        this.dry = h('canvas', {class: 'pad-ink', 'aria-hidden': 'true'});
        this.wet = h('canvas', {class: 'pad-ink', 'aria-hidden': 'true'});
        this.sheet = h('div', {
            class: 'pad-sheet', role: 'img', 'aria-label': t('sign.pad.sheet'),
        }, h('div', {class: 'pad-guide'}, h('span', null, '×')),
        h('p', {class: 'pad-hint'}, t('sign.pad.hint')), this.dry, this.wet);
        this.undoButton = this.tool('undo', glyph('undo'), () => this.undo());
        this.clearButton = this.tool('clear', glyph('eraser'), () => this.clear());
        const group = freshId('ink');
        this.inks = h('fieldset', {class: 'pad-inks'},
            h('legend', {class: 'unseen'}, t('sign.pad.ink')),
            ...INKS.map(([name, color]) => h('label', {class: `pad-inkwell ${name}`},
                h('input', {
                    type: 'radio', name: group, value: color, class: 'unseen',
                    onchange: () => this.dip(color),
                }), h('span', {class: 'pad-drop'}),
                h('span', {class: 'unseen'}, t(`sign.pad.ink.${name}`)))));
        this.keepBox = h('input', {type: 'checkbox', checked: true});
        this.useButton = h('button', {type: 'button', class: 'button seal pad-use'},
            icon('check', 20), h('span', null, t('sign.pad.use')));
        const titleID = freshId('pad-title');
        this.closeButton = h('button', {
            type: 'button', class: 'icon-button', 'aria-label': t('common.close'),
        }, icon('close'));
        this.dialog = h('dialog', {class: 'pad', 'aria-labelledby': titleID},
            h('div', {class: 'pad-head'}, this.closeButton,
                h('h2', {id: titleID}, t('sign.pad.title')), this.inks,
                this.undoButton, this.clearButton),
            this.sheet,
            h('div', {class: 'pad-foot'},
                h('label', {class: 'check'}, this.keepBox, t('sign.pad.keep')),
                this.useButton));
    }

    /**
     * @param {'undo' | 'clear'} name @param {Node} picture @param {() => void} act
     */
    tool(name, picture, act) {
        return h('button', {
            type: 'button', class: 'icon-button', 'aria-label': t(`sign.pad.${name}`),
            title: t(`sign.pad.${name}`), onclick: act,
        }, picture);
    }

    /**
     * @param {import('./draft.js').PadDraft | null} draft
     * @returns {Promise<{writing: Handwriting, keep: boolean} | null>}
     */
    show(draft) {
        if (draft) this.takeUp(draft);
        this.listen();
        document.body.append(this.dialog);
        this.dialog.showModal();
        this.resize();
        const observer = new ResizeObserver(() => this.resize());
        observer.observe(this.sheet);
        this.changed();
        const input = this.inks.querySelector(`input[value="${this.color}"]`);
        if (input instanceof HTMLInputElement) input.checked = true;
        return new Promise((resolve) => {
            /** @type {{writing: Handwriting, keep: boolean} | null} */
            let result = null;
            this.useButton.addEventListener('click', () => {
                this.endStroke();
                if (this.strokes.length === 0) return;
                const writing = {strokes: this.strokes, width: PEN_WIDTH, color: this.color};
                result = {writing, keep: this.keepBox.checked};
                this.dialog.close();
            });
            this.closeButton.addEventListener('click', () => this.dialog.close());
            this.dialog.addEventListener('close', () => {
                this.endStroke();
                observer.disconnect();
                cancelAnimationFrame(this.frame);
                this.dialog.remove();
                // A drawing that is used waits for its place, so that it is still kept.
                if (!result && this.strokes.length === 0) this.keeper.forget();
                else this.keeper.flush();
                resolve(result);
            });
        });
    }

    listen() {
        this.sheet.addEventListener('pointerdown', (event) => this.down(event));
        this.sheet.addEventListener('pointermove', (event) => this.move(event));
        for (const kind of /** @type {const} */ (['pointerup', 'pointercancel'])) {
            this.sheet.addEventListener(kind, (event) => {
                if (event.pointerId !== this.pointer) return;
                if (kind === 'pointerup') this.read(event);
                this.endStroke();
            });
        }
        this.dialog.addEventListener('keydown', (event) => {
            if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
                event.preventDefault();
                this.undo();
            }
        });
    }

    // The pen

    /** @param {PointerEvent} event */
    down(event) {
        if (this.pointer !== null || event.button !== 0) return;
        // A hand that holds a pen also touches the screen.
        if (event.pointerType === 'pen') this.hasPen = true;
        else if (event.pointerType === 'touch' && this.hasPen) return;
        event.preventDefault();
        this.pointer = event.pointerId;
        this.sheet.setPointerCapture(event.pointerId);
        this.startTime = event.timeStamp;
        const kind = event.pointerType === 'pen' ? 'pen' : 'finger';
        this.live = this.geometry.begin(PEN_WIDTH, kind);
        this.liveReadings = {kind, readings: []};
        this.read(event);
        this.changed();
    }

    /** @param {PointerEvent} event */
    move(event) {
        if (event.pointerId === this.pointer) this.read(event);
    }

    /** @param {PointerEvent} event */
    read(event) {
        if (!this.live || !this.liveReadings) return;
        const box = this.sheet.getBoundingClientRect();
        const all = event.getCoalescedEvents?.() ?? [];
        const readings = (all.length > 0 ? all : [event]).map((one) => penReading(this.view, {
            offsetX: one.clientX - box.left, offsetY: one.clientY - box.top,
            pressure: one.pressure, pointerType: event.pointerType, timeStamp: one.timeStamp,
            altitudeAngle: /** @type {{altitudeAngle?: number}} */ (one).altitudeAngle,
        }, this.startTime));
        this.live.add(readings);
        this.liveReadings.readings.push(...readings);
        this.keep();
        this.frame ||= requestAnimationFrame(() => {
            this.frame = 0;
            this.drawLive();
        });
    }

    endStroke() {
        if (!this.live) return;
        const stroke = rounded(this.live.kept());
        this.live.end();
        this.live = null;
        this.liveReadings = null;
        this.pointer = null;
        if (stroke.length > 0) this.strokes.push(stroke);
        this.drawAll();
        this.keep();
        this.changed();
    }

    // Changes

    undo() {
        if (this.strokes.pop()) announce(t('sign.pad.undone'));
        this.afterChange();
    }

    clear() {
        this.strokes = [];
        announce(t('sign.pad.cleared'));
        this.afterChange();
        this.resize();
    }

    /** @param {string} color */
    dip(color) {
        this.color = color;
        this.afterChange();
    }

    afterChange() {
        this.drawAll();
        this.keep();
        this.changed();
    }

    keep() {
        this.keeper.keep({
            strokes: [...this.strokes], color: this.color,
            live: this.liveReadings && {...this.liveReadings, readings: [...this.liveReadings.readings]},
        });
    }

    /** @param {import('./draft.js').PadDraft} draft */
    takeUp(draft) {
        this.strokes = draft.strokes;
        this.color = draft.color;
        if (!draft.live) return;
        const live = this.geometry.begin(PEN_WIDTH, draft.live.kind);
        live.add(draft.live.readings);
        const stroke = rounded(live.kept());
        live.end();
        if (stroke.length > 0) this.strokes.push(stroke);
    }

    changed() {
        const isEmpty = this.strokes.length === 0 && !this.live;
        this.sheet.classList.toggle('written', !isEmpty);
        for (const button of [this.undoButton, this.clearButton, this.useButton]) {
            button.disabled = isEmpty;
        }
    }

    // Drawing

    resize() {
        const {clientWidth: width, clientHeight: height} = this.sheet;
        if (width === 0 || height === 0) return;
        this.view = padView(width, height, this.geometry.bounds(this.strokes, PEN_WIDTH));
        for (const canvas of [this.dry, this.wet]) {
            canvas.width = Math.round(width * devicePixelRatio);
            canvas.height = Math.round(height * devicePixelRatio);
        }
        this.drawAll();
    }

    /** @param {HTMLCanvasElement} canvas @param {boolean} isFresh it is emptied first */
    brush(canvas, isFresh) {
        const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        if (isFresh) {
            brush.setTransform(1, 0, 0, 1, 0, 0);
            brush.clearRect(0, 0, canvas.width, canvas.height);
        }
        const ratio = devicePixelRatio;
        brush.setTransform(this.view.scale * ratio, 0, 0, this.view.scale * ratio,
            this.view.x * ratio, this.view.y * ratio);
        brush.fillStyle = this.color;
        return brush;
    }

    /** @param {CanvasRenderingContext2D} brush @param {Float64Array} row */
    static fill(brush, row) {
        brush.beginPath();
        tracePath(brush, row);
        brush.fill('nonzero');
    }

    drawAll() {
        SignaturePad.fill(this.brush(this.dry, true), this.geometry.outline(this.strokes, PEN_WIDTH));
        this.brush(this.wet, true);
        if (!this.live || !this.liveReadings) return;
        // The pieces that were drawn are gone with the old picture; they come again.
        const again = this.geometry.begin(PEN_WIDTH, this.liveReadings.kind);
        again.add(this.liveReadings.readings);
        this.live.end();
        this.live = again;
        this.drawLive();
    }

    drawLive() {
        if (!this.live) return;
        SignaturePad.fill(this.brush(this.dry, false), this.live.settled());
        SignaturePad.fill(this.brush(this.wet, true), this.live.tail());
    }
}
