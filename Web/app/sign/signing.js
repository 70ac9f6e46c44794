// SPDX-License-Identifier: Apache-2.0
// Signing a document that is open in the reader: write, place, move, finish.

import {ApiFault, call, documentPath} from '../api.js';
import {h, s} from '../dom.js';
import {showDialog} from '../dialog.js';
import {loadGeometry} from '../geometry/geometry.js';
import {t} from '../i18n.js';
import {flushWaiting} from '../offline/flush.js';
import {EditQueue} from '../offline/queue.js';
import {openStore} from '../offline/store.js';
import {announce, toast} from '../toast.js';
import {chooseSignature, keepSignature, keptSignatures} from './chooser.js';
import {decideConflict} from './conflict.js';
import {Covering, names} from './covering.js';
import {DraftKeeper} from './draft.js';
import {faultText, finishSigning, offerFile} from './finish.js';
import {glyph} from './glyphs.js';
import {markID, placed, replaced, usualPlace} from './mark.js';
import {MarksLayer} from './marks-layer.js';
import {writeSignature} from './pad.js';
import {SaveState} from './save-state.js';
import {SigningBar} from './signing-bar.js';
import {useStyles} from './styles.js';

/** @typedef {import('../geometry/geometry.js').Geometry} Geometry */
/** @typedef {import('./mark.js').Mark} Mark */
/** @typedef {import('./mark.js').Handwriting} Handwriting */
/** @typedef {{page: number, x: number, y: number}} Place */
/**
 * What signing needs of the reader.
 *
 * @typedef {EventTarget & {
 *   document: import('../types.js').Document,
 *   pages: {count: number, version: string, sizeOf(page: number): [number, number]},
 *   toolbar: HTMLElement,
 *   overlay(page: number): SVGSVGElement | null,
 *   mounted(): {page: number, overlay: SVGSVGElement}[],
 *   clientToPage(x: number, y: number): Place | null,
 *   pageToClient(page: number, x: number, y: number): {x: number, y: number} | null,
 *   setMode(mode: 'read' | 'sign'): void,
 *   reloadVersion(version: string): void,
 * }} Reader
 */

/** Signatures that wait to be kept for the next time. */
const UNKEPT = 'keep ';

/**
 * Brings signing into a reader.
 *
 * @param {Reader} reader @returns {() => void} takes it out again
 */
export function attachSigning(reader) {
    const signing = new Signing(reader);
    signing.start();
    return () => signing.detach();
}

class Signing {
    /** @param {Reader} reader */
    constructor(reader) {
        this.reader = reader;
        this.queue = new EditQueue(reader.document.id);
        this.keeper = new DraftKeeper(reader.document.id);
        this.ending = new AbortController();
        /** @type {Geometry | null} */
        this.geometry = null;
        /** @type {MarksLayer | null} */
        this.layer = null;
        /**
         * What is to be placed: handwriting, or a mark that is moved.
         *
         * @type {Handwriting | null}
         */
        this.placing = null;
        /** @type {Mark | null} */
        this.moving = null;
        /** @type {string[]} */
        this.coveredWords = [];
        this.coversText = false;
        this.hasFinished = false;
        /** Something was changed or finished here, so that there may be something to take back. */
        this.isUsed = false;
        this.isSigned = false;
        this.isBusy = false;
        this.isDeciding = false;
        this.mustDecide = false;
        this.state = new SaveState(() => this.decide());
        this.button = h('button', {
            type: 'button', class: 'button seal sign-button', onclick: () => this.sign(),
        }, glyph('sign', 20), h('span', null, t('sign.sign')));
        this.bar = new SigningBar({
            undo: () => this.queue.undo(), redo: () => this.queue.redo(),
            add: () => this.sign(), finish: () => this.finish(),
            send: () => { offerFile(this.reader.document); },
            placeHere: () => this.placeHere(), cancelPlacing: () => this.endPlacing(),
            remove: () => this.withSelected((layer, id) => layer.remove(id)),
            larger: () => this.withSelected((layer, id) => layer.grow(id, 1.1)),
            smaller: () => this.withSelected((layer, id) => layer.grow(id, 1 / 1.1)),
            move: () => this.moveSelected(), done: () => this.layer?.select(null),
        });
    }

