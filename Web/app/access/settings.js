// SPDX-License-Identifier: Apache-2.0
// The settings: this device, who signs, who is let in.

import {ApiFault, json} from '../api.js';
import {freshId, h} from '../dom.js';
import {confirmDialog} from '../dialog.js';
import {LANGUAGES, language, setLanguage, t} from '../i18n.js';
import {icon} from '../icons.js';
import {
    forgetDocuments, install, installEvents, isInstalled, mayInstall, missing, signOut,
} from '../offline/offline.js';
import {faultText} from '../faults.js';
import {glyph} from '../sign/glyphs.js';
import {useStyles} from '../sign/styles.js';
import {setTheme, theme} from '../theme.js';
import {toast} from '../toast.js';
import {devicesSection} from './devices.js';
import {passwordSection} from './password.js';

/** @typedef {import('../types.js').Status} Status */
/** @typedef {{author: string, hasPassword: boolean}} Settings */

/**
 * Shows the settings.
 *
 * @param {HTMLElement} container @returns {Promise<void>}
 */
export async function showSettings(container) {
    const [status, settings] = await Promise.all([
        json('/api/status').catch(() => null), json('/api/settings').catch(() => null),
        useStyles(new URL('./settings.css', import.meta.url))]);
    const known = /** @type {Status | null} */ (status);
    const server = /** @type {Settings | null} */ (settings);
    document.title = `${t('settings.title')} · Inkstone`;
    container.replaceChildren(h('main', {class: 'settings'},
        h('header', {class: 'settings-head'},
            h('a', {class: 'icon-button', href: '#/', 'aria-label': t('settings.back')}, icon('back')),
            h('h1', null, t('settings.title'))),
        server && known ? null : h('p', {class: 'settings-offline', role: 'status'},
            glyph('cloudOff', 20), t('settings.offline')),
        appearance(() => showSettings(container)),
        server ? author(server) : null,
        known?.access === 'paired' && server ? passwordSection(server) : null,
        known && server ? devicesSection(known) : null,
        thisDevice(),
        trust(known),
        about(known)));
}

/**
 * A part of the page.
 *
 * @param {string} name of its words @param {...(Node | string | null)} content
 */
export function section(name, ...content) {
    const id = freshId('settings');
    return h('section', {class: 'settings-section', 'aria-labelledby': id},
        h('h2', {id}, t(`settings.${name}`)), ...content);
}

/**
 * One choice of a few.
 *
 * @param {string} label @param {[value: string, text: string][]} choices @param {string} current
 * @param {(value: string) => void} choose
 */
function choice(label, choices, current, choose) {
    const name = freshId('choice');
    return h('fieldset', {class: 'settings-choice'}, h('legend', null, label),
        h('div', {class: 'settings-segments'}, ...choices.map(([value, text]) =>
            h('label', null, h('input', {
                type: 'radio', name, value, checked: value === current, class: 'unseen',
                onchange: () => choose(value),
            }), h('span', {lang: value in LANGUAGES ? value : null}, text)))));
}

/** @param {() => void} again shows all in the new language */
function appearance(again) {
    return section('appearance',
        choice(t('settings.language'), Object.entries(LANGUAGES), language(), async (value) => {
            await setLanguage(/** @type {import('../i18n.js').Language} */ (value));
            again();
        }),
        choice(t('settings.theme'), [
            ['auto', t('settings.theme.auto')], ['light', t('settings.theme.light')],
            ['dark', t('settings.theme.dark')],
        ], theme(), (value) => setTheme(/** @type {import('../theme.js').Theme} */ (value))));
}

/** @param {Settings} settings */
function author(settings) {
    const id = freshId('author');
    const input = h('input', {
        class: 'input', id, value: settings.author, maxlength: 200, autocomplete: 'name',
        'aria-describedby': `${id}-help`, onchange: () => save()});
    const save = async () => {
        const value = input.value.trim();
        if (value === settings.author) return;
        try {
            await json('/api/settings', {method: 'PATCH', json: {author: value}});
            settings.author = value;
            toast(t('settings.saved'));
        } catch (error) {
            toast(faultText(error), {fault: true});
        }
    };
    return section('person', h('form', {
        class: 'field', onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            save();
        },
    }, h('label', {for: id}, t('settings.author')), input,
    h('p', {class: 'settings-help', id: `${id}-help`}, t('settings.author.help'))));
}

function thisDevice() {
    const place = h('div', {class: 'settings-rows'});
    const show = () => {
        const lacking = missing();
        place.replaceChildren(
            h('p', {class: 'settings-row'}, glyph('install'),
                h('span', null, t(isInstalled() ? 'settings.installed' : 'settings.install.text')),
                mayInstall() ? h('button', {
                    type: 'button', class: 'button', onclick: () => { install(); },
                }, t('settings.install')) : null),
            ...lacking.map((what) => h('p', {class: 'settings-row lacking'}, icon('alert'),
                h('span', null, t(`offline.missing.${what}`, {option: '--tls auto'})))),
            h('p', {class: 'settings-row'}, glyph('cloudOff'),
                h('span', null, t('settings.copies')),
                h('button', {
                    type: 'button', class: 'button',
                    onclick: async () => {
                        const isSure = await confirmDialog({
                            title: t('settings.forget'), text: t('settings.forget.text'),
                            accept: t('settings.forget'), look: 'danger'});
                        if (!isSure) return;
                        await forgetDocuments();
                        toast(t('settings.forgotten'));
                    },
                }, t('settings.forget'))));
    };
    show();
    installEvents.addEventListener('installable', show);
    return section('device', place);
}

/** @param {Status | null} status */
function trust(status) {
    if (status && status.access === 'open') return null;
    const isSecure = location.protocol === 'https:';
    return section('trust',
        h('p', null, t(isSecure ? 'settings.trust.secure' : 'settings.trust.plain', {option: '--tls auto'})),
        isSecure ? h('ol', {class: 'settings-steps'},
            h('li', null, h('a', {href: '/authority.crt', download: 'inkstone-authority.crt'},
                t('settings.trust.get'))),
            h('li', null, t('settings.trust.ios', {name: 'iPhone, iPad'})),
            h('li', null, t('settings.trust.android', {name: 'Android'})),
            h('li', null, t('settings.trust.desktop'))) : null);
}

/** @param {Status | null} status */
function about(status) {
    return section('about',
        h('p', null, t('settings.about.text')),
        h('p', {class: 'settings-help'},
            status ? t('settings.version', {version: status.version}) : '', ' Apache-2.0'),
        status?.access === 'paired' ? h('button', {
            type: 'button', class: 'button danger',
            onclick: async () => {
                const isSure = await confirmDialog({
                    title: t('settings.signOut'), text: t('settings.signOut.text'),
                    accept: t('settings.signOut'), look: 'danger'});
                if (!isSure) return;
                await signOut().catch((error) => toast(
                    error instanceof ApiFault ? faultText(error) : t('sign.fault.other'),
                    {fault: true}));
            },
        }, t('settings.signOut')) : null);
}
