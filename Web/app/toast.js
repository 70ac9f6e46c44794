// SPDX-License-Identifier: Apache-2.0
/** Short notes at the lower edge: what was done, with a way back, or what could not be done. */
import {h, must} from './dom.js';
import {t} from './i18n.js';
import {icon} from './icons.js';

/**
 * @typedef {object} ToastTerms
 * @property {string} [action] the words of a button
 * @property {() => void} [act] what that button does
 * @property {boolean} [fault] it is said at once, and stays until it is closed
 * @property {number} [milliseconds] how long it stays
 */

/**
 * Shows a note. It stays while it has the focus or the pointer.
 *
 * @param {string} text
 * @param {ToastTerms} [terms]
 * @returns {() => void} takes it away
 */
export function toast(text, terms = {}) {
    const place = must(document, '#toasts');
    const element = h(
        'div', {class: 'toast', role: terms.fault ? 'alert' : 'status'}, h('p', null, text));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const close = () => {
        clearTimeout(timer);
        element.remove();
    };
    const wait = () => {
        clearTimeout(timer);
        if (!terms.fault) timer = setTimeout(close, terms.milliseconds ?? (terms.action ? 8000 : 4000));
    };
    if (terms.action !== undefined) {
        element.append(h('button', {
            type: 'button',
            class: 'button',
            onclick: () => {
                close();
                terms.act?.();
            },
        }, terms.action));
    }
    element.append(h(
        'button',
        {type: 'button', class: 'icon-button', 'aria-label': t('common.close'), onclick: close},
        icon('close', 18)));
    for (const kind of ['pointerenter', 'focusin']) {
        element.addEventListener(kind, () => clearTimeout(timer));
    }
    for (const kind of ['pointerleave', 'focusout']) element.addEventListener(kind, wait);
    while (place.children.length > 2) place.firstElementChild?.remove();
    place.append(element);
    wait();
    return close;
}

/**
 * Says something to screen readers only, when nothing more urgent is being said.
 *
 * @param {string} text
 */
export function announce(text) {
    let line = document.getElementById('announcer');
    if (line === null) {
        line = h('div', {id: 'announcer', class: 'unseen', role: 'status', 'aria-live': 'polite'});
        document.body.append(line);
    }
    line.textContent = text;
}
