// SPDX-License-Identifier: Apache-2.0
// Every code that the server can answer has words here, in every language.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import english from '../../Web/app/strings/en.js';
import chinese from '../../Web/app/strings/zh-Hans.js';

const sources = new URL('../../Sources/', import.meta.url);

async function codes() {
    const table = await readFile(new URL('Faults/FaultCode.swift', sources), 'utf8');
    const found = new Set([...table.matchAll(/^ {4}case `?(\w+)`?$/gm)].map((match) => match[1]));
    for (const name of await readdir(new URL('WebAPI/', sources), { recursive: true })) {
        if (!name.endsWith('.swift')) continue;
        const text = await readFile(new URL(`WebAPI/${name}`, sources), 'utf8');
        for (const [, code] of text.matchAll(/code: "(\w+)"/g)) found.add(code);
    }
    return [...found];
}

test('every code has words in every language', async () => {
    const all = await codes();
    assert.ok(all.length > 25, `${all.length}`);
    for (const code of ['notLetIn', 'tooMany', 'stale', 'usage', 'wouldBreakSignature']) {
        assert.ok(all.includes(code), code);
    }
    for (const code of all) {
        for (const [language, words] of /** @type {[string, any][]} */ (
            [['en', english], ['zh-Hans', chinese]])) {
            assert.ok(words[`fault.${code}`], `${code} in ${language}`);
        }
    }
});
