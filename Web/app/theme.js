// SPDX-License-Identifier: Apache-2.0
/**
 * Light, dark, or what the system has. `early.js` sets the theme before the first paint; this keeps
 * it right afterwards.
 */
const KEY = 'inkstone-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** @typedef {'light' | 'dark' | 'auto'} Theme */

/**
 * What the person chose.
 *
 * @returns {Theme}
 */
export function theme() {
    try {
        const kept = localStorage.getItem(KEY);
        return kept === 'light' || kept === 'dark' ? kept : 'auto';
    } catch {
        return 'auto';
    }
}

/**
 * Sets the theme and keeps it.
 *
 * @param {Theme} choice
 */
export function setTheme(choice) {
    try {
        if (choice === 'auto') localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, choice);
    } catch {
        // Nothing is kept where the browser keeps nothing; the theme holds until the page is left.
        document.documentElement.dataset.theme = choice;
        return;
    }
    apply();
}

/** Brings the page into the theme that is chosen. */
function apply() {
    const choice = theme();
    const dark = choice === 'dark' || (choice === 'auto' && system.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    const color = document.querySelector('meta[name="theme-color"]');
    color?.setAttribute('content', dark ? '#14171e' : '#f1ece1');
}

/** Follows the system, and the app's other tabs, from now on. */
export function startTheme() {
    apply();
    system.addEventListener('change', apply);
    addEventListener('storage', (event) => {
        if (event.key === KEY) apply();
    });
}
