// SPDX-License-Identifier: Apache-2.0
// The end of signing: the signatures become part of their pages, and the file goes on its way.

import {ApiFault, call, documentPath, json} from '../api.js';
import {h} from '../dom.js';
import {showDialog} from '../dialog.js';
import {faultText as commonText} from '../faults.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';
import {live} from '../live.js';
import {announce, toast} from '../toast.js';
import {glyph} from './glyphs.js';
import {useStyles} from './styles.js';

/** @typedef {import('../types.js').Document} Document */
/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {'running' | 'finished' | 'failed' | 'cancelled'} state
 * @property {string} stage
 * @property {number} done
 * @property {number | null} of
 * @property {{code: string, message: string} | null} error
 */
/**
 * @typedef {object} FinishTerms
 * @property {Document} document
 * @property {number} count of signatures
 * @property {number[]} coveredPages where one lies on text
 * @property {() => () => void} begin called before it is done; what it answers is called where
 *   nothing came of it
 * @property {() => Promise<string | null>} settle waits until the server has all; the version, or
 *   null when that cannot be now
 */

/** Where no event comes, the server is asked so often, in milliseconds. */
const POLL = 1000;
/** Larger files are not read into memory to be shared. */
const MOST_SHARED = 100 * 2 ** 20;

/**
 * What went wrong, in words for people who sign.
 *
 * @param {unknown} error @returns {string}
 */
export function faultText(error) {
    if (!(error instanceof ApiFault)) return t('sign.fault.other');
    switch (error.code) {
    case 'wouldBreakSignature': return t('sign.fault.wouldBreakSignature');
    case 'permissionDenied': return t('sign.fault.permissionDenied');
    case 'insufficientStorage': return t('sign.fault.insufficientStorage');
    case 'unreachable': return t('sign.fault.unreachable');
    case 'outsidePage': return t('sign.fault.outsidePage');
    default: return commonText(error);
    }
}

/**
 * Explains, does it, and offers the file.
 *
 * @param {FinishTerms} terms @returns {Promise<boolean>} whether the signatures are part of the pages
 */
export async function finishSigning(terms) {
    await useStyles(new URL('./finish.css', import.meta.url));
    const wrong = h('p', {class: 'field-error', role: 'alert'});
    const bar = h('div', {class: 'progress', role: 'progressbar', 'aria-label': t('sign.finish.going'),
        hidden: true}, h('div'));
    const covered = terms.coveredPages.length === 0 ? null
        : h('p', {class: 'finish-note'}, icon('alert', 18),
            t('sign.finish.covers', {pages: terms.coveredPages.join(t('sign.comma'))}));
    // A digital signature, or the author, may forbid changes of the pages and yet allow what lies on
    // top of them.
    let isSaved = false;
    const keepText = h('p', null, t('sign.finish.keepText'));
    const keep = h('button', {
        type: 'button', class: 'button',
        onclick: async () => {
            try {
                await call(documentPath(terms.document.id, '/edits/save'), {method: 'POST'});
                isSaved = true;
                keep.closest('dialog')?.close();
            } catch (error) {
                wrong.textContent = faultText(error);
            }
        },
    }, t('sign.finish.keep'));
    keepText.hidden = true;
    keep.hidden = true;
    const isDone = await showDialog({
        title: t('sign.finish.title'), more: [keep], accept: t('sign.bar.finish'), look: 'seal',
        body: [
            h('p', null, t('sign.finish.text', {count: terms.count})),
            ...(covered ? [covered] : []),
            h('p', {class: 'finish-honest'}, t('sign.honest')), bar, wrong, keepText],
        submit: async () => {
            wrong.textContent = '';
            bar.hidden = false;
            bar.classList.add('unknown');
            let takeBack = () => {};
            try {
                const version = await terms.settle();
                if (version === null) throw new ApiFault('unreachable', '', 0);
                takeBack = terms.begin();
                await finish(terms.document.id, version, (operation) => {
                    const isKnown = operation.of !== null && operation.of > 0;
                    bar.classList.toggle('unknown', !isKnown);
                    if (!isKnown || operation.of === null) return;
                    const part = operation.done / operation.of;
                    bar.setAttribute('aria-valuenow', String(Math.round(part * 100)));
                    const [fill] = bar.children;
                    if (fill instanceof HTMLElement) fill.style.transform = `scaleX(${part})`;
                });
                return true;
            } catch (error) {
                takeBack();
                bar.hidden = true;
                wrong.textContent = error instanceof ApiFault && error.status === 412
                    ? t('sign.finish.stale') : faultText(error);
                const mayKeep = error instanceof ApiFault
                    && ['wouldBreakSignature', 'permissionDenied'].includes(error.code);
                keepText.hidden = !mayKeep;
                keep.hidden = !mayKeep;
                return false;
            }
        },
    });
    if (isSaved) {
        announce(t('sign.state.saved'));
        await offerFile(terms.document, t('sign.state.saved'));
    }
    if (isDone) {
        announce(t('sign.finish.done'));
        await offerFile(terms.document);
    }
    return isDone;
}

