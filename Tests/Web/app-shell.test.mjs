// SPDX-License-Identifier: Apache-2.0
// What is installed is the app as it is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

test('the service worker knows all files of the app, at the version that they have', () => {
    const check = spawnSync(fileURLToPath(new URL('script/app-shell', root)), ['--check'],
        { encoding: 'utf8' });
    assert.equal(check.status, 0, check.stderr);
});

test('the manifest names icons that are there, of the size it says', async () => {
    const manifest = JSON.parse(
        await readFile(new URL('Web/app/manifest.webmanifest', root), 'utf8'));
    assert.ok(manifest.icons.some((/** @type {any} */ icon) => icon.purpose === 'maskable'));
    for (const size of ['192x192', '512x512']) {
        assert.ok(manifest.icons.some((/** @type {any} */ icon) => icon.sizes === size));
    }
    for (const icon of manifest.icons) {
        const bytes = await readFile(new URL(`Web/app${icon.src}`, root));
        if (icon.type !== 'image/png') continue;
        assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, icon.sizes, icon.src);
    }
    assert.equal(manifest.share_target.action, '/share-target');
    assert.equal(manifest.share_target.method, 'POST');
});
