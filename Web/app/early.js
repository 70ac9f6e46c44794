// SPDX-License-Identifier: Apache-2.0
// Runs before the first paint: the theme and the language must not change after something is seen.
// Everything else waits for `app.js`.
(() => {
    const root = document.documentElement;
    /**
     * @param {string} key
     * @returns {string | null}
     */
    const kept = (key) => {
        try {
            return localStorage.getItem(key);
        } catch {
            return null;
        }
    };
    const theme = kept('inkstone-theme');
    const dark = theme === 'dark'
        || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = dark ? 'dark' : 'light';
    const languages = [kept('inkstone-language') ?? '', ...navigator.languages];
    const first = languages.find((one) => /^(en|zh)\b/i.test(one)) ?? 'en';
    root.lang = /^zh/i.test(first) ? 'zh-Hans' : 'en';
})();
