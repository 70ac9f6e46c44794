// SPDX-License-Identifier: Apache-2.0
// What the app draws with (Web/app/geometry) gives what the native build gives, number for number.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Geometry } from '../../Web/app/geometry/geometry.js';
import { pathData } from '../../Web/app/geometry/path.js';

const folder = new URL('../../.build/wasm/', import.meta.url);
const native = JSON.parse(await readFile(new URL('native.json', folder), 'utf8'));
const geometry = await Geometry.from(await readFile(new URL('geometry.wasm', folder)));

/** @param {string[]} row bits in hexadecimal @returns {number[]} */
function doubles(row) {
    const view = new DataView(new ArrayBuffer(8));
    return row.map((bits) => {
        view.setBigUint64(0, BigInt(`0x${bits}`));
        return view.getFloat64(0);
    });
}

/** @param {any} drawing @returns {import('../../Web/app/geometry/geometry.js').Stroke[]} */
function strokesOf(drawing) {
    const row = doubles(drawing.drawing);
    const strokes = [];
    let at = 0;
    for (let index = 0; index < drawing.count; index += 1) {
        const count = row[at];
        strokes.push(Array.from({ length: count }, (_, point) =>
            /** @type {[number, number, number]} */ (
                row.slice(at + 1 + point * 3, at + 4 + point * 3))));
        at += 1 + count * 3;
    }
    return strokes;
}

test('outlines, bounds and touched words', () => {
    for (const drawing of native.drawings) {
        const [strokes, [width]] = [strokesOf(drawing), doubles(drawing.width)];
        const outline = geometry.outline(strokes, width);
        assert.deepEqual([...outline], doubles(drawing.outline));
        assert.ok(drawing.count === 0 || pathData(outline).startsWith('M'));
        const bounds = geometry.bounds(strokes, width);
        assert.deepEqual(bounds ? [bounds.x, bounds.y, bounds.width, bounds.height] : [],
            doubles(drawing.bounds));
        const numbers = doubles(drawing.quads);
        const quads = Array.from({ length: numbers.length / 8 }, (_, index) =>
            numbers.slice(index * 8, index * 8 + 8));
        assert.deepEqual(geometry.touched(strokes, width, quads).map(Number),
            doubles(drawing.touched));
    }
});

test('a stroke while it is drawn, and as it is kept', () => {
    for (const stroke of native.drawn) {
        const kinds = /** @type {const} */ (['plain', 'pen', 'finger']);
        const live = geometry.begin(doubles(stroke.width)[0], kinds[stroke.response]);
        const readings = doubles(stroke.readings);
        stroke.steps.forEach((/** @type {any} */ step, /** @type {number} */ index) => {
            live.add(Array.from({ length: 10 }, (_, reading) => {
                const [x, y, pressure, milliseconds, tilt] =
                    readings.slice(index * 50 + reading * 5, index * 50 + reading * 5 + 5);
                return { x, y, pressure, milliseconds, tilt };
            }));
            assert.deepEqual([...live.settled()], doubles(step.settled));
            assert.deepEqual([...live.tail()], doubles(step.tail));
        });
        const kept = live.kept().flatMap(([x, y, pressure, milliseconds]) =>
            [x, y, pressure, milliseconds ?? NaN]);
        assert.deepEqual(kept, doubles(stroke.kept));
        live.end();
    }
});

test('page spaces', () => {
    for (const page of native.pages.slice(0, 60)) {
        const [hasMedia, mx, my, mw, mh, hasCrop, cx, cy, cw, ch, rotation, hasUnit, unit] =
            doubles(page.input);
        const space = geometry.pageSpace({
            mediaBox: hasMedia ? { x: mx, y: my, width: mw, height: mh } : undefined,
            cropBox: hasCrop ? { x: cx, y: cy, width: cw, height: ch } : undefined,
            rotation, userUnit: hasUnit ? unit : undefined });
        const { x, y, width, height } = space.visibleBox;
        assert.deepEqual(
            [x, y, width, height, space.rotation, space.userUnit, space.width, space.height,
                ...space.viewToPage, ...space.pageToView],
            doubles(page.output).slice(0, 20));
    }
});

test('what is refused or empty gives memory back too', () => {
    const before = geometry.wasm.memory.buffer.byteLength;
    for (let round = 0; round < 2000; round += 1) {
        assert.equal(geometry.bounds([], 2), null);
        assert.equal(geometry.outline([[]], 2).length, 0);
        assert.throws(() => geometry.call(() => {
            geometry.put([1, 2, 3]);
            throw new Error('halfway');
        }));
    }
    assert.equal(geometry.wasm.memory.buffer.byteLength, before);
});
