// SPDX-License-Identifier: Apache-2.0
// Brings changes of a document to the server, whatever happens on the way. What to do when is said
// by `queue-machine.js`; here are the network, the disk of this device and the clock.

import {ApiFault, call, documentPath} from '../api.js';
import {live} from '../live.js';
import {isMark, isSame, plainMark} from '../sign/mark.js';
import {QueueMachine} from './queue-machine.js';
import {openStore} from './store.js';

/** @typedef {import('../sign/mark.js').Mark} Mark */
/** @typedef {import('./queue-machine.js').Effect<Mark>} Effect */
/** @typedef {import('../types.js').Edits} Edits */

/** The service worker says so when an answer is what was seen last, not what is. */
export const KEPT_COPY = 'Inkstone-Kept-Copy';

const TAB_KEY = 'inkstone-tab';
/** How long the page before may need to let go of its name, in milliseconds. */
const RELOAD_WAIT = 10_000;
/** Where a tab that lives says so. */
const ROLL_CALL = 'inkstone-tabs';

/**
 * Answers that say nothing about the change itself; it is tried again.
 *
 * @param {ApiFault} fault
 */
function isPassing(fault) {
    return fault.status === 0 || fault.status === 408 || fault.status === 429
        || (fault.status >= 500 && fault.status !== 501) || fault.code === 'conflict';
}

/**
 * The changes of one document. Events: `change`; `told` with an effect as its detail; `edits` with
 * the server's state of editing.
 */
export class EditQueue extends EventTarget {
    /** @param {string} documentID */
    constructor(documentID) {
        super();
        this.documentID = documentID;
        /** @type {QueueMachine<Mark>} */
        this.machine = new QueueMachine(isSame);
        /**
         * The server's last word about editing.
         *
         * @type {Edits | null}
         */
        this.edits = null;
        this.stopping = new AbortController();
        this.isWriting = false;
        this.mustWrite = false;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.key = `${documentID} ${tabName()}`;
    }

    /** Takes up what was left, and begins. */
    async start() {
        this.store = await openStore();
        if (this.stopping.signal.aborted) return;
        await this.takeUp();
        this.listen();
        this.tell('change');
        this.run(this.machine.start());
    }

    /** What is not sent stays on this device, for the next time. */
    stop() {
        this.stopping.abort();
        clearTimeout(this.timer);
        if (!this.isWriting) this.letGo?.();
    }

    // What a person does

    /** @param {string} id @param {Mark | null} wish @param {string} name */
    add(id, wish, name) { this.run(this.machine.add(id, wish, name)); }

    undo() { this.run(this.machine.undo()); }

    redo() { this.run(this.machine.redo()); }

    /** @param {string} id @param {'mine' | 'theirs'} which */
    choose(id, which) { this.run(this.machine.choose(id, which)); }

    /** The document was unlocked. */
    letIn() { this.run(this.machine.letIn()); }

    /** Asks the server how things are. */
    look() { this.run(this.machine.doubt()); }

    /**
     * All signatures as the person sees them.
     *
     * @returns {Map<string, Mark>}
     */
    get marks() { return this.machine.annotations; }

    /**
     * Waits until the server has everything; false when that cannot be now.
     *
     * @returns {Promise<boolean>}
     */
    settled() {
        const answer = () => {
            if (this.machine.word === 'saved' && this.machine.phase === 'idle') return true;
            return ['saved', 'saving'].includes(this.machine.word) ? null : false;
        };
        return new Promise((resolve) => {
            const look = () => {
                const result = answer();
                if (result === null) return;
                this.removeEventListener('change', look);
                resolve(result);
            };
            this.addEventListener('change', look);
            look();
        });
    }

    // Doing what the machine says

