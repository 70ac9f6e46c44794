// SPDX-License-Identifier: Apache-2.0
/** The keys of the reader, in one table that is also shown to the person. */
import {showDialog} from '../dialog.js';
import {h} from '../dom.js';
import {t} from '../i18n.js';

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as `KeyboardEvent.key` has them; `mod+` is Ctrl, or ⌘ on a Mac
 * @property {string} label the key of its words
 * @property {(event: KeyboardEvent) => void} act
 * @property {string} [shown] how the keys are written for people, where not as they are
 */

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Listens for keys that nothing else wants. Letters and signs act only while the pages have the focus
 * (WCAG 2.1.4): whoever speaks to the machine types words anywhere.
 *
 * @param {Shortcut[]} table
 * @param {HTMLElement} pages
 * @param {AbortSignal} signal
 */
export function attachShortcuts(table, pages, signal) {
    addEventListener('keydown', (event) => {
        if (event.defaultPrevented || event.altKey || event.isComposing) return;
        if (document.querySelector('dialog[open]') !== null) return;
        const target = /** @type {Element} */ (event.target);
        const typing = target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');
        const mod = MAC ? event.metaKey : event.ctrlKey;
        const other = MAC ? event.ctrlKey : event.metaKey;
        if (other) return;
        const name = `${mod ? 'mod+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
        if (typing !== null && !mod && event.key !== 'Escape') return;
        // What has the focus keeps the keys that press it.
        const pressed = target.closest('button, a[href], [role="option"], [role="treeitem"], [role="tab"]');
        if (pressed !== null && (event.key === ' ' || event.key === 'Enter')) return;
        const isSign = !mod && event.key.length === 1 && event.key !== ' ';
        if (isSign && !pages.contains(target)) return;
        const found = table.find((one) => one.keys.includes(name));
        if (found === undefined) return;
        if (typing !== null && name === 'mod+a') return;
        event.preventDefault();
        found.act(event);
    }, {signal});
}

/**
 * Shows the keys.
 *
 * @param {Shortcut[]} table
 */
export function showShortcuts(table) {
    const rows = table.filter((one) => one.label !== '').map((one) => h(
        'div', {class: 'shortcut'},
        h('dt', null, ...keysOf(one)), h('dd', null, t(one.label))));
    void showDialog({
        title: t('reader.shortcuts'),
        dismiss: t('common.close'),
        body: [h('dl', {class: 'shortcuts'}, ...rows)],
    });
}

/** @param {Shortcut} shortcut */
function keysOf(shortcut) {
    const names = shortcut.shown?.split(' ') ?? shortcut.keys;
    return names.map((name) => h('kbd', null, name
        .replace('mod+', MAC ? '⌘ ' : 'Ctrl ')
        .replace('PageDown', 'Page ↓').replace('PageUp', 'Page ↑')
        .replace('ArrowRight', '→').replace('ArrowLeft', '←')
        .replace('ArrowDown', '↓').replace('ArrowUp', '↑')
        .replace('Escape', 'Esc')));
}
