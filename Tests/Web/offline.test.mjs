// SPDX-License-Identifier: Apache-2.0
// What this device keeps, and what it lets go: shared files, edits that wait, and what is left of them
// on a device that is shut out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFinal, waitingIn } from '../../Web/app/offline/received.js';
import { Store, stripped } from '../../Web/app/offline/store.js';

test('a shared file goes only when the server will never take it', () => {
    for (const status of [400, 413, 415, 422]) assert.ok(isFinal(status), `${status}`);
    for (const status of [0, 401, 403, 404, 408, 421, 429, 500, 502, 503, 507]) {
        assert.ok(!isFinal(status), `${status}`);
    }
});

test('a shared file has its name and size in its address', () => {
    const url = 'http://localhost/offline/received/1-0.5?name=Vertrag+%26+Co.pdf&size=12';
    assert.deepEqual(waitingIn(url), { key: url, name: 'Vertrag & Co.pdf', size: 12 });
    assert.equal(waitingIn('http://localhost/offline/received/1').name, 'Document.pdf');
});

test('a device that is shut out keeps the edits that wait, and nothing else of the document', () => {
    const waiting = [{ id: 'a', wish: { id: 'a' } }];
    const kept = {
        version: 'v1', server: [{ id: 'a' }, { id: 'theirs' }], waiting, conflicts: [],
        steps: [{ id: 'theirs' }], undone: [{ id: 'theirs' }] };
    const left = stripped(kept);
    assert.deepEqual(left.waiting, waiting);
    assert.ok(!JSON.stringify(left).includes('theirs'));
    assert.equal(left.version, null, 'so it looks before it sends');
    assert.equal(stripped({ ...kept, waiting: [] }), null);
    assert.equal(stripped(undefined), null);
});

test('what is stripped, replaced and cleared is only what is meant', async () => {
    const store = new Store(null);
    await store.put('queues', 'A 1', { server: [1], waiting: [{ id: 'a' }] });
    await store.put('queues', 'A 2', { server: [1], waiting: [] });
    await store.put('drafts', 'pad A', 'draft');
    await store.strip();
    assert.deepEqual((await store.all('queues', '')).map(([key]) => key), ['A 1']);
    assert.deepEqual((await store.get('queues', 'A 1')).server, []);
    await store.put('queues', 'B 1', 'other document');
    await store.put('queues', 'A 3', 'older');
    await store.replace('queues', 'A 1', 'merged', ['A 3']);
    assert.deepEqual(await store.all('queues', ''),
        [['A 1', 'merged'], ['B 1', 'other document']]);
    await store.clear('drafts');
    assert.equal(await store.get('drafts', 'pad A'), undefined);
    assert.equal((await store.all('queues', '')).length, 2);
});
