// SPDX-License-Identifier: Apache-2.0
// Where a signature goes on a page, and how it is moved and resized.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    isMark, isSame, onPage, placed, replaced, resized, scaled, USUAL_WIDTH, usualPlace,
} from '../../Web/app/sign/mark.js';

const A4 = /** @type {[number, number]} */ ([595, 842]);
const writing = {
    strokes: [[[10, 20, 0.5, 0], [110, 70, 0.7, 30]]], width: 4, color: '#101820' };
const bounds = { x: 8, y: 18, width: 104, height: 54 };
const where = { id: 'inkstone-signature-1', page: 2 };
const near = (/** @type {number} */ a, /** @type {number} */ b) =>
    assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
const isInside = (/** @type {any} */ box, /** @type {[number, number]} */ page) =>
    box.x >= -1e-9 && box.y >= -1e-9 && box.x + box.width <= page[0] + 1e-9
    && box.y + box.height <= page[1] + 1e-9;

test('a signature is put about where the finger was, at a usual size', () => {
    const box = usualPlace(bounds, { x: 300, y: 400 }, A4);
    assert.equal(box.width, Math.min(USUAL_WIDTH, (USUAL_WIDTH / 2) * (104 / 54)));
    near(box.x + box.width / 2, 300);
    near(box.y + box.height / 2, 400);
    near(box.width / box.height, 104 / 54);
});

test('it never hangs over the edge of the page', () => {
    for (const page of /** @type {[number, number][]} */ ([A4, [60, 40], [20, 800]])) {
        for (const x of [-50, 0, 10, page[0], page[0] + 90]) {
            for (const y of [-50, 0, 10, page[1], page[1] + 90]) {
                const box = usualPlace(bounds, { x, y }, page);
                assert.ok(isInside(box, page), JSON.stringify({ page, x, y, box }));
                near(box.width / box.height, 104 / 54);
            }
        }
    }
});

test('the pen grows with the signature', () => {
    const mark = placed(writing, bounds, { x: 100, y: 200, width: 208, height: 108 }, where);
    assert.deepEqual(mark.strokes, [[[104, 204, 0.5, 0], [304, 304, 0.7, 30]]]);
    assert.equal(mark.width, 8);
    assert.ok(isMark(mark));
    const back = replaced(mark, { x: 100, y: 200, width: 208, height: 108 }, bounds);
    assert.deepEqual(back.strokes, writing.strokes);
    assert.equal(back.width, 4);
});

test('a corner is dragged, the opposite one stays, the aspect is kept', () => {
    const box = { x: 100, y: 100, width: 200, height: 100 };
    for (const corner of /** @type {const} */ (['nw', 'ne', 'sw', 'se'])) {
        for (const [x, y] of [[0, 0], [150, 120], [400, 90], [900, 900], [-70, 350]]) {
            const result = resized(box, corner, { x, y }, A4);
            near(result.width / result.height, 2);
            assert.ok(isInside(result, A4), `${corner} ${x} ${y}`);
            assert.ok(result.width >= 12 - 1e-9);
            const right = (/** @type {any} */ b) => b.x + b.width;
            const bottom = (/** @type {any} */ b) => b.y + b.height;
            if (corner.endsWith('e')) near(result.x, box.x);
            else near(right(result), right(box));
            if (corner.startsWith('s')) near(result.y, box.y);
            else near(bottom(result), bottom(box));
        }
    }
    assert.deepEqual(resized(box, 'se', { x: 400, y: 250 }, A4),
        { x: 100, y: 100, width: 300, height: 150 });
});

test('larger and smaller about the centre, never off the page and never away', () => {
    let box = { x: 100, y: 100, width: 200, height: 100 };
    for (let step = 0; step < 60; step += 1) box = scaled(box, 1.1, A4);
    assert.ok(isInside(box, A4));
    near(box.width, 595);
    for (let step = 0; step < 100; step += 1) box = scaled(box, 0.9, A4);
    assert.ok(box.width >= 12 - 1e-9);
    near(box.width / box.height, 2);
    assert.deepEqual(onPage({ x: -5, y: 900, width: 100, height: 50 }, A4),
        { x: 0, y: 792, width: 100, height: 50 });
});

test('what the file rounds is the same, what a person moved is not', () => {
    const box = { x: 100, y: 200, width: 104, height: 54 };
    const mark = placed(writing, bounds, box, where);
    const read = { ...mark, rect: [1, 2, 3, 4], flags: ['print'], color: '#101820',
        strokes: mark.strokes.map((stroke) => stroke.map(([x, y, p]) => [x + 0.001, y, p])) };
    assert.ok(isSame(mark, /** @type {any} */ (read)));
    assert.ok(!isSame(mark, placed(writing, bounds, { ...box, x: 100.5 }, where)));
    assert.ok(!isSame(mark, { ...mark, page: 3 }));
    assert.ok(!isSame(mark, null));
    assert.ok(isSame(null, null));
});
