// SPDX-License-Identifier: Apache-2.0
/** How large pages are shown. A scale is CSS pixels for one point; 100 % shows a page at its size. */

/** The scale of 100 %: 96 CSS pixels and 72 points are an inch. */
export const FULL = 96 / 72;
const LEAST = 0.1 * FULL;
const MOST = 8 * FULL;

/** The steps of the buttons, of full size. */
const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8];

/** @typedef {'auto' | 'width' | 'page' | 'free'} Fit */

/**
 * A scale within the bounds.
 *
 * @param {number} scale
 */
export function clampScale(scale) {
    return Math.min(MOST, Math.max(LEAST, scale));
}

/**
 * The next step up or down.
 *
 * @param {number} scale
 * @param {1 | -1} direction
 */
export function nextStep(scale, direction) {
    const now = scale / FULL;
    const hair = 0.005;
    const next = direction > 0
        ? STEPS.find((step) => step > now + hair)
        : [...STEPS].reverse().find((step) => step < now - hair);
    return clampScale((next ?? now) * FULL);
}

/**
 * The scale that fits a page into the window.
 *
 * @param {Fit} fit
 * @param {[number, number]} size of the page in points
 * @param {{width: number, height: number, margin: number, edge: number}} view
 */
export function fitScale(fit, size, view) {
    const across = (view.width - 2 * view.margin) / size[0];
    const down = (view.height - 2 * view.edge) / size[1];
    if (fit === 'page') return clampScale(Math.min(across, down));
    if (fit === 'width') return clampScale(across);
    // At first a page is as wide as there is room, but not so large that a line is a long way.
    return clampScale(Math.min(across, 1.25 * FULL));
}
