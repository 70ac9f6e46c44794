// SPDX-License-Identifier: Apache-2.0
// The bar at the lower edge while there are signatures: what can be done with the one that is
// selected, undo and redo, and the end of it all.

import {h} from '../dom.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {glyph} from './glyphs.js';

/**
 * @typedef {object} BarActs
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} add
 * @property {() => void} finish
 * @property {() => void} send
 * @property {() => void} placeHere
 * @property {() => void} cancelPlacing
 * @property {() => void} remove
 * @property {() => void} larger
 * @property {() => void} smaller
 * @property {() => void} move
 * @property {() => void} done
 */
/**
 * @typedef {object} BarState
 * @property {'hidden' | 'marks' | 'placing' | 'selected'} face
 * @property {string | null} undo what it would take back
 * @property {string | null} redo
 * @property {boolean} hasMarks
 * @property {boolean} isSigned it was finished here, so that the file can go on its way
 * @property {boolean} coversText the selected signature lies on text
 * @property {string[]} covered words of it; none where the document does not let them be copied
 */

const MOST_WORDS = 4;
/** What has no spaces counts as one word; of a long one the beginning tells enough. */
const LONGEST_WORD = 14;

/** @param {string} word @returns {string} */
function short(word) {
    const letters = [...word.replace(/^\p{P}+|\p{P}+$/gu, '')];
    if (letters.length === 0) return word;
    return letters.length > LONGEST_WORD
        ? `${letters.slice(0, LONGEST_WORD).join('')}…` : letters.join('');
}

/** The bar; it is shown and hidden by `show`. */
export class SigningBar {
    /** @param {BarActs} acts */
    constructor(acts) {
        const button = (/** @type {string} */ name, /** @type {Node} */ picture,
            /** @type {() => void} */ act, look = 'icon-button') => h('button', {
            type: 'button', class: look, onclick: act, 'data-act': name,
            ...(look === 'icon-button'
                ? {'aria-label': t(`sign.bar.${name}`), title: t(`sign.bar.${name}`)} : {}),
        }, picture, look === 'icon-button' ? null : h('span', null, t(`sign.bar.${name}`)));
        this.undo = button('undo', glyph('undo'), acts.undo);
        this.redo = button('redo', glyph('redo'), acts.redo);
        this.finish = button('finish', glyph('finish', 20), acts.finish, 'button seal');
        this.add = button('add', icon('add', 20), acts.add, 'button');
        this.send = button('send', icon('share', 20), acts.send, 'button primary');
        /** @type {Record<string, HTMLElement>} */
        this.faces = {
            marks: h('div', {class: 'signing-face'}, this.undo, this.redo,
                h('span', {class: 'signing-gap'}),
                this.add, this.finish, this.send),
            placing: h('div', {class: 'signing-face'},
                this.hint = h('p', {class: 'signing-hint'}, t('sign.bar.tap')),
                button('placeHere', icon('check', 20), acts.placeHere, 'button primary'),
                button('cancelPlacing', icon('close'), acts.cancelPlacing)),
            selected: h('div', {class: 'signing-face'},
                button('remove', icon('trash'), acts.remove),
                button('smaller', glyph('smaller'), acts.smaller),
                button('larger', glyph('larger'), acts.larger),
                button('move', glyph('move'), acts.move),
                h('span', {class: 'signing-gap'}),
                button('done', icon('check', 20), acts.done, 'button primary')),
        };
        this.warning = h('p', {class: 'signing-warning', role: 'status'});
        this.element = h('section', {
            class: 'signing-bar', 'aria-label': t('sign.bar.label'), hidden: true,
        }, this.warning, ...Object.values(this.faces));
        // What else lies at the lower edge makes room, also when there is a warning.
        this.observer = new ResizeObserver(() => document.documentElement.style.setProperty(
            '--signing-bar', `${this.element.offsetHeight}px`));
        this.observer.observe(this.element);
    }

    /** Takes it away. */
    remove() {
        this.observer.disconnect();
        this.element.remove();
        document.documentElement.classList.remove('signing');
    }

    /** @param {BarState} state */
    show(state) {
        this.element.hidden = state.face === 'hidden';
        const hadFocus = this.element.contains(document.activeElement);
        for (const [name, face] of Object.entries(this.faces)) face.hidden = name !== state.face;
        if (hadFocus && document.activeElement?.closest('[hidden]')) {
            this.faces[state.face]?.querySelector('button')?.focus({preventScroll: true});
        }
        name(this.undo, 'sign.bar.undo', 'sign.bar.undo.named', state.undo);
        name(this.redo, 'sign.bar.redo', 'sign.bar.redo.named', state.redo);
        this.finish.hidden = !state.hasMarks;
        this.send.hidden = state.hasMarks || !state.isSigned;
        const words = state.covered.slice(0, MOST_WORDS)
            .map((word) => t('sign.quoted', {word: short(word)}));
        const more = state.covered.length > MOST_WORDS ? ' …' : '';
        const named = words.length === 0 ? t('sign.covers.unnamed')
            : t('sign.covers', {words: words.join(t('sign.comma')) + more});
        const text = state.coversText ? named : '';
        if (this.warning.textContent !== text) {
            this.warning.replaceChildren(...(text === '' ? [] : [icon('alert', 18), text]));
        }
    }

    /** @param {import('./mark.js').Mark | null} moved that is placed anew; null: a new one */
    setHint(moved) { this.hint.textContent = t(moved ? 'sign.bar.tapMove' : 'sign.bar.tap'); }
}

/**
 * @param {HTMLElement} button @param {string} key @param {string} namedKey @param {string | null} what
 */
function name(button, key, namedKey, what) {
    const text = what === null ? t(key) : t(namedKey, {what});
    button.setAttribute('aria-label', text);
    button.title = text;
    button.toggleAttribute('disabled', what === null);
}
