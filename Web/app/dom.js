// SPDX-License-Identifier: Apache-2.0
/**
 * Makes elements. Markup is never built from text, so nothing that a file says can become markup.
 */

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * An element: attributes by name, `on…` as listeners, `class` as text; null, undefined and false
 * leave an attribute out, true makes it empty.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes, ...children) {
    const element = document.createElement(name);
    set(element, attributes ?? {});
    element.append(...children.filter(isThere));
    return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An SVG element, as `h` makes elements.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes, ...children) {
    const element = document.createElementNS(SVG, name);
    set(element, attributes ?? {});
    element.append(...children.filter(isThere));
    return element;
}

/**
 * Sets attributes and listeners.
 *
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on') && typeof value === 'function') {
            element.addEventListener(
                name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
        } else if (value === null || value === undefined || value === false) {
            element.removeAttribute(name);
        } else {
            element.setAttribute(name, value === true ? '' : String(value));
        }
    }
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isThere(child) {
    return child !== null && child !== undefined && child !== false;
}

/**
 * The element for a selector that is there by construction.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function must(root, selector) {
    const found = root.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return found;
}

let ids = 0;

/**
 * A fresh id for an element that another one names.
 *
 * @param {string} stem
 */
export function freshId(stem) {
    ids += 1;
    return `${stem}-${ids}`;
}

/**
 * Gives the focus to what nobody pressed a key for; a ring is drawn once one is pressed.
 *
 * @param {HTMLElement} element
 */
export function focusQuietly(element) {
    element.classList.add('quiet');
    element.focus({preventScroll: true});
    const loud = () => {
        element.classList.remove('quiet');
        element.removeEventListener('blur', loud);
        removeEventListener('keydown', tab, true);
    };
    const tab = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Tab') loud();
    };
    element.addEventListener('blur', loud);
    addEventListener('keydown', tab, true);
}
