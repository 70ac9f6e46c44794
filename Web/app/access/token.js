// SPDX-License-Identifier: Apache-2.0

/**
 * The token of a pairing link, `#pair=TOKEN`.
 *
 * @param {string} hash @returns {string | null}
 */
export function tokenIn(hash) {
    const match = /^#\/?pair=([^&]+)$/.exec(hash);
    if (!match) return null;
    try {
        return decodeURIComponent(match[1]);
    } catch {
        // It was cut off in the middle of a letter; the server will say that it is not the one.
        return match[1];
    }
}
