// SPDX-License-Identifier: Apache-2.0
/**
 * The words of the app in the person's language.
 *
 * A dictionary holds a text for each key, or several by plural class (`one`, `other`) that the number
 * `count` chooses between. `{name}` is replaced by the parameter of that name.
 */

/** @typedef {string | Record<string, string>} Phrase */
/** @typedef {Record<string, Phrase>} Strings */
/** @typedef {'en' | 'zh-Hans'} Language */

const KEY = 'inkstone-language';

/** The languages, each under the name that its speakers give it. */
export const LANGUAGES = /** @type {const} */ ({en: 'English', 'zh-Hans': '简体中文'});

/** @type {Strings} */
let strings = {};
/** @type {Language} */
let current = 'en';

/** Tells of another language: `languagechange`. */
export const languageEvents = new EventTarget();

/**
 * The language in use.
 *
 * @returns {Language}
 */
export function language() {
    return current;
}

/**
 * The language that is chosen, or else the first of the browser's that there is.
 *
 * @param {string | null} kept
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function chooseLanguage(kept, wanted) {
    const first = [kept ?? '', ...wanted].find((one) => /^(en|zh)(-|$)/i.test(one)) ?? 'en';
    return /^zh/i.test(first) ? 'zh-Hans' : 'en';
}

/**
 * The words for a key.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
    return phrase(strings[key], params, current) ?? key;
}

/**
 * A phrase with its parameters put in; numbers are written as the language writes them.
 *
 * @param {Phrase | undefined} entry
 * @param {Record<string, string | number>} params
 * @param {Language} lang
 * @returns {string | null} nil where there is no such phrase.
 */
export function phrase(entry, params, lang) {
    if (entry === undefined) return null;
    let text = '';
    if (typeof entry === 'string') {
        text = entry;
    } else {
        const kind = new Intl.PluralRules(lang).select(Number(params.count ?? 0));
        text = entry[kind] ?? entry.other ?? '';
    }
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
        const value = params[name];
        if (value === undefined) return whole;
        return typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : value;
    });
}

/**
 * Adds the words of a part of the app.
 *
 * @param {Strings} more
 */
export function addStrings(more) {
    strings = {...strings, ...more};
}

/** Loads the words of the language that is chosen. */
export async function startLanguage() {
    await load(chooseLanguage(read(), navigator.languages));
}

/**
 * Changes the language and keeps it.
 *
 * @param {Language} lang
 */
export async function setLanguage(lang) {
    try {
        localStorage.setItem(KEY, lang);
    } catch {
        // Where the browser keeps nothing, the language holds until the page is left.
    }
    await load(lang);
    languageEvents.dispatchEvent(new Event('languagechange'));
}

/** @returns {string | null} */
function read() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

/** @param {Language} lang */
async function load(lang) {
    const [own, signing] = await Promise.all([
        import(`./strings/${lang}.js`),
        import(`./strings/sign.${lang}.js`).catch(() => ({default: {}})),
    ]);
    strings = {...own.default, ...signing.default};
    current = lang;
    document.documentElement.lang = lang;
}