    async start() {
        const {signal} = this.ending;
        this.slot('sign')?.replaceChildren(this.button);
        this.slot('state')?.replaceChildren(this.state.element);
        document.body.append(this.bar.element);
        this.queue.addEventListener('change', () => this.changed(), {signal});
        this.queue.addEventListener('told', (event) =>
            this.told(/** @type {CustomEvent} */ (event).detail), {signal});
        this.queue.addEventListener('edits', (event) =>
            this.heardEdits(/** @type {CustomEvent} */ (event).detail), {signal});
        this.listen(signal);
        const styles = ['./marks.css', './signing-bar.css'].map((name) =>
            useStyles(new URL(name, import.meta.url)));
        await Promise.all([...styles, this.queue.start()]);
        if (signal.aborted) return;
        const draft = await this.keeper.read();
        if (draft && !signal.aborted) {
            toast(t('sign.draft.found'), {
                action: t('sign.draft.goOn'), act: () => this.sign(), milliseconds: 20_000});
        }
        await this.sendKept();
        whenIdle(() => {
            if (!signal.aborted) fetchAhead();
        });
    }

    detach() {
        this.endPlacing();
        this.layer?.detach();
        this.keeper.flush();
        this.ending.abort();
        this.queue.stop();
        flushWaiting();
        this.bar.remove();
        this.button.remove();
        this.state.element.remove();
    }

    /** @param {string} name @returns {Element | null} */
    slot(name) { return this.reader.toolbar.querySelector(`[data-slot=${name}]`); }

    /** @param {AbortSignal} signal */
    listen(signal) {
        document.addEventListener('keydown', (event) => this.key(event), {signal});
        document.addEventListener('pointerdown', (event) => {
            const target = event.target instanceof Element ? event.target : null;
            if (!this.layer?.selected || target?.closest('.mark, .signing-bar, dialog')) return;
            this.layer.select(null);
        }, {signal, capture: true});
        for (const kind of ['pagehide', 'visibilitychange']) {
            addEventListener(kind, () => {
                this.layer?.commitKeys();
                this.keeper.flush();
            }, {signal, capture: true});
        }
        addEventListener('online', () => this.sendKept(), {signal});
    }

    /** The module that draws, and the layer it draws on; once there is something to draw. */
    async ready() {
        const geometry = await loadGeometry();
        if (this.layer || this.ending.signal.aborted) return geometry;
        this.geometry = geometry;
        this.covering = new Covering(
            this.reader.document.id, geometry, () => this.reader.pages.version);
        const layer = new MarksLayer(this.reader, geometry);
        this.layer = layer;
        const {signal} = this.ending;
        layer.addEventListener('change', (event) => {
            const {id, mark, name} = /** @type {CustomEvent} */ (event).detail;
            this.isUsed = true;
            this.queue.add(id, mark, name);
            if (mark) this.checkCovering(mark, true);
        }, {signal});
        layer.addEventListener('preview', (event) =>
            this.checkCovering(/** @type {CustomEvent} */ (event).detail, false), {signal});
        layer.addEventListener('select', () => {
            const mark = this.selectedMark();
            this.showCovered(null, []);
            if (mark) this.checkCovering(mark, false);
            this.showBar();
        }, {signal});
        layer.addEventListener('place', (event) =>
            this.place(/** @type {CustomEvent} */ (event).detail), {signal});
        layer.setMarks(this.queue.marks);
        return geometry;
    }

    // What is there

    changed() {
        const {machine, marks} = this.queue;
        this.state.show(machine.word, machine.count);
        if (this.layer) this.layer.setMarks(marks);
        else if (marks.size > 0) this.ready().catch(() => this.tellNoGeometry());
        this.showBar();
    }

    showBar() {
        const {machine, marks} = this.queue;
        const [undo, redo] = [machine.undoName, machine.redoName];
        const isUsed = marks.size > 0
            || (this.isUsed || this.isSigned) && (undo !== null || redo !== null);
        const face = this.placing || this.moving ? 'placing' : this.layer?.selected ? 'selected'
            : isUsed ? 'marks' : 'hidden';
        this.bar.show({
            face, undo, redo, hasMarks: marks.size > 0, isSigned: this.isSigned,
            covered: this.coveredWords, coversText: this.coversText});
        document.documentElement.classList.toggle('signing', face !== 'hidden');
    }

    /** @param {import('../types.js').Edits} edits */
    heardEdits(edits) {
        if (!this.hasFinished || edits.pagesVersion === this.reader.pages.version) return;
        // The signatures are in the pictures of the pages now.
        this.hasFinished = false;
        this.reader.reloadVersion(edits.pagesVersion);
    }

    /** @returns {Mark | null} */
    selectedMark() {
        const id = this.layer?.selected;
        return id ? this.queue.marks.get(id) ?? null : null;
    }

    /** @param {(layer: MarksLayer, id: string) => void} act */
    withSelected(act) {
        if (this.layer?.selected) act(this.layer, this.layer.selected);
    }

    // Writing and placing

