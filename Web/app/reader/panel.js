// SPDX-License-Identifier: Apache-2.0
/**
 * The panel beside the pages: thumbnails, outline, attachments and the hits of a search. On a narrow
 * window it lies over the pages and closes when something is chosen.
 */
import {documentPath, json} from '../api.js';
import {focusQuietly, freshId, h} from '../dom.js';
import {faultText} from '../faults.js';
import {bytes} from '../format.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {outlineTree} from './outline.js';
import {Thumbnails} from './thumbnails.js';
import {VirtualGrid} from './virtual-grid.js';

/**
 * @typedef {import('./viewport.js').Viewport} Viewport
 * @typedef {import('./finder.js').Finder} Finder
 * @typedef {import('../types.js').OutlineItem} OutlineItem
 * @typedef {import('../types.js').Attachment} Attachment
 * @typedef {'pages' | 'outline' | 'attachments' | 'hits'} Tab
 *
 * @typedef {object} PanelTerms
 * @property {(page: number) => void} goTo page from 0
 * @property {(item: OutlineItem) => void} follow
 * @property {(open: boolean) => void} changed
 */

/** How often a list that grows is shown anew. */
const HITS_MILLISECONDS = 150;

const TABS = /** @type {const} */ ([
    ['pages', 'grid', 'reader.pages'],
    ['outline', 'outline', 'reader.outline'],
    ['attachments', 'attach', 'reader.attachments'],
    ['hits', 'search', 'reader.hits'],
]);

export class Panel {
    /** @type {Tab} */
    #tab = 'pages';
    /** @type {Thumbnails | null} */
    #thumbnails = null;
    /** @type {VirtualGrid | null} */
    #hits = null;
    /** @type {Set<Tab>} */
    #made = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer = undefined;
    /** @type {WeakMap<HTMLElement, import('../types.js').Hit>} */
    #hitOf = new WeakMap();

    /**
     * @param {Viewport} viewport
     * @param {Finder} finder
     * @param {PanelTerms} terms
     */
    constructor(viewport, finder, terms) {
        this.viewport = viewport;
        this.finder = finder;
        this.terms = terms;
        const stem = freshId('panel');
        /** @type {Map<Tab, {tab: HTMLButtonElement, body: HTMLElement}>} */
        this.parts = new Map(TABS.map(([name, symbol, label]) => [name, {
            tab: h('button', {
                type: 'button', role: 'tab', class: 'icon-button panel-tab', id: `${stem}-${name}-tab`,
                'aria-controls': `${stem}-${name}`, 'aria-selected': 'false', tabindex: -1,
                'aria-label': t(label), title: t(label), onclick: () => this.open(name),
            }, icon(symbol)),
            body: h('div', {
                role: 'tabpanel', class: 'panel-body', id: `${stem}-${name}`,
                'aria-labelledby': `${stem}-${name}-tab`, hidden: true,
            }),
        }]));
        const tabs = h(
            'div', {role: 'tablist', class: 'panel-tabs', 'aria-label': t('reader.panel')},
            ...[...this.parts.values()].map((part) => part.tab));
        tabs.addEventListener('keydown', (event) => this.#walk(event));
        this.element = h(
            'aside', {class: 'panel', 'aria-label': t('reader.panel'), hidden: true},
            h('div', {class: 'panel-head'}, tabs, h('button', {
                type: 'button', class: 'icon-button panel-close', 'aria-label': t('common.close'),
                onclick: () => this.close(),
            }, icon('close'))),
            ...[...this.parts.values()].map((part) => part.body));
        viewport.addEventListener('page', () => {
            if (this.isOpen && this.#tab === 'pages') this.#thumbnails?.follow();
        });
        finder.addEventListener('found', () => {
            // Hits may come by the thousand: they are shown some times in a second.
            this.#timer ??= setTimeout(() => this.#showHits(), HITS_MILLISECONDS);
        });
        finder.addEventListener('current', () => this.#followHit());
    }

    get isOpen() {
        return !this.element.hidden;
    }

    /** Whether it lies over the pages. */
    get covers() {
        return getComputedStyle(this.element).position === 'fixed';
    }

    /** @param {Tab} [tab] */
    open(tab = this.#tab) {
        this.#tab = tab;
        this.element.hidden = false;
        for (const [name, part] of this.parts) {
            const selected = name === tab;
            part.tab.setAttribute('aria-selected', String(selected));
            part.tab.tabIndex = selected ? 0 : -1;
            part.body.hidden = !selected;
        }
        if (!this.#made.has(tab)) {
            this.#made.add(tab);
            void this.#make(tab);
        }
        if (tab === 'pages') requestAnimationFrame(() => this.#thumbnails?.follow());
        if (tab === 'hits') this.#showHits();
        this.terms.changed(true);
    }

    close() {
        if (!this.isOpen) return;
        const hadFocus = this.element.contains(document.activeElement);
        this.element.hidden = true;
        this.terms.changed(false);
        if (hadFocus) focusQuietly(this.viewport.element);
    }

    /** Something was chosen: on a narrow window the pages are to be seen again. */
    #chosen() {
        if (this.covers) this.close();
    }

    /** @param {Tab} tab */
    async #make(tab) {
        const body = this.parts.get(tab)?.body;
        if (body === undefined) return;
        if (tab === 'pages') {
            this.#thumbnails = new Thumbnails(this.viewport, (page) => {
                this.terms.goTo(page);
                this.#chosen();
            });
            body.replaceChildren(this.#thumbnails.element);
        } else if (tab === 'hits') {
            this.#makeHits(body);
        } else {
            await this.#fetch(tab, body);
        }
    }

    /**
     * @param {'outline' | 'attachments'} tab
     * @param {HTMLElement} body
     */
    async #fetch(tab, body) {
        body.replaceChildren(h('div', {class: 'panel-wait'}, h('span', {class: 'spinner'})));
        try {
            const answer = await json(documentPath(this.viewport.source.id, `/${tab}`));
            const made = tab === 'outline'
                ? this.#outline(/** @type {{items: OutlineItem[]}} */ (answer).items)
                : this.#attachments(/** @type {{attachments: Attachment[]}} */ (answer).attachments);
            body.replaceChildren(made);
        } catch (error) {
            this.#made.delete(tab);
            body.replaceChildren(empty('alert', faultText(error)));
        }
    }

