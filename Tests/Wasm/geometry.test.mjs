// SPDX-License-Identifier: Apache-2.0
// The WebAssembly build must answer what the native build answers, to the last bit: what is shown
// in the browser is what is written into the file. `script/wasm` builds both and runs this.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const folder = new URL('../../.build/wasm/', import.meta.url);
const native = JSON.parse(await readFile(new URL('native.json', folder), 'utf8'));
const { instance } = await WebAssembly.instantiate(
    await readFile(new URL('geometry.wasm', folder)));
const wasm = instance.exports;

/** What is given back after each test. @type {number[]} */
let taken = [];

/** @param {number} bytes @returns {number} where they are in memory */
function room(bytes) {
    const address = wasm.allocate(bytes);
    taken.push(address);
    return address;
}

/** @param {string[]} row bits in hexadecimal @returns {number} where they are in memory */
function put(row) {
    const address = room(Math.max(row.length, 1) * 8);
    const view = new DataView(wasm.memory.buffer);
    row.forEach((bits, index) => view.setBigUint64(address + index * 8, BigInt(`0x${bits}`), true));
    return address;
}

/** @param {number} address @param {number} count @returns {string[]} bits in hexadecimal */
function take(address, count) {
    const view = new DataView(wasm.memory.buffer);
    return Array.from({ length: count }, (_, index) =>
        view.getBigUint64(address + index * 8, true).toString(16));
}

/** @param {number} address of a row that says how long it is @returns {string[]} */
function takeRow(address) {
    taken.push(address);
    return take(address + 8, new DataView(wasm.memory.buffer).getFloat64(address, true));
}

/** Gives all memory back. */
function giveBack() {
    for (const address of taken) wasm.release(address);
    taken = [];
}

/** @param {string} bits @returns {number} */
function double(bits) {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    return view.getFloat64(0);
}

test('the module asks for nothing from outside', async () => {
    const module = await WebAssembly.compile(await readFile(new URL('geometry.wasm', folder)));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('page spaces agree bit for bit', () => {
    assert.ok(native.pages.length >= 500);
    for (const page of native.pages) {
        const output = room(page.output.length * 8);
        wasm.pageSpace(put(page.input), output);
        assert.deepEqual(take(output, page.output.length), page.output);
        giveBack();
    }
});

test('placements agree bit for bit', () => {
    for (const page of native.pages) {
        const output = room(page.placement.length * 8);
        wasm.placement(put(page.input), put(page.rects), output);
        assert.deepEqual(take(output, page.placement.length), page.placement);
        giveBack();
    }
});

test('outlines of strokes agree bit for bit', () => {
    assert.ok(native.strokes.some((stroke) => stroke.output.length > 1000));
    for (const stroke of native.strokes) {
        const outlines = {
            output: wasm.strokeOutline, thinned: wasm.thinnedOutline, live: wasm.liveOutline };
        for (const [name, outline] of Object.entries(outlines)) {
            const address = outline(
                put(stroke.points), stroke.points.length / 3, double(stroke.width[0]));
            assert.deepEqual(takeRow(address), stroke[name]);
            giveBack();
        }
    }
});

test('strokes agree bit for bit while they are drawn', () => {
    assert.ok(native.drawn.some((stroke) => stroke.steps.some((step) => step.settled.length > 0)));
    for (const stroke of native.drawn) {
        const name = wasm.beginStroke(double(stroke.width[0]), stroke.response);
        stroke.steps.forEach((step, index) => {
            wasm.addReadings(name, put(stroke.readings.slice(index * 50, index * 50 + 50)), 10);
            assert.deepEqual(takeRow(wasm.takeSettled(name)), step.settled);
            assert.deepEqual(takeRow(wasm.strokeTail(name)), step.tail);
        });
        assert.deepEqual(takeRow(wasm.keptReadings(name)), stroke.kept);
        wasm.endStroke(name);
        giveBack();
    }
});

test('drawings agree bit for bit: outline, bounds, the quads that they touch', () => {
    assert.ok(native.drawings.some((drawing) => new Set(drawing.touched).size === 2));
    for (const drawing of native.drawings) {
        const [width, ink] = [double(drawing.width[0]), put(drawing.drawing)];
        assert.deepEqual(
            takeRow(wasm.drawingOutline(ink, drawing.count, width)), drawing.outline);
        const bounds = room(32);
        const isDrawn = wasm.drawingBounds(ink, drawing.count, width, bounds);
        assert.deepEqual(isDrawn ? take(bounds, 4) : [], drawing.bounds);
        const touched = room(drawing.touched.length * 8);
        wasm.touchedQuads(
            ink, drawing.count, width, put(drawing.quads), drawing.touched.length, touched);
        assert.deepEqual(take(touched, drawing.touched.length), drawing.touched);
        giveBack();
    }
});

test('memory given back is used again', () => {
    const round = () => {
        for (const stroke of native.strokes) {
            takeRow(wasm.strokeOutline(put(stroke.points), stroke.points.length / 3, 2.5));
            giveBack();
        }
        for (const stroke of native.drawn) {
            const name = wasm.beginStroke(2, 2);
            wasm.addReadings(name, put(stroke.readings), stroke.readings.length / 5);
            takeRow(wasm.keptReadings(name));
            wasm.endStroke(name);
            giveBack();
        }
    };
    round();
    const before = wasm.memory.buffer.byteLength;
    for (let count = 0; count < 20; count += 1) round();
    assert.equal(wasm.memory.buffer.byteLength, before);
});
