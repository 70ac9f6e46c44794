// SPDX-License-Identifier: Apache-2.0
// The words of the app: both languages have all of them, with the same parameters, and every key that
// the code names is there.
import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import {chooseLanguage, phrase} from '../../Web/app/i18n.js';

const APP = path.join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../../Web/app');
const LANGUAGES = ['en', 'zh-Hans'];

async function dictionary(lang) {
    const all = {};
    for (const name of await readdir(path.join(APP, 'strings'))) {
        if (name !== `${lang}.js` && !name.endsWith(`.${lang}.js`)) continue;
        const module = await import(path.join(APP, 'strings', name));
        for (const [key, entry] of Object.entries(module.default)) {
            assert.ok(!(key in all), `${key} is in two files`);
            all[key] = entry;
        }
    }
    return all;
}

const dictionaries = Object.fromEntries(
    await Promise.all(LANGUAGES.map(async (lang) => [lang, await dictionary(lang)])));

function placeholders(entry) {
    const texts = typeof entry === 'string' ? [entry] : Object.values(entry);
    return [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

async function sources(folder = APP) {
    const files = [];
    for (const entry of await readdir(folder, {withFileTypes: true})) {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory()) files.push(...await sources(full));
        else if (entry.name.endsWith('.js') && !full.includes('/strings/')) files.push(full);
    }
    return files;
}

test('both languages have the same keys', () => {
    const [english, chinese] = LANGUAGES.map((lang) => Object.keys(dictionaries[lang]).sort());
    assert.ok(english.length > 150);
    assert.deepEqual(chinese, english);
});

test('a phrase has the same parameters in both languages', () => {
    for (const [key, entry] of Object.entries(dictionaries.en)) {
        assert.deepEqual(placeholders(dictionaries['zh-Hans'][key]), placeholders(entry), key);
    }
});

test('a phrase that counts has every plural class of its language', () => {
    for (const lang of LANGUAGES) {
        const classes = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
        for (const [key, entry] of Object.entries(dictionaries[lang])) {
            if (typeof entry === 'string') continue;
            assert.deepEqual(Object.keys(entry).sort(), [...classes].sort(), `${lang} ${key}`);
            for (const text of Object.values(entry)) assert.notEqual(text.trim(), '', key);
        }
    }
});

test('no text is empty, and none is the other language’s left as it was', () => {
    for (const lang of LANGUAGES) {
        for (const [key, entry] of Object.entries(dictionaries[lang])) {
            for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) {
                assert.notEqual(text.trim(), '', `${lang} ${key}`);
                const hasHan = /\p{Script=Han}/u.test(text);
                // Names of products and standards stay as they are; a sentence does not.
                const words = text.replace(/\{\w+\}|Inkstone|PDF/g, '').match(/[A-Za-z]{3,}/g) ?? [];
                if (lang === 'zh-Hans') assert.ok(hasHan || words.length === 0, `${key}: ${text}`);
                else assert.ok(!hasHan, `${key}: ${text}`);
            }
        }
    }
});

test('every key that the code names is there', async () => {
    let named = 0;
    for (const file of await sources()) {
        const text = await readFile(file, 'utf8');
        for (const [, key] of text.matchAll(/\bt\(\s*'([a-z]\w*(?:\.\w+)+)'/g)) {
            assert.ok(key in dictionaries.en, `${path.relative(APP, file)} names ${key}`);
            named += 1;
        }
    }
    assert.ok(named > 100);
});

test('no word lies unused', async () => {
    const files = await Promise.all((await sources()).map((file) => readFile(file, 'utf8')));
    const code = files.join('\n');
    for (const key of Object.keys(dictionaries.en)) {
        const stem = key.slice(0, key.lastIndexOf('.') + 1);
        // Some keys are put together: `fault.${code}`, `${key}.named`.
        const last = key.slice(stem.length - 1);
        const used = code.includes(`'${key}'`) || code.includes(`\`${stem}\${`)
            || code.includes(`}${last}\``);
        assert.ok(used, `${key} is used nowhere`);
    }
});

test('the language is the one that was chosen, or else the first the browser wants', () => {
    assert.equal(chooseLanguage(null, ['fr', 'zh-TW', 'en']), 'zh-Hans');
    assert.equal(chooseLanguage(null, ['en-GB', 'zh']), 'en');
    assert.equal(chooseLanguage('zh-Hans', ['en']), 'zh-Hans');
    assert.equal(chooseLanguage('en', ['zh-CN']), 'en');
    assert.equal(chooseLanguage(null, ['de']), 'en');
    assert.equal(chooseLanguage(null, []), 'en');
    assert.equal(chooseLanguage('klingon', ['eng', 'zhuang']), 'en');
});

test('phrases take parameters and count', () => {
    const pages = {one: '{count} page of {name}', other: '{count} pages of {name}'};
    assert.equal(phrase(pages, {count: 1, name: 'A'}, 'en'), '1 page of A');
    assert.equal(phrase(pages, {count: 12_345, name: 'A'}, 'en'), '12,345 pages of A');
    assert.equal(phrase({other: '{count} 页'}, {count: 1}, 'zh-Hans'), '1 页');
    assert.equal(phrase('{name} and {name}', {name: '{count}', count: 3}, 'en'), '{count} and {count}');
    assert.equal(phrase('{missing}', {}, 'en'), '{missing}');
    assert.equal(phrase(undefined, {}, 'en'), null);
});