    /** A press on "Sign": the kept signatures first, a new one otherwise. */
    async sign() {
        if (this.isBusy) return;
        this.isBusy = true;
        try {
            const [geometry, kept, draft] = await Promise.all([
                this.ready(), keptSignatures(), this.keeper.read()]);
            const choice = draft || kept.length === 0 ? 'new'
                : await chooseSignature(geometry, kept);
            if (choice === 'new') await this.write();
            else if (choice) this.beginPlacing(choice);
        } catch {
            this.tellNoGeometry();
        } finally {
            this.isBusy = false;
            if (this.mustDecide) this.decide();
        }
    }

    async write() {
        const geometry = await this.ready();
        const written = await writeSignature(geometry, this.keeper);
        if (!written || this.ending.signal.aborted) return;
        if (written.keep) this.keepForNextTime(written.writing);
        this.beginPlacing(written.writing);
    }

    /** @param {Handwriting} writing */
    async keepForNextTime(writing) {
        try {
            await keepSignature(writing);
        } catch {
            await (await openStore()).put('drafts', `${UNKEPT}${unique()}`, writing);
        }
    }

    /** What could not be kept before is kept now. */
    async sendKept() {
        const store = await openStore();
        for (const [key, writing] of await store.all('drafts', UNKEPT)) {
            try {
                await keepSignature(writing);
                await store.delete('drafts', key);
            } catch (error) {
                const {status} = /** @type {ApiFault} */ (error);
                if (status < 400 || status >= 500 || status === 401) return;
                await store.delete('drafts', key);
            }
        }
    }

    /** @param {Handwriting} writing */
    beginPlacing(writing) {
        this.layer?.select(null);
        this.placing = writing;
        this.askForPlace();
    }

    moveSelected() {
        const mark = this.selectedMark();
        if (!mark) return;
        this.layer?.select(null);
        this.moving = mark;
        this.askForPlace();
    }

    askForPlace() {
        this.reader.setMode('sign');
        this.layer?.setPlacing(true);
        this.bar.setHint(this.moving);
        this.showBar();
        announce(t('sign.place.announce'));
    }

    endPlacing() {
        if (!this.placing && !this.moving) return;
        this.placing = null;
        this.moving = null;
        this.reader.setMode('read');
        this.layer?.setPlacing(false);
        this.showBar();
    }

    /** The middle of what is seen, for those who do not point. */
    placeHere() {
        const [x, y] = [innerWidth / 2, innerHeight / 2];
        for (const dy of [0, 60, -60, 120, -120, 200, -200]) {
            const place = this.reader.clientToPage(x, y + dy);
            if (place) {
                this.place(place);
                return;
            }
        }
    }

    /** @param {Place} place */
    place(place) {
        const {geometry, layer, placing, moving} = this;
        if (!geometry || !layer || !(placing || moving)) return;
        const size = this.reader.pages.sizeOf(place.page);
        const source = /** @type {Handwriting} */ (moving ?? placing);
        const bounds = geometry.bounds(source.strokes, source.width);
        if (!bounds) return;
        /** @type {Mark} */
        let mark;
        if (moving) {
            const at = {...bounds, x: place.x - bounds.width / 2, y: place.y - bounds.height / 2};
            const box = {
                ...at, x: Math.min(Math.max(at.x, 0), Math.max(size[0] - at.width, 0)),
                y: Math.min(Math.max(at.y, 0), Math.max(size[1] - at.height, 0))};
            mark = replaced(moving, bounds, box, place.page);
        } else {
            const id = markID(unique());
            mark = placed(source, bounds, usualPlace(bounds, place, size), {id, page: place.page});
            this.keeper.forget();
        }
        this.endPlacing();
        this.isUsed = true;
        this.queue.add(mark.id, mark, t(moving ? 'sign.step.move' : 'sign.step.place'));
        layer.select(mark.id, true);
        this.checkCovering(mark, true);
        announce(t('sign.place.done', {page: mark.page}));
    }

    // Text below

    /** @param {Mark} mark @param {boolean} isFinal it stays there */
    checkCovering(mark, isFinal) {
        const now = this.covering?.coveredNow(mark);
        if (now) {
            this.showCovered(mark, now);
            return;
        }
        if (!isFinal && this.layer?.gesture) return;
        this.covering?.covered(mark).then((words) => {
            const current = this.queue.marks.get(mark.id);
            if (current && this.layer?.selected === mark.id) this.showCovered(mark, words);
        });
    }

    /** @param {Mark | null} mark @param {import('./covering.js').Piece[]} words */
    showCovered(mark, words) {
        this.coversText = words.length > 0;
        this.coveredWords = names(words);
        for (const group of this.layer?.pages.values() ?? []) {
            for (const old of group.querySelectorAll('.covered')) old.remove();
        }
        const group = mark && this.layer?.pages.get(mark.page);
        group?.prepend(...words.map(({quad}) =>
            s('polygon', {class: 'covered', points: quad.join(' ')})));
        this.showBar();
    }

    // The end

