// SPDX-License-Identifier: Apache-2.0
// Handwriting as a picture that scales, drawn by the code that writes the file.

import {s} from '../dom.js';
import {pathData} from '../geometry/path.js';

/** @typedef {import('../geometry/geometry.js').Geometry} Geometry */
/** @typedef {import('./mark.js').Handwriting} Handwriting */

/**
 * @param {Geometry} geometry @param {Handwriting} writing @param {string} label for those who do
 *   not see it; empty where something beside it says what it is
 * @returns {SVGSVGElement}
 */
export function inkPicture(geometry, writing, label) {
    const box = geometry.bounds(writing.strokes, writing.width)
        ?? {x: 0, y: 0, width: 1, height: 1};
    return s('svg', {
        class: 'ink-picture', preserveAspectRatio: 'xMidYMid meet',
        viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
        ...(label === '' ? {'aria-hidden': 'true'} : {role: 'img', 'aria-label': label}),
    }, s('path', {
        d: pathData(geometry.outline(writing.strokes, writing.width)), fill: writing.color,
    }));
}

/**
 * A page with a signature on it, small.
 *
 * @param {Geometry} geometry @param {import('./mark.js').Mark | null} mark
 * @param {import('./mark.js').Size} size of the page @param {string} label
 * @returns {SVGSVGElement}
 */
export function pagePicture(geometry, mark, size, label) {
    return s('svg', {
        class: 'sheet-picture', viewBox: `0 0 ${size[0]} ${size[1]}`, role: 'img',
        'aria-label': label,
    },
    s('rect', {width: size[0], height: size[1], fill: '#fff'}),
    mark && s('path', {
        d: pathData(geometry.outline(mark.strokes, mark.width)), fill: mark.color}));
}
