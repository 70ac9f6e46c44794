// SPDX-License-Identifier: Apache-2.0
/** Menus below a button (or at a point), walked with the arrow keys. */
import {h} from './dom.js';
import {icon} from './icons.js';

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {string} [icon]
 * @property {string} [keys] the shortcut, shown only
 * @property {boolean} [danger]
 * @property {boolean} [checked] given, it is one choice of several
 * @property {boolean} [hidden]
 * @property {string} [href] a link instead of an act
 * @property {string} [download] the file name of that link
 * @property {() => void} [act]
 *
 * @typedef {MenuItem | 'line'} MenuEntry
 */

/** @type {(() => void) | null} */
let closeOpen = null;

/**
 * Makes a button open a menu.
 *
 * @param {HTMLElement} button
 * @param {() => MenuEntry[]} entries asked for each time
 */
export function menuButton(button, entries) {
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => {
        if (button.getAttribute('aria-expanded') === 'true') closeOpen?.();
        else openMenu(button, entries());
    });
    button.addEventListener('keydown', (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        openMenu(button, entries());
    });
}

/**
 * Opens a menu.
 *
 * @param {HTMLElement} button what it belongs to; it gets the focus back
 * @param {MenuEntry[]} entries
 * @param {{x: number, y: number}} [point] where a pointer asked for it
 */
export function openMenu(button, entries, point) {
    closeOpen?.();
    const items = entries.filter((entry) => entry === 'line' || !entry.hidden);
    const menu = h('div', {class: 'menu', role: 'menu', 'aria-label': labelOf(button)});
    const close = (/** @type {boolean} */ focus) => {
        closeOpen = null;
        menu.remove();
        button.setAttribute('aria-expanded', 'false');
        removeEventListener('pointerdown', outside, true);
        removeEventListener('resize', gone);
        if (focus) button.focus({preventScroll: true});
    };
    const gone = () => close(false);
    const outside = (/** @type {PointerEvent} */ event) => {
        const target = /** @type {Node} */ (event.target);
        if (!menu.contains(target) && !button.contains(target)) close(false);
    };
    for (const entry of items) menu.append(entry === 'line' ? h('hr') : itemElement(entry, close));
    menu.addEventListener('keydown', (event) => walk(event, menu, close));
    menu.addEventListener('focusout', (event) => {
        const next = /** @type {Node | null} */ (event.relatedTarget);
        if (next !== null && !menu.contains(next) && next !== button) close(false);
    });
    // Inside a dialog the rest of the page cannot be reached, and everything else belongs to a part of
    // the page that a screen reader can name: the menu goes where its button is.
    (button.closest('dialog, header, main, aside') ?? document.body).append(menu);
    place(menu, button, point);
    button.setAttribute('aria-expanded', 'true');
    addEventListener('pointerdown', outside, true);
    addEventListener('resize', gone);
    closeOpen = () => close(true);
    itemsOf(menu)[0]?.focus({preventScroll: true});
}

/** @param {HTMLElement} button */
function labelOf(button) {
    return button.getAttribute('aria-label') ?? button.textContent ?? '';
}

/**
 * @param {MenuItem} item
 * @param {(focus: boolean) => void} close
 */
function itemElement(item, close) {
    const checkable = item.checked !== undefined;
    const act = () => {
        close(true);
        item.act?.();
    };
    const attributes = {
        role: checkable ? 'menuitemradio' : 'menuitem',
        'aria-checked': checkable ? String(item.checked) : null,
        class: item.danger ? 'danger' : null,
        tabindex: -1,
        onclick: act,
    };
    const children = [
        item.icon === undefined ? null : icon(item.icon, 20),
        h('span', null, item.label),
        item.keys === undefined ? null : h('kbd', null, item.keys),
        checkable ? h('span', {class: 'menu-check'}, icon('check', 18)) : null,
    ];
    return item.href === undefined
        ? h('button', {...attributes, type: 'button'}, ...children)
        : h('a', {...attributes, href: item.href, download: item.download}, ...children);
}

/**
 * @param {HTMLElement} menu
 * @returns {HTMLElement[]}
 */
function itemsOf(menu) {
    return [...menu.querySelectorAll('[role^="menuitem"]')].map((e) => /** @type {HTMLElement} */ (e));
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} menu
 * @param {(focus: boolean) => void} close
 */
function walk(event, menu, close) {
    const items = itemsOf(menu);
    const here = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const steps = {
        ArrowDown: (here + 1) % items.length,
        ArrowUp: (here - 1 + items.length) % items.length,
        Home: 0,
        End: items.length - 1,
    };
    event.stopPropagation();
    if (event.key in steps) {
        event.preventDefault();
        items[steps[event.key]]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
        event.preventDefault();
        close(true);
    } else if (event.key.length === 1 && event.key !== ' ') {
        const letter = event.key.toLocaleLowerCase();
        const order = [...items.slice(here + 1), ...items.slice(0, here + 1)];
        order.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letter))?.focus();
    }
}

/**
 * Below the button, or above where there is no room, and never outside the window.
 *
 * @param {HTMLElement} menu
 * @param {HTMLElement} button
 * @param {{x: number, y: number} | undefined} point
 */
function place(menu, button, point) {
    const box = button.getBoundingClientRect();
    const size = menu.getBoundingClientRect();
    const margin = 8;
    const rtl = box.left > innerWidth / 2;
    let x = point?.x ?? (rtl ? box.right - size.width : box.left);
    let y = point?.y ?? box.bottom + 4;
    if (y + size.height > innerHeight - margin) {
        const above = (point?.y ?? box.top) - size.height - 4;
        y = above >= margin ? above : innerHeight - margin - size.height;
    }
    x = Math.min(Math.max(x, margin), innerWidth - margin - size.width);
    menu.style.left = `${x}px`;
    menu.style.top = `${Math.max(y, margin)}px`;
}
