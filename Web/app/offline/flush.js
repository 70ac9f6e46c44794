// SPDX-License-Identifier: Apache-2.0
// Changes of documents that are not open now: those that waited when the person went elsewhere.

import {ApiFault} from '../api.js';
import {faultText} from '../faults.js';
import {t} from '../i18n.js';
import {live} from '../live.js';
import {toast} from '../toast.js';
import {EditQueue} from './queue.js';
import {openStore} from './store.js';

/** The next document does not wait longer for one, in milliseconds. */
const PATIENCE = 20_000;

/** @type {Promise<void> | null} */
let going = null;
/**
 * Documents of which it was told that their changes cannot be sent.
 *
 * @type {Set<string>}
 */
const told = new Set();
// A document that was deleted may be back.
live.addEventListener('library', () => { if (told.size > 0) flushWaiting(); });

/** Sends what waits, one document after the other. */
export function flushWaiting() {
    going ??= flush().finally(() => { going = null; });
    return going;
}

async function flush() {
    if (!navigator.onLine) return;
    const left = await (await openStore()).all('queues', '');
    for (const id of new Set(left.map(([key]) => key.split(' ')[0]))) {
        // The document that is open sees to itself.
        if (location.hash.includes(id)) continue;
        await send(id).catch(() => undefined);
    }
}

/** @param {string} id */
async function send(id) {
    const queue = new EditQueue(id);
    queue.addEventListener('told', (event) => {
        const effect = /** @type {CustomEvent} */ (event).detail;
        if (effect.what !== 'blocked' || told.has(id)) return;
        told.add(id);
        const {code, message, status} = effect.fault;
        const why = status === 404 ? t('offline.blocked.gone')
            : faultText(new ApiFault(code, message, status));
        toast(t('offline.blocked', {why}), {fault: true});
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    try {
        await Promise.race([
            queue.start().then(() => queue.settled()),
            new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE); })]);
    } finally {
        clearTimeout(timer);
        queue.stop();
    }
    const {word} = queue.machine;
    if (word === 'saved') told.delete(id);
    if (word === 'conflict' || word === 'locked') {
        toast(t('offline.decide'), {
            action: t('offline.decide.open'), act: () => { location.hash = `#/d/${id}`; }});
    }
}
