// SPDX-License-Identifier: Apache-2.0
/** The bar above the pages. It says what is wanted; the reader does it. */
import {h} from '../dom.js';
import {number} from '../format.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {menuButton} from '../menu.js';
import {FULL} from './zoom.js';

/**
 * @typedef {import('../menu.js').MenuEntry} MenuEntry
 * @typedef {import('../menu.js').MenuItem} MenuItem
 * @typedef {import('./viewport.js').Viewport} Viewport
 *
 * @typedef {object} ToolbarActs
 * @property {() => void} togglePanel
 * @property {() => void} find
 * @property {(text: string) => boolean} goTo false where there is no such page
 * @property {(step: 1 | -1) => void} turn
 * @property {(direction: 1 | -1) => void} zoom
 * @property {(fit: 'width' | 'page' | 'full') => void} fit
 * @property {() => MenuEntry[]} menu
 *
 * @typedef {HTMLElement & {addMenuItem: (item: MenuItem) => () => void}} ToolbarElement
 */

export class Toolbar {
    /** @type {MenuItem[]} */
    #more = [];

    /**
     * @param {string} name of the document
     * @param {ToolbarActs} acts
     */
    constructor(name, acts) {
        this.acts = acts;
        this.title = h('h1', {class: 'reader-title cut', title: name}, name);
        this.panelButton = button('panel', t('reader.panel'), acts.togglePanel);
        this.panelButton.setAttribute('aria-expanded', 'false');
        this.panelButton.classList.add('panel-button');
        this.pageInput = h('input', {
            class: 'page-input', inputmode: 'numeric', autocomplete: 'off', 'aria-label': t('reader.goTo'),
            enterkeyhint: 'go', maxlength: 12,
        });
        this.pageCount = h('span', {class: 'page-count'});
        this.previous = button('chevronUp', t('reader.previousPage'), () => acts.turn(-1));
        this.next = button('chevronDown', t('reader.nextPage'), () => acts.turn(1));
        this.zoomButton = h('button', {type: 'button', class: 'button plain zoom-value'});
        this.zoomOut = button('minus', t('reader.zoomOut'), () => acts.zoom(-1));
        this.zoomIn = button('add', t('reader.zoomIn'), () => acts.zoom(1));
        this.signSlot = h('div', {class: 'slot', 'data-slot': 'sign'});
        this.stateSlot = h('div', {class: 'slot slot-state', 'data-slot': 'state'});
        const more = button('more', t('common.more'), () => undefined);
        more.dataset.slot = 'more';
        this.moreButton = more;
        this.findButton = button('search', t('reader.find'), acts.find);
        menuButton(more, () => this.#menu());
        menuButton(this.zoomButton, () => this.#zoomMenu());
        this.pageInput.addEventListener('focus', () => this.pageInput.select());
        this.pageInput.addEventListener('keydown', (event) => {
            // The reader hears the key too, and gives the focus to the pages.
            if (event.key === 'Escape') this.#restore();
            if (event.key === 'Enter') this.#go();
        });
        this.pageInput.addEventListener('blur', () => this.#restore());
        this.element = /** @type {ToolbarElement} */ (h(
            'header', {class: 'reader-bar'},
            h('div', {class: 'bar-start'},
                h('a', {class: 'icon-button', href: '#/', 'aria-label': t('reader.toLibrary'),
                    title: t('reader.toLibrary')}, icon('back')),
                this.panelButton,
                h('div', {class: 'bar-name'}, this.title, this.stateSlot)),
            h('div', {class: 'bar-middle'},
                h('div', {class: 'page-box', role: 'group', 'aria-label': t('reader.page')},
                    this.previous,
                    h('span', {class: 'page-field'}, this.pageInput, this.pageCount),
                    this.next),
                h('div', {class: 'zoom-box', role: 'group', 'aria-label': t('reader.zoom')},
                    this.zoomOut, this.zoomButton, this.zoomIn)),
            h('div', {class: 'bar-end'}, this.findButton, this.signSlot, more)));
        this.element.addMenuItem = (item) => {
            this.#more.push(item);
            return () => { this.#more = this.#more.filter((one) => one !== item); };
        };
    }

    /** @returns {MenuEntry[]} */
    #menu() {
        /** @type {MenuEntry[]} */
        const own = this.acts.menu();
        return this.#more.length === 0 ? own : [...this.#more, 'line', ...own];
    }

    /** @returns {MenuEntry[]} */
    #zoomMenu() {
        return [
            {label: t('reader.fitWidth'), icon: 'fitWidth', act: () => this.acts.fit('width')},
            {label: t('reader.fitPage'), icon: 'fitPage', act: () => this.acts.fit('page')},
            {label: t('reader.fullSize'), icon: 'document', keys: '0', act: () => this.acts.fit('full')},
        ];
    }

    #go() {
        const ok = this.acts.goTo(this.pageInput.value);
        this.pageInput.toggleAttribute('aria-invalid', false);
        if (ok) {
            this.pageInput.blur();
        } else {
            this.pageInput.setAttribute('aria-invalid', 'true');
            this.pageInput.select();
        }
    }

    #restore() {
        this.pageInput.removeAttribute('aria-invalid');
        this.pageInput.value = this.pageInput.dataset.page ?? '';
    }

    /** @param {string} name */
    setName(name) {
        this.title.textContent = name;
        this.title.title = name;
    }

    /**
     * Shows where the person is.
     *
     * @param {Viewport} viewport
     */
    show(viewport) {
        const {count} = viewport.source.sizes;
        const label = viewport.source.labelOf(viewport.current);
        const value = label ?? String(viewport.current + 1);
        this.pageInput.dataset.page = value;
        if (document.activeElement !== this.pageInput) this.pageInput.value = value;
        this.pageInput.style.width = `${Math.max(2, String(count).length, value.length) + 1.6}ch`;
        this.pageCount.textContent = label === null ? t('reader.ofPages', {count})
            : t('reader.labelOfPages', {page: viewport.current + 1, count});
        this.previous.disabled = viewport.current === 0;
        this.next.disabled = viewport.current >= count - 1;
        const percent = Math.round(viewport.scale / FULL * 100);
        this.zoomButton.textContent = `${number(percent)} %`;
        this.zoomButton.setAttribute('aria-label', t('reader.zoomNow', {percent}));
    }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 */
function button(name, label, act) {
    return h(
        'button', {type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: act},
        icon(name));
}
