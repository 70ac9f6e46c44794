// SPDX-License-Identifier: Apache-2.0
/** The library: every document, newest first, and what was deleted. */
import {documentPath, isAbort, json, call} from '../api.js';
import {confirmDialog} from '../dialog.js';
import {h} from '../dom.js';
import {faultText} from '../faults.js';
import {ago, bytes} from '../format.js';
import {LANGUAGES, language, setLanguage, t} from '../i18n.js';
import {icon, mark} from '../icons.js';
import {live} from '../live.js';
import {menuButton} from '../menu.js';
import {setTheme, theme} from '../theme.js';
import {announce, toast} from '../toast.js';
import {restore} from './actions.js';
import {Card} from './card.js';
import {filesOf, uploads} from './uploads.js';

const VIEW_KEY = 'inkstone-library-view';
const TYPING_MILLISECONDS = 160;
/** So many documents are put on the screen at a time. */
const PORTION = 60;

/**
 * @typedef {import('../types.js').Document} Document
 * @typedef {import('../menu.js').MenuEntry} MenuEntry
 */

export class Library {
    #stop = new AbortController();
    /** @type {AbortController | null} */
    #asking = null;
    /** @type {Map<string, Card>} */
    #cards = new Map();
    /** @type {Document[]} */
    #documents = [];
    #shown = PORTION;
    #query = '';
    #loaded = false;
    #drags = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer = undefined;

    /** @param {{deleted: boolean}} terms whether the deleted documents are shown */
    constructor({deleted}) {
        this.deleted = deleted;
        this.picker = h('input', {
            type: 'file', accept: 'application/pdf,.pdf', multiple: true, hidden: true,
            'aria-label': t('library.add'), onchange: () => void this.#picked(),
        });
        this.search = h('input', {
            class: 'input', type: 'search', placeholder: t('library.search'),
            'aria-label': t('library.search'), autocomplete: 'off', spellcheck: 'false', maxlength: 200,
        });
        this.viewButton = h('button', {
            type: 'button', class: 'icon-button', onclick: () => this.#toggleView(),
        });
        this.list = h('ul', {class: 'cards', 'aria-label': t('library.documents')});
        this.sentinel = h('div', {class: 'sentinel', 'aria-hidden': 'true'});
        this.state = h('div', {class: 'library-state'});
        this.count = h('span', {class: 'library-count'});
        this.drop = h(
            'div', {class: 'drop', hidden: true},
            h('div', {class: 'drop-frame'}, icon('add', 40), h('p', null, t('library.drop'))));
        this.element = h(
            'div', {class: 'library'},
            h('a', {class: 'skip', href: '#main', onclick: skip}, t('common.skip')),
            this.#head(),
            h('main', {id: 'main', class: 'library-main', tabindex: -1},
                h('div', {class: 'library-title'},
                    h('h1', {class: 'page-title'}, t(deleted ? 'library.deletedTitle' : 'library.documents')),
                    this.count, this.#titleTools()),
                deleted ? h('p', {class: 'library-hint'}, t('library.deletedHint')) : null,
                this.list, this.sentinel, this.state),
            this.drop);
        this.#showView(view());
        this.#listen();
    }

    #head() {
        const add = h('button', {
            type: 'button', class: 'button primary', onclick: () => this.picker.click(),
        }, icon('add', 20), t('library.add'));
        const more = h('button', {
            type: 'button', class: 'icon-button', 'aria-label': t('common.more'), title: t('common.more'),
        }, icon('more'));
        menuButton(more, () => appMenu(this.deleted));
        return h(
            'header', {class: 'library-bar'},
            h('a', {class: 'brand', href: '#/', 'aria-label': 'Inkstone'}, mark(30),
                h('span', {class: 'brand-name'}, 'Inkstone')),
            this.deleted ? h('span', {class: 'library-find'})
                : h('div', {class: 'library-find', role: 'search'}, icon('search', 18), this.search),
            h('div', {class: 'library-tools'},
                this.deleted ? null : add, this.picker, more));
    }

