// SPDX-License-Identifier: Apache-2.0
// Geometry and Ink, the modules that write marks into files, as they run in the browser. What is
// drawn with this is what the file gets, to the last bit.

/** @typedef {[x: number, y: number, pressure?: number, milliseconds?: number]} Reading */
/** @typedef {Reading[]} Stroke a stroke that is kept */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect */
/**
 * @typedef {object} PenReading
 * @property {number} x
 * @property {number} y
 * @property {number} [pressure] from 0 to 1; left out where the device cannot tell
 * @property {number} [milliseconds] since the stroke began
 * @property {number} [tilt] from 0, upright, to 1, flat
 */
/** @typedef {'plain' | 'pen' | 'finger'} PenKind */
/**
 * @typedef {object} PageSpace
 * @property {Rect} visibleBox
 * @property {number} rotation
 * @property {number} userUnit
 * @property {number} width
 * @property {number} height
 * @property {number[]} viewToPage six numbers
 * @property {number[]} pageToView six numbers
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} allocate
 * @property {(address: number) => void} release
 * @property {(input: number, output: number) => void} pageSpace
 * @property {(drawing: number, count: number, width: number) => number} drawingOutline
 * @property {(drawing: number, count: number, width: number, output: number) => number
 *   } drawingBounds
 * @property {(drawing: number, count: number, width: number, quads: number, quadCount: number,
 *   output: number) => void} touchedQuads
 * @property {(width: number, response: number) => number} beginStroke
 * @property {(stroke: number, readings: number, count: number) => void} addReadings
 * @property {(stroke: number) => number} takeSettled
 * @property {(stroke: number) => number} strokeTail
 * @property {(stroke: number) => number} keptReadings
 * @property {(stroke: number) => void} endStroke
 */

const BYTES = 8;
/** @type {Record<PenKind, number>} */
const RESPONSES = { plain: 0, pen: 1, finger: 2 };

/** The module, and what it can be asked. */
export class Geometry {
    /** @param {WebAssembly.Exports} exports of the module */
    constructor(exports) {
        /** @type {Exports} */
        this.wasm = /** @type {any} */ (exports);
        /**
         * Pieces of memory of the call that goes on.
         *
         * @type {number[]}
         */
        this.taken = [];
    }

    /** @param {BufferSource} bytes @returns {Promise<Geometry>} */
    static async from(bytes) {
        const { instance } = await WebAssembly.instantiate(bytes);
        return new Geometry(instance.exports);
    }

    /**
     * The outline of ink, as it stands in the file: a row for `pathData`.
     *
     * @param {Stroke[]} strokes @param {number} width @returns {Float64Array}
     */
    outline(strokes, width) {
        return this.call(() => this.row(
            this.wasm.drawingOutline(this.put(drawingRow(strokes)), strokes.length, width)));
    }

    /**
     * The smallest rectangle that holds the outline of ink; null where nothing is drawn.
     *
     * @param {Stroke[]} strokes @param {number} width @returns {Rect | null}
     */
    bounds(strokes, width) {
        return this.call(() => {
            const output = this.room(4);
            const drawing = this.put(drawingRow(strokes));
            if (!this.wasm.drawingBounds(drawing, strokes.length, width, output)) return null;
            const [x, y, w, h] = this.take(output, 4);
            return { x, y, width: w, height: h };
        });
    }

    /**
     * Which of some quads the ink touches.
     *
     * @param {Stroke[]} strokes @param {number} width @param {number[][]} quads eight numbers each
     * @returns {boolean[]}
     */
    touched(strokes, width, quads) {
        return this.call(() => {
            const output = this.room(quads.length);
            this.wasm.touchedQuads(this.put(drawingRow(strokes)), strokes.length, width,
                this.put(quads.flat()), quads.length, output);
            return Array.from(this.take(output, quads.length), (answer) => answer === 1);
        });
    }

    /**
     * A page as seen and as it is in the file.
     *
     * @param {{mediaBox?: Rect, cropBox?: Rect, rotation?: number, userUnit?: number}} page
     * @returns {PageSpace}
     */
    pageSpace(page) {
        return this.call(() => {
            const output = this.room(21);
            const { rotation = 0, userUnit } = page;
            this.wasm.pageSpace(this.put([
                ...boxRow(page.mediaBox), ...boxRow(page.cropBox), rotation,
                userUnit === undefined ? 0 : 1, userUnit ?? 0]), output);
            const row = Array.from(this.take(output, 21));
            return {
                visibleBox: { x: row[0], y: row[1], width: row[2], height: row[3] },
                rotation: row[4], userUnit: row[5], width: row[6], height: row[7],
                viewToPage: row.slice(8, 14), pageToView: row.slice(14, 20),
            };
        });
    }

