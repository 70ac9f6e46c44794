// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathData, tracePath } from '../../Web/app/geometry/path.js';

const row = [0, 1, 2.5, 1, 3, 4, 2, 5, 6, 7, 8, 9, 10, 3];

test('a row becomes path data, every number in full', () => {
    assert.equal(pathData(row), 'M1 2.5L3 4C5 6 7 8 9 10Z');
    assert.equal(pathData([0, 1 / 3, 1e-9]), `M${1 / 3} 1e-9`);
    assert.equal(pathData([]), '');
    assert.throws(() => pathData([9]), RangeError);
});

test('a canvas gets the same steps', () => {
    /** @type {any[]} */
    const steps = [];
    const canvas = new Proxy({}, {
        get: (_, name) => (/** @type {number[]} */ ...numbers) => steps.push([name, ...numbers]) });
    tracePath(/** @type {any} */ (canvas), row);
    assert.deepEqual(steps, [
        ['moveTo', 1, 2.5], ['lineTo', 3, 4], ['bezierCurveTo', 5, 6, 7, 8, 9, 10], ['closePath']]);
});
