// SPDX-License-Identifier: Apache-2.0
// What the reader reckons with besides places: pages that are named, and hits of a search.
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.document ??= new EventTarget();
globalThis.addEventListener ??= () => undefined;
const {pagesNamed} = await import('../../Web/app/reader/print.js');
const {Finder, MOST_HITS} = await import('../../Web/app/reader/finder.js');
const {PageSource} = await import('../../Web/app/reader/page-source.js');

test('pages to print are named as people write them', () => {
    assert.deepEqual(pagesNamed('1-3, 7', 10), [0, 1, 2, 6]);
    assert.deepEqual(pagesNamed('2', 2), [1]);
    assert.deepEqual(pagesNamed('1–2，4、5', 5), [0, 1, 3, 4]);
    for (const wrong of ['', '0', '11', '3-2', 'a', '1,,2', '1-', '-3', '1.5', '1 2']) {
        assert.equal(pagesNamed(wrong, 10), null, wrong);
    }
});

test('only pictures without signatures have a name for ever', () => {
    const source = new PageSource('aaaaaaaaaaaaaaaa', {
        version: 'v1', count: 1, sizes: [[1, 100, 100]], labels: null});
    const query = (address) => new URL(address, 'http://localhost').searchParams;
    assert.equal(query(source.picture(0, 100, 'visible')).get('v'), null);
    assert.equal(query(source.thumbnail(0, 100)).get('v'), null);
    source.marks = false;
    const plain = query(source.picture(0, 100, 'visible'));
    assert.deepEqual([plain.get('v'), plain.get('marks')], ['v1', 'false']);
    assert.equal(query(source.thumbnail(0, 100)).get('v'), null, 'they are always in it');
});

/** Answers a search with these lines, in pieces of `size` characters. */
function answer(lines, size = 7) {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    globalThis.fetch = async () => {
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
        return new Response(new ReadableStream({
            start(controller) {
                for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
                controller.close();
            },
        }));
    };
}

const hit = (page, words) => ({hit: {page, quads: [[0, 0, 1, 0, 1, 1, 0, 1]], before: '', words, after: ''}});
const options = {case: false, words: false};

test('hits from the middle on are put in the order of the pages, and the first seen is current', async () => {
    answer([hit(5, 'e'), hit(5, 'f'), hit(9, 'i'), hit(1, 'a'), hit(3, 'c'),
        {progress: {done: 9, of: 9}}, {end: {count: 5, pagesWithoutText: 2}}]);
    const finder = new Finder('0123456789abcdef');
    await finder.start('x', options, 4);
    assert.deepEqual(finder.hits.map((one) => one.words), ['a', 'c', 'e', 'f', 'i']);
    assert.equal(finder.hits[finder.current].words, 'e');
    assert.equal(finder.pagesWithoutText, 2);
    assert.equal(finder.running, false);
    assert.equal(finder.fault, null);
    assert.deepEqual(finder.on(4).map((one) => one.current), [true, false]);
    assert.deepEqual(finder.on(1), []);
});

test('next after the last is the first, and the other way round', async () => {
    answer([hit(1, 'a'), hit(2, 'b'), {end: {count: 2, pagesWithoutText: 0}}]);
    const finder = new Finder('0123456789abcdef');
    await finder.start('x', options, 0);
    assert.equal(finder.current, 0);
    finder.step(1);
    assert.equal(finder.current, 1);
    finder.step(1);
    assert.equal(finder.current, 0);
    finder.step(-1);
    assert.equal(finder.current, 1);
    finder.choose(7);
    assert.equal(finder.current, 1);
});

test('a search that finds too much stops, and says so', async () => {
    answer(Array.from({length: MOST_HITS + 50}, (_, i) => hit(i + 1, 'x')), 1 << 16);
    const finder = new Finder('0123456789abcdef');
    await finder.start('x', options, 0);
    assert.equal(finder.hits.length, MOST_HITS);
    assert.ok(finder.cut);
    assert.equal(finder.running, false);
});

test('an error in the middle is kept with what was found before', async () => {
    answer([hit(1, 'a'), {error: {code: 'workerFailed', message: 'no'}}]);
    const finder = new Finder('0123456789abcdef');
    await finder.start('x', options, 0);
    assert.equal(finder.hits.length, 1);
    assert.equal(finder.fault.code, 'workerFailed');
});

test('a new search forgets the one before, even while it runs', async () => {
    const finder = new Finder('0123456789abcdef');
    answer([hit(1, 'old'), {end: {count: 1, pagesWithoutText: 0}}]);
    const first = finder.start('old', options, 0);
    answer([hit(2, 'new'), {end: {count: 1, pagesWithoutText: 0}}]);
    await Promise.all([first, finder.start('new', options, 0)]);
    assert.deepEqual(finder.hits.map((one) => one.words), ['new']);
    assert.equal(finder.query, 'new');
});