    /**
     * Begins a stroke that is drawn now.
     *
     * @param {number} width @param {PenKind} kind @returns {LiveStroke}
     */
    begin(width, kind) { return new LiveStroke(this, width, kind); }

    // Memory

    /**
     * Does a call and gives back the memory that it took.
     *
     * @template Answer @param {() => Answer} body @returns {Answer}
     */
    call(body) {
        try {
            return body();
        } finally {
            for (const address of this.taken) this.wasm.release(address);
            this.taken = [];
        }
    }

    /** @param {number} count of numbers @returns {number} where there is room for them */
    room(count) {
        const address = this.wasm.allocate(Math.max(count, 1) * BYTES);
        if (address === 0) throw new RangeError('The browser has no more memory for drawing.');
        this.taken.push(address);
        return address;
    }

    /** @param {ArrayLike<number>} numbers @returns {number} where they are */
    put(numbers) {
        const address = this.room(numbers.length);
        new Float64Array(this.wasm.memory.buffer, address, numbers.length).set(numbers);
        return address;
    }

    /** @param {number} address @param {number} count @returns {Float64Array} a copy */
    take(address, count) {
        return new Float64Array(this.wasm.memory.buffer, address, count).slice();
    }

    /** @param {number} address of a row that says how long it is @returns {Float64Array} */
    row(address) {
        this.taken.push(address);
        const [count] = this.take(address, 1);
        return this.take(address + BYTES, count);
    }
}

/** A stroke while it is drawn: readings go in, what to draw comes out. */
export class LiveStroke {
    /** @param {Geometry} geometry @param {number} width @param {PenKind} kind */
    constructor(geometry, width, kind) {
        this.geometry = geometry;
        this.name = geometry.wasm.beginStroke(width, RESPONSES[kind]);
    }

    /** @param {PenReading[]} readings */
    add(readings) {
        const rows = readings.flatMap((reading) => [
            reading.x, reading.y, reading.pressure ?? NaN, reading.milliseconds ?? NaN,
            reading.tilt ?? NaN]);
        this.geometry.call(() =>
            this.geometry.wasm.addReadings(this.name, this.geometry.put(rows), readings.length));
    }

    /**
     * Pieces that settled since the last call; each is drawn once and kept.
     *
     * @returns {Float64Array} a row for `pathData`
     */
    settled() {
        return this.geometry.call(() =>
            this.geometry.row(this.geometry.wasm.takeSettled(this.name)));
    }

    /**
     * What changes with the next reading.
     *
     * @returns {Float64Array} a row for `pathData`
     */
    tail() {
        return this.geometry.call(() =>
            this.geometry.row(this.geometry.wasm.strokeTail(this.name)));
    }

    /**
     * The stroke as it is kept: with as few readings as it needs.
     *
     * @returns {Stroke}
     */
    kept() {
        const row = this.geometry.call(() =>
            this.geometry.row(this.geometry.wasm.keptReadings(this.name)));
        /** @type {Stroke} */
        const stroke = [];
        for (let at = 0; at < row.length; at += 4) {
            const [x, y, pressure, milliseconds] = row.subarray(at, at + 4);
            stroke.push(Number.isNaN(milliseconds)
                ? [x, y, pressure] : [x, y, pressure, milliseconds]);
        }
        return stroke;
    }

    /** Gives its memory back. It cannot be used any more. */
    end() { this.geometry.wasm.endStroke(this.name); }
}

/** @param {Rect | undefined} box @returns {number[]} */
function boxRow(box) { return box ? [1, box.x, box.y, box.width, box.height] : [0, 0, 0, 0, 0]; }

/** @param {Stroke[]} strokes @returns {number[]} */
function drawingRow(strokes) {
    return strokes.flatMap((stroke) =>
        [stroke.length, ...stroke.flatMap(([x, y, pressure]) => [x, y, pressure ?? 0.5])]);
}

/** @type {Promise<Geometry> | null} */
let loading = null;

/**
 * The one module of this page; fetched when it is first asked for.
 *
 * @returns {Promise<Geometry>}
 */
export function loadGeometry() {
    loading ??= (async () => {
        const answer = await fetch('/geometry.wasm');
        if (!answer.ok) throw new Error(`geometry.wasm: ${answer.status}`);
        return Geometry.from(await answer.arrayBuffer());
    })().catch((fault) => {
        loading = null;
        throw fault;
    });
    return loading;
}
