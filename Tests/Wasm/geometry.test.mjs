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

/** @param {string[]} row bits in hexadecimal @returns {number} where they are in memory */
function put(row) {
    const address = wasm.allocate(Math.max(row.length, 1) * 8);
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
        const output = wasm.allocate(page.output.length * 8);
        wasm.pageSpace(put(page.input), output);
        assert.deepEqual(take(output, page.output.length), page.output);
        wasm.reset();
    }
});

test('placements agree bit for bit', () => {
    for (const page of native.pages) {
        const output = wasm.allocate(page.placement.length * 8);
        wasm.placement(put(page.input), put(page.rects), output);
        assert.deepEqual(take(output, page.placement.length), page.placement);
        wasm.reset();
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
            const count = new DataView(wasm.memory.buffer).getFloat64(address, true);
            assert.deepEqual(take(address + 8, count), stroke[name]);
            wasm.reset();
        }
    }
});

test('memory given back is used again', () => {
    const before = wasm.memory.buffer.byteLength;
    for (let round = 0; round < 20; round += 1) {
        const stroke = native.strokes[round % native.strokes.length];
        wasm.strokeOutline(put(stroke.points), stroke.points.length / 3, 2.5);
        wasm.reset();
    }
    assert.equal(wasm.memory.buffer.byteLength, before);
});
