// SPDX-License-Identifier: Apache-2.0
// Between the app and the network: the app itself comes from this device, documents that were opened
// can be read without a network, and files that other apps share wait for the person's word.
//
// The app's files are kept as one version, named below; `script/app-shell` writes the list. A new
// version is fetched beside the old one and takes over when the page says so or is loaded again.

/* eslint-env serviceworker */
/** @typedef {Event & {waitUntil(promise: Promise<unknown>): void}} WorkerEvent */
/** @typedef {WorkerEvent & {request: Request, respondWith(answer: Promise<Response>): void}} AskEvent */

// begin: written by script/app-shell
const VERSION = '3e7d6b76bb801799';
const SHELL = [
    './access/access.css',
    './access/access.js',
    './access/devices.js',
    './access/password.js',
    './access/settings.css',
    './access/settings.js',
    './access/token.js',
    './api.js',
    './app.css',
    './app.js',
    './controls.css',
    './dialog.css',
    './dialog.js',
    './dom.js',
    './early.js',
    './faults.js',
    './format.js',
    './geometry/geometry.js',
    './geometry/path.js',
    './i18n.js',
    './icons/app-192.png',
    './icons/app-icon.svg',
    './icons.js',
    './index.html',
    './library/actions.js',
    './library/card.js',
    './library/library.css',
    './library/library.js',
    './library/properties.js',
    './library/uploads.css',
    './library/uploads.js',
    './live.js',
    './manifest.webmanifest',
    './menu.css',
    './menu.js',
    './offline/flush.js',
    './offline/offline.js',
    './offline/queue-machine.js',
    './offline/queue.js',
    './offline/received.js',
    './offline/store.js',
    './reader/find-bar.js',
    './reader/finder.js',
    './reader/gestures.js',
    './reader/layout.js',
    './reader/outline.js',
    './reader/page-source.js',
    './reader/page-view.js',
    './reader/panel.css',
    './reader/panel.js',
    './reader/password.js',
    './reader/pictures.js',
    './reader/position.js',
    './reader/print.css',
    './reader/print.js',
    './reader/reader.css',
    './reader/reader.js',
    './reader/scroll-map.js',
    './reader/selection.js',
    './reader/shortcuts.js',
    './reader/text-layer.js',
    './reader/thumbnails.js',
    './reader/tiles.js',
    './reader/toolbar.js',
    './reader/viewport.js',
    './reader/virtual-grid.js',
    './reader/zoom.js',
    './sign/chooser.css',
    './sign/chooser.js',
    './sign/conflict.js',
    './sign/covering.js',
    './sign/draft.js',
    './sign/finish.css',
    './sign/finish.js',
    './sign/glyphs.js',
    './sign/mark.js',
    './sign/marks-layer.js',
    './sign/marks.css',
    './sign/pad-view.js',
    './sign/pad.css',
    './sign/pad.js',
    './sign/preview.js',
    './sign/save-state.js',
    './sign/signing-bar.css',
    './sign/signing-bar.js',
    './sign/signing.js',
    './sign/styles.js',
    './strings/en.js',
    './strings/sign.en.js',
    './strings/sign.zh-Hans.js',
    './strings/zh-Hans.js',
    './theme.js',
    './toast.css',
    './toast.js',
    './tokens.css',
    './types.js',
];
// end

const worker = /** @type {any} */ (self);
const SHELL_CACHE = `inkstone-shell-${VERSION}`;
const LISTS = 'inkstone-lists';
const RECEIVED = 'inkstone-received';
const DOCUMENT = 'inkstone-document-';
const DRAWING = '/geometry.wasm';
const SHARE_TARGET = '/share-target';
/** An answer with this header is what was seen last, not what is. */
const KEPT_COPY = 'Inkstone-Kept-Copy';
/** The end of an address of a picture or of the words of a page. */
const PIECE = /\/pages\/\d+\/(image|thumbnail|text)$/;

/** So many documents are kept; the one that was not used for longest goes. */
const MOST_DOCUMENTS = 12;
/** So many pictures and texts of one document. */
const MOST_PIECES = 600;
/** The server may be slow, but a person without a network must not wait long for what is here. */
const PATIENCE = 8000;
/** So many shared files wait for the person's word, and so many bytes of them. */
const MOST_RECEIVED = 10;
const MOST_RECEIVED_BYTES = 512 * 2 ** 20;

