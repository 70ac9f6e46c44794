// SPDX-License-Identifier: Apache-2.0
// The service worker as it is, in a world of the test's own: its caches, its network.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import vm from 'node:vm';

const written = await readFile(new URL('../../Web/app/service-worker.js', import.meta.url), 'utf8');
/** With an app of one file; which files the real one has is another test's matter. */
const source = written.replace(/const SHELL = \[[^]*?\];/, 'const SHELL = [\'./index.html\'];');
assert.notEqual(source, written);
const ORIGIN = 'http://localhost:1';
const A = 'aaaaaaaaaaaaaaaa';
const document = (/** @type {any} */ more = {}) => ({ id: A, name: 'A', encrypted: false, ...more });

/** Caches in memory. */
class Caches {
    constructor() { /** @type {Map<string, any>} */ this.all = new Map(); }

    async open(/** @type {string} */ name) {
        if (!this.all.has(name)) this.all.set(name, new OneCache());
        return this.all.get(name);
    }

    async has(/** @type {string} */ name) { return this.all.has(name); }
    async keys() { return [...this.all.keys()]; }
    async delete(/** @type {string} */ name) { return this.all.delete(name); }
}

class OneCache {
    constructor() { /** @type {Map<string, Response>} */ this.entries = new Map(); }

    static href(/** @type {any} */ key) { return new URL(key.url ?? key, `${ORIGIN}/`).href; }

    async match(/** @type {any} */ key, /** @type {any} */ { ignoreSearch = false } = {}) {
        const href = OneCache.href(key);
        const plain = (/** @type {string} */ url) => ignoreSearch ? url.split('?')[0] : url;
        for (const [url, response] of this.entries) {
            if (plain(url) === plain(href)) return response.clone();
        }
        return undefined;
    }

    async put(/** @type {any} */ key, /** @type {Response} */ response) {
        this.entries.set(OneCache.href(key), response);
    }

    async delete(/** @type {any} */ key) { return this.entries.delete(OneCache.href(key)); }
    async keys() { return [...this.entries.keys()].map((url) => new Request(url)); }
    async add(/** @type {any} */ key) { await this.put(key, new Response('shell')); }

    async addAll(/** @type {any[]} */ keys) { for (const key of keys) await this.add(key); }
}

/** A worker that is installed and active, and its world. */
async function started() {
    /** @type {Record<string, (event: any) => void>} */
    const listeners = {};
    /** @type {any} */
    const world = {
        caches: new Caches(), isOnline: true, asked: [], answers: {}, took: false,
        answer(/** @type {string} */ path, /** @type {any} */ body, init = {}) {
            world.answers[path] = () => new Response(
                typeof body === 'string' ? body : JSON.stringify(body), init);
        },
    };
    /** @type {any} */
    const self = {
        location: { origin: ORIGIN }, clients: { claim: async () => undefined },
        skipWaiting: () => { world.took = true; },
        addEventListener: (/** @type {string} */ kind, /** @type {any} */ act) => {
            listeners[kind] = act;
        },
    };
    const fetchNow = async (/** @type {any} */ request, /** @type {any} */ init) => {
        const url = new URL(request.url ?? request, `${ORIGIN}/`);
        const method = init?.method ?? request.method ?? 'GET';
        world.asked.push(`${method} ${url.pathname}${url.search}`);
        if (!world.isOnline) throw new TypeError('no network');
        const answer = world.answers[url.pathname + url.search] ?? world.answers[url.pathname];
        return answer ? answer() : new Response('not found', { status: 404 });
    };
    class LocalRequest extends Request {
        constructor(/** @type {any} */ url, /** @type {any} */ init) {
            super(typeof url === 'string' ? new URL(url, `${ORIGIN}/`) : url, init);
        }
    }
    vm.runInNewContext(source, {
        self, caches: world.caches, fetch: fetchNow, Request: LocalRequest, Response: LocalResponse,
        Headers, URL, URLSearchParams, File, setTimeout, console,
    });
    const waiting = [];
    /** @param {string} kind @param {any} event */
    const dispatch = async (kind, event) => {
        listeners[kind]({ waitUntil: (/** @type {any} */ p) => waiting.push(p), ...event });
        while (waiting.length > 0) await waiting.shift();
    };
    await dispatch('install', {});
    await dispatch('activate', {});
    world.asked = [];
    /** What a page gets; null where the worker leaves it to the browser. */
    world.get = async (/** @type {string} */ path, /** @type {any} */ init = {}) => {
        const { mode, ...rest } = init;
        /** @type {any} */
        const request = new Request(`${ORIGIN}${path}`, rest);
        if (mode) Object.defineProperty(request, 'mode', { value: mode });
        /** @type {Promise<Response> | null} */
        let answer = null;
        const event = { request, respondWith: (/** @type {any} */ p) => { answer = p; } };
        listeners.fetch({ waitUntil: (/** @type {any} */ p) => waiting.push(p), ...event });
        const result = answer ? await answer : null;
        while (waiting.length > 0) await waiting.shift();
        return result;
    };
    world.message = (/** @type {any} */ data) => listeners.message({ data });
    return world;
}

