// SPDX-License-Identifier: Apache-2.0
// The devices that are let in, shutting them out, and letting in one more.

import {call, json} from '../api.js';
import {h} from '../dom.js';
import {confirmDialog, showDialog} from '../dialog.js';
import {language, t} from '../i18n.js';
import {icon} from '../icons.js';
import {faultText} from '../faults.js';
import {glyph} from '../sign/glyphs.js';
import {toast} from '../toast.js';
import {section} from './settings.js';

/** @typedef {{id: string, name: string, opened: string, seen: string, current: boolean}} Session */
/** @typedef {{token: string, url: string, qr: string, expires: string}} Pairing */

/** @param {import('../types.js').Status} status @returns {HTMLElement} */
export function devicesSection(status) {
    if (status.access === 'open') {
        return section('devices', h('p', null, t('settings.devices.open', {option: '--host 0.0.0.0 --tls auto'})));
    }
    const list = h('ul', {class: 'settings-devices'});
    const load = async () => {
        try {
            const {sessions} = /** @type {{sessions: Session[]}} */ (await json('/api/sessions'));
            list.replaceChildren(...sessions.map((session) => device(session, load)));
        } catch (error) {
            list.replaceChildren(h('li', {class: 'settings-help'}, faultText(error)));
        }
    };
    load();
    return section('devices', list, h('div', {class: 'settings-buttons'},
        h('button', {type: 'button', class: 'button', onclick: () => addDevice()},
            icon('add', 20), t('settings.devices.add'))));
}

/** @param {Session} session @param {() => void} again */
function device(session, again) {
    const seen = new Intl.DateTimeFormat(language(), {dateStyle: 'medium', timeStyle: 'short'})
        .format(new Date(session.seen));
    return h('li', null, glyph('phone'),
        h('div', null, h('p', {class: 'device-name'}, session.name || t('settings.devices.unnamed')),
            h('p', {class: 'settings-help'}, session.current
                ? t('settings.devices.current') : t('settings.devices.seen', {date: seen}))),
        session.current ? null : h('button', {
            type: 'button', class: 'button danger',
            'aria-label': t('settings.devices.revokeOne', {name: session.name}),
            onclick: async () => {
                const isSure = await confirmDialog({
                    title: t('settings.devices.revoke'),
                    text: t('settings.devices.revokeText', {name: session.name}),
                    accept: t('settings.devices.revoke'), look: 'danger'});
                if (!isSure) return;
                try {
                    await call(`/api/sessions/${encodeURIComponent(session.id)}`, {method: 'DELETE'});
                } catch (error) {
                    toast(faultText(error), {fault: true});
                }
                again();
            },
        }, t('settings.devices.revoke')));
}

async function addDevice() {
    /** @type {Pairing} */
    let pairing;
    try {
        pairing = await json('/api/pairing', {method: 'POST'});
    } catch (error) {
        toast(faultText(error), {fault: true});
        return;
    }
    const until = new Intl.DateTimeFormat(language(), {timeStyle: 'short'})
        .format(new Date(pairing.expires));
    const address = h('input', {
        class: 'input', readonly: true, value: pairing.url,
        'aria-label': t('settings.devices.address'), onfocus: () => address.select()});
    await showDialog({
        title: t('settings.devices.add'), dismiss: t('sign.offer.close'),
        body: [
            h('p', null, t('settings.devices.scan')),
            h('img', {
                class: 'pairing-code', alt: t('settings.devices.code'), width: 240, height: 240,
                src: `data:image/svg+xml,${encodeURIComponent(pairing.qr)}`,
            }),
            address,
            h('p', {class: 'settings-help'}, t('settings.devices.until', {time: until}))],
    });
}