/**
 * Whether documents are encrypted, as far as it is known: such never get onto this device's disk.
 *
 * @type {Map<string, boolean>}
 */
const encrypted = new Map();

worker.addEventListener('install', (/** @type {WorkerEvent} */ event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(SHELL_CACHE);
        await cache.addAll(SHELL.map((path) => new Request(path, {cache: 'reload'})));
        // The module that draws is built, not written: it is no part of the version.
        await cache.add(new Request(DRAWING, {cache: 'reload'})).catch(() => undefined);
    })());
});

worker.addEventListener('activate', (/** @type {WorkerEvent} */ event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith('inkstone-shell-') && name !== SHELL_CACHE) await caches.delete(name);
        }
        await worker.clients.claim();
    })());
});

worker.addEventListener('message', (/** @type {MessageEvent} */ event) => {
    if (event.data === 'takeOver') worker.skipWaiting();
});

worker.addEventListener('fetch', (/** @type {AskEvent} */ event) => {
    const {request} = event;
    const url = new URL(request.url);
    if (url.origin !== worker.location.origin) return;
    if (request.method === 'POST' && url.pathname === SHARE_TARGET) {
        event.respondWith(receive(request));
        return;
    }
    if (request.method !== 'GET' || request.headers.has('Range')) return;
    const how = rule(url, request.mode);
    if (how === 'shell') event.respondWith(fromShell(request, url));
    else if (how === 'drawing') event.respondWith(drawing(event));
    else if (how === 'piece') event.respondWith(piece(event, url));
    else if (how === 'state') event.respondWith(state(event, url));
});

/**
 * How a thing is come by. What tells who may do what, or what goes on right now, is always the
 * server's to say.
 *
 * @param {URL} url @param {string} mode
 * @returns {'shell' | 'drawing' | 'piece' | 'state' | 'network'}
 */
function rule(url, mode) {
    const {pathname: path} = url;
    if (path === DRAWING) return 'drawing';
    if (mode === 'navigate') return path === '/' || path === '/index.html' ? 'shell' : 'network';
    if (!path.startsWith('/api/')) return 'shell';
    if (path === '/api/documents') return url.searchParams.has('query') ? 'network' : 'state';
    if (path === '/api/status') return 'state';
    const match = /^\/api\/documents\/[0-9a-f]{16}(\/.*)?$/.exec(path);
    if (!match) return 'network';
    const rest = match[1] ?? '';
    if (PIECE.test(rest)) return 'piece';
    return /^(|\/pages|\/info|\/annotations|\/edits|\/outline|\/attachments|\/pages\/\d+\/links)$/
        .test(rest) ? 'state' : 'network';
}

/** @param {Request} request @param {URL} url @returns {Promise<Response>} */
async function fromShell(request, url) {
    const cache = await caches.open(SHELL_CACHE);
    const asked = request.mode === 'navigate' || url.pathname === '/' ? './index.html' : request;
    return await cache.match(asked, {ignoreSearch: true}) ?? fetch(request);
}

/**
 * What is here, at once; what is new, for the next time.
 *
 * @param {AskEvent} event
 */
async function drawing(event) {
    const cache = await caches.open(SHELL_CACHE);
    const kept = await cache.match(DRAWING);
    const fresh = fetch(DRAWING).then(async (response) => {
        if (response.ok) await cache.put(DRAWING, response.clone());
        return response;
    });
    if (!kept) return fresh;
    event.waitUntil(fresh.catch(() => undefined));
    return kept;
}

/** @param {URL} url @returns {string | null} */
function documentOf(url) {
    return /^\/api\/documents\/([0-9a-f]{16})/.exec(url.pathname)?.[1] ?? null;
}

/**
 * Whether what belongs to a document may be kept on this device.
 *
 * @param {string} id @returns {Promise<boolean>}
 */
async function isPlain(id) {
    const known = encrypted.get(id);
    if (known !== undefined) return !known;
    const path = `/api/documents/${id}`;
    // Of an encrypted one nothing is ever here.
    const kept = await caches.has(DOCUMENT + id)
        && await (await caches.open(DOCUMENT + id)).match(path);
    if (kept) return true;
    const response = await fetch(path).catch(() => null);
    if (!response?.ok) return false;
    await noteEncryption(response, new URL(path, worker.location.origin));
    return encrypted.get(id) === false;
}

/**
 * A picture or a text that never changes, as the server says, is right for ever once it is here. Any
 * other is asked for, and what is here of it is for when the server cannot be reached.
 *
 * @param {AskEvent} event @param {URL} url @returns {Promise<Response>}
 */
