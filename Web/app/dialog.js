// SPDX-License-Identifier: Apache-2.0
/**
 * Dialogs. The browser's own `<dialog>` keeps the rest of the page out of reach and gives the focus
 * back where it was.
 */
import {freshId, h, set} from './dom.js';
import {t} from './i18n.js';
import {icon} from './icons.js';

/**
 * @typedef {object} DialogTerms
 * @property {string} title
 * @property {Node[]} body
 * @property {string} [accept] the words of the button that does it; left out, there is none
 * @property {'primary' | 'danger' | 'seal'} [look] of that button
 * @property {string} [dismiss] the words of the other button
 * @property {boolean} [wide]
 * @property {Node[]} [more] further buttons, at the start of the row
 * @property {(dialog: HTMLDialogElement) => unknown} [opened]
 * @property {() => Promise<boolean> | boolean} [submit] what the accepting button does; false keeps
 *   the dialog open
 */

/**
 * Shows a dialog.
 *
 * @param {DialogTerms} terms
 * @returns {Promise<boolean>} whether it was accepted
 */
export function showDialog(terms) {
    const titleId = freshId('dialog-title');
    const dismiss = h('button', {type: 'button', class: 'button'}, terms.dismiss ?? t('common.cancel'));
    const accept = terms.accept === undefined ? null
        : h('button', {type: 'submit', class: `button ${terms.look ?? 'primary'}`}, terms.accept);
    const close = h(
        'button', {type: 'button', class: 'icon-button', 'aria-label': t('common.close')},
        icon('close'));
    const body = h('div', {class: 'dialog-body'}, ...terms.body);
    // What only scrolls has to be reached by the keyboard as well.
    if (body.querySelector('input, button, a, select, textarea') === null) {
        set(body, {tabindex: 0, role: 'group', 'aria-labelledby': titleId});
    }
    const form = h(
        'form', {method: 'dialog', novalidate: true},
        h('div', {class: 'dialog-head'}, h('h2', {id: titleId}, terms.title), close),
        body,
        h('div', {class: 'dialog-foot'}, ...(terms.more ?? []), dismiss, accept));
    const dialog = h(
        'dialog', {class: terms.wide ? 'dialog wide' : 'dialog', 'aria-labelledby': titleId}, form);

    return new Promise((resolve) => {
        let accepted = false;
        let busy = false;
        const end = () => dialog.close();
        dismiss.addEventListener('click', end);
        close.addEventListener('click', end);
        dialog.addEventListener('click', (event) => {
            // A press beside the dialog is a press on its backdrop, which is the element itself.
            if (event.target === dialog) end();
        });
        form.addEventListener('submit', async (event) => {
            event.preventDefault();
            if (busy) return;
            busy = true;
            accept?.setAttribute('aria-disabled', 'true');
            accepted = await (terms.submit?.() ?? true);
            busy = false;
            accept?.removeAttribute('aria-disabled');
            if (accepted) end();
        });
        dialog.addEventListener('close', () => {
            dialog.remove();
            resolve(accepted);
        });
        document.body.append(dialog);
        dialog.showModal();
        terms.opened?.(dialog);
    });
}

/**
 * Asks whether something shall be done.
 *
 * @param {{title: string, text: string, accept: string, look?: 'primary' | 'danger' | 'seal'}} terms
 * @returns {Promise<boolean>}
 */
export function confirmDialog(terms) {
    return showDialog({...terms, body: [h('p', null, terms.text)]});
}

/**
 * Asks for one line of text.
 *
 * @param {object} terms
 * @param {string} terms.title
 * @param {string} terms.label
 * @param {string} terms.value
 * @param {string} terms.accept
 * @param {number} [terms.selectTo] how much of the value is selected at first; all of it otherwise
 * @param {(value: string) => Promise<string | null>} terms.submit does it; a sentence says what is
 *   wrong and keeps the dialog open
 */
export function askDialog(terms) {
    const id = freshId('ask');
    const wrong = h('p', {class: 'field-error', id: `${id}-error`, role: 'alert'});
    const input = h('input', {
        class: 'input', id, value: terms.value, autocomplete: 'off', maxlength: 255, required: true,
        'aria-describedby': wrong.id, spellcheck: 'false',
    });
    return showDialog({
        title: terms.title,
        accept: terms.accept,
        body: [h('div', {class: 'field'}, h('label', {for: id}, terms.label), input, wrong)],
        opened: () => {
            input.focus();
            input.setSelectionRange(0, terms.selectTo ?? input.value.length);
        },
        submit: async () => {
            const value = input.value.trim();
            const complaint = value === '' ? t('common.needed') : await terms.submit(value);
            wrong.textContent = complaint ?? '';
            input.toggleAttribute('aria-invalid', false);
            if (complaint !== null) {
                input.setAttribute('aria-invalid', 'true');
                input.focus();
            }
            return complaint === null;
        },
    });
}
