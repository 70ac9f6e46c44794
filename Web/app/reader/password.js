// SPDX-License-Identifier: Apache-2.0
/** Asks for the password of a document; a wrong one is told from none. */
import {ApiFault, call, documentPath} from '../api.js';
import {freshId, h} from '../dom.js';
import {faultText} from '../faults.js';
import {t} from '../i18n.js';
import {icon} from '../icons.js';

/**
 * Shows the question in a container until the right password is given.
 *
 * @param {HTMLElement} container
 * @param {{id: string, name: string}} document
 * @returns {Promise<void>} when the document is open
 */
export function askPassword(container, {id, name}) {
    const stem = freshId('password');
    const wrong = h('p', {class: 'field-error', id: `${stem}-wrong`, role: 'alert'});
    const input = h('input', {
        class: 'input', type: 'password', id: stem, autocomplete: 'off', required: true,
        'aria-describedby': wrong.id, maxlength: 1000,
    });
    const accept = h('button', {type: 'submit', class: 'button primary'}, t('reader.unlock'));
    const form = h(
        'form', {class: 'password', novalidate: true},
        h('span', {class: 'password-mark'}, icon('lock', 34)),
        h('h2', null, t('reader.locked')),
        h('p', null, t('reader.lockedWhy', {name})),
        h('div', {class: 'field'}, h('label', {for: stem}, t('reader.password')), input, wrong),
        accept);
    container.replaceChildren(form);
    input.focus();
    return new Promise((resolve) => {
        let busy = false;
        form.addEventListener('submit', async (event) => {
            event.preventDefault();
            if (busy) return;
            busy = true;
            accept.setAttribute('aria-disabled', 'true');
            try {
                await call(documentPath(id, '/unlock'), {method: 'POST', json: {password: input.value}});
                resolve();
            } catch (error) {
                const isWrong = error instanceof ApiFault && error.status === 423;
                wrong.replaceChildren(icon('alert', 18), isWrong && input.value !== ''
                    ? t('reader.wrongPassword') : isWrong ? t('reader.passwordNeeded') : faultText(error));
                input.setAttribute('aria-invalid', 'true');
                input.focus();
                input.select();
            }
            busy = false;
            accept.removeAttribute('aria-disabled');
        });
    });
}

/**
 * Whether a fault asks for a password.
 *
 * @param {unknown} error
 */
export function wantsPassword(error) {
    return error instanceof ApiFault && error.status === 423;
}
