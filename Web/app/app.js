// SPDX-License-Identifier: Apache-2.0
/**
 * Starts the app and shows the screen that the address names: `#/` the library, `#/deleted`,
 * `#/d/ID` and `#/d/ID?page=5` a document, `#/settings`, `#pair=TOKEN` a device that comes in.
 */
import {ApiFault, apiEvents, isAbort, json} from './api.js';
import {h, must} from './dom.js';
import {faultText} from './faults.js';
import {languageEvents, startLanguage, t} from './i18n.js';
import {icon} from './icons.js';
import {Library} from './library/library.js';
import {uploads} from './library/uploads.js';
import {live} from './live.js';
import {startTheme} from './theme.js';

/**
 * @typedef {import('./types.js').Status} Status
 * @typedef {import('./reader/reader.js').Reader} Reader
 * @typedef {import('./types.js').Pages} Pages
 * @typedef {import('./types.js').Document} Document
 */

const app = must(document, '#app');

/**
 * What is on the screen.
 *
 * @type {{close: () => void} | null}
 */
let screen = null;
/** @type {Reader | null} */
let reader = null;
/** @type {AbortController} */
let opening = new AbortController();
/** @type {Status | null} */
let status = null;

/**
 * A part of the app that is loaded when it is needed.
 *
 * @param {() => Promise<any>} load
 * @returns {Promise<any>} null where it could not be loaded; the person is told
 */
async function part(load) {
    try {
        return await load();
    } catch (error) {
        if (isAbort(error)) throw error;
        showBanner(t('fault.partMissing'));
        return null;
    }
}

/** @param {string} text */
function showBanner(text) {
    if (document.querySelector('.banner') !== null) return;
    document.body.prepend(h('div', {class: 'banner', role: 'alert'}, icon('alert'), h('p', null, text)));
}

/**
 * @param {string} path
 * @returns {Promise<void>}
 */
function style(path) {
    if (document.querySelector(`link[href="${path}"]`) !== null) return Promise.resolve();
    return new Promise((resolve) => {
        const link = h('link', {rel: 'stylesheet', href: path, onload: () => resolve(), onerror: () => resolve()});
        document.head.append(link);
    });
}

