// SPDX-License-Identifier: Apache-2.0
// The signature pad's paper: ink looks alike on all screens, and turning a phone loses none of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenIn } from '../../Web/app/access/token.js';
import { padView, penReading, rounded, toUnits } from '../../Web/app/sign/pad-view.js';

const sizes = [[390, 700], [844, 250], [360, 500], [1200, 400], [60, 60]];

test('all ink is seen after the phone was turned', () => {
    const inks = [
        { x: -180, y: -120, width: 360, height: 160 }, { x: -20, y: -380, width: 40, height: 420 },
        { x: -5, y: -5, width: 10, height: 10 }];
    for (const [width, height] of sizes) {
        for (const ink of inks) {
            const view = padView(width, height, ink);
            const [left, top] = [view.x + ink.x * view.scale, view.y + ink.y * view.scale];
            assert.ok(left >= 0 && top >= 0, `${width} ${height}`);
            assert.ok(left + ink.width * view.scale <= width);
            assert.ok(top + ink.height * view.scale <= height);
            assert.ok(view.scale <= padView(width, height, null).scale);
        }
    }
});

test('a place on the screen is a place on the paper', () => {
    const view = padView(800, 400, null);
    assert.equal(view.scale, 2);
    assert.deepEqual(toUnits(view, view.x + 30, view.y - 10), { x: 15, y: -5 });
});

test('a pen tells its pressure and how it leans, a finger does not', () => {
    const view = padView(400, 400, null);
    const event = { offsetX: 200, offsetY: 288, pressure: 0.7, timeStamp: 112, altitudeAngle: 0 };
    assert.deepEqual(penReading(view, { ...event, pointerType: 'pen' }, 100),
        { x: 0, y: 0, milliseconds: 12, pressure: 0.7, tilt: 1 });
    assert.deepEqual(penReading(view, { ...event, pointerType: 'touch' }, 100),
        { x: 0, y: 0, milliseconds: 12 });
    const { altitudeAngle: _, ...old } = event;
    assert.equal('tilt' in penReading(view, { ...old, pointerType: 'pen' }, 100), false);
});

test('a stroke is kept as finely as anyone can write', () => {
    assert.deepEqual(rounded([[1.23456, 2, 0.12345, 17.6], [1, 2]]),
        [[1.23, 2, 0.123, 18], [1, 2, 0.5]]);
});

test('a pairing link gives its token, anything else none', () => {
    assert.equal(tokenIn('#pair=abc-_1'), 'abc-_1');
    assert.equal(tokenIn('#/pair=a%20b'), 'a b');
    assert.equal(tokenIn('#pair=%'), '%');
    for (const hash of ['', '#', '#/', '#/d/1', '#pair=', '#/settings?pair=1']) {
        assert.equal(tokenIn(hash), null, hash);
    }
});
