// SPDX-License-Identifier: Apache-2.0
// What becomes of changes between a person's hand and the server: a state machine without network,
// disk or clock. It is told what happened and answers what to do next; `queue.js` does that.
//
//     a person changes something
//        │ add()            → keep (write the whole state to the disk of this device)
//        ▼ kept()
//     waiting ──→ sending ──answered()──→ gone: the server has it on its disk
//        ▲          │ failed()     → wait, longer each time, or until the network is back
//        │          │ stale()      → look (ask the server how things are)
//        │          │ refused()    → tell, and forget the change
//        └──────────┴─ looked()    → go on, or a conflict that a person decides: choose()
//
// Where the server does not even let look, as at a document that was deleted, all changes stay and
// wait: the document may come back. That is told, and `reconsider()` tries again.
//
// Changes are commands that say how one annotation shall be, so one that is sent twice does no harm
// and of many for one annotation the last is enough.

/**
 * How an annotation shall be.
 *
 * @typedef {{do: 'put', annotation: Annotation} | {do: 'remove', page: number, id: string}} Command
 */
/** @typedef {{id: string, page: number}} Annotation what else it says is nothing to this file */
/**
 * A change that the server does not have yet.
 *
 * @template {Annotation} A
 * @typedef {object} Entry
 * @property {number} number grows
 * @property {string} id of the annotation
 * @property {A | null} base how the server had the annotation when the change was made
 * @property {A | null} wish how it shall be; null: gone
 * @property {number} page where the command finds it
 * @property {string} name for people, as "Move signature"
 * @property {boolean} isKept it is on this device's disk
 * @property {(A | null)[]} sent what was sent for it without an answer; the server may have it
 * @property {boolean} [isMissing] the server knew nothing of what it is for, once
 */
/**
 * A step that can be taken back here, since the server does not have it yet.
 *
 * @template {Annotation} A
 * @typedef {{id: string, before: A | null, after: A | null, name: string}} Step
 */
/** @typedef {{code: string, message: string, status: number}} Refusal */
/**
 * Something that two devices changed.
 *
 * @template {Annotation} A
 * @typedef {{id: string, mine: A | null, theirs: A | null, page: number, name: string}} Conflict
 */
/**
 * What the machine wants to be done.
 *
 * @template {Annotation} A
 * @typedef {{do: 'keep'}
 *   | {do: 'send', version: string, name: string, commands: Command[]}
 *   | {do: 'step', way: 'undo' | 'redo', version: string}
 *   | {do: 'look'}
 *   | {do: 'wait', milliseconds: number}
 *   | {do: 'tell', what: 'refused', fault: Refusal, entry: Entry<A>}
 *   | {do: 'tell', what: 'conflict', conflict: Conflict<A>}
 *   | {do: 'tell', what: 'locked' | 'shutOut' | 'stepFailed'}
 *   | {do: 'tell', what: 'blocked', fault: Refusal}
 *   | {do: 'changed'}} Effect
 */
/** @typedef {'locked' | 'shutOut' | 'blocked'} Stop why nothing can be sent now */
/** @typedef {'saved' | 'saving' | 'offline' | 'conflict' | Stop} StateWord */

/** The first wait after a failure, and the longest. */
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** So many steps can be taken back before the server has them. */
const MOST_STEPS = 200;