    /** @param {OutlineItem[]} items */
    #outline(items) {
        if (items.length === 0) return empty('outline', t('reader.noOutline'));
        return outlineTree(items, (item) => {
            this.terms.follow(item);
            if (item.page !== null) this.#chosen();
        });
    }

    /** @param {Attachment[]} attachments */
    #attachments(attachments) {
        if (attachments.length === 0) return empty('attach', t('reader.noAttachments'));
        return h('ul', {class: 'attachments'}, ...attachments.map((one) => {
            const path = `/attachments/${encodeURIComponent(one.id)}`;
            const facts = [one.bytes === null ? null : bytes(one.bytes), one.description]
                .filter((fact) => fact !== null && fact !== '').join(' · ');
            return h('li', null, h(
                'a', {class: 'attachment', href: documentPath(this.viewport.source.id, path), download: one.name},
                icon('attach', 20),
                h('span', {class: 'attachment-words'},
                    h('span', {class: 'attachment-name'}, one.name),
                    facts === '' ? null : h('span', {class: 'attachment-facts'}, facts)),
                icon('download', 20)));
        }));
    }

    /** @param {HTMLElement} body */
    #makeHits(body) {
        this.#hits = new VirtualGrid({
            label: t('reader.hits'),
            cellWidth: 0,
            cellHeight: 76,
            make: (index) => this.#hitCell(index),
            choose: (index) => {
                this.finder.choose(index);
                this.#chosen();
            },
        });
        body.replaceChildren(this.#hits.element);
        this.#showHits();
    }

    /** @param {number} index */
    #hitCell(index) {
        const hit = this.finder.hits[index];
        const cell = h(
            'div', {class: 'hit-cell'},
            h('span', {class: 'hit-words'},
                tail(hit.before), h('mark', null, hit.words), hit.after),
            h('span', {class: 'hit-page'}, t('reader.pageName', {page: hit.page})));
        this.#hitOf.set(cell, hit);
        return cell;
    }

    #showHits() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        const body = this.parts.get('hits')?.body;
        if (this.#hits === null || body === undefined || !this.isOpen || this.#tab !== 'hits') return;
        const count = this.finder.hits.length;
        const none = count === 0;
        body.querySelector('.panel-empty')?.remove();
        this.#hits.element.hidden = none;
        if (none) body.append(empty('search', this.finder.query === '' ? t('reader.searchFirst') : t('reader.noHits')));
        if (count !== this.#hits.count) this.#hits.setCount(count);
        this.#hits.refresh((index, cell) => this.#hitOf.get(cell) === this.finder.hits[index]);
        this.#followHit();
    }

    #followHit() {
        if (this.#hits === null || !this.isOpen || this.#tab !== 'hits') return;
        this.#hits.setActive(Math.max(0, this.finder.current));
        if (this.finder.current >= 0) this.#hits.show(this.finder.current);
    }

    /** @param {KeyboardEvent} event */
    #walk(event) {
        const names = TABS.map(([name]) => name);
        const here = names.indexOf(this.#tab);
        /** @type {Record<string, number>} */
        const steps = {
            ArrowRight: (here + 1) % names.length,
            ArrowLeft: (here - 1 + names.length) % names.length,
            Home: 0,
            End: names.length - 1,
        };
        const next = steps[event.key];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.open(names[next]);
        this.parts.get(names[next])?.tab.focus();
    }

    /** The document has changed: what was fetched is fetched again when it is next seen. */
    renew() {
        this.#thumbnails?.renew();
        for (const tab of /** @type {Tab[]} */ (['outline', 'attachments'])) this.#made.delete(tab);
        if (this.isOpen) this.open();
    }

    /** Something was edited: what shows it in small is asked for again. */
    freshen() {
        this.#thumbnails?.freshen();
    }

    /** Ends it. */
    remove() {
        clearTimeout(this.#timer);
        this.#thumbnails?.close();
        this.#hits?.close();
        this.element.remove();
    }
}

/**
 * @param {string} symbol
 * @param {string} text
 */
function empty(symbol, text) {
    return h('div', {class: 'panel-empty'}, icon(symbol, 28), h('p', null, text));
}

/**
 * The end of what stands before a hit, so that the hit itself is seen.
 *
 * @param {string} before
 */
function tail(before) {
    if (before.length <= 28) return before;
    const end = before.slice(-28);
    // Not in the middle of a word, where words are told apart by spaces.
    const space = end.indexOf(' ');
    return `…${space >= 0 && space < 14 ? end.slice(space + 1) : end}`;
}
