// SPDX-License-Identifier: Apache-2.0
/** The icons, drawn on a grid of 24 with strokes of 1.75. They are never announced: labels say all. */
import {s} from './dom.js';

/** @type {Record<string, string>} */
const PATHS = {
    add: 'M12 5v14M5 12h14',
    alert: 'M12 4 2.8 19.5h18.4zM12 10v4M12 17v.1',
    attach: 'M19 11.2 12.2 18a4.6 4.6 0 0 1-6.5-6.5l7.4-7.4a3.1 3.1 0 0 1 4.4 4.4l-7.3 7.3a1.6 1.6 0 0 1-2.2-2.2l6.4-6.4',
    back: 'M19 12H5M11 6l-6 6 6 6',
    check: 'M5 12.5 10 17.5 19 7',
    chevronDown: 'M6 9.5 12 15.5 18 9.5',
    chevronLeft: 'M14.5 6 8.5 12 14.5 18',
    chevronRight: 'M9.5 6 15.5 12 9.5 18',
    chevronUp: 'M6 14.5 12 8.5 18 14.5',
    close: 'M6 6l12 12M18 6 6 18',
    contrast: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 3.5v17M12 8h7M12 12h8M12 16h7',
    copy: 'M9 9h10.5v11H9zM15 9V4.5H4.5V15H9',
    document: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5V8.5h5',
    download: 'M12 4v11M7 10.5 12 15.5 17 10.5M5 20h14',
    external: 'M10 6H5v13h13v-5M13.5 4.5h6v6M19 5l-8.5 8.5',
    fitPage: 'M6 3.5h12v17H6zM12 7v3M12 17v-3M10.5 8.5 12 7l1.5 1.5M10.5 15.5 12 17l1.5-1.5',
    fitWidth: 'M3.5 5v14M20.5 5v14M7 12h10M9.5 9 6.5 12l3 3M14.5 9l3 3-3 3',
    grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
    info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5M12 8v.1',
    keyboard: 'M3 6.5h18v11H3zM6.5 10v.1M10 10v.1M14 10v.1M17.5 10v.1M8 14h8',
    language: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17',
    list: 'M8.5 6h11M8.5 12h11M8.5 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
    lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
    minus: 'M5 12h14',
    moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
    more: 'M12 5.4a.8.8 0 1 0 0 .01zM12 11.9a.8.8 0 1 0 0 .01zM12 18.4a.8.8 0 1 0 0 .01z',
    open: 'M14 4.5h5.5V10M19 5l-7.5 7.5M10 5H5v14h14v-5',
    outline: 'M4 6h13M7.5 12H20M7.5 18H17M4 12v.1M4 18v.1',
    panel: 'M3.5 5h17v14h-17zM9.5 5v14',
    pen: 'M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3.3 3L8.5 19z M14 6.5l3.5 3.5',
    print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
    rename: 'M4 20h16M5.5 16l.8-3.4L15 4a1.8 1.8 0 0 1 2.8 2.4L9 15.2z',
    restore: 'M4.5 5v5h5M5 10a7.8 7.8 0 1 1-.6 4',
    search: 'M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.8 15.8 20.5 20.5',
    settings: 'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M15 9.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 18.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
    share: 'M12 14.5V3.5M8 7l4-4 4 4M6.5 11H5v9.5h14V11h-1.5',
    sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
    trash: 'M4.5 7h15M9 7V4h6v3M6.5 7l1 13.5h9l1-13.5M10 11v6M14 11v6',
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * An icon.
 *
 * @param {string} name
 * @param {number} [size] in CSS pixels
 * @returns {SVGSVGElement}
 */
export function icon(name, size = 22) {
    return s(
        'svg', {
            class: 'icon', viewBox: '0 0 24 24', width: size, height: size, fill: 'none',
            stroke: 'currentColor', 'stroke-width': 1.75, 'stroke-linecap': 'round',
            'stroke-linejoin': 'round', 'aria-hidden': 'true', focusable: 'false',
        },
        s('path', {d: PATHS[name]}));
}

/**
 * The mark of the app: an inkstone seen from above, with its pool of ink, as a seal would print it.
 *
 * @param {number} [size]
 * @returns {SVGSVGElement}
 */
export function mark(size = 30) {
    return s(
        'svg', {
            class: 'mark', viewBox: '0 0 32 32', width: size, height: size, 'aria-hidden': 'true',
            focusable: 'false',
        },
        s('rect', {x: 2, y: 2, width: 28, height: 28, rx: 7, fill: 'var(--seal)'}),
        s('path', {
            d: 'M16 6.5c5.2 0 8.6 3.9 8.6 9.5S21.2 25.5 16 25.5 7.4 21.6 7.4 16 10.8 6.5 16 6.5z',
            fill: 'none', stroke: 'var(--on-seal)', 'stroke-width': 1.9,
        }),
        s('path', {
            d: 'M11 17.2c1.7-1.3 3.4-1.3 5 0s3.3 1.3 5 0c0 3.1-2 5.1-5 5.1s-5-2-5-5.1z',
            fill: 'var(--on-seal)',
        }));
}
