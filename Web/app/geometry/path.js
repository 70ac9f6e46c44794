// SPDX-License-Identifier: Apache-2.0
// Rows of numbers that name a path, as Web/wasm/Exports.swift writes them, become path data of SVG.

const [MOVE, LINE, CUBIC, CLOSE] = [0, 1, 2, 3];

/**
 * Path data for `d` of an SVG path. Numbers are written in full, so that the browser draws the very
 * outline that was computed.
 *
 * @param {ArrayLike<number>} row steps: 0 x y · 1 x y · 2 x y x y x y · 3
 * @returns {string}
 */
export function pathData(row) {
    const parts = [];
    let at = 0;
    while (at < row.length) {
        switch (row[at]) {
        case MOVE:
            parts.push(`M${row[at + 1]} ${row[at + 2]}`);
            at += 3;
            break;
        case LINE:
            parts.push(`L${row[at + 1]} ${row[at + 2]}`);
            at += 3;
            break;
        case CUBIC:
            parts.push(`C${row[at + 1]} ${row[at + 2]} ${row[at + 3]} ${row[at + 4]} `
                + `${row[at + 5]} ${row[at + 6]}`);
            at += 7;
            break;
        case CLOSE:
            parts.push('Z');
            at += 1;
            break;
        default:
            throw new RangeError(`A path has no step ${row[at]}.`);
        }
    }
    return parts.join('');
}

/**
 * Puts a path on a canvas, as part of what is filled next.
 *
 * @param {{moveTo(x: number, y: number): void, lineTo(x: number, y: number): void,
 *   bezierCurveTo(a: number, b: number, c: number, d: number, x: number, y: number): void,
 *   closePath(): void}} canvas
 * @param {ArrayLike<number>} row as for `pathData`
 */
export function tracePath(canvas, row) {
    let at = 0;
    while (at < row.length) {
        switch (row[at]) {
        case MOVE:
            canvas.moveTo(row[at + 1], row[at + 2]);
            at += 3;
            break;
        case LINE:
            canvas.lineTo(row[at + 1], row[at + 2]);
            at += 3;
            break;
        case CUBIC:
            canvas.bezierCurveTo(row[at + 1], row[at + 2], row[at + 3], row[at + 4], row[at + 5],
                row[at + 6]);
            at += 7;
            break;
        case CLOSE:
            canvas.closePath();
            at += 1;
            break;
        default:
            throw new RangeError(`A path has no step ${row[at]}.`);
        }
    }
}
