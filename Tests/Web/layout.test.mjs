// SPDX-License-Identifier: Apache-2.0
// Where pages lie, the scroll bar of very long documents, tiles and zoom: laws, without a browser.
import assert from 'node:assert/strict';
import test from 'node:test';
import {Layout, PageSizes} from '../../Web/app/reader/layout.js';
import {CAP, ScrollMap} from '../../Web/app/reader/scroll-map.js';
import {pictureHeight, pictureWidth, tileSide, tilesIn} from '../../Web/app/reader/tiles.js';
import {clampScale, fitScale, FULL, nextStep} from '../../Web/app/reader/zoom.js';

const SCALES = [0.1, 0.5, 0.777, 1, 1.3333, 2.9, 4, 8].map((one) => one * FULL);
const RATIOS = [1, 1.25, 1.5, 2, 3];

/** A small repeatable source of numbers in 0..<1. */
function numbers(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

function layouts() {
    const documents = [
        [[10_000, 595, 842]],
        [[1, 300, 300], [9_998, 612, 792], [1, 842, 595]],
        Array.from({length: 500}, (_, i) => [1 + i % 3, 200 + i, 900 - i]),
        [[1, 14_400, 14_400], [3, 3, 3]],
    ];
    const all = [];
    for (const sizes of documents) {
        for (const scale of SCALES) {
            for (const ratio of RATIOS) {
                all.push(new Layout(
                    new PageSizes(sizes), {scale, gap: 10, margin: 8, edge: 12, ratio}));
            }
        }
    }
    return all;
}

test('pages follow one another by the gap, and lie on whole device pixels', () => {
    for (const layout of layouts()) {
        const {count} = layout.sizes;
        for (const page of [0, 1, 2, Math.floor(count / 2), count - 2].filter((p) => p + 1 < count)) {
            const box = layout.boxOf(page);
            const next = layout.boxOf(page + 1);
            assert.ok(Math.abs(next.top - box.top - box.height - layout.gap) < 1e-6);
            const device = box.height * layout.ratio;
            assert.ok(Math.abs(device - Math.round(device)) < 1e-6);
        }
        const last = layout.boxOf(count - 1);
        assert.ok(Math.abs(last.top + last.height + layout.edge - layout.height) < 1e-6);
    }
});

test('the page at a height is the one whose box holds it', () => {
    const random = numbers(7);
    for (const layout of layouts()) {
        for (let i = 0; i < 40; i += 1) {
            const page = Math.floor(random() * layout.sizes.count);
            const box = layout.boxOf(page);
            assert.equal(layout.pageAt(box.top), page);
            assert.equal(layout.pageAt(box.top + box.height * 0.999), page);
            const after = Math.min(page + 1, layout.sizes.count - 1);
            assert.equal(layout.pageAt(box.top + box.height + layout.gap / 2), after);
        }
        assert.equal(layout.pageAt(-1e9), 0);
        assert.equal(layout.pageAt(1e12), layout.sizes.count - 1);
    }
});

test('the pages of a stretch are all that touch it', () => {
    const layout = new Layout(
        new PageSizes([[100, 600, 800]]), {scale: 1, gap: 10, margin: 0, edge: 0, ratio: 1});
    assert.deepEqual(layout.pagesBetween(0, 800), {first: 0, last: 0});
    assert.deepEqual(layout.pagesBetween(0, 811), {first: 0, last: 1});
    assert.deepEqual(layout.pagesBetween(805, 1700), {first: 1, last: 2});
});

test('an anchor keeps its place on the page at every scale', () => {
    const random = numbers(11);
    const sizes = new PageSizes([[4_000, 595, 842], [3_000, 842, 595], [3_000, 612, 792]]);
    const at = (scale) => new Layout(sizes, {scale, gap: 12, margin: 8, edge: 16, ratio: 2});
    for (let i = 0; i < 400; i += 1) {
        const from = at(SCALES[Math.floor(random() * SCALES.length)]);
        const to = at(SCALES[Math.floor(random() * SCALES.length)]);
        const y = random() * from.height;
        const anchor = from.anchorAt(y);
        assert.ok(Math.abs(from.heightOf(anchor) - y) < 1e-6);
        const back = to.anchorAt(to.heightOf(anchor));
        assert.equal(back.page, anchor.page);
        assert.ok(Math.abs(back.y - anchor.y) < 1e-9);
        assert.ok(Math.abs(back.rest - anchor.rest) < 1e-6);
    }
});

test('a document below the cap scrolls as the browser does', () => {
    const map = new ScrollMap();
    map.resize(3_000_000, 800);
    assert.equal(map.moveTo(1234.5), 1234.5);
    assert.equal(map.scrolled(2_900_000), null);
    assert.equal(map.top, 2_900_000);
    assert.equal(map.shift, 0);
    assert.equal(map.settle(), null);
});

for (const scale of SCALES) {
    test(`10,000 pages at ${Math.round(scale / FULL * 100)} %: every page can be gone to exactly`, () => {
        const layout = new Layout(
            new PageSizes([[10_000, 595, 842]]), {scale, gap: 10, margin: 8, edge: 12, ratio: 3});
        const map = new ScrollMap();
        map.resize(layout.height, 800);
        assert.ok(map.elementHeight <= CAP);
        for (const page of [0, 1, 17, 4_999, 5_000, 9_998]) {
            const {top} = layout.boxOf(page);
            const bar = map.moveTo(top);
            assert.ok(bar >= 0 && bar <= map.barEnd);
            assert.equal(map.top, Math.min(top, map.end));
            assert.ok(Math.abs(bar + map.shift - map.top) < 1e-6);
        }
    });
}

test('small steps are exact far down a capped document, and both ends are met', () => {
    const map = new ScrollMap();
    map.resize(45_000_000, 800);
    let bar = map.moveTo(20_000_000);
    for (let i = 0; i < 5_000; i += 1) {
        const before = map.top;
        bar += 120;
        bar = map.scrolled(bar) ?? bar;
        assert.ok(Math.abs(map.top - before - 120) < 1e-6);
        if (i % 50 === 0) bar = map.settle() ?? bar;
        assert.ok(Math.abs(bar + map.shift - map.top) < 1e-6);
    }
    for (const direction of [1, -1]) {
        let steps = 0;
        bar = map.moveTo(direction > 0 ? map.end - 100_000 : 100_000);
        while (direction > 0 ? map.top < map.end : map.top > 0) {
            const before = map.top;
            bar = Math.min(Math.max(0, bar + direction * 700), map.barEnd);
            bar = map.scrolled(bar) ?? bar;
            assert.ok(direction * (map.top - before) > 0, `stands still at ${map.top}`);
            steps += 1;
            assert.ok(steps < 1000);
        }
        assert.equal(map.top, direction > 0 ? map.end : 0);
        assert.equal(bar, direction > 0 ? map.barEnd : 0);
    }
});

test('a fling without rest that drifts to an end of the bar goes on', () => {
    const map = new ScrollMap(100_000);
    map.resize(1_000_000, 500);
    let bar = map.moveTo(500_000);
    let way = 0;
    while (map.top < map.end) {
        const before = map.top;
        bar = Math.min(bar + 400, map.barEnd);
        bar = map.scrolled(bar) ?? bar;
        way += map.top - before;
        assert.ok(map.top > before);
    }
    assert.ok(Math.abs(way - (map.end - 500_000)) < 1e-6);
});

test('a pull at the scroll bar reaches what lies as far down', () => {
    const map = new ScrollMap();
    map.resize(45_000_000, 800);
    map.moveTo(0);
    for (const part of [0.25, 0.5, 0.9, 0.1]) {
        map.scrolled(map.barEnd * part);
        assert.ok(Math.abs(map.top / map.end - part) < 1e-3);
    }
    map.scrolled(map.barEnd);
    assert.equal(map.top, map.end);
    map.scrolled(0);
    assert.equal(map.top, 0);
});

test('tiles cover what is seen, once, and nothing far from it', () => {
    const random = numbers(3);
    for (let i = 0; i < 300; i += 1) {
        const picture = {width: 2001 + Math.floor(random() * 9000), height: 500 + Math.floor(random() * 9000)};
        const side = tileSide(RATIOS[i % RATIOS.length]);
        const left = random() * 0.8;
        const top = random() * 0.8;
        const seen = {left, top, right: left + random() * 0.4, bottom: top + random() * 0.4};
        const tiles = tilesIn(picture, seen, side);
        const keys = new Set(tiles.map((tile) => tile.key));
        assert.equal(keys.size, tiles.length);
        for (const tile of tiles) {
            assert.ok(tile.w > 0 && tile.h > 0 && tile.w <= 4096 && tile.h <= 4096);
            assert.ok(tile.x + tile.w <= picture.width && tile.y + tile.h <= picture.height);
            assert.ok(tile.x < Math.min(1, seen.right) * picture.width);
            assert.ok(tile.x + tile.w > seen.left * picture.width);
            assert.ok(tile.y + tile.h > seen.top * picture.height);
        }
        for (let k = 0; k < 10; k += 1) {
            const x = (seen.left + random() * (Math.min(1, seen.right) - seen.left)) * picture.width;
            const y = (seen.top + random() * (Math.min(1, seen.bottom) - seen.top)) * picture.height;
            assert.ok(tiles.some((tile) =>
                x >= tile.x && x < tile.x + tile.w && y >= tile.y && y < tile.y + tile.h));
        }
    }
    assert.deepEqual(tilesIn({width: 3000, height: 3000}, {left: 1, top: 0, right: 2, bottom: 1}, 512), []);
});

test('the tile in the middle comes first', () => {
    const [first] = tilesIn(
        {width: 5120, height: 5120}, {left: 0.3, top: 0.3, right: 0.56, bottom: 0.56}, 512);
    assert.deepEqual([first.x, first.y], [2048, 2048]);
});

test('a page above 2,000 pixels is tiled, and none is drawn wider than the server draws', () => {
    assert.deepEqual(pictureWidth(1000, 2), {width: 2000, tiled: false});
    assert.deepEqual(pictureWidth(1001, 2), {width: 2002, tiled: true});
    assert.deepEqual(pictureWidth(9000, 3), {width: 20_000, tiled: true});
    assert.equal(pictureHeight(1000, [595, 842]), 1415);
    assert.equal(pictureHeight(10, [1000, 1]), 1);
});

test('zoom steps go up and down the same stairs, and stay within bounds', () => {
    let scale = FULL;
    for (let i = 0; i < 40; i += 1) scale = nextStep(scale, 1);
    assert.equal(scale, 8 * FULL);
    assert.equal(nextStep(scale, 1), scale);
    for (let i = 0; i < 40; i += 1) scale = nextStep(scale, -1);
    assert.ok(Math.abs(scale - 0.1 * FULL) < 1e-9);
    assert.ok(Math.abs(nextStep(nextStep(FULL, 1), -1) - FULL) < 1e-9);
    assert.equal(clampScale(1e9), 8 * FULL);
});

test('fitting leaves the margins, and a page fits in both directions', () => {
    const view = {width: 390, height: 700, margin: 8, edge: 10};
    assert.ok(Math.abs(fitScale('width', [595, 842], view) * 595 - 374) < 1e-9);
    const page = fitScale('page', [595, 842], view);
    assert.ok(page * 595 <= 374 + 1e-9 && page * 842 <= 680 + 1e-9);
    assert.equal(fitScale('auto', [595, 842], {...view, width: 3000}), 1.25 * FULL);
});