/** As of a browser: a place may be relative. */
class LocalResponse extends Response {
    static redirect(/** @type {any} */ place, /** @type {number} */ status) {
        return Response.redirect(new URL(place, `${ORIGIN}/`), status);
    }
}

const forEver = { headers: { 'Cache-Control': 'private, max-age=31536000, immutable' } };

/** A world in which document A was opened. */
async function opened(/** @type {any} */ more = {}) {
    const world = await started();
    world.answer(`/api/documents/${A}`, document(more));
    world.answer(`/api/documents/${A}/pages`, { version: 'v1', count: 1 });
    world.answer(`/api/documents/${A}/pages/1/image`, 'picture', forEver);
    world.answer(`/api/documents/${A}/annotations`, { version: '1', annotations: [] });
    await world.get(`/api/documents/${A}`);
    await world.get(`/api/documents/${A}/pages`);
    await world.get(`/api/documents/${A}/pages/1/image?width=800&priority=visible&v=v1`);
    await world.get(`/api/documents/${A}/annotations?marks=true`);
    world.asked = [];
    return world;
}

test('the app comes from the device, whatever the address says behind it', async () => {
    const world = await started();
    world.isOnline = false;
    for (const path of ['/', '/?refused=1', '/index.html']) {
        assert.equal(await (await world.get(path, { mode: 'navigate' })).text(), 'shell');
    }
    assert.deepEqual(world.asked, []);
});

test('what says who may do what is left to the server', async () => {
    const world = await started();
    for (const path of ['/api/sessions', '/api/settings', '/api/events', '/api/signatures',
        '/api/operations', `/api/documents/${A}/file`, `/api/documents/${A}/search?q=x`,
        '/api/documents?query=x', `/api/documents/${A}/pages/1/selection?from=1,1&to=2,2`]) {
        assert.equal(await world.get(path), null, path);
    }
    assert.equal(await world.get(`/api/documents/${A}/edits`, { method: 'POST' }), null);
    assert.equal(
        await world.get(`/api/documents/${A}/pages`, { headers: { Range: 'bytes=0-1' } }), null);
    assert.equal(await world.get('/api/documents/x/file', { mode: 'navigate' }), null);
});

test('a document that was opened can be read without a network', async () => {
    const world = await opened();
    world.isOnline = false;
    const pages = await world.get(`/api/documents/${A}/pages`);
    assert.equal((await pages.json()).version, 'v1');
    assert.equal(pages.headers.get('Inkstone-Kept-Copy'), 'yes');
    const image = await world.get(`/api/documents/${A}/pages/1/image?width=800&v=v1`);
    assert.equal(await image.text(), 'picture');
    assert.ok((await world.get(`/api/documents/${A}/annotations?marks=true`)).ok);
    await assert.rejects(world.get('/api/documents/bbbbbbbbbbbbbbbb/pages'));
});

test('a picture of a version is asked for once; another size helps without a network', async () => {
    const world = await opened();
    await world.get(`/api/documents/${A}/pages/1/image?v=v1&width=800`);
    assert.deepEqual(world.asked, []);
    world.isOnline = false;
    const other = await world.get(`/api/documents/${A}/pages/1/image?width=1200&v=v1`);
    assert.equal(await other.text(), 'picture');
    await assert.rejects(
        world.get(`/api/documents/${A}/pages/1/image?width=1200&x=0&y=0&w=5&h=5&v=v1`));
});

test('with a network the state of things is what the server says', async () => {
    const world = await opened();
    world.answer(`/api/documents/${A}/pages`, { version: 'v2', count: 1 });
    const pages = await world.get(`/api/documents/${A}/pages`);
    assert.equal((await pages.json()).version, 'v2');
    assert.equal(pages.headers.get('Inkstone-Kept-Copy'), null);
});

test('an encrypted document never gets onto the disk, nor stays there', async () => {
    const world = await opened({ encrypted: true });
    assert.equal(await world.caches.has(`inkstone-document-${A}`), false);
    const later = await opened();
    assert.equal(await later.caches.has(`inkstone-document-${A}`), true);
    later.answer('/api/documents', { documents: [document({ encrypted: true })] });
    await later.get('/api/documents');
    assert.equal(await later.caches.has(`inkstone-document-${A}`), false);
});

test('a picture that comes before the document is known waits for what it is', async () => {
    const world = await started();
    world.answer(`/api/documents/${A}`, document({ encrypted: true }));
    world.answer(`/api/documents/${A}/pages/1/text`, '{}');
    await world.get(`/api/documents/${A}/pages/1/text?v=v1`);
    assert.equal(await world.caches.has(`inkstone-document-${A}`), false);
    assert.ok(world.asked.includes(`GET /api/documents/${A}`));
});

test('a device that is shut out keeps nothing', async () => {
    const world = await opened();
    world.answer(`/api/documents/${A}/info`, '{}', { status: 401 });
    await world.get(`/api/documents/${A}/info`);
    assert.deepEqual((await world.caches.keys()).filter(
        (/** @type {string} */ name) => name.includes('document') || name.includes('lists')), []);
});

