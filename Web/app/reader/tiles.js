// SPDX-License-Identifier: Apache-2.0
/**
 * Which pictures make a page sharp: one of the whole page, or tiles of the part that is seen.
 * All lengths are device pixels.
 */

/** Above this width a page is drawn in tiles. */
export const WHOLE = 2000;
/** The greatest width that the server draws at. */
export const MOST = 20_000;
/** A whole picture of this width lies below tiles until they are there. */
export const BELOW = 1000;

/**
 * The side of a tile: about 512 CSS pixels, in device pixels of whole number.
 *
 * @param {number} ratio device pixels for one CSS pixel
 */
export function tileSide(ratio) {
    return 512 * Math.min(2, Math.max(1, Math.round(ratio)));
}

/**
 * How wide a page is drawn.
 *
 * @param {number} width of the page on the screen, in CSS pixels
 * @param {number} ratio
 * @returns {{width: number, tiled: boolean}}
 */
export function pictureWidth(width, ratio) {
    const pixels = Math.min(MOST, Math.max(1, Math.round(width * ratio)));
    return {width: pixels, tiled: pixels > WHOLE};
}

/**
 * How high a page of that width is drawn: as the server rounds it.
 *
 * @param {number} width
 * @param {[number, number]} size of the page in points
 */
export function pictureHeight(width, size) {
    return Math.max(1, Math.round(size[0] > 0 ? size[1] * width / size[0] : 1));
}

/**
 * @typedef {object} Tile
 * @property {string} key
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 */

/**
 * The tiles that a part of the page touches, the nearest to its middle first.
 *
 * @param {{width: number, height: number}} picture
 * @param {{left: number, top: number, right: number, bottom: number}} seen of the page, 0…1
 * @param {number} side
 * @returns {Tile[]}
 */
export function tilesIn(picture, seen, side) {
    const left = Math.max(0, seen.left) * picture.width;
    const right = Math.min(1, seen.right) * picture.width;
    const top = Math.max(0, seen.top) * picture.height;
    const bottom = Math.min(1, seen.bottom) * picture.height;
    /** @type {Tile[]} */
    const tiles = [];
    if (left >= right || top >= bottom) return tiles;
    for (let y = Math.floor(top / side) * side; y < bottom; y += side) {
        for (let x = Math.floor(left / side) * side; x < right; x += side) {
            tiles.push({
                key: `${x},${y}`, x, y,
                w: Math.min(side, picture.width - x), h: Math.min(side, picture.height - y),
            });
        }
    }
    const middle = {x: (left + right) / 2, y: (top + bottom) / 2};
    const distance = (/** @type {Tile} */ tile) =>
        Math.hypot(tile.x + tile.w / 2 - middle.x, tile.y + tile.h / 2 - middle.y);
    return tiles.sort((a, b) => distance(a) - distance(b));
}
