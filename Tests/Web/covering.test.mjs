// SPDX-License-Identifier: Apache-2.0
// Which words a signature is said to cover.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { names, pieces } from '../../Web/app/sign/covering.js';

const word = (/** @type {string} */ text) =>
    ({ text, space: true, quad: [0, 0, 100, 0, 100, 10, 0, 10] });

test('a word with spaces about it is one piece', () => {
    const given = word('Agreement');
    assert.deepEqual(pieces(given), [given]);
    assert.deepEqual(pieces(word('字')), [word('字')]);
});

test('a line of Chinese falls into characters that lie side by side', () => {
    const found = pieces(word('甲方（盖章）'));
    assert.equal(found.map((piece) => piece.text).join(''), '甲方（盖章）');
    assert.deepEqual(found.map((piece) => Math.round(piece.quad[0])), [0, 17, 33, 50, 67, 83]);
    for (const [index, piece] of found.entries()) {
        assert.ok(Math.abs(piece.quad[2] - (index + 1) * 100 / 6) < 1e-9);
        assert.equal(piece.quad[5], 10);
    }
});

test('letters among ideographs take half the room', () => {
    const found = pieces(word('中ab'));
    assert.deepEqual(found.map((piece) => piece.quad[0]), [0, 50, 75]);
});

test('a line that runs down the page is cut across', () => {
    const found = pieces({ text: '签名', space: false, quad: [10, 0, 10, 40, 0, 40, 0, 0] });
    assert.deepEqual(found[1].quad, [10, 20, 10, 40, 0, 40, 0, 20]);
});

test('characters that stand together are named together', () => {
    const line = pieces(word('甲方盖章处'));
    assert.deepEqual(names([line[1], line[2], line[4]]), ['方盖', '处']);
    assert.deepEqual(names([line[0], word('Party'), line[1]]), ['甲', 'Party', '方']);
    assert.deepEqual(names([word('')]), []);
});
