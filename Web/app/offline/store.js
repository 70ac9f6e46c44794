// SPDX-License-Identifier: Apache-2.0
// What this device keeps by itself: IndexedDB, or memory where the browser gives none.

/** @typedef {'queues' | 'drafts'} Place */

const NAME = 'inkstone';
const VERSION = 1;
/** @type {Place[]} */
const PLACES = ['queues', 'drafts'];

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
    return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
    });
}

/** Values under names; a value can be whatever may be cloned. */
export class Store {
    /** @param {IDBDatabase | null} database */
    constructor(database) {
        this.database = database;
        /** @type {Map<string, unknown>} */
        this.memory = new Map();
    }

    /** Whether what is put here is still there after the browser was closed. */
    get isLasting() { return this.database !== null; }

    /** @param {Place} place @param {string} key @returns {Promise<any>} */
    async get(place, key) {
        if (!this.database) return this.memory.get(`${place} ${key}`);
        return done(this.database.transaction(place).objectStore(place).get(key));
    }

    /**
     * All values of which the name begins so.
     *
     * @param {Place} place @param {string} start @returns {Promise<[string, any][]>}
     */
    async all(place, start) {
        if (!this.database) {
            return [...this.memory].filter(([key]) => key.startsWith(`${place} ${start}`))
                .map(([key, value]) => [key.slice(place.length + 1), value]);
        }
        const things = this.database.transaction(place).objectStore(place);
        const range = IDBKeyRange.bound(start, `${start}\uffff`);
        const [keys, values] = await Promise.all([
            done(things.getAllKeys(range)), done(things.getAll(range))]);
        return keys.map((key, index) => [String(key), values[index]]);
    }

    /**
     * Answers when the value is on the disk.
     *
     * @param {Place} place @param {string} key @param {unknown} value @returns {Promise<void>}
     */
    async put(place, key, value) {
        if (!this.database) {
            this.memory.set(`${place} ${key}`, value);
            return;
        }
        const transaction = this.database.transaction(place, 'readwrite', {durability: 'strict'});
        transaction.objectStore(place).put(value, key);
        await finished(transaction);
    }

    /** @param {Place} place @param {string} key @returns {Promise<void>} */
    async delete(place, key) {
        if (!this.database) {
            this.memory.delete(`${place} ${key}`);
            return;
        }
        const transaction = this.database.transaction(place, 'readwrite');
        transaction.objectStore(place).delete(key);
        await finished(transaction);
    }

    /**
     * Puts one value in the place of others: all of it, or nothing.
     *
     * @param {Place} place @param {string} key @param {unknown} value
     * @param {string[]} others names whose values go
     * @returns {Promise<void>}
     */
    async replace(place, key, value, others) {
        if (!this.database) {
            this.memory.set(`${place} ${key}`, value);
            for (const other of others) this.memory.delete(`${place} ${other}`);
            return;
        }
        const transaction = this.database.transaction(place, 'readwrite', {durability: 'strict'});
        const things = transaction.objectStore(place);
        things.put(value, key);
        for (const other of others) things.delete(other);
        await finished(transaction);
    }

    /** @param {Place} place @returns {Promise<void>} */
    async clear(place) {
        if (!this.database) {
            for (const key of this.memory.keys()) {
                if (key.startsWith(`${place} `)) this.memory.delete(key);
            }
            return;
        }
        const transaction = this.database.transaction(place, 'readwrite');
        transaction.objectStore(place).clear();
        await finished(transaction);
    }

    /** Of the queues only what waits stays. */
    async strip() {
        for (const [key, value] of await this.all('queues', '')) {
            const left = stripped(value);
            if (left) await this.put('queues', key, left);
            else await this.delete('queues', key);
        }
    }
}

/**
 * What is left of the changes of a document on a device that is shut out: those that the server does
 * not have, and what they were made of; nothing of what else the document holds. Null: nothing waits.
 *
 * @param {any} kept what a queue keeps
 * @returns {any}
 */
export function stripped(kept) {
    /** @type {unknown[]} */
    const waiting = kept?.waiting ?? [];
    /** @type {unknown[]} */
    const conflicts = kept?.conflicts ?? [];
    if (waiting.length === 0 && conflicts.length === 0) return null;
    return {version: null, server: [], waiting, conflicts, steps: [], undone: []};
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function finished(transaction) {
    return new Promise((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error));
        transaction.addEventListener('error', () => reject(transaction.error));
    });
}

/** @type {Promise<Store> | null} */
let opening = null;

/**
 * The one store of this origin.
 *
 * @returns {Promise<Store>}
 */
export function openStore() {
    opening ??= (async () => {
        try {
            const request = indexedDB.open(NAME, VERSION);
            request.addEventListener('upgradeneeded', () => {
                for (const place of PLACES) {
                    if (!request.result.objectStoreNames.contains(place)) {
                        request.result.createObjectStore(place);
                    }
                }
            });
            const database = await done(request);
            // A newer version of the app in another tab must not have to wait for this one.
            database.addEventListener('versionchange', () => database.close());
            return new Store(database);
        } catch {
            return new Store(null);
        }
    })();
    return opening;
}
