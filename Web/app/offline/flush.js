// SPDX-License-Identifier: Apache-2.0
// Changes of documents that are not open now: those that waited when the person went elsewhere.

import {t} from '../i18n.js';
import {toast} from '../toast.js';
import {EditQueue} from './queue.js';
import {openStore} from './store.js';

/** @type {Promise<void> | null} */
let going = null;

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
        const queue = new EditQueue(id);
        await queue.start();
        await queue.settled();
        const {word} = queue.machine;
        queue.stop();
        if (word === 'conflict' || word === 'locked') {
            toast(t('offline.decide'), {
                action: t('offline.decide.open'), act: () => { location.hash = `#/d/${id}`; }});
        }
    }
}
