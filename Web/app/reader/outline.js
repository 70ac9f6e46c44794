// SPDX-License-Identifier: Apache-2.0
/** The outline: a tree that is walked with the arrow keys. What is folded in is not built. */
import {h} from '../dom.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';

/** @typedef {import('../types.js').OutlineItem} OutlineItem */

/**
 * Makes the tree.
 *
 * @param {OutlineItem[]} items
 * @param {(item: OutlineItem) => void} choose
 * @returns {HTMLElement}
 */
export function outlineTree(items, choose) {
    const tree = h('ul', {class: 'outline', role: 'tree', 'aria-label': t('reader.outline')});
    tree.append(...items.map((item) => node(item, 1, choose)));
    const first = tree.querySelector('[role="treeitem"]');
    if (first instanceof HTMLElement) first.tabIndex = 0;
    tree.addEventListener('keydown', (event) => walk(event, tree));
    tree.addEventListener('focusin', (event) => {
        const now = /** @type {Element} */ (event.target).closest('[role="treeitem"]');
        for (const one of tree.querySelectorAll('[tabindex="0"]')) one.setAttribute('tabindex', '-1');
        now?.setAttribute('tabindex', '0');
    });
    return tree;
}

/**
 * @param {OutlineItem} item
 * @param {number} level
 * @param {(item: OutlineItem) => void} choose
 * @returns {HTMLElement}
 */
function node(item, level, choose) {
    const folds = item.items.length > 0;
    const title = item.title === '' ? t('reader.untitled') : item.title;
    const row = h(
        'div', {class: 'outline-row'},
        folds ? h('span', {class: 'outline-fold'}, icon('chevronRight', 18)) : h('span', {class: 'outline-fold'}),
        h('span', {class: 'outline-title'}, title),
        item.page === null ? null : h('span', {class: 'outline-page'}, String(item.page)));
    row.style.paddingInlineStart = `${(level - 1) * 14}px`;
    const element = h('li', {
        role: 'treeitem', tabindex: -1, 'aria-level': level, 'aria-label': title,
        'aria-expanded': folds ? 'false' : null, 'aria-selected': 'false',
    }, row);
    const group = h('ul', {role: 'group', hidden: true});
    const fold = (/** @type {boolean} */ open) => {
        if (!folds) return;
        if (open && group.childElementCount === 0) {
            group.append(...item.items.map((child) => node(child, level + 1, choose)));
        }
        element.setAttribute('aria-expanded', String(open));
        group.hidden = !open;
    };
    if (folds) element.append(group);
    if (folds && item.open && level < 6) fold(true);
    element.addEventListener('click', (event) => {
        event.stopPropagation();
        const target = /** @type {Element} */ (event.target);
        if (target.closest('.outline-fold') !== null && folds) {
            fold(element.getAttribute('aria-expanded') !== 'true');
        } else {
            choose(item);
        }
        element.focus({preventScroll: true});
    });
    element.addEventListener('outline-fold', (event) => {
        event.stopPropagation();
        fold(/** @type {CustomEvent} */ (event).detail);
    });
    return element;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} tree
 */
function walk(event, tree) {
    const here = /** @type {Element} */ (event.target).closest('[role="treeitem"]');
    if (!(here instanceof HTMLElement)) return;
    const shown = /** @type {HTMLElement[]} */ ([...tree.querySelectorAll('[role="treeitem"]')])
        .filter((item) => item.closest('ul[hidden]') === null);
    const index = shown.indexOf(here);
    const expanded = here.getAttribute('aria-expanded');
    const fold = (/** @type {boolean} */ open) =>
        here.dispatchEvent(new CustomEvent('outline-fold', {detail: open}));
    /** @type {HTMLElement | null | undefined} */
    let next = null;
    switch (event.key) {
    case 'ArrowDown': next = shown[index + 1]; break;
    case 'ArrowUp': next = shown[index - 1]; break;
    case 'Home': next = shown[0]; break;
    case 'End': next = shown.at(-1); break;
    case 'ArrowRight':
        if (expanded === 'false') fold(true);
        else if (expanded === 'true') next = shown[index + 1];
        break;
    case 'ArrowLeft':
        if (expanded === 'true') fold(false);
        else next = here.parentElement?.closest('[role="treeitem"]');
        break;
    case 'Enter':
    case ' ':
        here.click();
        break;
    default: return;
    }
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
}