/** The hash as a place in the app. */
function place() {
    const hash = location.hash.replace(/^#/, '');
    if (/^pair=/.test(hash)) return {kind: /** @type {const} */ ('access')};
    const [path, query] = hash.split('?');
    const match = /^\/d\/([0-9a-f]{16})$/.exec(path);
    if (match !== null) {
        const page = Number(new URLSearchParams(query).get('page'));
        return {
            kind: /** @type {const} */ ('document'), id: match[1],
            page: Number.isInteger(page) && page > 0 ? page : null,
        };
    }
    if (path === '/settings') return {kind: /** @type {const} */ ('settings')};
    return {kind: /** @type {'deleted' | 'library'} */ (path === '/deleted' ? 'deleted' : 'library')};
}

function closeScreen() {
    opening.abort();
    opening = new AbortController();
    screen?.close();
    screen = null;
    reader = null;
    app.replaceChildren();
    scrollTo(0, 0);
}

/** Shows what the address names. */
async function route() {
    const to = place();
    if (to.kind === 'access' || status?.letIn === false) {
        await showAccess();
        return;
    }
    if (to.kind === 'document') {
        if (reader !== null && reader.document.id === to.id) {
            goWithin(reader, to.page);
            return;
        }
        closeScreen();
        await showReader(to.id, to.page);
        return;
    }
    closeScreen();
    live.follow(null);
    if (to.kind === 'settings') {
        await showSettings();
        return;
    }
    const library = new Library({deleted: to.kind === 'deleted'});
    screen = library;
    document.title = to.kind === 'deleted' ? t('common.title', {name: t('library.deletedTitle')}) : 'Inkstone';
    app.append(library.element);
    await library.load();
}

/**
 * The same document at another place: "back", or an address with another page.
 *
 * @param {Reader} open
 * @param {number | null} page
 */
function goWithin(open, page) {
    const kept = /** @type {{page?: number, y?: number} | null} */ (history.state);
    if (kept !== null && typeof kept.page === 'number') {
        open.goBackTo({page: kept.page, y: kept.y ?? 0});
    } else if (page !== null && page <= open.pages.count) {
        open.goToPage(page);
    }
}

// Reading

/**
 * @param {string} id
 * @param {number | null} page
 */
async function showReader(id, page) {
    const {signal} = opening;
    live.follow(id);
    const frame = h('div', {class: 'opening', 'aria-busy': 'true'}, h('span', {class: 'spinner'}));
    const wait = setTimeout(() => { if (!signal.aborted) app.replaceChildren(frame); }, 200);
    const signing = import('./sign/signing.js').catch(() => null);
    try {
        const [module] = await Promise.all([
            part(() => import('./reader/reader.js')),
            style('./reader/reader.css'), style('./reader/panel.css'), style('./reader/print.css'),
        ]);
        if (module === null || signal.aborted) return;
        const fetched = await module.fetchDocument(id, signal);
        const pages = await pagesOf(fetched, signal, () => clearTimeout(wait));
        if (pages === null || signal.aborted) return;
        const signer = await signing;
        if (signal.aborted) return;
        clearTimeout(wait);
        startReader(module, fetched.document, pages, signer, page);
    } catch (error) {
        clearTimeout(wait);
        if (!isAbort(error) && !signal.aborted) showFailure(error, id);
    }
}

/**
 * @param {any} module
 * @param {Document} opened
 * @param {Pages} pages
 * @param {any} signer
 * @param {number | null} page
 */
function startReader(module, opened, pages, signer, page) {
    /** @type {Reader} */
    const made = new module.Reader(opened, pages, {marks: signer === null});
    app.replaceChildren(made.element);
    document.title = t('common.title', {name: opened.name});
    reader = made;
    const state = /** @type {{page?: number, y?: number} | null} */ (history.state);
    made.start(typeof state?.page === 'number' ? {page: state.page, y: state.y ?? 0}
        : page === null ? null : {page: Math.min(page, pages.count), y: 0});
    /** @type {(() => void) | undefined} */
    let detach;
    if (signer === null) showBanner(t('fault.partMissing'));
    else detach = signer.attachSigning(made);
    screen = {
        close: () => {
            detach?.();
            made.close();
        },
    };
}

/**
 * The pages; a locked document asks for its password first.
 *
 * @param {{document: Document, pages: Promise<Pages>}} fetched
 * @param {AbortSignal} signal
 * @param {() => void} asking called before the person is asked
 * @returns {Promise<Pages | null>}
 */
async function pagesOf(fetched, signal, asking) {
    try {
        return await fetched.pages;
    } catch (error) {
        if (!(error instanceof ApiFault) || error.status !== 423) throw error;
    }
    const module = await part(() => import('./reader/password.js'));
    if (module === null || signal.aborted) return null;
    asking();
    const {document: locked} = fetched;
    document.title = t('common.title', {name: locked.name});
    const place = h('main', {class: 'opening', id: 'main'});
    app.replaceChildren(
        h('header', {class: 'plain-bar'}, h('a', {
            class: 'icon-button', href: '#/', 'aria-label': t('reader.toLibrary'),
        }, icon('back')), h('h1', {class: 'reader-title cut'}, locked.name)), place);
    await module.askPassword(place, locked);
    if (signal.aborted) return null;
    return json(`/api/documents/${locked.id}/pages`, {signal});
}

/**
 * @param {unknown} error
 * @param {string} id
 */
function showFailure(error, id) {
    const gone = error instanceof ApiFault && error.status === 404;
    app.replaceChildren(h(
        'main', {class: 'opening', id: 'main'}, h(
            'div', {class: 'empty', role: 'alert'}, icon('alert', 40),
            h('h1', {class: 'page-title'}, t(gone ? 'reader.gone' : 'reader.failed')),
            h('p', null, gone ? t('reader.goneWhy') : faultText(error)),
            h('div', {class: 'empty-ways'},
                gone ? null : h('button', {
                    type: 'button', class: 'button primary',
                    onclick: () => {
                        closeScreen();
                        void showReader(id, null);
                    },
                }, t('common.again')),
                h('a', {class: 'button', href: '#/'}, t('reader.toLibrary'))))));
}

// Other screens

async function showAccess() {
    closeScreen();
    live.stop();
    const module = await part(() => import('./access/access.js'));
    if (module === null) return;
    const container = h('div', {class: 'access-screen'});
    app.append(container);
    screen = {close: () => container.remove()};
    const shown = status ?? await json('/api/status');
    await module.showAccess(container, shown);
    status = await askStatus();
    if (status.letIn) await route();
}

async function showSettings() {
    const module = await part(() => import('./access/access.js'));
    if (module === null) return;
    document.title = t('common.title', {name: t('common.settings')});
    const container = h('div', {class: 'settings-screen'});
    app.append(container);
    screen = {close: () => container.remove()};
    await module.showSettings(container);
}

// Beginning

/** @returns {Promise<Status>} */
async function askStatus() {
    try {
        return await json('/api/status');
    } catch (error) {
        if (!(error instanceof ApiFault) || error.status !== 0) throw error;
        // Without the network the documents that were opened can still be read.
        return {
            version: '', access: 'open', letIn: true, hasPassword: false,
            secure: isSecureContext, uploadBytes: Number.MAX_SAFE_INTEGER,
        };
    }
}

/** Files that the system hands to the installed app. */
function receiveFiles() {
    const queue = /** @type {any} */ (globalThis).launchQueue;
    queue?.setConsumer(async (/** @type {{files?: any[]}} */ launch) => {
        const files = await Promise.all((launch.files ?? []).map((handle) => handle.getFile()));
        if (files.length === 0) return;
        const documents = await uploads.add(files);
        if (documents.length === 1) location.hash = `#/d/${documents[0].id}`;
    });
}

async function start() {
    startTheme();
    const asked = askStatus();
    asked.catch(() => undefined);
    try {
        await startLanguage();
        status = await asked;
    } catch (error) {
        showBanner(faultText(error));
        return;
    }
    uploads.mostBytes = status.uploadBytes;
    addEventListener('popstate', () => void route());
    languageEvents.addEventListener('languagechange', () => {
        reader = null;
        void route();
    });
    apiEvents.addEventListener('shutout', () => {
        if (status === null || !status.letIn) return;
        status = {...status, letIn: false};
        void route();
        import('./offline/offline.js').then((offline) => offline.forgetShutOut())
            .catch(() => undefined);
    });
    receiveFiles();
    import('./offline/offline.js').then(
        (offline) => offline.startOffline(() => status?.letIn !== false), () => undefined);
    await route();
}

void start();