test('only the documents that were used last are kept', async () => {
    const world = await started();
    const ids = Array.from({ length: 15 }, (_, index) => index.toString(16).padStart(16, '0'));
    for (const id of [...ids, ids[3]]) {
        world.answer(`/api/documents/${id}`, document({ id }));
        await world.get(`/api/documents/${id}`);
    }
    const kept = (await world.caches.keys()).filter(
        (/** @type {string} */ name) => name.startsWith('inkstone-document-'));
    assert.equal(kept.length, 12);
    assert.ok(kept.includes(`inkstone-document-${ids[3]}`), 'used again');
    assert.ok(!kept.includes(`inkstone-document-${ids[0]}`));
    assert.ok(!kept.includes(`inkstone-document-${ids[2]}`));
});

test('the old app goes when the new one takes over', async () => {
    const world = await started();
    const [shell] = (await world.caches.keys()).filter(
        (/** @type {string} */ name) => name.startsWith('inkstone-shell-'));
    assert.ok(shell);
    assert.equal(world.took, false, 'never by itself');
    world.message('takeOver');
    assert.equal(world.took, true);
});

test('what may change under its version is asked for each time, and kept for later', async () => {
    const world = await opened();
    const path = `/api/documents/${A}/pages/1/thumbnail`;
    for (const picture of ['before', 'after']) {
        world.answer(path, picture, { headers: { 'Cache-Control': 'private, no-cache' } });
        assert.equal(await (await world.get(`${path}?width=9&v=v1`)).text(), picture);
    }
    world.isOnline = false;
    for (const query of ['width=9', 'width=9&v=v1', 'width=9&v=v2']) {
        assert.equal(await (await world.get(`${path}?${query}`)).text(), 'after', query);
    }
    const large = await world.get(`/api/documents/${A}/pages/1/image?width=800&v=v1`);
    assert.equal(await large.text(), 'picture', 'what never changes is kept beside it');
});

test('a device that the status says is not let in keeps nothing', async () => {
    const world = await opened();
    world.answer('/api/status', { letIn: true });
    await world.get('/api/status');
    assert.equal(await world.caches.has(`inkstone-document-${A}`), true);
    world.answer('/api/status', { letIn: false });
    assert.equal((await (await world.get('/api/status')).json()).letIn, false);
    assert.deepEqual((await world.caches.keys()).filter(
        (/** @type {string} */ name) => name.includes('document') || name.includes('lists')), []);
});

/** @param {any} world @param {File[]} files */
const share = (world, ...files) => {
    const body = new FormData();
    for (const file of files) body.append('file', file);
    return world.get('/share-target', { method: 'POST', body });
};
const pdf = (/** @type {string} */ name, type = 'application/pdf', content = '%PDF') =>
    new File([content], name, { type });
/** The names that wait. */
const names = async (/** @type {any} */ world) =>
    (await (await world.caches.open('inkstone-received')).keys()).map(
        (/** @type {Request} */ request) => new URL(request.url).searchParams.get('name'));

test('shared files wait for the word of the person; the worker sends nothing', async () => {
    const world = await started();
    world.answer('/api/documents', document());
    const answer = await share(world, pdf('Vertrag & Co.pdf'), pdf('b.PDF', ''));
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('Location'), `${ORIGIN}/#/`);
    assert.deepEqual(world.asked, [], 'any site can send such a form');
    assert.deepEqual(await names(world), ['Vertrag & Co.pdf', 'b.PDF']);
    const [waiting] = await (await world.caches.open('inkstone-received')).keys();
    assert.equal(new URL(waiting.url).searchParams.get('size'), '4');
});

test('what is no PDF, or empty, or one too many, is refused, and that is said', async () => {
    const world = await started();
    for (const file of [pdf('a.html', 'text/html'), pdf('a.pdf', 'text/html'), pdf('a.exe', ''),
        pdf('empty.pdf', 'application/pdf', '')]) {
        const answer = await share(world, file);
        assert.equal(answer.headers.get('Location'), `${ORIGIN}/#/?refused=1`, file.name);
    }
    assert.deepEqual(await names(world), []);
    const many = Array.from({ length: 6 }, (_, index) => pdf(`${index}.pdf`));
    assert.equal((await share(world, ...many)).headers.get('Location'), `${ORIGIN}/#/`);
    assert.equal(
        (await share(world, ...many)).headers.get('Location'), `${ORIGIN}/#/?refused=1`);
    assert.equal((await names(world)).length, 10, 'those that waited count');
    assert.deepEqual(world.asked, []);
});

test('no more bytes wait than the bound', async () => {
    const world = await started();
    const received = await world.caches.open('inkstone-received');
    await received.put(`${ORIGIN}/offline/received/1?name=a.pdf&size=${512 * 2 ** 20 - 4}`,
        new Response('as if it were large'));
    await share(world, pdf('fits.pdf'));
    assert.deepEqual(await names(world), ['a.pdf', 'fits.pdf']);
    const answer = await share(world, pdf('not.pdf'));
    assert.equal(answer.headers.get('Location'), `${ORIGIN}/#/?refused=1`);
    assert.deepEqual(await names(world), ['a.pdf', 'fits.pdf']);
});