/** @template {Annotation} A */
export class QueueMachine {
    /**
     * @param {(a: A | null, b: A | null) => boolean} isSame whether two states show the same
     * @param {any} [kept] what `snapshot` gave before the page was closed
     */
    constructor(isSame, kept) {
        this.isSame = isSame;
        /**
         * The version of the edits that `server` shows.
         *
         * @type {string | null}
         */
        this.version = kept?.version ?? null;
        /**
         * What the server has, as far as is known.
         *
         * @type {Map<string, A>}
         */
        this.server = new Map((kept?.server ?? []).map((/** @type {A} */ a) => [a.id, a]));
        /** @type {Entry<A>[]} */
        this.waiting = [];
        for (const entry of /** @type {Entry<A>[]} */ (kept?.waiting ?? [])) {
            const older = this.waiting.find((other) => other.id === entry.id);
            if (older) this.waiting.splice(this.waiting.indexOf(older), 1);
            const one = { ...(older ? newest(older, entry) : entry), isKept: true };
            // It may have been on its way when the page was closed.
            this.waiting.push({ ...one, sent: [...one.sent, one.wish] });
        }
        /**
         * The one on its way.
         *
         * @type {Entry<A> | null}
         */
        this.sending = null;
        /** @type {Conflict<A>[]} */
        this.conflicts = kept?.conflicts ?? [];
        /** @type {Step<A>[]} */
        this.steps = kept?.steps ?? [];
        /** @type {Step<A>[]} */
        this.undone = kept?.undone ?? [];
        this.nextNumber = 1 + Math.max(0, ...this.waiting.map((entry) => entry.number));
        /** @type {'idle' | 'sending' | 'stepping' | 'looking' | 'resting' | 'stopped'} */
        this.phase = 'idle';
        /** @type {Stop | null} */
        this.stop = null;
        /** What the person was told of why nothing can be sent. */
        this.blockedBy = /** @type {string | null} */ (null);
        this.failures = 0;
        this.isOnline = true;
        /** The version that was told of while something was on its way. */
        this.news = /** @type {string | null} */ (null);
        /** There may be something new on the server, as there may whenever the page opens. */
        this.mustLook = true;
        /** What the server would take back and do again. */
        this.canUndo = /** @type {string | null} */ (null);
        this.canRedo = /** @type {string | null} */ (null);
    }

    /**
     * All that must outlive the page.
     *
     * @returns {unknown}
     */
    snapshot() {
        return {
            version: this.version, server: [...this.server.values()],
            waiting: this.sending ? [this.sending, ...this.waiting] : this.waiting,
            conflicts: this.conflicts, steps: this.steps, undone: this.undone,
        };
    }

    // What is there

    /** How many changes the server does not have. */
    get count() { return this.waiting.length + (this.sending ? 1 : 0); }

    /** @returns {StateWord} */
    get word() {
        if (this.conflicts.length > 0) return 'conflict';
        if (this.stop) return this.stop;
        if (this.failures > 0 || !this.isOnline) {
            // "Waiting" is a promise: it is made when this device has it on its disk.
            return this.waiting.some((entry) => !entry.isKept) ? 'saving' : 'offline';
        }
        return this.count > 0 ? 'saving' : 'saved';
    }

    /** All annotations as the person sees them: the server's, with what is not there yet. */
    get annotations() {
        /** @type {Map<string, A>} */
        const all = new Map(this.server);
        const pending = this.sending ? [this.sending, ...this.waiting] : this.waiting;
        for (const { id, wish } of [...pending, ...this.conflicts.map((conflict) =>
            ({ id: conflict.id, wish: conflict.mine }))]) {
            if (wish) all.set(id, wish);
            else all.delete(id);
        }
        return all;
    }

    /**
     * What undo would take back; null: nothing.
     *
     * @returns {string | null}
     */
    get undoName() {
        if (this.count > 0) return this.steps.at(-1)?.name ?? null;
        return this.word === 'saved' ? this.canUndo : null;
    }

    /** @returns {string | null} */
    get redoName() {
        if (this.undone.length > 0) return this.undone.at(-1)?.name ?? null;
        return this.count === 0 && this.word === 'saved' ? this.canRedo : null;
    }

    // What happens

    /**
     * A person changed an annotation.
     *
     * @param {string} id @param {A | null} wish how it shall be @param {string} name
     * @returns {Effect<A>[]}
     */
    add(id, wish, name) {
        const before = this.annotations.get(id) ?? null;
        if (this.isSame(before, wish)) return [];
        this.steps.push({ id, before, after: wish, name });
        if (this.steps.length > MOST_STEPS) this.steps.shift();
        this.undone = [];
        this.put(id, wish, name);
        return [{ do: 'keep' }, { do: 'changed' }];
    }

    /**
     * The state is on this device's disk, up to and with this entry.
     *
     * @param {number} number @returns {Effect<A>[]}
     */
    kept(number) {
        const word = this.word;
        for (const entry of this.waiting) if (entry.number <= number) entry.isKept = true;
        /** @type {Effect<A>[]} */
        const told = word === this.word ? [] : [{ do: 'changed' }];
        return [...told, ...this.next()];
    }

    /** The number of the last change; what is kept now is kept up to here. */
    get lastNumber() { return this.nextNumber - 1; }

    /**
     * Begins, when the page opens.
     *
     * @returns {Effect<A>[]}
     */
    start() { return this.next(); }

