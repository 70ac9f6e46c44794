// SPDX-License-Identifier: Apache-2.0
// Letting a device in: by the token of a pairing link, or by the password.

import {ApiFault, call} from '../api.js';
import {freshId, h} from '../dom.js';
import {faultText} from '../faults.js';
import {t} from '../i18n.js';
import {mark} from '../icons.js';
import {useStyles} from '../sign/styles.js';
import {tokenIn} from './token.js';

export {showSettings} from './settings.js';

/** @typedef {import('../types.js').Status} Status */

/**
 * Shows how this device is let in. When it is, the app starts anew.
 *
 * @param {HTMLElement} container @param {Status} status
 */
export async function showAccess(container, status) {
    const token = tokenIn(location.hash);
    // A token that was used or not shall not stay in the address, the history, or a bookmark.
    if (token !== null) history.replaceState(null, '', location.pathname);
    await useStyles(new URL('./access.css', import.meta.url));
    const screen = new AccessScreen(status);
    container.replaceChildren(screen.element);
    document.title = `${t('access.title')} · Inkstone`;
    if (token !== null) await screen.pair(token);
    else screen.element.querySelector('input')?.focus();
}

class AccessScreen {
    /** @param {Status} status */
    constructor(status) {
        this.wrong = h('p', {class: 'field-error', role: 'alert'});
        const id = freshId('password');
        this.input = h('input', {
            class: 'input', id, type: 'password', autocomplete: 'current-password',
            required: true, name: 'password',
        });
        this.button = h('button', {type: 'submit', class: 'button primary'}, t('access.enter'));
        this.going = h('p', {class: 'access-going', role: 'status'});
        const form = h('form', {
            class: 'access-form', novalidate: true,
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                this.login();
            },
        }, h('div', {class: 'field'}, h('label', {for: id}, t('access.password')), this.input),
        this.button);
        this.element = h('main', {class: 'access'},
            h('div', {class: 'access-card'},
                h('div', {class: 'access-mark'}, mark(56)),
                h('h1', null, t('access.title')),
                h('p', null, t('access.text')),
                this.going, this.wrong,
                status.hasPassword ? form : null,
                h('details', {class: 'access-help', open: !status.hasPassword},
                    h('summary', null, t('access.how')),
                    h('ol', null, ...[1, 2, 3].map((step) =>
                        h('li', null, t(`access.how.${step}`)))),
                    status.secure ? null : h('p', null, t('access.insecure')))));
    }

    /** @param {string} token */
    async pair(token) {
        this.going.textContent = t('access.pairing');
        await this.open({token}, 'access.badToken');
        this.going.textContent = '';
    }

    async login() {
        if (this.input.value === '') {
            this.fail(t('access.needed'));
            return;
        }
        this.button.setAttribute('aria-disabled', 'true');
        await this.open({password: this.input.value}, 'access.badPassword');
        this.button.removeAttribute('aria-disabled');
    }

    /** @param {{token: string} | {password: string}} proof @param {string} refusal */
    async open(proof, refusal) {
        this.wrong.textContent = '';
        clearInterval(this.clock);
        try {
            await call('/api/sessions', {method: 'POST', json: proof});
            location.reload();
        } catch (error) {
            if (!(error instanceof ApiFault)) throw error;
            if (error.status === 429) this.wait(error.retryAfter ?? 60);
            else if (error.status === 401 || error.status === 403) this.fail(t(refusal));
            else this.fail(faultText(error));
        }
    }

    /** @param {string} text */
    fail(text) {
        this.wrong.textContent = text;
        this.input.setAttribute('aria-invalid', 'true');
        this.input.select();
    }

    /**
     * Too many tries: how long it takes, counted down.
     *
     * @param {number} seconds
     */
    wait(seconds) {
        const end = performance.now() + seconds * 1000;
        const words = (/** @type {number} */ left) => left > 90
            ? t('access.waitMinutes', {count: Math.ceil(left / 60)})
            : t('access.waitSeconds', {count: left});
        // Said once to those who listen; the numbers that follow are for the eye.
        const clock = h('span', {'aria-hidden': 'true'});
        this.wrong.replaceChildren(h('span', {class: 'unseen'}, words(seconds)), clock);
        const tell = () => {
            const left = Math.ceil((end - performance.now()) / 1000);
            if (left <= 0) {
                clearInterval(this.clock);
                this.wrong.textContent = t('access.again');
                this.button.disabled = false;
                return;
            }
            clock.textContent = words(left);
        };
        this.button.disabled = true;
        this.clock = setInterval(tell, 1000);
        tell();
    }
}
