// SPDX-License-Identifier: Apache-2.0
// Signing, working without a network, letting devices in, and the settings, in English.
export default {
    'sign.sign': 'Sign',
    'sign.honest': 'This is a picture of your handwriting. '
        + 'It does not prove that the document is unchanged.',
    'sign.comma': ', ',
    'sign.quoted': '“{word}”',
    'sign.covers': 'Covers text: {words}',
    'sign.covers.unnamed': 'Covers text.',
    'sign.noGeometry': 'Drawing could not be started. Check the connection and try again.',
    'sign.stepFailed': 'That could not be undone or redone now. The document may have changed.',
    'sign.shutOut': 'This device is not let in any more. What you did is kept on it; '
        + 'let it in again to save.',
    'sign.refused': '{step}: not done. {why}',

    'sign.state.saved': 'Saved',
    'sign.state.saving': 'Saving…',
    'sign.state.conflict': 'Conflict',
    'sign.state.locked': 'Needs password',
    'sign.state.shutOut': 'Not let in',
    'sign.state.blocked': 'Cannot be sent',

    'sign.pad.title': 'Your signature',
    'sign.pad.sheet': 'Paper to write on with a finger, a pen or the mouse',
    'sign.pad.hint': 'Write on the line',
    'sign.pad.ink': 'Ink',
    'sign.pad.ink.black': 'Black ink',
    'sign.pad.ink.blue': 'Blue ink',
    'sign.pad.undo': 'Undo last stroke',
    'sign.pad.clear': 'Clear',
    'sign.pad.undone': 'Last stroke undone',
    'sign.pad.cleared': 'Cleared',
    'sign.pad.keep': 'Keep for next time',
    'sign.pad.use': 'Use',
    'sign.draft.found': 'A signature that you began is still here.',
    'sign.draft.goOn': 'Go on',

    'sign.kept.title': 'Choose a signature',
    'sign.kept.new': 'Write a new one',
    'sign.kept.use': 'Use signature {number}, kept on {date}',
    'sign.kept.forget': 'Forget',
    'sign.kept.forgetOne': 'Forget signature {number}, kept on {date}',
    'sign.kept.forgotten': 'Signature forgotten',
    'sign.kept.failed': 'The signature could not be forgotten now.',

    'sign.place.announce': 'Tap the page where the signature goes, '
        + 'or press “Place here” to put it in the middle of what you see.',
    'sign.place.done': 'Signature placed on page {page}. Arrow keys move it, '
        + 'plus and minus change its size, Delete removes it.',
    'sign.mark.label': 'Signature on page {page}',
    'sign.mark.role': 'handwriting that can be moved',
    'sign.step.place': 'Place signature',
    'sign.step.move': 'Move signature',
    'sign.step.resize': 'Resize signature',
    'sign.step.delete': 'Delete signature',

    'sign.bar.label': 'Signing',
    'sign.bar.undo': 'Undo',
    'sign.bar.undo.named': 'Undo: {what}',
    'sign.bar.redo': 'Redo',
    'sign.bar.redo.named': 'Redo: {what}',
    'sign.bar.add': 'Add',
    'sign.bar.finish': 'Finish',
    'sign.bar.send': 'Send',
    'sign.bar.tap': 'Tap where the signature goes.',
    'sign.bar.tapMove': 'Tap where it shall be.',
    'sign.bar.placeHere': 'Place here',
    'sign.bar.cancelPlacing': 'Cancel',
    'sign.bar.remove': 'Delete signature',
    'sign.bar.larger': 'Larger',
    'sign.bar.smaller': 'Smaller',
    'sign.bar.move': 'Move to another place',
    'sign.bar.done': 'Done',

    'sign.conflict.title': 'Changed on two devices',
    'sign.conflict.text': 'You and another device changed the same signature. '
        + 'Nothing is lost: say which it shall be.',
    'sign.conflict.mine': 'Keep mine',
    'sign.conflict.theirs': 'Keep theirs',
    'sign.conflict.mineAt': 'Yours, on page {page}',
    'sign.conflict.theirsAt': 'Theirs, on page {page}',
    'sign.conflict.mineGone': 'Deleted by you',
    'sign.conflict.theirsGone': 'Deleted there',
    'sign.conflict.later': 'Decide later',

    'sign.locked.title': 'Password needed again',
    'sign.locked.text': 'The server was started anew and has forgotten the password of this '
        + 'document. What you did is kept on this device.',
    'sign.locked.password': 'Password of the document',
    'sign.locked.open': 'Open',
    'sign.locked.wrong': 'This password does not open the document.',

    'sign.finish.title': 'Finish signing',
    'sign.finish.text': {
        one: 'The signature becomes part of its page and the file is saved. '
            + 'After that it cannot be moved any more. The text and the rest of the page stay as '
            + 'they are.',
        other: 'The {count} signatures become part of their pages and the file is saved. '
            + 'After that they cannot be moved any more. The text and the rest of the pages stay '
            + 'as they are.',
    },
    'sign.finish.covers': 'A signature covers text on page {pages}.',
    'sign.finish.going': 'Finishing',
    'sign.finish.stale': 'Another device has just changed the document. Look at it, and finish then.',
    'sign.finish.keep': 'Save as it is',
    'sign.finish.keepText': 'You can save without finishing: the handwriting stays on top of the '
        + 'page, can still be moved, and nothing else is changed.',
    'sign.finish.done': 'Signed',
    'sign.offer.text': '“{name}” is ready. Where shall it go?',
    'sign.offer.share': 'Share',
    'sign.offer.download': 'Download',
    'sign.offer.copy': 'Copy link',
    'sign.offer.copied': 'Link copied. It opens on devices that this server lets in.',
    'sign.offer.byHand': 'Copy this address by hand:',
    'sign.offer.address': 'Address of the document',
    'sign.offer.noShare': 'This browser cannot share files. Download the file and send it from there.',
    'sign.offer.shareFailed': 'The file could not be shared. Download it instead.',
    'sign.offer.close': 'Close',

    'sign.fault.wouldBreakSignature': 'The document bears a digital signature that this change would '
        + 'make invalid, so nothing was changed. Sign a copy without it, or ask for an unsigned one.',
    'sign.fault.permissionDenied': 'The document’s author does not allow changes. Open it with the '
        + 'owner’s password, or ask the author.',
    'sign.fault.insufficientStorage': 'The server’s disk is full. Nothing is lost; make room and try '
        + 'again.',
    'sign.fault.outsidePage': 'That place is not on the page.',
    'sign.fault.unreachable': 'The server cannot be reached. What you did is kept on this device.',
    'sign.fault.other': 'Something went wrong. Try again.',

    'offline.none': 'Offline',
    'offline.waiting': {one: 'Offline: {count} edit waiting', other: 'Offline: {count} edits waiting'},
    'offline.gone': 'No network. What you opened before can still be read and signed.',
    'offline.back': 'The network is back.',
    'offline.decide': 'Edits of a document that is not open wait for you.',
    'offline.decide.open': 'Open it',
    'offline.blocked': 'Edits cannot be sent. {why} They are kept on this device.',
    'offline.blocked.gone': 'Their document was deleted; when it is back they are sent.',
    'offline.update': 'A new version is ready. It is used the next time you open the app.',
    'offline.update.now': 'Use it now',
    'offline.received': '“{name}” was taken in.',
    'offline.receivedBad': '“{name}” was not taken in. {why}',
    'offline.receivedLater': '“{name}” waits on this device and is asked about again. {why}',
    'offline.receivedRefused': 'Not all that was shared can be taken in: PDF files only, ten of them and '
        + '512 MB at a time.',
    'offline.receiveOne': 'Take in “{name}”?',
    'offline.receiveMany': {one: 'Take in {count} file?', other: 'Take in {count} files?'},
    'offline.receive': 'Take in',
    'offline.receiveNot': 'Leave it',
    'offline.receiveWhy': 'Another app or a web page wants to add this to your documents.',
    'offline.missing.told': 'Over plain http some things are missing: installing, working offline, '
        + 'sharing, copying.',
    'offline.missing.more': 'More',
    'offline.missing.install': 'Over plain http the browser does not install the app. '
        + 'Start the server with {option}.',
    'offline.missing.offline': 'Over plain http nothing is kept for reading offline. '
        + 'Edits you make are kept until they are saved.',
    'offline.missing.share': 'Sharing files is not possible in this browser here. '
        + 'Download the file instead.',
    'offline.missing.clipboard': 'The browser gives no access to the clipboard here. '
        + 'Links are shown, to be copied by hand.',

    'access.title': 'Let this device in',
    'access.text': 'This Inkstone is for people who were invited.',
    'access.password': 'Password',
    'access.enter': 'Enter',
    'access.needed': 'Type the password.',
    'access.pairing': 'Letting this device in…',
    'access.badToken': 'This pairing link was used already or is too old. Ask for a new one.',
    'access.badPassword': 'This is not the password.',
    'access.waitSeconds': {
        one: 'Too many tries. Wait {count} second.', other: 'Too many tries. Wait {count} seconds.'},
    'access.waitMinutes': {
        one: 'Too many tries. Wait {count} minute.', other: 'Too many tries. Wait {count} minutes.'},
    'access.again': 'You can try again now.',
    'access.how': 'How to get in',
    'access.how.1': 'On the computer where Inkstone runs, look at the terminal: '
        + 'it shows a QR code and a link.',
    'access.how.2': 'Or on a device that is in already, open the settings and choose '
        + '“Add a device”.',
    'access.how.3': 'Scan the code with this device’s camera, or open the link.',
    'access.insecure': 'This connection is not encrypted. Use it only in a network that you trust.',

    'settings.title': 'Settings',
    'settings.back': 'Back to the library',
    'settings.offline': 'The server cannot be reached. Only the settings of this device are shown.',
    'settings.saved': 'Saved',
    'settings.appearance': 'Appearance',
    'settings.language': 'Language',
    'settings.theme': 'Theme',
    'settings.theme.auto': 'System',
    'settings.theme.light': 'Light',
    'settings.theme.dark': 'Dark',
    'settings.person': 'You',
    'settings.author': 'Name',
    'settings.author.help': 'It is written into the file as the author of what you add.',
    'settings.password': 'Password',
    'settings.password.is': 'A password lets devices in.',
    'settings.password.none': 'Devices are let in by a pairing link only.',
    'settings.password.text': 'Whoever knows it can read and change all documents here.',
    'settings.password.set': 'Set password',
    'settings.password.change': 'Change password',
    'settings.password.remove': 'Remove password',
    'settings.password.removeText': 'Devices that are in stay in. '
        + 'New ones are let in by a pairing link only.',
    'settings.password.new': 'New password',
    'settings.password.repeat': 'The same again',
    'settings.password.short': 'A password has at least {count} characters.',
    'settings.password.differ': 'The two passwords are not the same.',
    'settings.devices': 'Devices',
    'settings.devices.open': 'Only this computer can use Inkstone now. To use it on a phone, '
        + 'start it with {option}.',
    'settings.devices.unnamed': 'A device without a name',
    'settings.devices.current': 'This device',
    'settings.devices.seen': 'Last seen {date}',
    'settings.devices.revoke': 'Shut out',
    'settings.devices.revokeOne': 'Shut out {name}',
    'settings.devices.revokeText': '“{name}” has to be let in again before it can be used here.',
    'settings.devices.add': 'Add a device',
    'settings.devices.scan': 'Scan this code with the camera of the other device, '
        + 'or open the address there. It lets in one device, once.',
    'settings.devices.code': 'QR code of the pairing address',
    'settings.devices.address': 'Pairing address',
    'settings.devices.until': 'It holds until {time}.',
    'settings.device': 'This device',
    'settings.installed': 'Inkstone is installed as an app.',
    'settings.install.text': 'Inkstone can be an app on this device, from the browser’s menu.',
    'settings.install': 'Install',
    'settings.copies': 'Documents that you opened are kept here to be read offline.',
    'settings.forget': 'Forget copies',
    'settings.forget.text': 'The documents stay on the server. Without a network they cannot be read '
        + 'here any more.',
    'settings.forgotten': 'Copies forgotten',
    'settings.trust': 'Trust',
    'settings.trust.secure': 'This connection is encrypted with a certificate that your own server '
        + 'made. To end the browser’s warnings, this device has to trust the server’s authority:',
    'settings.trust.plain': 'This connection is not encrypted. Start the server with {option} to '
        + 'change that.',
    'settings.trust.get': 'Get the authority’s certificate',
    'settings.trust.ios': '{name}: open it, then Settings › General › VPN & Device '
        + 'Management › install; then General › About › Certificate Trust Settings › switch it on.',
    'settings.trust.android': '{name}: Settings › Security › Encryption & credentials › Install a '
        + 'certificate › CA certificate, and choose the file.',
    'settings.trust.desktop': 'Computers: open the file, add it to the trusted authorities of the '
        + 'system or of the browser, and start the browser again.',
    'settings.about': 'About',
    'settings.about.text': 'Inkstone works on your own machine. Nothing leaves it unless you send it.',
    'settings.version': 'Version {version}.',
    'settings.signOut': 'Leave on this device',
    'settings.signOut.text': 'This device is shut out and forgets its copies. '
        + 'Edits that wait stay on it until it is let in again.',
};