async function piece(event, url) {
    const id = /** @type {string} */ (documentOf(url));
    const cache = await caches.has(DOCUMENT + id) ? await caches.open(DOCUMENT + id) : null;
    const kept = await cache?.match(keyOf(url, true));
    if (kept && isForEver(kept)) return kept;
    const newest = await cache?.match(keyOf(url, false));
    try {
        // However long it is drawn: what was seen last is not what is.
        const response = await fetch(event.request);
        const mayKeep = !/no-store/.test(response.headers.get('Cache-Control') ?? '');
        if (response.status === 200 && mayKeep) {
            const copy = response.clone();
            const key = keyOf(url, isForEver(response));
            event.waitUntil((async () => {
                if (!await isPlain(id)) return;
                await keep(await caches.open(DOCUMENT + id), key, copy);
                await shrink(await caches.open(DOCUMENT + id));
            })());
        }
        await watch(response);
        return response;
    } catch (error) {
        if (event.request.signal?.aborted) throw error;
        const other = newest ?? (cache ? await similar(cache, url) : null);
        if (other) return other;
        throw error;
    }
}

/** @param {Response} response */
function isForEver(response) {
    return /\bimmutable\b/.test(response.headers.get('Cache-Control') ?? '');
}

/**
 * How urgent it is is no part of what it is, nor is the version of what changes under its version.
 *
 * @param {URL} url @param {boolean} isForEver @returns {string}
 */
function keyOf(url, isForEver) {
    const key = new URL(url);
    key.searchParams.delete('priority');
    if (!isForEver) key.searchParams.delete('v');
    key.searchParams.sort();
    return key.href;
}

/**
 * The same page at another size, where it was never seen at this one.
 *
 * @param {Cache} cache @param {URL} url @returns {Promise<Response | null>}
 */
async function similar(cache, url) {
    if (!/\/(image|thumbnail)$/.test(url.pathname) || url.searchParams.has('x')) return null;
    const page = url.pathname.replace(/[^/]+$/, '');
    let [best, width] = [/** @type {Request | null} */ (null), -1];
    for (const request of await cache.keys()) {
        const other = new URL(request.url);
        if (!other.pathname.startsWith(page) || !/\/(image|thumbnail)$/.test(other.pathname)
            || other.searchParams.has('x')) continue;
        const its = Number(other.searchParams.get('width') ?? 0);
        if (its > width) [best, width] = [request, its];
    }
    return best ? await cache.match(best) ?? null : null;
}

/**
 * What changes: as it is, or where the server cannot be reached as it was.
 *
 * @param {AskEvent} event @param {URL} url @returns {Promise<Response>}
 */
async function state(event, url) {
    const id = documentOf(url);
    const name = id === null ? LISTS : DOCUMENT + id;
    try {
        const response = await soon(fetch(event.request), await hasCopy(name, url));
        await noteEncryption(response, url);
        const isShutOut = await watch(response, url);
        if (response.status === 200 && !isShutOut) {
            const copy = response.clone();
            event.waitUntil((async () => {
                if (id !== null && !await isPlain(id)) return;
                await keep(await caches.open(name), keyOf(url, false), copy);
                if (id !== null) await use(id);
            })());
        }
        return response;
    } catch (error) {
        if (event.request.signal?.aborted) throw error;
        const kept = await caches.has(name) && await (await caches.open(name)).match(
            keyOf(url, false));
        if (!kept) throw error;
        const headers = new Headers(kept.headers);
        headers.set(KEPT_COPY, 'yes');
        return new Response(await kept.blob(), {status: 200, headers});
    }
}

/** @param {string} name @param {URL} url @returns {Promise<boolean>} */
async function hasCopy(name, url) {
    return await caches.has(name)
        && await (await caches.open(name)).match(keyOf(url, false)) !== undefined;
}

/**
 * @param {Promise<Response>} answer @param {boolean} isBounded @returns {Promise<Response>}
 */
function soon(answer, isBounded) {
    if (!isBounded) return answer;
    return Promise.race([answer, new Promise((_, reject) => {
        setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
    })]);
}

/**
 * Notes which documents are encrypted, and forgets what was kept of them.
 *
 * @param {Response} response @param {URL} url
 */