    /**
     * Whoever holds the server told of its state.
     *
     * @param {{version: string, undo: string | null, redo: string | null}} edits
     * @returns {Effect<A>[]}
     */
    told(edits) {
        if (edits.version === this.version) {
            this.takeNames(edits);
            return [{ do: 'changed' }];
        }
        if (['sending', 'stepping', 'looking'].includes(this.phase)) {
            // Most likely it is what was sent or is looked at; the answer will say.
            this.news = edits.version;
            return [];
        }
        this.mustLook = true;
        return [...this.reconsider(), ...this.next()];
    }

    /**
     * The server has the change on its disk, or took a step.
     *
     * @param {{version: string, undo: string | null, redo: string | null}} edits
     * @returns {Effect<A>[]}
     */
    answered(edits) {
        this.failures = 0;
        this.takeNames(edits);
        if (this.phase === 'stepping') {
            // What the step changed is not said.
            this.mustLook = true;
        } else if (this.sending) {
            const { id, wish } = this.sending;
            if (wish) this.server.set(id, wish);
            else this.server.delete(id);
            for (const entry of this.waiting) {
                if (entry.id === id) Object.assign(entry, { base: wish, sent: [] });
            }
            this.sending = null;
            if (this.news !== null && this.news !== edits.version) this.mustLook = true;
            this.version = edits.version;
            if (this.count === 0) {
                this.steps = [];
                this.undone = [];
            }
        }
        this.news = null;
        this.phase = 'idle';
        return [{ do: 'keep' }, { do: 'changed' }, ...this.next()];
    }

    /**
     * Somebody else was faster.
     *
     * @returns {Effect<A>[]}
     */
    stale() {
        /** @type {Effect<A>[]} */
        const effects = this.phase === 'stepping' ? [{ do: 'tell', what: 'stepFailed' }] : [];
        this.failures = 0;
        this.takeBack();
        this.mustLook = true;
        this.phase = 'idle';
        return [...effects, ...this.next()];
    }

    /**
     * How things are on the server.
     *
     * @param {string} version @param {A[]} annotations @returns {Effect<A>[]}
     */
    looked(version, annotations) {
        this.failures = 0;
        this.phase = 'idle';
        this.blockedBy = null;
        this.mustLook = this.news !== null && this.news !== version;
        this.news = null;
        this.version = version;
        this.server = new Map(annotations.map((annotation) => [annotation.id, annotation]));
        /** @type {Effect<A>[]} */
        const effects = [];
        for (const conflict of this.conflicts) {
            conflict.theirs = this.server.get(conflict.id) ?? null;
        }
        const isDecided = (/** @type {Conflict<A>} */ conflict) =>
            this.isSame(conflict.mine, conflict.theirs);
        this.conflicts = this.conflicts.filter((conflict) => !isDecided(conflict));
        this.waiting = this.waiting.filter((entry) => {
            const theirs = this.server.get(entry.id) ?? null;
            // It arrived, only the answer did not.
            if (this.isSame(entry.wish, theirs)) return false;
            if ([entry.base, ...entry.sent].some((state) => this.isSame(state, theirs))) {
                Object.assign(entry, { base: theirs, sent: [] });
                return true;
            }
            const { id, wish: mine, page, name } = entry;
            const conflict = { id, mine, theirs, page, name };
            this.conflicts.push(conflict);
            effects.push({ do: 'tell', what: 'conflict', conflict });
            return false;
        });
        if (this.count === 0) {
            this.steps = [];
            this.undone = [];
        }
        return [{ do: 'keep' }, { do: 'changed' }, ...effects, ...this.next()];
    }

    /**
     * A person decided about something that two devices changed.
     *
     * @param {string} id @param {'mine' | 'theirs'} which @returns {Effect<A>[]}
     */
    choose(id, which) {
        const conflict = this.conflicts.find((one) => one.id === id);
        if (!conflict) return [];
        this.conflicts = this.conflicts.filter((one) => one !== conflict);
        this.steps = this.steps.filter((step) => step.id !== id);
        this.undone = this.undone.filter((step) => step.id !== id);
        if (which === 'mine') this.put(id, conflict.mine, conflict.name);
        return [{ do: 'keep' }, { do: 'changed' }, ...this.next()];
    }

