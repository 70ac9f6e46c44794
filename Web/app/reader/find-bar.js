// SPDX-License-Identifier: Apache-2.0
/** The bar that searches: words, two options, the count, next and previous. */
import {h} from '../dom.js';
import {faultText} from '../faults.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {announce} from '../toast.js';
import {Finder} from './finder.js';

/** So long after the last key the search begins. */
const TYPING_MILLISECONDS = 250;

/** @typedef {import('./viewport.js').Viewport} Viewport */

export class FindBar {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer = undefined;
    #shown = '';
    #painted = 0;

    /**
     * @param {Viewport} viewport
     * @param {Finder} finder
     * @param {{list: () => void, closed: () => void}} terms `list` shows all hits
     */
    constructor(viewport, finder, terms) {
        this.viewport = viewport;
        this.finder = finder;
        this.terms = terms;
        this.input = h('input', {
            class: 'input find-input', type: 'search', 'aria-label': t('reader.find'),
            placeholder: t('reader.find'), autocomplete: 'off', spellcheck: 'false',
            enterkeyhint: 'search', maxlength: 500,
        });
        this.caseBox = toggle('Aa', t('reader.matchCase'), () => this.#begin());
        this.wordsBox = toggle('“ab”', t('reader.wholeWords'), () => this.#begin());
        this.count = h('span', {class: 'find-count'});
        this.note = h('p', {class: 'find-note', hidden: true});
        const previous = button('chevronUp', t('reader.previousHit'), () => finder.step(-1));
        const next = button('chevronDown', t('reader.nextHit'), () => finder.step(1));
        const list = button('list', t('reader.allHits'), terms.list);
        this.steps = [previous, next, list];
        this.element = h(
            'div', {class: 'find-bar', role: 'search', 'aria-label': t('reader.findIn'), hidden: true},
            h('div', {class: 'find-row'},
                h('div', {class: 'find-field'}, icon('search', 18), this.input, this.count),
                h('div', {class: 'find-tools'}, this.caseBox, this.wordsBox, previous, next, list,
                    button('close', t('common.close'), () => this.close()))),
            this.note);
        this.input.addEventListener('input', () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.#begin(), TYPING_MILLISECONDS);
        });
        this.input.addEventListener('keydown', (event) => this.#key(event));
        finder.addEventListener('found', () => this.#found());
        finder.addEventListener('current', () => this.#goTo());
        finder.addEventListener('end', () => announce(this.count.textContent ?? ''));
        this.#tell();
    }

    get open() {
        return !this.element.hidden;
    }

    /** Opens the bar; what is selected is what is looked for. */
    show() {
        this.element.hidden = false;
        const selected = getSelection()?.toString().trim() ?? '';
        if (selected !== '' && selected.length < 80 && !selected.includes('\n')) {
            this.input.value = selected;
        }
        this.input.focus();
        this.input.select();
        if (this.input.value !== '' && this.input.value !== this.finder.query) this.#begin();
    }

    /** Closes it; nothing is marked any more. */
    close() {
        if (!this.open) return;
        clearTimeout(this.#timer);
        this.element.hidden = true;
        this.finder.clear();
        this.#found();
        this.terms.closed();
    }

    #begin() {
        clearTimeout(this.#timer);
        const options = {case: isPressed(this.caseBox), words: isPressed(this.wordsBox)};
        void this.finder.start(this.input.value, options, this.viewport.current);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (this.input.value !== this.finder.query) this.#begin();
        else this.finder.step(event.shiftKey ? -1 : 1);
    }

    #found() {
        // Hits may come by the thousand: they are shown once a frame.
        cancelAnimationFrame(this.#painted);
        this.#painted = requestAnimationFrame(() => {
            this.#tell();
            this.paint();
        });
    }

    /** Marks the hits on the pages that are on the screen. */
    paint() {
        for (const view of this.viewport.views.values()) view.showHits(this.finder.on(view.page));
    }

    #tell() {
        const {finder} = this;
        const count = finder.hits.length;
        let text = '';
        if (finder.query !== '') {
            if (count > 0) {
                text = t(finder.running || finder.cut ? 'reader.hitOfMore' : 'reader.hitOf', {
                    now: finder.current + 1, all: count,
                });
            } else if (finder.running) {
                text = finder.progress === null ? t('reader.searching')
                    : t('reader.searchingPage', {page: finder.progress.done, of: finder.progress.of});
            } else {
                text = t('reader.noHits');
            }
        }
        if (text !== this.#shown) {
            this.#shown = text;
            this.count.textContent = text;
        }
        for (const one of this.steps) one.toggleAttribute('disabled', count === 0);
        this.#tellNote();
    }

    #tellNote() {
        const {finder} = this;
        let note = '';
        if (finder.fault !== null) note = faultText(finder.fault);
        else if (!finder.running && finder.pagesWithoutText > 0) {
            const all = finder.pagesWithoutText >= this.viewport.source.sizes.count;
            note = all ? t('reader.noTextAtAll')
                : t('reader.pagesWithoutText', {count: finder.pagesWithoutText});
        }
        this.note.hidden = note === '';
        this.note.textContent = note;
    }

    #goTo() {
        const hit = this.finder.hits[this.finder.current];
        if (hit === undefined) return;
        const xs = hit.quads.flatMap((quad) => [quad[0], quad[2], quad[4], quad[6]]);
        const ys = hit.quads.flatMap((quad) => [quad[1], quad[3], quad[5], quad[7]]);
        if (xs.length > 0) {
            this.viewport.reveal(hit.page - 1, {
                left: Math.min(...xs), right: Math.max(...xs),
                top: Math.min(...ys), bottom: Math.max(...ys),
            });
        } else {
            this.viewport.goTo(hit.page - 1);
        }
        this.#found();
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

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} changed
 */
function toggle(text, label, changed) {
    const element = h('button', {
        type: 'button', class: 'icon-button find-toggle', 'aria-pressed': 'false',
        'aria-label': label, title: label,
        onclick: () => {
            element.setAttribute('aria-pressed', String(!isPressed(element)));
            changed();
        },
    }, text);
    return element;
}

/** @param {Element} element */
function isPressed(element) {
    return element.getAttribute('aria-pressed') === 'true';
}
