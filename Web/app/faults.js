// SPDX-License-Identifier: Apache-2.0
/** What went wrong, in the person's language. */
import {ApiFault} from './api.js';
import {t} from './i18n.js';

/**
 * A sentence for a fault: ours where we know the code, else the server's.
 *
 * @param {unknown} fault
 * @returns {string}
 */
export function faultText(fault) {
    const {code, message} = partsOf(fault);
    const key = `fault.${code}`;
    const known = t(key);
    if (known !== key) return known;
    return message === '' ? t('fault.internal') : message;
}

/**
 * @param {unknown} fault
 * @returns {{code: string, message: string}}
 */
function partsOf(fault) {
    if (fault instanceof ApiFault) return fault;
    if (typeof fault === 'object' && fault !== null) {
        const {code, message} = /** @type {{code?: unknown, message?: unknown}} */ (fault);
        return {code: String(code ?? 'internal'), message: String(message ?? '')};
    }
    return {code: 'internal', message: String(fault)};
}