    /** @param {import('./queue-machine.js').Effect<any>[]} effects */
    run(effects) {
        for (const effect of effects) {
            switch (effect.do) {
            case 'keep':
                this.write();
                break;
            case 'send':
                this.ask('/edits', effect.version, {name: effect.name, commands: effect.commands});
                break;
            case 'step':
                this.ask(`/edits/${effect.way}`, effect.version, undefined);
                break;
            case 'look':
                this.lookNow();
                break;
            case 'wait':
                clearTimeout(this.timer);
                this.timer = setTimeout(() => this.run(this.machine.rested()), effect.milliseconds);
                break;
            case 'tell':
                this.dispatchEvent(new CustomEvent('told', {detail: effect}));
                break;
            case 'changed':
                this.tell('change');
                break;
            }
        }
    }

    /** @param {string} path @param {string} version @param {unknown} json */
    async ask(path, version, json) {
        const {signal} = this.stopping;
        try {
            const response = await call(documentPath(this.documentID, path), {
                method: 'POST', json, ifMatch: version, signal});
            const edits = /** @type {Edits} */ (await response.json());
            this.hear(edits);
            this.run(this.machine.answered(edits));
        } catch (error) {
            this.failed(error);
        }
    }

    async lookNow() {
        const {signal} = this.stopping;
        try {
            const [response, state] = await Promise.all([
                call(documentPath(this.documentID, '/annotations?marks=true'), {signal}),
                call(documentPath(this.documentID, '/edits'), {signal})]);
            const [{version, annotations}, edits] = await Promise.all([
                response.json(), state.json()]);
            const marks = annotations.filter(isMark).map(plainMark);
            if (response.headers.has(KEPT_COPY)) {
                this.run(this.machine.lookedAtCopy(version, marks));
                return;
            }
            this.hear(edits);
            if (edits.version === version) this.machine.takeNames(edits);
            this.run(this.machine.looked(version, marks));
        } catch (error) {
            this.failed(error);
        }
    }

    /** @param {unknown} error */
    failed(error) {
        if (this.stopping.signal.aborted) return;
        if (!(error instanceof ApiFault)) {
            // An answer that was cut off, say.
            this.run(this.machine.failed());
        } else if (error.status === 412) {
            this.run(this.machine.stale());
        } else if (isPassing(error)) {
            this.run(this.machine.failed(error.retryAfter ?? undefined));
        } else {
            const {code, message, status} = error;
            this.run(this.machine.refused({code, message, status}));
        }
    }

    /** @param {Edits} edits */
    hear(edits) {
        this.edits = edits;
        this.dispatchEvent(new CustomEvent('edits', {detail: edits}));
    }

    // The disk of this device

    /** Writes the newest state; while one is being written the next waits. */
    async write() {
        this.mustWrite = true;
        if (this.isWriting || !this.store) return;
        this.isWriting = true;
        while (this.mustWrite) {
            this.mustWrite = false;
            const number = this.machine.lastNumber;
            const isEmpty = this.machine.count === 0 && this.machine.conflicts.length === 0;
            try {
                if (isEmpty) await this.store.delete('queues', this.key);
                else await this.store.put('queues', this.key, this.machine.snapshot());
            } catch {
                // A full disk, say. What is sent is safe all the same, so it is sent.
            }
            // Once it has stopped, what is kept is sent by whoever takes it up.
            if (!this.stopping.signal.aborted) this.run(this.machine.kept(number));
        }
        this.isWriting = false;
        if (this.stopping.signal.aborted) this.letGo?.();
    }

