// SPDX-License-Identifier: Apache-2.0
// Icons of signing, drawn like those of `icons.js`: on a grid of 24 with strokes of 1.75.

import {s} from '../dom.js';

const PATHS = {
    sign: 'M3.5 19.5h17M5 15.5c3.2-7.5 5.4-11 7-10.6 1.9.5-.8 6-3.4 10.1 2.4-3.2 4.6-5 5.6-4.2.8.7-1 3.2-.3 4 .7.7 2.4-1.5 5.1-2.4',
    undo: 'M9 6 4.5 10.5 9 15M5 10.5h8.5a5 5 0 0 1 0 10H10',
    redo: 'M15 6l4.5 4.5L15 15M19 10.5h-8.5a5 5 0 0 0 0 10H14',
    finish: 'M7 3.5h7.5L19 8v12.5H7zM14 3.5V8.5h5M9.8 14.3l2.1 2.2 4-4.3',
    larger: 'M13 5h6v6M18.5 5.5 13 11M11 19H5v-6M5.5 18.5 11 13',
    smaller: 'M19 11h-6V5M13.5 10.5 19 5M5 13h6v6M10.5 13.5 5 19',
    move: 'M12 3.5v17M3.5 12h17M9.5 6 12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5 3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5',
    cloudOff: 'M4 4l16 16M9 7.2A5.5 5.5 0 0 1 17 11a4 4 0 0 1 2.7 6.6M15.5 19H7.5a4.5 4.5 0 0 1-1-8.9',
    sync: 'M19.5 12a7.5 7.5 0 0 1-13 5.1M4.5 12a7.5 7.5 0 0 1 13-5.1M17.5 3v4h-4M6.5 21v-4h4',
    eraser: 'M8.5 19.5h11M4.8 14.3l9-9a1.8 1.8 0 0 1 2.5 0l3.4 3.4a1.8 1.8 0 0 1 0 2.5l-8.3 8.3h-3l-3.6-3.6a1.1 1.1 0 0 1 0-1.6zM9.5 9.6l5.9 5.9',
    phone: 'M7.5 2.5h9v19h-9zM11 18.5h2',
    install: 'M12 3.5v10M8 10l4 4 4-4M4.5 15v5h15v-5',
    link: 'M10 14a3.6 3.6 0 0 0 5.1 0l3.3-3.3a3.6 3.6 0 0 0-5.1-5.1L12 6.9M14 10a3.6 3.6 0 0 0-5.1 0l-3.3 3.3a3.6 3.6 0 0 0 5.1 5.1L12 17.1',
};

/** @typedef {keyof typeof PATHS} GlyphName */

/** @param {GlyphName} name @param {number} [size] in CSS pixels @returns {SVGSVGElement} */
export function glyph(name, size = 22) {
    return s('svg', {
        class: 'icon', viewBox: '0 0 24 24', width: size, height: size, fill: 'none',
        stroke: 'currentColor', 'stroke-width': 1.75, 'stroke-linecap': 'round',
        'stroke-linejoin': 'round', 'aria-hidden': 'true', focusable: 'false',
    }, s('path', {d: PATHS[name]}));
}
