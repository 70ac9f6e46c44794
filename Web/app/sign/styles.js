// SPDX-License-Identifier: Apache-2.0
// A component's style sheet, fetched when the component is first shown.

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * @param {string | URL} url
 * @returns {Promise<void>} when it holds, or could not be had
 */
export function useStyles(url) {
    const href = String(url);
    let sheet = sheets.get(href);
    if (!sheet) {
        sheet = new Promise((resolve) => {
            const link = document.createElement('link');
            link.rel = 'stylesheet';
            link.href = href;
            link.addEventListener('load', () => resolve());
            link.addEventListener('error', () => {
                // Without a network, say; the next one who asks tries again.
                sheets.delete(href);
                link.remove();
                resolve();
            });
            document.head.append(link);
        });
        sheets.set(href, sheet);
    }
    return sheet;
}
