// SPDX-License-Identifier: Apache-2.0
// Says whether everything is saved; always to be seen while a document is open.

import {h} from '../dom.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {glyph} from './glyphs.js';

/** @typedef {import('../offline/queue-machine.js').StateWord} StateWord */

/** "Saving…" is shown at once and stays for so long at least, so that the words do not flicker. */
const PATIENCE = 300;

/**
 * The words for a state.
 *
 * @param {StateWord} word @param {number} count of edits that wait @returns {string}
 */
export function stateText(word, count) {
    if (word === 'offline') return t(count === 0 ? 'offline.none' : 'offline.waiting', {count});
    return t({
        saved: 'sign.state.saved', saving: 'sign.state.saving', conflict: 'sign.state.conflict',
        locked: 'sign.state.locked', shutOut: 'sign.state.shutOut', blocked: 'sign.state.blocked',
    }[word]);
}

/** The element, and how it is kept right. */
export class SaveState {
    /** @param {() => void} decide what a press does where a person has to say something */
    constructor(decide) {
        this.decide = decide;
        this.element = h('span', {class: 'save-place'});
        this.live = h('span', {class: 'unseen', role: 'status'});
        this.shown = '';
        this.savingSince = -PATIENCE;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
    }

    /** @param {StateWord} word @param {number} count */
    show(word, count) {
        clearTimeout(this.timer);
        const left = this.savingSince + PATIENCE - performance.now();
        if (word === 'saved' && left > 0) {
            this.timer = setTimeout(() => this.put(word, count), left);
        } else {
            this.put(word, count);
        }
    }

    /** @param {StateWord} word @param {number} count */
    put(word, count) {
        const text = stateText(word, count);
        if (text === this.shown) return;
        this.shown = text;
        if (word === 'saving') this.savingSince = performance.now();
        const pictures = {
            saved: () => icon('check', 16), saving: () => glyph('sync', 16),
            offline: () => glyph('cloudOff', 16), conflict: () => icon('alert', 16),
            locked: () => icon('lock', 16), shutOut: () => icon('lock', 16),
            blocked: () => icon('alert', 16),
        };
        const content = [pictures[word](), h('span', null, text)];
        this.element.replaceChildren(word === 'conflict' || word === 'locked'
            ? h('button', {
                type: 'button', class: 'save-state', 'data-word': word, onclick: this.decide,
            }, ...content)
            : h('span', {class: 'save-state', 'data-word': word}, ...content), this.live);
        // Whoever listens is told what came of it, and not of every moment on the way.
        if (word !== 'saving') this.live.textContent = text;
    }
}
