// SPDX-License-Identifier: Apache-2.0
// The drawing on the signature pad, kept on this device while it is drawn: a tab that is closed or
// killed in the middle of a stroke loses a fraction of a second.

import {openStore} from '../offline/store.js';

/** @typedef {import('../geometry/geometry.js').Stroke} Stroke */
/** @typedef {import('../geometry/geometry.js').PenReading} PenReading */
/** @typedef {import('../geometry/geometry.js').PenKind} PenKind */
/**
 * @typedef {object} PadDraft
 * @property {Stroke[]} strokes that are drawn
 * @property {{kind: PenKind, readings: PenReading[]} | null} live the one that is being drawn
 * @property {string} color
 */

/** How often the disk is written while the pen moves, in milliseconds. */
const PACE = 120;

/** Keeps one drawing. */
export class DraftKeeper {
    /** @param {string} documentID */
    constructor(documentID) {
        this.key = `pad ${documentID}`;
        /** @type {PadDraft | null} */
        this.newest = null;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.writing = Promise.resolve();
    }

    /** @returns {Promise<PadDraft | null>} */
    async read() {
        const draft = await (await openStore()).get('drafts', this.key).catch(() => null);
        return draft && (draft.strokes.length > 0 || draft.live) ? draft : null;
    }

    /**
     * Keeps a drawing, soon.
     *
     * @param {PadDraft} draft
     */
    keep(draft) {
        this.newest = draft;
        this.timer ??= setTimeout(() => this.flush(), PACE);
    }

    /**
     * Keeps it now.
     *
     * @returns {Promise<void>}
     */
    flush() {
        clearTimeout(this.timer);
        this.timer = undefined;
        const draft = this.newest;
        this.newest = null;
        if (draft) {
            this.writing = this.writing.then(async () =>
                (await openStore()).put('drafts', this.key, draft)).catch(() => undefined);
        }
        return this.writing;
    }

    /**
     * The drawing is no longer needed.
     *
     * @returns {Promise<void>}
     */
    forget() {
        clearTimeout(this.timer);
        this.timer = undefined;
        this.newest = null;
        this.writing = this.writing.then(async () =>
            (await openStore()).delete('drafts', this.key)).catch(() => undefined);
        return this.writing;
    }
}