/**
 * @param {string} documentID @param {string} version
 * @param {(operation: Operation) => void} progress
 */
async function finish(documentID, version, progress) {
    const response = await call(documentPath(documentID, '/edits/finish'), {
        method: 'POST', ifMatch: version, json: {}});
    const {operation} = await response.json();
    const end = await followed(operation, progress);
    if (end.state === 'finished') return;
    const {code, message} = end.error ?? {code: 'internal', message: ''};
    throw new ApiFault(code, message, 500);
}

/**
 * Follows an operation by its events, and by asking where none come.
 *
 * @param {string} id @param {(operation: Operation) => void} progress @returns {Promise<Operation>}
 */
export function followed(id, progress) {
    return new Promise((resolve, reject) => {
        const ending = new AbortController();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer;
        const take = (/** @type {Operation} */ operation) => {
            if (ending.signal.aborted) return;
            progress(operation);
            if (operation.state === 'running') return;
            end();
            resolve(operation);
        };
        const end = () => {
            ending.abort();
            clearTimeout(timer);
        };
        const ask = async () => {
            try {
                take(/** @type {Operation} */ (
                    await json(`/api/operations/${encodeURIComponent(id)}`)));
            } catch (error) {
                // A server that does not answer now may do so soon; one that knows of no such
                // operation never will.
                if (error instanceof ApiFault && error.status >= 400 && error.status < 500
                    && error.status !== 429) {
                    end();
                    reject(error);
                }
            }
            if (!ending.signal.aborted) timer = setTimeout(ask, POLL);
        };
        live.addEventListener('operation', (event) => {
            const operation = /** @type {CustomEvent} */ (event).detail;
            if (operation.id === id) take(operation);
        }, {signal: ending.signal});
        ask();
    });
}

/**
 * Offers the finished file: share, download, copy a link.
 *
 * @param {Document} document @param {string} [title]
 */
export async function offerFile(document, title = t('sign.finish.done')) {
    const path = documentPath(document.id, '/file');
    const mayShare = 'canShare' in navigator && isSecureContext;
    // Sharing has to follow the press at once, so the file is fetched beforehand.
    const file = mayShare ? fetchFile(`${path}?download=true`, document.name) : Promise.resolve(null);
    const share = h('button', {
        type: 'button', class: 'button primary', hidden: true,
        onclick: async () => {
            const ready = await file;
            if (!ready) return;
            try {
                await navigator.share({files: [ready], title: document.name});
            } catch (error) {
                const isLeft = error instanceof DOMException && error.name === 'AbortError';
                if (!isLeft) toast(t('sign.offer.shareFailed'), {fault: true});
            }
        },
    }, icon('share', 20), t('sign.offer.share'));
    file.then((ready) => { share.hidden = !ready || !navigator.canShare({files: [ready]}); });
    await showDialog({
        title, dismiss: t('sign.offer.close'),
        body: [
            h('p', null, t('sign.offer.text', {name: document.name})),
            h('div', {class: 'offer-ways'}, share,
                h('a', {class: 'button', href: `${path}?download=true`, download: document.name},
                    icon('download', 20), t('sign.offer.download')),
                h('button', {type: 'button', class: 'button', onclick: () => copyLink(document.id)},
                    glyph('link', 20), t('sign.offer.copy'))),
            ...(mayShare ? [] : [h('p', {class: 'finish-honest'},
                t(isSecureContext ? 'sign.offer.noShare' : 'offline.missing.share'))]),
            h('p', {class: 'finish-honest'}, t('sign.honest'))],
    });
}

/** @param {string} path @param {string} name @returns {Promise<File | null>} */
async function fetchFile(path, name) {
    try {
        const response = await call(path);
        if (Number(response.headers.get('Content-Length') ?? 0) > MOST_SHARED) {
            await response.body?.cancel();
            return null;
        }
        const title = /\.pdf$/i.test(name) ? name : `${name}.pdf`;
        return new File([await response.blob()], title, {type: 'application/pdf'});
    } catch {
        return null;
    }
}

/** @param {string} documentID */
async function copyLink(documentID) {
    const address = `${location.origin}${location.pathname}#/d/${documentID}`;
    try {
        await navigator.clipboard.writeText(address);
        toast(t('sign.offer.copied'));
    } catch {
        // Without a secure context there is no clipboard: the address is shown, to be copied by hand.
        const field = h('input', {
            class: 'input', readonly: true, value: address, 'aria-label': t('sign.offer.address')});
        await showDialog({
            title: t('sign.offer.copy'), dismiss: t('sign.offer.close'),
            body: [h('p', null, t('sign.offer.byHand')), field],
            opened: () => field.select(),
        });
    }
}
