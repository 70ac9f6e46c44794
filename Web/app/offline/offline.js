// SPDX-License-Identifier: Apache-2.0
// The app without a network, and as an app of its own on this device.

import {ApiFault, call} from '../api.js';
import {t} from '../i18n.js';
import {toast} from '../toast.js';
import {flushWaiting} from './flush.js';

/** Where the service worker keeps files that were shared while the server could not be reached. */
const RECEIVED = 'inkstone-received';
/** So long the first screen has the network for itself, in milliseconds. */
const FIRST_SCREEN = 2000;
const MOST_AGAIN = 150;
const TOLD_KEY = 'inkstone-told-missing';

/** @typedef {'install' | 'offline' | 'share' | 'clipboard'} Missing */
/** @typedef {Event & {prompt(): Promise<unknown>}} InstallEvent */

/** Tells `installable` when the browser would install the app, or did. */
export const installEvents = new EventTarget();
/** @type {InstallEvent | null} */
let installing = null;

/**
 * Whether the app runs as one of its own.
 *
 * @returns {boolean}
 */
export function isInstalled() {
    return matchMedia('(display-mode: standalone)').matches
        || /** @type {{standalone?: boolean}} */ (navigator).standalone === true;
}

/**
 * Whether `install` would do something.
 *
 * @returns {boolean}
 */
export function mayInstall() { return installing !== null; }

/** Lets the browser ask the person. */
export async function install() {
    const event = installing;
    installing = null;
    await event?.prompt();
    installEvents.dispatchEvent(new Event('installable'));
}

/**
 * What this browser does not give here. Over plain http on a network that is nearly all of it.
 *
 * @returns {Missing[]}
 */
export function missing() {
    /** @type {Missing[]} */
    const list = [];
    if (!isSecureContext) list.push('install');
    if (!isSecureContext || !('serviceWorker' in navigator)) list.push('offline');
    if (!('share' in navigator)) list.push('share');
    if (!navigator.clipboard) list.push('clipboard');
    return list;
}

/** Begins; called once, when the app starts. */
export function startOffline() {
    addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault();
        installing = /** @type {InstallEvent} */ (event);
        installEvents.dispatchEvent(new Event('installable'));
    });
    addEventListener('appinstalled', () => {
        installing = null;
        installEvents.dispatchEvent(new Event('installable'));
    });
    addEventListener('offline', () => toast(t('offline.gone')));
    addEventListener('online', () => {
        toast(t('offline.back'));
        importReceived();
        flushWaiting();
    });
    flushWaiting();
    if (!isSecureContext) {
        tellMissing();
        return;
    }
    if ('serviceWorker' in navigator) afterFirstScreen(register);
    if (isInstalled()) navigator.storage?.persist?.();
    importReceived();
}

/** Says it once; the settings say it again. */
function tellMissing() {
    try {
        if (localStorage.getItem(TOLD_KEY) !== null) return;
        localStorage.setItem(TOLD_KEY, 'yes');
    } catch {
        return;
    }
    toast(t('offline.missing.told'), {
        action: t('offline.missing.more'), act: () => { location.hash = '#/settings'; },
        milliseconds: 12_000});
}

/**
 * What is kept for later must not hold up what is wanted now.
 *
 * @param {() => void} act
 */
function afterFirstScreen(act) {
    const wait = () => setTimeout(act, navigator.serviceWorker.controller ? 0 : FIRST_SCREEN);
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, {once: true});
}

/**
 * What was asked for before there was a service worker is asked for again, from the browser's own
 * cache for the most part, so that it is kept.
 */
function askAgain() {
    const asked = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
        .filter((url) => url.origin === location.origin
            && /^\/api\/(documents|status)/.test(url.pathname) && !/\/(file|search)/.test(url.pathname));
    for (const href of [...new Set(asked.map((url) => url.href))].slice(-MOST_AGAIN)) {
        fetch(href).then((response) => response.body?.cancel()).catch(() => undefined);
    }
}

async function register() {
    /** @type {ServiceWorkerRegistration} */
    let registration;
    if (!navigator.serviceWorker.controller) {
        navigator.serviceWorker.addEventListener('controllerchange', askAgain, {once: true});
    }
    try {
        registration = await navigator.serviceWorker.register('./service-worker.js');
    } catch {
        // A browser may refuse, in private windows say; the app works as long as there is a network.
        return;
    }
    if (registration.waiting && registration.active) {
        // A new version came last time. Nothing was done on this page yet, so it takes over now.
        takeOver(registration.waiting);
        return;
    }
    registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
            // Without a worker before it this is the first one, which is no news.
            if (worker.state !== 'installed' || !navigator.serviceWorker.controller) return;
            toast(t('offline.update'), {
                action: t('offline.update.now'), act: () => takeOver(worker), milliseconds: 15_000});
        });
    });
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
    });
}

/** @param {ServiceWorker} worker */
function takeOver(worker) {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(),
        {once: true});
    worker.postMessage('takeOver');
}

/** Brings files to the server that were shared with the app when it could not be reached. */
async function importReceived() {
    if (!('caches' in globalThis) || !await caches.has(RECEIVED)) return;
    const received = await caches.open(RECEIVED);
    for (const request of await received.keys()) {
        const kept = await received.match(request);
        const name = new URL(request.url).searchParams.get('name') ?? 'Document.pdf';
        if (!kept) continue;
        try {
            const response = await fetch(`/api/documents?name=${encodeURIComponent(name)}`, {
                method: 'POST', headers: {'Content-Type': 'application/pdf'},
                body: await kept.blob()});
            if (!response.ok && response.status >= 500) continue;
            await received.delete(request);
            if (response.ok) toast(t('offline.received', {name}));
            else toast(t('offline.receivedBad', {name}), {fault: true});
        } catch {
            return;
        }
    }
}

/** Forgets what this device keeps of documents, as for a device that is given away. */
export async function forgetDocuments() {
    if (!('caches' in globalThis)) return;
    for (const name of await caches.keys()) {
        if (name.startsWith('inkstone-document') || name === 'inkstone-lists') {
            await caches.delete(name);
        }
    }
}

/** Leaves this server: this device is no longer let in, and keeps nothing. */
export async function signOut() {
    try {
        await call('/api/sessions/current', {method: 'DELETE'});
    } catch (error) {
        if (!(error instanceof ApiFault) || error.status !== 401) throw error;
    }
    await forgetDocuments();
    location.hash = '';
    location.reload();
}
