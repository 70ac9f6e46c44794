// SPDX-License-Identifier: Apache-2.0
/** Zooming with two fingers, with the wheel while Ctrl is held, and with a double tap. */
import {FULL} from './zoom.js';

/** @typedef {import('./viewport.js').Viewport} Viewport */

/** A turn of the wheel is over when none came for so long. */
const WHEEL_REST = 160;
const DOUBLE_TAP_MILLISECONDS = 320;
const DOUBLE_TAP_PIXELS = 32;

/**
 * Listens on a viewport.
 *
 * @param {Viewport} viewport
 * @param {{mayTap: () => boolean}} terms whether a double tap zooms now
 */
export function attachGestures(viewport, terms) {
    wheel(viewport);
    fingers(viewport, terms);
}

/**
 * A point of the screen as one of the window.
 *
 * @param {Viewport} viewport
 * @param {{clientX: number, clientY: number}} event
 */
function within(viewport, event) {
    const frame = viewport.element.getBoundingClientRect();
    return {x: event.clientX - frame.left, y: event.clientY - frame.top};
}

/** @param {Viewport} viewport */
function wheel(viewport) {
    let factor = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    viewport.element.addEventListener('wheel', (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        if (factor === 0) {
            viewport.beginGesture(within(viewport, event));
            factor = 1;
        }
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
        const turn = Math.min(20, Math.max(-20, event.deltaY * unit));
        factor = viewport.moveGesture(factor * Math.exp(-turn * 0.01), {x: 0, y: 0});
        clearTimeout(timer);
        timer = setTimeout(() => {
            factor = 0;
            viewport.endGesture();
        }, WHEEL_REST);
    }, {passive: false});
}

/**
 * Touch events, not pointer events: once a browser scrolls for one finger it cancels the pointer, but
 * goes on to tell of touches, and only they can stop it from scrolling with two.
 *
 * @param {Viewport} viewport
 * @param {{mayTap: () => boolean}} terms
 */
function fingers(viewport, terms) {
    const {element} = viewport;
    /** @type {{at: {x: number, y: number}, apart: number} | null} */
    let pinch = null;
    let lastTap = {time: 0, x: 0, y: 0};
    let moved = false;

    const middle = (/** @type {TouchList} */ touches) => within(viewport, {
        clientX: (touches[0].clientX + touches[1].clientX) / 2,
        clientY: (touches[0].clientY + touches[1].clientY) / 2,
    });
    const distance = (/** @type {TouchList} */ touches) => Math.max(1, Math.hypot(
        touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY));
    const end = () => {
        if (pinch === null) return;
        pinch = null;
        viewport.endGesture();
    };

    element.addEventListener('touchstart', (event) => {
        moved = event.touches.length > 1;
        if (event.touches.length !== 2) {
            end();
            return;
        }
        if (event.cancelable) event.preventDefault();
        pinch = {at: middle(event.touches), apart: distance(event.touches)};
        viewport.beginGesture(pinch.at);
    }, {passive: false});

    element.addEventListener('touchmove', (event) => {
        moved = true;
        if (pinch === null || event.touches.length !== 2) return;
        if (event.cancelable) event.preventDefault();
        const now = middle(event.touches);
        viewport.moveGesture(
            distance(event.touches) / pinch.apart, {x: now.x - pinch.at.x, y: now.y - pinch.at.y});
    }, {passive: false});

    element.addEventListener('touchend', (event) => {
        if (pinch !== null) {
            end();
            return;
        }
        if (moved || event.changedTouches.length !== 1 || !terms.mayTap()) return;
        const touch = event.changedTouches[0];
        const near = Math.hypot(touch.clientX - lastTap.x, touch.clientY - lastTap.y);
        const again = event.timeStamp - lastTap.time < DOUBLE_TAP_MILLISECONDS;
        if (again && near < DOUBLE_TAP_PIXELS) {
            if (event.cancelable) event.preventDefault();
            lastTap = {time: 0, x: 0, y: 0};
            doubleTap(viewport, within(viewport, touch));
        } else {
            lastTap = {time: event.timeStamp, x: touch.clientX, y: touch.clientY};
        }
    }, {passive: false});
    element.addEventListener('touchcancel', end);
    // Safari's own pinch.
    element.addEventListener('gesturestart', (event) => event.preventDefault());
}

/**
 * Nearer, or back to the whole width.
 *
 * @param {Viewport} viewport
 * @param {{x: number, y: number}} at
 */
function doubleTap(viewport, at) {
    if (viewport.fit === 'free') viewport.setFit('width');
    else viewport.zoomTo(Math.max(viewport.scale * 2.2, FULL), at);
}
