// SPDX-License-Identifier: Apache-2.0
// The paper of the signature pad: units of its own, so that ink looks the same on a phone and on a
// large screen, upright and sideways.

/** @typedef {import('../geometry/geometry.js').Rect} Rect */

/** So many units the pad is across. */
export const PAD_WIDTH = 400;
/** The pen at a pressure of 0.5, in units. */
export const PEN_WIDTH = 3.4;
/** Where the guide line is, of the height from the middle down. */
export const GUIDE = 0.22;
const MARGIN = 8;

/**
 * How units become pixels. The middle of the guide line is the origin: turning the phone moves the
 * ink with it.
 *
 * @typedef {object} PadView
 * @property {number} scale pixels in a unit
 * @property {number} x of the origin, in pixels
 * @property {number} y of the origin, in pixels
 */

/**
 * The view of a pad of some size in pixels, so that the ink that is there fits in.
 *
 * @param {number} width @param {number} height @param {Rect | null} ink @returns {PadView}
 */
export function padView(width, height, ink) {
    const [x, y] = [width / 2, height * (0.5 + GUIDE)];
    let scale = width / PAD_WIDTH;
    if (ink) {
        const reach = (/** @type {number} */ room, /** @type {number} */ far) =>
            far > 0 ? (room - MARGIN) / far : Infinity;
        scale = Math.min(scale, reach(x, -ink.x), reach(width - x, ink.x + ink.width),
            reach(y, -ink.y), reach(height - y, ink.y + ink.height));
    }
    return {scale: Math.max(scale, 0.05), x, y};
}

/** @param {PadView} view @param {number} x @param {number} y in pixels @returns {{x: number, y: number}} */
export function toUnits(view, x, y) {
    return {x: (x - view.x) / view.scale, y: (y - view.y) / view.scale};
}

/**
 * What a pointer tells, as the pen's reading.
 *
 * @param {PadView} view @param {{offsetX: number, offsetY: number, pressure: number,
 *   pointerType: string, timeStamp: number, altitudeAngle?: number}} event relative to the pad
 * @param {number} start when the stroke began, in milliseconds
 * @returns {import('../geometry/geometry.js').PenReading}
 */
export function penReading(view, event, start) {
    const reading = {
        ...toUnits(view, event.offsetX, event.offsetY),
        milliseconds: Math.max(0, event.timeStamp - start),
    };
    if (event.pointerType !== 'pen') return reading;
    return {
        ...reading, pressure: event.pressure,
        ...(event.altitudeAngle === undefined
            ? {} : {tilt: 1 - event.altitudeAngle / (Math.PI / 2)}),
    };
}

/**
 * A stroke as it is kept, with two decimals: finer than any hand or screen.
 *
 * @param {import('../geometry/geometry.js').Stroke} stroke
 * @returns {import('../geometry/geometry.js').Stroke}
 */
export function rounded(stroke) {
    return stroke.map(([x, y, pressure = 0.5, milliseconds]) => {
        const round = (/** @type {number} */ value, by = 100) => Math.round(value * by) / by;
        return milliseconds === undefined
            ? [round(x), round(y), round(pressure, 1000)]
            : [round(x), round(y), round(pressure, 1000), Math.round(milliseconds)];
    });
}
