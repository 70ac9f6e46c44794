// SPDX-License-Identifier: Apache-2.0
// Setting, changing and taking away the password that lets devices in.

import {json} from '../api.js';
import {freshId, h} from '../dom.js';
import {confirmDialog, showDialog} from '../dialog.js';
import {t} from '../i18n.js';
import {faultText} from '../faults.js';
import {toast} from '../toast.js';
import {section} from './settings.js';

/** As the server demands. */
const SHORTEST = 8;

/** @param {{hasPassword: boolean}} settings @returns {HTMLElement} */
export function passwordSection(settings) {
    const place = h('div', {class: 'settings-rows'});
    const show = () => {
        place.replaceChildren(
            h('p', null, t(settings.hasPassword ? 'settings.password.is' : 'settings.password.none')),
            h('div', {class: 'settings-buttons'},
                h('button', {type: 'button', class: 'button', onclick: change},
                    t(settings.hasPassword ? 'settings.password.change' : 'settings.password.set')),
                settings.hasPassword ? h('button', {
                    type: 'button', class: 'button danger', onclick: remove,
                }, t('settings.password.remove')) : null));
    };
    const put = async (/** @type {string | null} */ password) => {
        await json('/api/settings', {method: 'PATCH', json: {password}});
        settings.hasPassword = password !== null;
        show();
        toast(t('settings.saved'));
    };
    const change = async () => {
        const [first, second] = [field('settings.password.new'), field('settings.password.repeat')];
        const wrong = h('p', {class: 'field-error', role: 'alert'});
        await showDialog({
            title: t('settings.password'), accept: t('settings.password.set'),
            body: [h('p', null, t('settings.password.text')), first.row, second.row, wrong],
            opened: () => first.input.focus(),
            submit: async () => {
                wrong.textContent = '';
                if ([...first.input.value].length < SHORTEST) {
                    wrong.textContent = t('settings.password.short', {count: SHORTEST});
                    first.input.focus();
                    return false;
                }
                if (first.input.value !== second.input.value) {
                    wrong.textContent = t('settings.password.differ');
                    second.input.select();
                    return false;
                }
                try {
                    await put(first.input.value);
                    return true;
                } catch (error) {
                    wrong.textContent = faultText(error);
                    return false;
                }
            },
        });
    };
    const remove = async () => {
        const isSure = await confirmDialog({
            title: t('settings.password.remove'), text: t('settings.password.removeText'),
            accept: t('settings.password.remove'), look: 'danger'});
        if (isSure) await put(null).catch((error) => toast(faultText(error), {fault: true}));
    };
    show();
    return section('password', place);
}

/** @param {string} label */
function field(label) {
    const id = freshId('password');
    const input = h('input', {
        class: 'input', id, type: 'password', autocomplete: 'new-password', maxlength: 1000});
    return {input, row: h('div', {class: 'field'}, h('label', {for: id}, t(label)), input)};
}