    /**
     * The server does not do it, however often it is asked.
     *
     * @param {Refusal} fault @returns {Effect<A>[]}
     */
    refused(fault) {
        this.failures = 0;
        const entry = this.sending;
        const wasStepping = this.phase === 'stepping';
        this.sending = null;
        this.phase = 'idle';
        if (fault.status === 423 || fault.status === 401) {
            // Nothing is wrong with the change; the person has to let it in first.
            if (entry) this.waiting.unshift(entry);
            this.stop = fault.status === 423 ? 'locked' : 'shutOut';
            this.phase = 'stopped';
            return [{ do: 'changed' }, { do: 'tell', what: this.stop }];
        }
        if (!entry) {
            if (wasStepping) return [{ do: 'tell', what: 'stepFailed' }, ...this.next()];
            return this.block(fault);
        }
        if (fault.status === 404 && !entry.isMissing) {
            // The document may be gone for now, and not what the change is for: a look will say.
            this.sending = { ...entry, isMissing: true };
            this.takeBack();
            this.mustLook = true;
            return [{ do: 'changed' }, ...this.next()];
        }
        this.waiting = this.waiting.filter((other) => other.id !== entry.id);
        this.steps = this.steps.filter((step) => step.id !== entry.id);
        this.undone = this.undone.filter((step) => step.id !== entry.id);
        return [
            { do: 'keep' }, { do: 'changed' }, { do: 'tell', what: 'refused', fault, entry },
            ...this.next()];
    }

    /**
     * Not even looking is possible: all changes stay, and wait for better times.
     *
     * @param {Refusal} fault @returns {Effect<A>[]}
     */
    block(fault) {
        this.stop = 'blocked';
        this.phase = 'stopped';
        this.mustLook = true;
        this.news = null;
        for (const entry of this.waiting) entry.isMissing = false;
        const isTold = this.blockedBy === fault.code;
        this.blockedBy = fault.code;
        return isTold ? [{ do: 'changed' }]
            : [{ do: 'keep' }, { do: 'changed' }, { do: 'tell', what: 'blocked', fault }];
    }

    /**
     * What was not to be had may be there again.
     *
     * @returns {Effect<A>[]}
     */
    reconsider() { return this.stop === 'blocked' ? this.letIn() : []; }

    /**
     * The password was given, or the device let in again.
     *
     * @returns {Effect<A>[]}
     */
    letIn() {
        if (this.phase !== 'stopped') return [];
        this.stop = null;
        this.phase = 'idle';
        return [{ do: 'changed' }, ...this.next()];
    }

    /**
     * No answer, or none that says anything about the change.
     *
     * @param {number} [seconds] that the server asks to wait @returns {Effect<A>[]}
     */
    failed(seconds) {
        /** @type {Effect<A>[]} */
        const effects = this.phase === 'stepping' ? [{ do: 'tell', what: 'stepFailed' }] : [];
        if (this.phase === 'looking') this.mustLook = true;
        this.takeBack();
        this.failures += 1;
        this.phase = 'resting';
        const wait = Math.min(SHORTEST_WAIT * 2 ** (this.failures - 1), LONGEST_WAIT);
        return [
            { do: 'changed' }, ...effects,
            { do: 'wait', milliseconds: Math.max(wait, (seconds ?? 0) * 1000) }];
    }

    /**
     * How things were when they were last seen; the server itself cannot be reached.
     *
     * @param {string} version @param {A[]} annotations @returns {Effect<A>[]}
     */
    lookedAtCopy(version, annotations) {
        if (this.version === null) {
            this.version = version;
            this.server = new Map(annotations.map((annotation) => [annotation.id, annotation]));
        }
        return this.failed();
    }

    /**
     * Something may have been missed.
     *
     * @returns {Effect<A>[]}
     */
    doubt() {
        this.mustLook = true;
        if (this.stop === 'blocked') return this.reconsider();
        return this.phase === 'resting' ? this.rested() : this.next();
    }

    /**
     * The wait is over.
     *
     * @returns {Effect<A>[]}
     */
    rested() {
        if (this.phase !== 'resting') return [];
        this.phase = 'idle';
        // Also with nothing to send: whether the server is there again must be known.
        if (this.count === 0) this.mustLook = true;
        return this.next();
    }

