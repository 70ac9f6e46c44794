// SPDX-License-Identifier: Apache-2.0
/**
 * The server, as `Web/openapi.json` describes it.
 *
 * @typedef {import('./types.js').Document} Document
 * @typedef {import('./types.js').Fault} Fault
 */

/** What the server refused, or that it could not be reached (`unreachable`, status 0). */
export class ApiFault extends Error {
    /**
     * @param {string} code a code of the project's table of errors
     * @param {string} message a sentence for people, from the server
     * @param {number} status the HTTP status, 0 where no answer came
     * @param {unknown} [body] the whole answer, for those that carry more than the error
     */
    constructor(code, message, status, body) {
        super(message);
        this.name = 'ApiFault';
        this.code = code;
        this.status = status;
        this.body = body;
        /**
         * Seconds to wait before asking again, where the server says so.
         *
         * @type {number | null}
         */
        this.retryAfter = null;
    }
}

/** Tells `shutout` when the server does not know this device any more. */
export const apiEvents = new EventTarget();

/**
 * @typedef {object} Terms
 * @property {string} [method]
 * @property {unknown} [json] the body, written as JSON
 * @property {string} [ifMatch] the version that is meant
 * @property {AbortSignal} [signal]
 * @property {boolean} [keepalive] the call outlives the page
 * @property {RequestPriority} [priority]
 *
 * @typedef {'high' | 'low' | 'auto'} RequestPriority
 */

/**
 * Asks the server and refuses what is not an answer of the kind 2xx.
 *
 * @param {string} path
 * @param {Terms} [terms]
 * @returns {Promise<Response>}
 */
export async function call(path, terms = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (terms.json !== undefined) headers['Content-Type'] = 'application/json';
    if (terms.ifMatch !== undefined) headers['If-Match'] = quoted(terms.ifMatch);
    /** @type {Response} */
    let response;
    try {
        response = await fetch(path, /** @type {RequestInit} */ ({
            method: terms.method ?? 'GET',
            headers,
            body: terms.json === undefined ? undefined : JSON.stringify(terms.json),
            signal: terms.signal,
            keepalive: terms.keepalive,
            priority: terms.priority,
        }));
    } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw new ApiFault('unreachable', '', 0);
    }
    if (!response.ok) throw await faultOf(response);
    return response;
}

/**
 * The JSON of an answer, and the version it bears.
 *
 * @template T
 * @param {string} path
 * @param {Terms} [terms]
 * @returns {Promise<T>}
 */
export async function json(path, terms) {
    const response = await call(path, terms);
    return response.json();
}

/** @param {string} version */
function quoted(version) {
    return /^(W\/)?"/.test(version) ? version : `"${version}"`;
}

/** @param {Response} response */
async function faultOf(response) {
    const body = await response.json().catch(() => null);
    const fault = new ApiFault(
        body?.error?.code ?? 'internal', body?.error?.message ?? '', response.status, body);
    fault.retryAfter = seconds(response.headers.get('Retry-After'));
    if (response.status === 401) apiEvents.dispatchEvent(new Event('shutout'));
    return fault;
}

/** @param {string | null} field */
function seconds(field) {
    const value = Number(field);
    return field !== null && Number.isFinite(value) ? value : null;
}

/**
 * Whether an error only says that nobody wants the answer any more.
 *
 * @param {unknown} error
 */
export function isAbort(error) {
    return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * The path of a document, or of something of it.
 *
 * @param {string} id
 * @param {string} [rest]
 */
export function documentPath(id, rest = '') {
    return `/api/documents/${encodeURIComponent(id)}${rest}`;
}

/**
 * Sends a file. The browser streams it from the disk; `fetch` would not tell how far it is.
 *
 * @param {File} file
 * @param {{name: string, signal: AbortSignal, progress: (fraction: number) => void}} terms
 * @returns {Promise<Document>}
 */
export function upload(file, terms) {
    return new Promise((resolve, reject) => {
        if (terms.signal.aborted) {
            reject(new DOMException('stopped', 'AbortError'));
            return;
        }
        const request = new XMLHttpRequest();
        const stop = () => request.abort();
        request.open('POST', `/api/documents?name=${encodeURIComponent(terms.name)}`);
        request.setRequestHeader('Content-Type', 'application/pdf');
        request.responseType = 'json';
        request.upload.addEventListener('progress', (event) => {
            if (event.lengthComputable && event.total > 0) terms.progress(event.loaded / event.total);
        });
        request.addEventListener('load', () => {
            if (request.status >= 200 && request.status < 300) {
                resolve(request.response);
                return;
            }
            const error = request.response?.error;
            if (request.status === 401) apiEvents.dispatchEvent(new Event('shutout'));
            reject(new ApiFault(
                error?.code ?? 'internal', error?.message ?? '', request.status, request.response));
        });
        request.addEventListener('error', () => reject(new ApiFault('unreachable', '', 0)));
        request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
        request.addEventListener('loadend', () => terms.signal.removeEventListener('abort', stop));
        terms.signal.addEventListener('abort', stop, {once: true});
        request.send(file);
    });
}

/**
 * The values of an answer that has one JSON value a line, as they come.
 *
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, signal) {
    const response = await call(path, {signal});
    if (response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    try {
        for (;;) {
            const {done, value} = await reader.read();
            if (done) break;
            const parts = (rest + value).split('\n');
            rest = parts.pop() ?? '';
            for (const part of parts) if (part !== '') yield JSON.parse(part);
        }
        if (rest !== '') yield JSON.parse(rest);
    } finally {
        reader.cancel().catch(() => undefined);
    }
}
