// SPDX-License-Identifier: Apache-2.0
/** One document in the library. */
import {documentPath} from '../api.js';
import {h} from '../dom.js';
import {ago, bytes, dateTime} from '../format.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {menuButton, openMenu} from '../menu.js';
import {documentMenu} from './actions.js';

/** @typedef {import('../types.js').Document} Document */

export class Card {
    /** @param {Document} document */
    constructor(document) {
        this.document = document;
        this.picture = h('span', {class: 'card-picture'});
        this.name = h('span', {class: 'card-name'});
        this.facts = h('span', {class: 'card-facts'});
        this.link = h(
            'a', {class: 'card-link', href: `#/d/${document.id}`},
            this.picture, h('span', {class: 'card-words'}, this.name, this.facts));
        this.more = h('button', {type: 'button', class: 'icon-button card-more'}, icon('more'));
        menuButton(this.more, () => documentMenu(() => this.document, {library: true}));
        this.element = h('li', {class: 'card', 'data-id': document.id}, this.link, this.more);
        this.element.addEventListener('contextmenu', (event) => {
            // A keyboard's menu key asks here too; a long press on a phone keeps the browser's menu.
            if (/** @type {PointerEvent} */ (event).pointerType === 'touch') return;
            event.preventDefault();
            openMenu(
                this.more, documentMenu(() => this.document, {library: true}),
                event.clientX > 0 ? {x: event.clientX, y: event.clientY} : undefined);
        });
        this.#fill(null);
    }

    /**
     * Shows another state of the document; what has not changed is left alone.
     *
     * @param {Document} document
     */
    update(document) {
        const before = this.document;
        if (before === document) return;
        this.document = document;
        this.#fill(before);
    }

    /** @param {Document | null} before */
    #fill(before) {
        const {document} = this;
        if (before?.name !== document.name) {
            this.name.textContent = document.name.replace(/\.pdf$/i, '');
            this.name.title = document.name;
            this.more.setAttribute('aria-label', t('library.actionsOf', {name: document.name}));
        }
        /** @type {[string, string][]} */
        const facts = [['size', bytes(document.bytes)], ['time', ago(document.modified)]];
        if (document.pages !== null) {
            facts.unshift(['pages', t('library.pagesOf', {count: document.pages})]);
        }
        this.facts.replaceChildren(...facts.flatMap(([kind, text], index) => [
            index === 0 ? '' : ' ', h('span', {class: `fact-item card-fact-${kind}`}, text),
        ]));
        this.facts.title = `${bytes(document.bytes)} · ${dateTime(document.modified)}`;
        const same = before !== null && before.modified === document.modified
            && before.version === document.version && before.locked === document.locked
            && before.bytes === document.bytes;
        if (!same) this.#showPicture();
    }

    #showPicture() {
        const {document} = this;
        if (document.locked) {
            this.picture.replaceChildren(sheet(icon('lock', 30)));
            return;
        }
        // The list does not know the version of the pictures. This names none, so that the server says
        // each time whether the picture is still right; another address makes the browser ask.
        const v = `list.${document.version}.${document.edited ? Date.now() : 'saved'}`;
        const query = new URLSearchParams({width: '360', v: v.slice(0, 64)});
        const image = h('img', {
            alt: '', loading: 'lazy', decoding: 'async', draggable: 'false',
            src: documentPath(document.id, `/pages/1/thumbnail?${query}`),
        });
        const there = this.picture.querySelector('img');
        if (there === null) {
            this.picture.replaceChildren(sheet(null), image);
            image.addEventListener('load', () => this.picture.replaceChildren(image), {once: true});
        } else {
            // The old picture stays until the new one is there.
            image.loading = 'eager';
            image.addEventListener('load', () => there.replaceWith(image), {once: true});
        }
        image.addEventListener('error', () => {
            if (image.isConnected) this.picture.replaceChildren(sheet(icon('document', 30)));
        }, {once: true});
    }

    /** Whether it has the focus, or a part of it. */
    get focused() {
        return this.element.contains(document.activeElement);
    }
}

/** @param {SVGElement | null} symbol */
function sheet(symbol) {
    return h('span', {class: 'card-sheet'}, symbol);
}

