// SPDX-License-Identifier: Apache-2.0
/**
 * What changes on the server, told as it happens (`GET /api/events`).
 *
 * Events: `library`, `edits`, `operation` (each a CustomEvent with the server's value), `open` after
 * the connection came back, as something may have been missed, and `lost`.
 */
class Live extends EventTarget {
    /** @type {EventSource | null} */
    #source = null;
    /** @type {string | null} */
    #document = null;
    #wait = 1000;
    #lost = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer = undefined;
    #started = false;

    /** Whether the connection stands. */
    get connected() {
        return this.#source?.readyState === EventSource.OPEN;
    }

    /**
     * Begins, or tells the edits of another document from now on.
     *
     * @param {string | null} document
     */
    follow(document) {
        if (this.#started && this.#document === document) return;
        this.#document = document;
        this.#started = true;
        this.#connect();
    }

    /** Ends. */
    stop() {
        this.#started = false;
        clearTimeout(this.#timer);
        this.#source?.close();
        this.#source = null;
    }

    #connect() {
        clearTimeout(this.#timer);
        this.#source?.close();
        const query = this.#document === null ? '' : `?document=${encodeURIComponent(this.#document)}`;
        const source = new EventSource(`/api/events${query}`);
        this.#source = source;
        source.addEventListener('open', () => {
            this.#wait = 1000;
            if (this.#lost) this.dispatchEvent(new Event('open'));
            this.#lost = false;
        });
        source.addEventListener('error', () => this.#failed(source));
        for (const kind of ['library', 'edits', 'operation']) {
            source.addEventListener(kind, (event) => {
                const detail = JSON.parse(/** @type {MessageEvent} */ (event).data);
                this.dispatchEvent(new CustomEvent(kind, {detail}));
            });
        }
    }

    /**
     * A browser comes back by itself after a lost connection, not after an answer that is an error.
     *
     * @param {EventSource} source
     */
    #failed(source) {
        if (source !== this.#source) return;
        if (!this.#lost) {
            this.#lost = true;
            this.dispatchEvent(new Event('lost'));
        }
        if (source.readyState !== EventSource.CLOSED) return;
        this.#timer = setTimeout(() => this.#connect(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, 30_000);
    }

    /** Tries at once: the network may be back. */
    hurry() {
        if (this.#started && !this.connected) this.#connect();
    }
}

/** The one connection of this tab. */
export const live = new Live();
addEventListener('online', () => live.hurry());
document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.hurry();
});
