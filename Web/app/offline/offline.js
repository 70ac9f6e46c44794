// SPDX-License-Identifier: Apache-2.0
// The app without a network, and as an app of its own on this device.

import {ApiFault, call} from '../api.js';
import {t} from '../i18n.js';
import {toast} from '../toast.js';
import {openStore} from './store.js';

/** Where the service worker lays files down that other apps shared. */
const RECEIVED = 'inkstone-received';
/** So long the first screen has the network for itself, in milliseconds. */
const FIRST_SCREEN = 2000;
const MOST_AGAIN = 150;
/** What the service worker keeps. */
const KEPT = new RegExp('^/api/(status|documents(/[0-9a-f]{16}'
    + '(/(info|pages|annotations|edits|outline|attachments|pages/\\d+/(image|thumbnail|text|links)))?)?)$');
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

/**
 * Begins; called once, when the app starts.
 *
 * @param {() => boolean} isLetIn whether the server lets this device in
 */
export function startOffline(isLetIn) {
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
        if (isLetIn()) sendSoon();
    });
    if (isLetIn()) sendSoon();
    else forgetShutOut().catch(() => undefined);
    if (!isSecureContext) {
        tellMissing();
        return;
    }
    if ('serviceWorker' in navigator) afterFirstScreen(register);
    if (isInstalled()) navigator.storage?.persist?.();
}

/** What waits is sent once the first screen has all that it needs. */
function sendSoon() {
    import('./flush.js').then((module) => module.flushWaiting()).catch(() => undefined);
    import('./received.js').then((module) => {
        module.tellRefused();
        return module.importReceived();
    }).catch(() => undefined);
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
        .filter((url) => url.origin === location.origin && KEPT.test(url.pathname));
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

/** Forgets what this device keeps of documents, as for a device that is given away. */
export async function forgetDocuments() {
    if (!('caches' in globalThis)) return;
    for (const name of await caches.keys()) {
        if (name.startsWith('inkstone-document') || name === 'inkstone-lists') {
            await caches.delete(name);
        }
    }
}

/**
 * Forgets what a device that is shut out may not keep. What the person did and the server does not
 * have stays, without the rest of the document.
 */
export async function forgetShutOut() {
    await forgetDocuments();
    await (await openStore()).strip();
}

/** Leaves this server: this device is no longer let in, and keeps nothing but edits that wait. */
export async function signOut() {
    try {
        await call('/api/sessions/current', {method: 'DELETE'});
    } catch (error) {
        if (!(error instanceof ApiFault) || error.status !== 401) throw error;
    }
    await forgetShutOut();
    await (await openStore()).clear('drafts');
    if ('caches' in globalThis) await caches.delete(RECEIVED);
    location.hash = '';
    location.reload();
}