    #titleTools() {
        if (!this.deleted) return this.viewButton;
        return h('a', {class: 'button', href: '#/'}, icon('back', 18), t('library.back'));
    }

    #listen() {
        const {signal} = this.#stop;
        const again = () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => void this.load(), 120);
        };
        live.addEventListener('library', again, {signal});
        live.addEventListener('open', again, {signal});
        this.search.addEventListener('input', () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => {
                this.#query = this.search.value.trim();
                this.#shown = PORTION;
                void this.load();
            }, TYPING_MILLISECONDS);
        });
        addEventListener('keydown', (event) => this.#key(event), {signal});
        const watcher = new IntersectionObserver(([entry]) => {
            if (!entry.isIntersecting || this.#shown >= this.#documents.length) return;
            this.#shown += PORTION;
            this.#render();
        }, {rootMargin: '800px'});
        watcher.observe(this.sentinel);
        signal.addEventListener('abort', () => watcher.disconnect());
        if (this.deleted) return;
        document.addEventListener('paste', (event) => {
            const files = event.clipboardData?.files;
            if (files !== undefined && files.length > 0) void this.#take(files);
        }, {signal});
        this.#listenForDrops(signal);
    }

    /** @param {AbortSignal} signal */
    #listenForDrops(signal) {
        const hasFiles = (/** @type {DragEvent} */ event) =>
            event.dataTransfer?.types.includes('Files') ?? false;
        const show = () => { this.drop.hidden = this.#drags <= 0; };
        addEventListener('dragenter', (event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            this.#drags += 1;
            show();
        }, {signal});
        addEventListener('dragover', (event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
        }, {signal});
        addEventListener('dragleave', () => {
            this.#drags = Math.max(0, this.#drags - 1);
            show();
        }, {signal});
        addEventListener('drop', async (event) => {
            this.#drags = 0;
            show();
            if (!hasFiles(event) || event.dataTransfer === null) return;
            event.preventDefault();
            void this.#take(await filesOf(event.dataTransfer));
        }, {signal});
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
        const typing = /** @type {Element} */ (event.target).closest('input, textarea') !== null;
        // A sign alone acts only within the documents (WCAG 2.1.4).
        const within = /** @type {Element} */ (event.target).closest('.library-main') !== null;
        const find = event.key === '/' && !typing && within
            || event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
        if (find && !this.deleted) {
            event.preventDefault();
            this.search.focus();
            this.search.select();
        } else if (event.key === 'Escape' && event.target === this.search && this.search.value !== '') {
            this.search.value = '';
            this.search.dispatchEvent(new Event('input'));
        } else if (!typing && this.list.contains(/** @type {Node} */ (event.target))) {
            this.#walk(event);
        }
    }

    /**
     * Arrow keys walk over the documents, in the grid as they are seen.
     *
     * @param {KeyboardEvent} event
     */
    #walk(event) {
        const links = [...this.list.querySelectorAll('.card-link')]
            .map((one) => /** @type {HTMLElement} */ (one));
        const here = links.findIndex((link) => link.parentElement?.contains(document.activeElement));
        if (here < 0) return;
        const {top} = links[here].getBoundingClientRect();
        const columns = Math.max(1, links.filter((link) =>
            Math.abs(link.getBoundingClientRect().top - top) < 4).length);
        /** @type {Record<string, number>} */
        const steps = {
            ArrowRight: here + 1, ArrowLeft: here - 1, ArrowDown: here + columns,
            ArrowUp: here - columns, Home: 0, End: links.length - 1,
        };
        const next = links[steps[event.key] ?? -1];
        if (next === undefined) {
            if (event.key === 'Delete') {
                const id = links[here].closest('li')?.dataset.id ?? '';
                const card = this.#cards.get(id);
                if (card !== undefined && !this.deleted) {
                    void import('./actions.js').then((module) => module.remove(card.document, false));
                }
            }
            return;
        }
        event.preventDefault();
        next.focus();
    }

    async #picked() {
        const files = [...this.picker.files ?? []];
        this.picker.value = '';
        await this.#take(files);
    }

    /**
     * Takes files in; a single one is opened, as whoever brings one wants to see it.
     *
     * @param {Iterable<File>} files
     */
    async #take(files) {
        const all = [...files];
        if (all.length === 0) return;
        const documents = await uploads.add(all);
        if (all.length === 1 && documents.length === 1 && !this.#stop.signal.aborted) {
            uploads.clearDone();
            location.hash = `#/d/${documents[0].id}`;
        }
    }

    // What is shown

    /** Gets the list, and shows it. */
    async load() {
        this.#asking?.abort();
        const asking = new AbortController();
        this.#asking = asking;
        if (!this.#loaded) this.#wait();
        const terms = new URLSearchParams();
        if (this.#query !== '') terms.set('query', this.#query);
        if (this.deleted) terms.set('deleted', 'true');
        const query = terms.toString();
        try {
            /** @type {{documents: Document[]}} */
            const answer = await json(
                `/api/documents${query === '' ? '' : `?${query}`}`, {signal: asking.signal});
            this.#documents = answer.documents;
            this.#loaded = true;
            this.#render();
        } catch (error) {
            if (isAbort(error)) return;
            this.#failed(error);
        }
    }

    #wait() {
        // Empty sheets where documents will be, so that nothing jumps when they come.
        this.list.replaceChildren(...Array.from({length: 8}, () => h(
            'li', {class: 'card waiting', 'aria-hidden': 'true'},
            h('span', {class: 'card-link'}, h('span', {class: 'card-picture'},
                h('span', {class: 'card-sheet'}))))));
    }

    /** @param {unknown} error */
    #failed(error) {
        if (this.#loaded) {
            toast(faultText(error), {fault: true});
            return;
        }
        this.list.replaceChildren();
        this.state.replaceChildren(h(
            'div', {class: 'empty'}, icon('alert', 40), h('h2', null, t('library.failed')),
            h('p', null, faultText(error)),
            h('button', {type: 'button', class: 'button', onclick: () => void this.load()},
                t('common.again'))));
    }

    #render() {
        const documents = this.#documents.slice(0, this.#shown);
        const focused = [...this.#cards.values()].find((card) => card.focused);
        const there = new Set(documents.map((document) => document.id));
        for (const id of [...this.#cards.keys()]) if (!there.has(id)) this.#cards.delete(id);
        const elements = documents.map((document) => this.#elementOf(document));
        // Elements that stay are not touched: moving one would lose its focus and its picture's place.
        const current = [...this.list.children];
        if (current.length !== elements.length || current.some((one, i) => one !== elements[i])) {
            this.list.replaceChildren(...elements);
            if (focused !== undefined && there.has(focused.document.id)) focused.link.focus();
        }
        this.count.textContent = this.#documents.length === 0 ? ''
            : t('library.documentCount', {count: this.#documents.length});
        this.#renderState();
    }

    /** @param {Document} document */
    #elementOf(document) {
        if (this.deleted) return this.#deletedRow(document);
        const card = this.#cards.get(document.id);
        if (card !== undefined) {
            card.update(document);
            return card.element;
        }
        const made = new Card(document);
        this.#cards.set(document.id, made);
        return made.element;
    }

    /** @param {Document} document */
    #deletedRow(document) {
        return h(
            'li', {class: 'deleted-row', 'data-id': document.id},
            icon('document', 24),
            h('div', {class: 'card-words'},
                h('span', {class: 'card-name'}, document.name),
                h('span', {class: 'card-facts'},
                    [document.deleted === null ? '' : t('library.deletedAgo', {ago: ago(document.deleted)}),
                        bytes(document.bytes)].join(' · '))),
            h('button', {
                type: 'button', class: 'button', 'aria-label': t('library.restoreOf', {name: document.name}),
                onclick: () => void restore(document).then(() => this.load()),
            }, icon('restore', 18), t('library.restore')),
            h('button', {
                type: 'button', class: 'icon-button', title: t('library.deleteForever'),
                'aria-label': t('library.deleteForeverOf', {name: document.name}),
                onclick: () => void this.#deleteForever(document),
            }, icon('trash')));
    }

    /** @param {Document} document */
    async #deleteForever(document) {
        const go = await confirmDialog({
            title: t('library.deleteForever'), text: t('library.deleteForeverWhy', {name: document.name}),
            accept: t('library.deleteForever'), look: 'danger',
        });
        if (!go) return;
        try {
            await call(documentPath(document.id, '?permanently=true'), {method: 'DELETE'});
            announce(t('library.goneForever', {name: document.name}));
            await this.load();
        } catch (error) {
            toast(faultText(error), {fault: true});
        }
    }

    #renderState() {
        if (this.#documents.length > 0) {
            this.state.replaceChildren();
            return;
        }
        if (this.#query !== '') {
            this.state.replaceChildren(h(
                'div', {class: 'empty', role: 'status'}, icon('search', 40),
                h('h2', null, t('library.nothingFound')),
                h('p', null, t('library.nothingFoundWhy', {query: this.#query}))));
        } else if (this.deleted) {
            this.state.replaceChildren(h(
                'div', {class: 'empty'}, icon('trash', 40), h('h2', null, t('library.nothingDeleted'))));
        } else {
            this.state.replaceChildren(h(
                'div', {class: 'empty invitation'}, mark(64),
                h('h2', null, t('library.emptyTitle')), h('p', null, t('library.emptyText')),
                h('button', {type: 'button', class: 'button primary', onclick: () => this.picker.click()},
                    icon('add', 20), t('library.addFirst')),
                h('p', {class: 'empty-hint'}, t('library.emptyHint'))));
        }
    }

    #toggleView() {
        const next = view() === 'grid' ? 'list' : 'grid';
        try {
            localStorage.setItem(VIEW_KEY, next);
        } catch {
            // It holds until the page is left.
        }
        this.#showView(next);
    }

    /** @param {'grid' | 'list'} kind */
    #showView(kind) {
        this.list.dataset.view = this.deleted ? 'rows' : kind;
        const label = t(kind === 'grid' ? 'library.asList' : 'library.asGrid');
        this.viewButton.setAttribute('aria-label', label);
        this.viewButton.title = label;
        this.viewButton.replaceChildren(icon(kind === 'grid' ? 'list' : 'grid'));
    }

    /** Ends it. */
    close() {
        this.#stop.abort();
        this.#asking?.abort();
        clearTimeout(this.#timer);
        this.element.remove();
    }
}

/** @returns {'grid' | 'list'} */
function view() {
    try {
        return localStorage.getItem(VIEW_KEY) === 'list' ? 'list' : 'grid';
    } catch {
        return 'grid';
    }
}

/**
 * Moves the focus past the bar without touching the address, which says what is shown.
 *
 * @param {Event} event
 */
function skip(event) {
    event.preventDefault();
    document.getElementById('main')?.focus();
}

/**
 * The menu of the app.
 *
 * @param {boolean} deleted
 * @returns {MenuEntry[]}
 */
function appMenu(deleted) {
    const now = theme();
    return [
        deleted ? {label: t('library.back'), icon: 'grid', href: '#/'}
            : {label: t('library.deletedTitle'), icon: 'trash', href: '#/deleted'},
        {label: t('common.settings'), icon: 'settings', href: '#/settings'},
        'line',
        {label: t('common.themeAuto'), icon: 'contrast', checked: now === 'auto', act: () => setTheme('auto')},
        {label: t('common.themeLight'), icon: 'sun', checked: now === 'light', act: () => setTheme('light')},
        {label: t('common.themeDark'), icon: 'moon', checked: now === 'dark', act: () => setTheme('dark')},
        'line',
        .../** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES)).map((one) => ({
            label: LANGUAGES[one], icon: 'language', checked: one === language(),
            act: () => void setLanguage(one),
        })),
    ];
}
