// SPDX-License-Identifier: Apache-2.0
// The words of signing, of working offline, of access and of the settings: both languages complete,
// none missing, none too many.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import english from '../../Web/app/strings/sign.en.js';
import chinese from '../../Web/app/strings/sign.zh-Hans.js';

const app = new URL('../../Web/app/', import.meta.url);
/** @type {Record<string, any>} */
const [en, zh] = [english, chinese];

/** @param {any} phrase @returns {string[]} */
const forms = (phrase) => typeof phrase === 'string' ? [phrase] : Object.values(phrase);
const places = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort();

test('both languages have the same keys and put in the same things', () => {
    assert.deepEqual(Object.keys(zh), Object.keys(en));
    for (const key of Object.keys(en)) {
        const wanted = [...new Set(forms(en[key]).flatMap(places))].sort();
        for (const text of forms(zh[key])) {
            assert.deepEqual([...new Set(places(text))].sort(), wanted, key);
        }
        assert.equal(typeof zh[key], typeof en[key], key);
    }
});

test('what is counted has the plural forms of its language', () => {
    for (const [language, words] of /** @type {[string, any][]} */ ([['en', en], ['zh', zh]])) {
        const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
        for (const [key, phrase] of Object.entries(words)) {
            if (typeof phrase === 'string') continue;
            assert.deepEqual(Object.keys(phrase).sort(), [...pluralCategories].sort(), key);
        }
    }
});

test('every key is used, and every one that is used is there', async () => {
    let code = '';
    for (const folder of ['sign', 'offline', 'access']) {
        for (const name of await readdir(new URL(`${folder}/`, app))) {
            if (name.endsWith('.js')) code += await readFile(new URL(`${folder}/${name}`, app), 'utf8');
        }
    }
    const named = new Set(
        [...code.matchAll(/'((?:sign|offline|access|settings)\.[\w.]+)'/g)].map((match) => match[1]));
    for (const key of named) assert.ok(key in en, `${key} is missing`);
    // Those that code puts together from a stem and a name, or names a part of a page by.
    const stems = [...code.matchAll(/`((?:sign|offline|access)\.[\w.]*)\$\{/g)].map((m) => m[1]);
    const sections = [...code.matchAll(/section\('(\w+)'/g)].map((match) => `settings.${match[1]}`);
    for (const key of Object.keys(en)) {
        const isUsed = named.has(key) || sections.includes(key) || stems.some((stem) => key.startsWith(stem));
        assert.ok(isUsed, `${key} is not used`);
    }
});

test('handwriting and digital signatures are kept apart, in these words', () => {
    assert.equal(en['sign.honest'], 'This is a picture of your handwriting. '
        + 'It does not prove that the document is unchanged.');
    assert.equal(en['offline.waiting'].other.replace('{count}', '3'), 'Offline: 3 edits waiting');
    assert.equal(en['sign.state.saved'], 'Saved');
    assert.equal(en['sign.state.saving'], 'Saving…');
});
