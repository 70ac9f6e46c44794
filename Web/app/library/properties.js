// SPDX-License-Identifier: Apache-2.0
/** What a document says of itself. */
import {documentPath, json} from '../api.js';
import {showDialog} from '../dialog.js';
import {h} from '../dom.js';
import {faultText} from '../faults.js';
import {bytes, dateTime, number, paperSize} from '../format.js';
import {t} from '../i18n.js';

/**
 * @typedef {import('../types.js').Document} Document
 * @typedef {import('../types.js').Info} Info
 */

/** @param {Document} document */
export async function showProperties(document) {
    const body = h('div', {class: 'properties', 'aria-busy': 'true'}, h('span', {class: 'spinner'}));
    const shown = showDialog({
        title: t('library.properties'), wide: true, dismiss: t('common.close'), body: [body],
    });
    try {
        /** @type {Info} */
        const info = await json(documentPath(document.id, '/info'));
        body.replaceChildren(...rows(document, info));
    } catch (error) {
        body.replaceChildren(
            h('p', null, faultText(error)),
            list([[t('library.name'), document.name], [t('library.size'), bytes(document.bytes)]]));
    }
    body.removeAttribute('aria-busy');
    await shown;
}

/** @typedef {[string, string | null]} Row */

/**
 * @param {Document} document
 * @param {Info} info
 */
function rows(document, info) {
    const {permissions} = info;
    const yes = (/** @type {boolean} */ allowed) => t(allowed ? 'common.yes' : 'common.no');
    const signatures = info.signatures.length === 0 ? t('library.noSignatures')
        : t('library.signatureCount', {count: info.signatures.length});
    return [
        list([
            [t('library.name'), document.name],
            [t('library.pageCount'), number(info.pages)],
            [t('library.paper'), info.size === null ? null : paperSize(...info.size)],
            [t('library.size'), `${bytes(info.bytes)}`],
            [t('library.added'), dateTime(document.created)],
            [t('library.changed'), dateTime(document.modified)],
        ]),
        list([
            [t('library.docTitle'), info.title],
            [t('library.author'), info.author],
            [t('library.subject'), info.subject],
            [t('library.keywords'), info.keywords],
            [t('library.creator'), info.creator],
            [t('library.producer'), info.producer],
            [t('library.docCreated'), info.created === null ? null : dateTime(info.created)],
            [t('library.docModified'), info.modified === null ? null : dateTime(info.modified)],
        ]),
        list([
            [t('library.pdfVersion'), info.pdfVersion],
            [t('library.encrypted'), info.encryption ?? t('common.no')],
            [t('library.mayCopy'), yes(permissions.copy)],
            [t('library.mayPrint'), yes(permissions.print)],
            [t('library.mayChange'), yes(permissions.modify)],
            [t('library.mayAnnotate'), yes(permissions.annotate)],
            [t('library.digitalSignatures'), signatures],
            [t('library.revisions'), number(info.revisions)],
            [t('library.repaired'), info.repaired ? t('library.repairedWhy') : null],
        ]),
    ];
}

/** @param {Row[]} facts */
function list(facts) {
    const there = facts.filter(([, value]) => value !== null && value !== '');
    return h('dl', null, ...there.map(([name, value]) =>
        h('div', {class: 'fact'}, h('dt', null, name), h('dd', null, value))));
}