    async finish() {
        this.layer?.select(null);
        const marks = [...this.queue.marks.values()];
        if (marks.length === 0) return;
        const covered = await Promise.all(marks.map(async (mark) => {
            const words = await this.covering?.covered(mark) ?? [];
            return words.length > 0 ? mark.page : 0;
        }));
        const isDone = await finishSigning({
            document: this.reader.document, count: marks.length,
            coveredPages: [...new Set(covered.filter((page) => page > 0))].sort((a, b) => a - b),
            begin: () => {
                this.hasFinished = true;
                const end = this.layer?.keepShown(marks);
                return () => {
                    this.hasFinished = false;
                    end?.();
                };
            },
            settle: async () => await this.queue.settled() ? this.queue.machine.version : null,
        });
        if (isDone) this.isSigned = true;
        this.queue.look();
    }

    // What happens elsewhere

    /** @param {import('../offline/queue-machine.js').Effect<Mark>} effect */
    told(effect) {
        if (effect.do !== 'tell') return;
        switch (effect.what) {
        case 'refused':
            toast(t('sign.refused', {
                step: effect.entry.name, why: faultText(fault(effect.fault)),
            }), {fault: true});
            break;
        case 'conflict':
        case 'locked':
            this.decide();
            break;
        case 'blocked':
            if (this.queue.machine.count === 0) break;
            toast(t('offline.blocked', {
                why: effect.fault.status === 404 ? t('offline.blocked.gone')
                    : faultText(fault(effect.fault)),
            }), {fault: true});
            break;
        case 'shutOut':
            toast(t('sign.shutOut'), {fault: true});
            break;
        case 'stepFailed':
            toast(t('sign.stepFailed'));
            break;
        }
    }

    /** Asks the person what only a person can say; not while a signature is being written. */
    async decide() {
        if (this.isDeciding) return;
        this.mustDecide = this.isBusy;
        if (this.isBusy) return;
        this.isDeciding = true;
        if (this.queue.machine.word === 'locked') await this.unlock();
        const geometry = await this.ready();
        for (const conflict of [...this.queue.machine.conflicts]) {
            const choice = await decideConflict(
                geometry, conflict, (page) => this.reader.pages.sizeOf(page));
            if (!choice) break;
            this.queue.choose(conflict.id, choice);
        }
        this.isDeciding = false;
    }

    /** The server forgot the password, as it does when it is started anew. */
    async unlock() {
        const wrong = h('p', {class: 'field-error', role: 'alert'});
        const input = h('input', {
            class: 'input', type: 'password', autocomplete: 'off',
            'aria-label': t('sign.locked.password')});
        const isOpen = await showDialog({
            title: t('sign.locked.title'), accept: t('sign.locked.open'),
            body: [h('p', null, t('sign.locked.text')), input, wrong],
            opened: () => input.focus(),
            submit: async () => {
                try {
                    await call(documentPath(this.reader.document.id, '/unlock'), {
                        method: 'POST', json: {password: input.value}});
                    return true;
                } catch (error) {
                    const code = /** @type {{code?: string}} */ (error).code;
                    wrong.textContent = code === 'wrongPassword'
                        ? t('sign.locked.wrong') : faultText(error);
                    input.select();
                    return false;
                }
            },
        });
        if (isOpen) this.queue.letIn();
    }

    tellNoGeometry() { toast(t('sign.noGeometry'), {fault: true}); }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = event.target instanceof Element ? event.target : null;
        if (event.defaultPrevented || target?.closest('input, textarea, dialog')) return;
        if (event.key === 'Escape' && (this.placing || this.moving)) {
            event.preventDefault();
            this.endPlacing();
            return;
        }
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const letter = event.key.toLowerCase();
        const isUndo = letter === 'z' && !event.shiftKey;
        if (!isUndo && letter !== 'y' && !(letter === 'z' && event.shiftKey)) return;
        if ((isUndo ? this.queue.machine.undoName : this.queue.machine.redoName) === null) return;
        event.preventDefault();
        this.layer?.commitKeys();
        if (isUndo) this.queue.undo();
        else this.queue.redo();
    }
}

/** Whoever loses the network after a document was opened can still sign it. */
function fetchAhead() {
    loadGeometry().catch(() => undefined);
    for (const name of ['./pad.css', './chooser.css', './finish.css']) {
        useStyles(new URL(name, import.meta.url));
    }
}

/** @param {() => void} act */
function whenIdle(act) {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(act, {timeout: 3000});
    else setTimeout(act, 1000);
}

/**
 * A refusal as the error it was.
 *
 * @param {{code: string, message: string, status: number}} refusal
 */
function fault(refusal) {
    return new ApiFault(refusal.code, refusal.message, refusal.status);
}

/**
 * `crypto.randomUUID` is for secure contexts only.
 *
 * @returns {string}
 */
function unique() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
