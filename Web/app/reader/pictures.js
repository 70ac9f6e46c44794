// SPDX-License-Identifier: Apache-2.0
/** Gets pictures of pages: few at a time, the most wanted first, none that nobody wants any more. */
import {call, isAbort} from '../api.js';

/** How many are asked for at once: a browser gives a server of HTTP/1.1 six connections. */
const AT_ONCE = 4;
/** How many of them may be for what is not seen. */
const NEARBY_AT_ONCE = 2;

/**
 * @typedef {object} Wish
 * @property {string} url
 * @property {0 | 1 | 2} rank 0 what is seen, 1 what makes it sharper, 2 what is near
 * @property {AbortSignal} signal
 * @property {(image: HTMLImageElement) => void} resolve
 * @property {(error: unknown) => void} reject
 */

export class Pictures {
    /** @type {Wish[]} */
    #waiting = [];
    #running = 0;
    #nearby = 0;
    #held = false;

    /**
     * A picture, decoded and ready to be shown. It rejects with an AbortError when the signal says so.
     *
     * @param {string} url
     * @param {0 | 1 | 2} rank
     * @param {AbortSignal} signal
     * @returns {Promise<HTMLImageElement>}
     */
    get(url, rank, signal) {
        return new Promise((resolve, reject) => {
            /** @type {Wish} */
            const wish = {url, rank, signal, resolve, reject};
            this.#waiting.push(wish);
            signal.addEventListener('abort', () => {
                const index = this.#waiting.indexOf(wish);
                if (index < 0) return;
                this.#waiting.splice(index, 1);
                reject(new DOMException('no longer wanted', 'AbortError'));
            }, {once: true});
            // What one frame wishes is compared before the first of it is asked for.
            queueMicrotask(() => this.#next());
        });
    }

    /** Asks for nothing while it is true: pages fly past. */
    get held() {
        return this.#held;
    }

    set held(value) {
        this.#held = value;
        if (!value) this.#next();
    }

    /** How many pictures are under way or waited for. */
    get pending() {
        return this.#running + this.#waiting.length;
    }

    #next() {
        while (!this.#held && this.#running < AT_ONCE) {
            let best = -1;
            this.#waiting.forEach((wish, index) => {
                if (wish.rank === 2 && this.#nearby >= NEARBY_AT_ONCE) return;
                if (best < 0 || wish.rank < this.#waiting[best].rank) best = index;
            });
            if (best < 0) return;
            void this.#run(this.#waiting.splice(best, 1)[0]);
        }
    }

    /** @param {Wish} wish */
    async #run(wish) {
        this.#running += 1;
        if (wish.rank === 2) this.#nearby += 1;
        try {
            wish.resolve(await load(wish));
        } catch (error) {
            wish.reject(error);
        }
        this.#running -= 1;
        if (wish.rank === 2) this.#nearby -= 1;
        this.#next();
    }
}

/** @param {Wish} wish */
async function load(wish) {
    const response = await call(wish.url, {
        signal: wish.signal, priority: wish.rank === 2 ? 'low' : 'high',
    });
    const address = URL.createObjectURL(await response.blob());
    try {
        const image = new Image();
        image.decoding = 'sync';
        image.alt = '';
        image.draggable = false;
        image.src = address;
        await image.decode();
        wish.signal.throwIfAborted();
        return image;
    } finally {
        // The picture holds its bytes; the address would hold them once more.
        URL.revokeObjectURL(address);
    }
}

/**
 * Calls again after a fault that may pass: the server starts again, or a worker does.
 *
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
export async function patiently(attempt, signal) {
    for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
        try {
            return await attempt();
        } catch (error) {
            const status = /** @type {{status?: number}} */ (error).status;
            const passing = status === 0 || status === 429 || status === 503;
            if (isAbort(error) || !passing) throw error;
            await pause(wait, signal);
        }
    }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(new DOMException('no longer wanted', 'AbortError'));
        };
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', stop);
            resolve();
        }, milliseconds);
        signal.addEventListener('abort', stop, {once: true});
    });
}

/** Keeps the pictures of pages that were just left, within a number of pixels. */
export class PictureShelf {
    /** @type {Map<number, HTMLImageElement>} by page; the first is the one that waits longest */
    #kept = new Map();
    #pixels = 0;

    /** @param {number} [most] pixels: 24 million are about 96 MB */
    constructor(most = 24_000_000) {
        this.most = most;
    }

    /**
     * @param {number} page
     * @param {HTMLImageElement} image
     */
    put(page, image) {
        this.take(page);
        this.#kept.set(page, image);
        this.#pixels += image.naturalWidth * image.naturalHeight;
        for (const oldest of this.#kept.keys()) {
            if (this.#pixels <= this.most) break;
            this.take(oldest);
        }
    }

    /**
     * @param {number} page
     * @returns {HTMLImageElement | undefined}
     */
    take(page) {
        const image = this.#kept.get(page);
        if (image !== undefined) {
            this.#kept.delete(page);
            this.#pixels -= image.naturalWidth * image.naturalHeight;
        }
        return image;
    }

    /** Forgets all. */
    clear() {
        this.#kept.clear();
        this.#pixels = 0;
    }
}