    /** @param {boolean} isOnline @returns {Effect<A>[]} */
    network(isOnline) {
        this.isOnline = isOnline;
        if (!isOnline) return [{ do: 'changed' }];
        return [{ do: 'changed' }, ...(this.phase === 'resting' ? this.rested() : this.next())];
    }

    /** @returns {Effect<A>[]} */
    undo() {
        if (this.count > 0) {
            const step = this.steps.pop();
            if (!step) return [];
            this.undone.push(step);
            this.put(step.id, step.before, step.name);
            return [{ do: 'keep' }, { do: 'changed' }, ...this.next()];
        }
        return this.step('undo');
    }

    /** @returns {Effect<A>[]} */
    redo() {
        const step = this.undone.pop();
        if (step) {
            this.steps.push(step);
            this.put(step.id, step.after, step.name);
            return [{ do: 'keep' }, { do: 'changed' }, ...this.next()];
        }
        return this.count > 0 ? [] : this.step('redo');
    }

    // How it goes on

    /** @param {'undo' | 'redo'} way @returns {Effect<A>[]} */
    step(way) {
        const name = way === 'undo' ? this.undoName : this.redoName;
        if (this.phase !== 'idle' || this.version === null || name === null) {
            return [{ do: 'tell', what: 'stepFailed' }];
        }
        this.phase = 'stepping';
        return [{ do: 'step', way, version: this.version }];
    }

    /** @returns {Effect<A>[]} */
    next() {
        if (this.phase !== 'idle' || !this.isOnline) return [];
        if (this.mustLook) {
            return this.look();
        }
        const entry = this.waiting[0];
        if (!entry?.isKept) return [];
        if (this.version === null) {
            return this.look();
        }
        this.waiting.shift();
        if (!entry.sent.some((state) => this.isSame(state, entry.wish))) {
            entry.sent.push(entry.wish);
        }
        this.sending = entry;
        this.phase = 'sending';
        const { id, wish, page, base, name } = entry;
        /** @type {Command[]} */
        const commands = wish ? [{ do: 'put', annotation: wish }] : [{ do: 'remove', page, id }];
        // A put knows the page that it puts on; on the page it came from it must be taken away.
        if (wish && base && base.page !== wish.page) {
            commands.unshift({ do: 'remove', page: base.page, id });
        }
        return [{ do: 'changed' }, { do: 'send', version: this.version, name, commands }];
    }

    /** @returns {Effect<A>[]} */
    look() {
        this.phase = 'looking';
        // What is told from now on may be newer than what will be seen.
        this.news = null;
        return [{ do: 'look' }];
    }

    /** @param {string} id @param {A | null} wish @param {string} name */
    put(id, wish, name) {
        const conflict = this.conflicts.find((one) => one.id === id);
        if (conflict) {
            // Nothing is sent before the person has decided.
            conflict.mine = wish;
            return;
        }
        const number = this.nextNumber;
        this.nextNumber += 1;
        const before = this.waiting.find((entry) => entry.id === id);
        const sent = this.sending?.id === id ? this.sending.wish : undefined;
        const base = before ? before.base : sent ?? (sent === null ? null : this.server.get(id))
            ?? null;
        const page = base?.page ?? wish?.page ?? 1;
        if (before) {
            Object.assign(before, { number, wish, page, name, isKept: false });
            const isNothing = this.isSame(base, wish) && before.sent.length === 0
                && this.sending?.id !== id;
            if (isNothing) this.waiting = this.waiting.filter((entry) => entry !== before);
        } else {
            this.waiting.push({ number, id, base, wish, page, name, isKept: false, sent: [] });
        }
    }

    /** What was on its way waits again, unless something newer does. */
    takeBack() {
        const entry = this.sending;
        if (!entry) return;
        this.sending = null;
        const newer = this.waiting.find((other) => other.id === entry.id);
        if (newer) Object.assign(newer, newest(entry, newer));
        else this.waiting.unshift(entry);
    }

    /** @param {{undo: string | null, redo: string | null}} edits */
    takeNames(edits) {
        this.canUndo = edits.undo;
        this.canRedo = edits.redo;
    }
}

/**
 * Two changes of one annotation as one.
 *
 * @template {Annotation} A @param {Entry<A>} older @param {Entry<A>} newer @returns {Entry<A>}
 */
function newest(older, newer) {
    return { ...newer, base: older.base, page: older.page, sent: [...older.sent, ...newer.sent] };
}