async function noteEncryption(response, url) {
    const isList = url.pathname === '/api/documents';
    if (!response.ok || response.status !== 200
        || !(isList || /^\/api\/documents\/[0-9a-f]{16}$/.test(url.pathname))) return;
    const body = await response.clone().json().catch(() => null);
    for (const document of isList ? body?.documents ?? [] : [body]) {
        if (typeof document?.id !== 'string') continue;
        const isNew = encrypted.get(document.id) !== document.encrypted;
        encrypted.set(document.id, document.encrypted === true);
        if (isNew && document.encrypted) await forget(document.id);
    }
}

/**
 * A device that is shut out keeps nothing of documents.
 *
 * @param {Response} response @param {URL} [url] @returns {Promise<boolean>} whether it is shut out
 */
async function watch(response, url) {
    let isShutOut = response.status === 401;
    if (url?.pathname === '/api/status' && response.ok) {
        const status = await response.clone().json().catch(() => null);
        isShutOut = status?.letIn === false;
    }
    if (!isShutOut) return false;
    for (const name of await caches.keys()) {
        if (name.startsWith(DOCUMENT) || name === LISTS) await caches.delete(name);
    }
    return true;
}

/** @param {Cache} cache @param {string} key @param {Response} response */
async function keep(cache, key, response) {
    try {
        await cache.put(key, response);
    } catch {
        // No room: the document that was not used for longest goes, and this is not kept.
        const [oldest] = await uses();
        if (oldest) await forget(oldest);
    }
}

/**
 * Of very long documents the pieces that came first go.
 *
 * @param {Cache} cache
 */
async function shrink(cache) {
    const keys = (await cache.keys()).filter((request) => PIECE.test(new URL(request.url).pathname));
    for (const request of keys.slice(0, Math.max(0, keys.length - MOST_PIECES))) {
        await cache.delete(request);
    }
}

// Which document was used when: one empty entry each, in the order of use.

/** @param {string} id */
function useKey(id) { return `/offline/use/${id}`; }

/** @returns {Promise<string[]>} the least recently used first */
async function uses() {
    const keys = await (await caches.open(LISTS)).keys();
    return keys.map((request) => /\/offline\/use\/([0-9a-f]{16})$/.exec(request.url)?.[1] ?? '')
        .filter((id) => id !== '');
}

/** @param {string} id */
async function use(id) {
    const lists = await caches.open(LISTS);
    await lists.delete(useKey(id));
    await lists.put(useKey(id), new Response(''));
    const all = await uses();
    for (const old of all.slice(0, Math.max(0, all.length - MOST_DOCUMENTS))) await forget(old);
}

/** @param {string} id */
async function forget(id) {
    await caches.delete(DOCUMENT + id);
    await (await caches.open(LISTS)).delete(useKey(id));
}

/**
 * Lays down files that another app shares. Any page of the web can send such a form, and to the server
 * it would look like this app: so nothing is sent from here; the app asks the person first.
 *
 * @param {Request} request @returns {Promise<Response>} the app, which asks
 */
async function receive(request) {
    const form = await request.formData().catch(() => null);
    const received = await caches.open(RECEIVED);
    const waiting = (await received.keys()).map((one) => new URL(one.url).searchParams.get('size'));
    let count = waiting.length;
    let bytes = waiting.reduce((sum, size) => sum + Number(size), 0);
    let refused = 0;
    for (const file of form?.getAll('file') ?? []) {
        if (!(file instanceof File)) continue;
        const fits = count < MOST_RECEIVED && bytes + file.size <= MOST_RECEIVED_BYTES;
        if (fits && isPDF(file) && await lay(received, file)) {
            count += 1;
            bytes += file.size;
        } else {
            refused += 1;
        }
    }
    return Response.redirect(refused > 0 || form === null ? '/#/?refused=1' : '/#/', 303);
}

/** @param {File} file */
function isPDF(file) {
    if (file.size === 0) return false;
    // Some apps do not know what kind of file they share.
    const isUntold = file.type === '' || file.type === 'application/octet-stream';
    return file.type === 'application/pdf' || isUntold && /\.pdf$/i.test(file.name);
}

/**
 * @param {Cache} received @param {File} file
 * @returns {Promise<boolean>} false where there is no room
 */
async function lay(received, file) {
    const query = new URLSearchParams({
        name: (file.name || 'Document.pdf').slice(0, 255), size: String(file.size)});
    const key = `/offline/received/${Date.now()}-${Math.random()}?${query}`;
    return received.put(key, new Response(file)).then(() => true, () => false);
}
