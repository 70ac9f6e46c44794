// SPDX-License-Identifier: Apache-2.0
// Files that other apps shared with this one. The service worker laid them down; here the person is
// asked, and only then are they sent: any page of the web can share a file with an app.

import {ApiFault, isAbort, upload} from '../api.js';
import {showDialog} from '../dialog.js';
import {h} from '../dom.js';
import {faultText} from '../faults.js';
import {bytes} from '../format.js';
import {t} from '../i18n.js';
import {toast} from '../toast.js';

/** Where the service worker lays them down. */
export const RECEIVED = 'inkstone-received';
/** The server has looked at the file and will never take it. */
const FINAL = [400, 413, 415, 422];

/** @typedef {{key: string, name: string, size: number}} Waiting */

/**
 * The files that the person wants, while this page lives; nobody is asked twice.
 *
 * @type {Set<string>}
 */
const wanted = new Set();

/**
 * Whether a file that was not taken is of no use here any more.
 *
 * @param {number} status 0 where no answer came
 * @returns {boolean}
 */
export function isFinal(status) { return FINAL.includes(status); }

/**
 * What waits, as its address tells.
 *
 * @param {string} url
 * @returns {Waiting}
 */
export function waitingIn(url) {
    const query = new URL(url).searchParams;
    return {key: url, name: query.get('name') || 'Document.pdf', size: Number(query.get('size'))};
}

/** Says so where the service worker refused files, once. */
export function tellRefused() {
    if (!/^#\/\?refused=1$/.test(location.hash)) return;
    history.replaceState(history.state, '', '#/');
    toast(t('offline.receivedRefused'), {fault: true});
}

/** Asks about the files that wait, and sends those that the person wants. One tab does it. */
export async function importReceived() {
    if (!('caches' in globalThis) || !await caches.has(RECEIVED)) return;
    if (!navigator.locks) await ask();
    else await navigator.locks.request(RECEIVED, {ifAvailable: true}, (lock) => lock && ask());
}

async function ask() {
    const received = await caches.open(RECEIVED);
    const waiting = (await received.keys()).map((request) => waitingIn(request.url));
    const unasked = waiting.filter((one) => !wanted.has(one.key));
    if (unasked.length > 0) {
        const isWanted = await confirm(unasked);
        for (const {key} of unasked) {
            if (isWanted) wanted.add(key);
            else await received.delete(key);
        }
    }
    /** @type {string[]} */
    const ids = [];
    for (const one of waiting.filter(({key}) => wanted.has(key))) {
        const id = await send(received, one);
        if (id !== null) ids.push(id);
    }
    if (ids.length === 1) location.hash = `#/d/${ids[0]}`;
}

/** @param {Waiting[]} files */
function confirm(files) {
    const [first] = files;
    return showDialog({
        title: files.length === 1 ? t('offline.receiveOne', {name: first.name})
            : t('offline.receiveMany', {count: files.length}),
        accept: t('offline.receive'), dismiss: t('offline.receiveNot'),
        body: [
            h('p', null, t('offline.receiveWhy')),
            h('ul', null, ...files.map(({name, size}) => h('li', null, `${name} · ${bytes(size)}`)))],
    });
}

/**
 * @param {Cache} received @param {Waiting} one
 * @returns {Promise<string | null>} the document that came of it
 */
async function send(received, {key, name}) {
    const kept = await received.match(key);
    if (!kept) return null;
    try {
        const file = new File([await kept.blob()], name, {type: 'application/pdf'});
        const document = await upload(file, {
            name, signal: new AbortController().signal, progress: () => undefined});
        await received.delete(key);
        toast(t('offline.received', {name}));
        return document.id;
    } catch (error) {
        if (isAbort(error)) return null;
        const isOver = error instanceof ApiFault && isFinal(error.status);
        if (isOver) await received.delete(key);
        toast(t(isOver ? 'offline.receivedBad' : 'offline.receivedLater', {
            name, why: faultText(error)}), {fault: true});
        return null;
    }
}