    /** Takes up what this tab left, and what tabs left that are gone. */
    async takeUp() {
        if (!this.store) return;
        // A tab that was duplicated has the same name as the first one, which goes on living.
        if (!await this.holdName()) {
            this.key = `${this.documentID} ${newTabName()}`;
            await this.holdName();
        }
        /** @type {any[]} */
        const left = [];
        /** @type {string[]} */
        const others = [];
        for (const [key, value] of await this.store.all('queues', `${this.documentID} `)) {
            if (key !== this.key && !await isGone(key)) continue;
            left.push(value);
            if (key !== this.key) others.push(key);
        }
        if (left.length === 0) return;
        let number = 0;
        const all = (/** @type {string} */ part) => left.flatMap((one) => one[part] ?? []);
        const waiting = all('waiting').map((entry) => ({...entry, number: number += 1}));
        this.machine = new QueueMachine(isSame, {
            ...left[0], waiting, conflicts: all('conflicts'),
            steps: left.length === 1 ? left[0].steps : [], undone: [],
        });
        // Wherever it is cut off, the changes are there: as they were, or as one.
        await this.store.replace('queues', this.key, this.machine.snapshot(), others)
            .catch(() => undefined);
    }

    /**
     * As long as this tab lives, no other one takes up its changes.
     *
     * @returns {Promise<boolean>} false when another tab has the name
     */
    holdName() {
        if (!navigator.locks) return Promise.resolve(true);
        const {key} = this;
        const held = new Promise((resolve) => { this.letGo = () => resolve(undefined); });
        const waiting = new AbortController();
        // After a reload, the page before needs a moment to be gone, on a busy machine a long one. A
        // tab that lives answers at once, and keeps its name.
        const roll = new BroadcastChannel(ROLL_CALL);
        const timer = setTimeout(() => waiting.abort(), RELOAD_WAIT);
        let isHeld = false;
        roll.onmessage = ({data}) => {
            if (data?.here === key && !isHeld) waiting.abort();
            else if (data?.asked === key && isHeld) roll.postMessage({here: key});
        };
        this.stopping.signal.addEventListener('abort', () => roll.close());
        roll.postMessage({asked: key});
        return new Promise((resolve) => {
            navigator.locks.request(key, {signal: waiting.signal}, () => {
                clearTimeout(timer);
                isHeld = true;
                resolve(true);
                return held;
            }).catch(() => {
                clearTimeout(timer);
                roll.close();
                resolve(false);
            });
        });
    }

    listen() {
        const {signal} = this.stopping;
        this.machine.isOnline = navigator.onLine;
        addEventListener('online', () => this.run(this.machine.network(true)), {signal});
        addEventListener('offline', () => this.run(this.machine.network(false)), {signal});
        // A tab that slept has missed what was told meanwhile.
        document.addEventListener('visibilitychange', () => {
            if (document.visibilityState === 'visible') this.run(this.machine.doubt());
        }, {signal});
        live.addEventListener('open', () => this.run(this.machine.doubt()), {signal});
        live.addEventListener('lost', () => this.run(this.machine.doubt()), {signal});
        // A document that was deleted may be back.
        live.addEventListener('library', () => this.run(this.machine.reconsider()), {signal});
        live.addEventListener('edits', (event) => {
            const edits = /** @type {CustomEvent} */ (event).detail;
            if (edits.document !== this.documentID) return;
            this.hear(edits);
            this.run(this.machine.told(edits));
        }, {signal});
    }

    /** @param {string} event */
    tell(event) { this.dispatchEvent(new Event(event)); }
}

/**
 * A name of this tab that outlives a reload.
 *
 * @returns {string}
 */
function tabName() {
    try {
        return sessionStorage.getItem(TAB_KEY) ?? newTabName();
    } catch {
        return 'only';
    }
}

/** @returns {string} */
function newTabName() {
    const name = String(Math.random()).slice(2);
    try {
        sessionStorage.setItem(TAB_KEY, name);
    } catch {
        // Without it the changes are taken up all the same, as those of a tab that is gone.
    }
    return name;
}

/**
 * Whether the tab that wrote something is gone. Where the browser cannot tell, it counts as gone:
 * a change that is sent twice does no harm.
 *
 * @param {string} key @returns {Promise<boolean>}
 */
async function isGone(key) {
    if (!navigator.locks) return true;
    return navigator.locks.request(key, {ifAvailable: true}, (lock) => lock !== null);
}
