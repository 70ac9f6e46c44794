// SPDX-License-Identifier: Apache-2.0
/** Keeps where a person was, for the next time and the next device. */
import {call, documentPath} from '../api.js';

const WAIT_MILLISECONDS = 1200;

/** @typedef {import('./viewport.js').Viewport} Viewport */

/**
 * Listens on a viewport.
 *
 * @param {Viewport} viewport
 * @param {string} id of the document
 * @returns {() => void} ends it; what is not kept yet is kept
 */
export function keepPosition(viewport, id) {
    const stop = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let sent = '';
    const told = () => {
        const {page, y} = viewport.position;
        return {page: page + 1, y: Math.round(Math.min(1, Math.max(0, y)) * 1e4) / 1e4};
    };
    const send = (/** @type {boolean} */ keepalive) => {
        clearTimeout(timer);
        timer = undefined;
        const position = told();
        const text = JSON.stringify(position);
        if (text === sent) return;
        sent = text;
        call(documentPath(id, '/position'), {method: 'PUT', json: position, keepalive}).catch(() => {
            // It is told again when the person goes on reading; nothing is lost but a place.
            sent = '';
        });
    };
    sent = JSON.stringify(told());
    viewport.addEventListener('rest', () => {
        clearTimeout(timer);
        timer = setTimeout(() => send(false), WAIT_MILLISECONDS);
    }, {signal: stop.signal});
    const leave = () => {
        if (document.visibilityState === 'hidden' && timer !== undefined) send(true);
    };
    document.addEventListener('visibilitychange', leave, {signal: stop.signal});
    addEventListener('pagehide', () => {
        if (timer !== undefined) send(true);
    }, {signal: stop.signal});
    return () => {
        if (timer !== undefined) send(true);
        stop.abort();
    };
}
