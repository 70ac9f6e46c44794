// SPDX-License-Identifier: Apache-2.0
/** Numbers, sizes and times as the person's language writes them. */
import {language, t} from './i18n.js';

/** @param {number} value */
export function number(value) {
    return new Intl.NumberFormat(language()).format(value);
}

/**
 * A size of a file: three digits at most.
 *
 * @param {number} count
 */
export function bytes(count) {
    const units = /** @type {const} */ (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']);
    let value = count;
    let step = 0;
    while (value >= 1000 && step < units.length - 1) {
        value /= 1000;
        step += 1;
    }
    return new Intl.NumberFormat(language(), {
        style: 'unit',
        unit: units[step],
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: step > 1 && value < 100 ? 1 : 0,
    }).format(value);
}

/**
 * A point in time.
 *
 * @param {string} iso
 */
export function dateTime(iso) {
    const date = new Date(iso);
    if (Number.isNaN(date.getTime())) return iso;
    return new Intl.DateTimeFormat(language(), {dateStyle: 'medium', timeStyle: 'short'}).format(date);
}

/**
 * How long ago, or the day where that is long.
 *
 * @param {string} iso
 * @param {number} [now]
 */
export function ago(iso, now = Date.now()) {
    const then = new Date(iso).getTime();
    if (Number.isNaN(then)) return '';
    const seconds = Math.round((now - then) / 1000);
    if (seconds < 60) return t('common.justNow');
    const relative = new Intl.RelativeTimeFormat(language(), {numeric: 'auto'});
    if (seconds < 3600) return relative.format(-Math.round(seconds / 60), 'minute');
    if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), 'hour');
    if (seconds < 7 * 86_400) return relative.format(-Math.round(seconds / 86_400), 'day');
    return new Intl.DateTimeFormat(language(), {dateStyle: 'medium'}).format(then);
}

/**
 * Points as whole millimetres.
 *
 * @param {number} width
 * @param {number} height
 */
export function paperSize(width, height) {
    const millimetres = (/** @type {number} */ points) => number(Math.round(points / 72 * 25.4));
    return t('library.millimetres', {width: millimetres(width), height: millimetres(height)});
}
