// SPDX-License-Identifier: Apache-2.0
// No change of a person may be lost, sent in the wrong order, or put over another device's change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueMachine } from '../../Web/app/offline/queue-machine.js';

/** @typedef {{id: string, page: number, look: string}} Thing */

const isSame = (/** @type {any} */ a, /** @type {any} */ b) =>
    JSON.stringify(a) === JSON.stringify(b);
const thing = (/** @type {string} */ id, /** @type {string} */ look, page = 1) =>
    ({ id, page, look });
const edits = (/** @type {string} */ version, undo = null, redo = null) => ({ version, undo, redo });
const refusal = (/** @type {number} */ status) => ({ code: 'x', message: 'x', status });

/** A machine that has looked. */
function ready(...annotations) {
    const machine = new QueueMachine(isSame);
    assert.deepEqual(machine.start(), [{ do: 'look' }]);
    machine.looked('v1', annotations);
    return machine;
}

/** Adds and keeps; the answer is what keeping led to. */
function change(machine, id, wish, name = 'Move') {
    machine.add(id, wish, name);
    return machine.kept(machine.lastNumber);
}

const words = (/** @type {any[]} */ effects) => effects.map((effect) => effect.do);
const send = (/** @type {any[]} */ effects) => effects.find((effect) => effect.do === 'send');

test('nothing is sent before it is on the disk of this device', () => {
    const machine = ready();
    assert.deepEqual(words(machine.add('a', thing('a', '1'), 'Place')), ['keep', 'changed']);
    assert.equal(machine.sending, null);
    assert.equal(machine.word, 'saving');
    const effect = send(machine.kept(machine.lastNumber));
    assert.deepEqual(effect, {
        do: 'send', version: 'v1', name: 'Place',
        commands: [{ do: 'put', annotation: thing('a', '1') }] });
    machine.answered(edits('v2', 'Place'));
    assert.equal(machine.word, 'saved');
    assert.equal(machine.version, 'v2');
    assert.equal(machine.undoName, 'Place');
});

test('changes go one by one, in the order they were made', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'), 'first');
    change(machine, 'b', thing('b', '1'), 'second');
    change(machine, 'c', thing('c', '1'), 'third');
    const names = [machine.sending?.name];
    for (const version of ['v2', 'v3']) names.push(send(machine.answered(edits(version))).name);
    assert.deepEqual(names, ['first', 'second', 'third']);
    assert.deepEqual(words(machine.answered(edits('v4'))), ['keep', 'changed']);
    assert.equal(machine.word, 'saved');
});

test('many changes of one annotation that wait become one', () => {
    const machine = ready();
    machine.network(false);
    change(machine, 'a', thing('a', '1'), 'Place');
    for (let step = 2; step < 50; step += 1) change(machine, 'a', thing('a', `${step}`));
    change(machine, 'b', thing('b', '1'));
    assert.equal(machine.word, 'offline');
    assert.equal(machine.count, 2);
    assert.equal(send(machine.network(true)).commands[0].annotation.look, '49');
});

test('what is put and taken away before the server knew of it is never sent', () => {
    const machine = ready();
    machine.network(false);
    change(machine, 'a', thing('a', '1'));
    change(machine, 'a', null, 'Delete');
    assert.equal(machine.count, 0);
    assert.deepEqual(machine.annotations, new Map());
});

test('a change of what is on its way waits behind it', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    assert.equal(send(change(machine, 'a', thing('a', '2'))), undefined);
    assert.equal(machine.annotations.get('a').look, '2');
    assert.equal(send(machine.answered(edits('v2'))).commands[0].annotation.look, '2');
    machine.answered(edits('v3'));
    assert.equal(machine.server.get('a').look, '2');
});

test('something removed is removed on the page where the server has it', () => {
    const machine = ready(thing('a', '1', 7));
    assert.deepEqual(send(change(machine, 'a', null)).commands,
        [{ do: 'remove', page: 7, id: 'a' }]);
    const other = ready(thing('a', '1', 7));
    assert.deepEqual(words(send(change(other, 'a', thing('a', '1', 8))).commands),
        ['remove', 'put']);
});

test('a failure is tried again, later each time, and never given up', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    const waits = [];
    for (let round = 0; round < 10; round += 1) {
        waits.push(machine.failed().find((effect) => effect.do === 'wait').milliseconds);
        assert.equal(machine.word, 'offline');
        assert.equal(machine.count, 1);
        assert.equal(send(machine.rested()).commands[0].annotation.look, '1');
    }
    assert.deepEqual(waits.slice(0, 3), [500, 1000, 2000]);
    assert.equal(Math.max(...waits), 30_000);
    assert.equal(machine.failed(60).find((effect) => effect.do === 'wait').milliseconds, 60_000);
    machine.rested();
    machine.answered(edits('v2'));
    assert.equal(machine.word, 'saved');
});

test('the network that comes back ends the wait', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    machine.failed();
    machine.network(false);
    assert.equal(send(machine.rested()), undefined);
    assert.ok(send(machine.network(true)));
});

test('an answer that was lost is no conflict', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    machine.failed();
    change(machine, 'a', thing('a', '2'));
    machine.rested();
    assert.deepEqual(words(machine.stale()), ['look']);
    const effects = machine.looked('v2', [thing('a', '1')]);
    assert.deepEqual(machine.conflicts, []);
    assert.equal(send(effects).commands[0].annotation.look, '2');
});

test('what arrived without an answer is not sent again', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    machine.failed();
    machine.rested();
    machine.stale();
    assert.equal(send(machine.looked('v2', [thing('a', '1')])), undefined);
    assert.equal(machine.word, 'saved');
});

test('other changes of another device do no harm', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    machine.stale();
    const effect = send(machine.looked('v5', [thing('b', 'theirs')]));
    assert.equal(effect.version, 'v5');
    machine.answered(edits('v6'));
    assert.deepEqual([...machine.annotations.keys()], ['b', 'a']);
});

for (const which of /** @type {const} */ (['mine', 'theirs'])) {
    for (const theirs of [thing('a', 'theirs'), null]) {
        test(`${theirs ? 'changed' : 'deleted'} elsewhere: a person decides, ${which}`, () => {
            const machine = ready(thing('a', '1'));
            change(machine, 'a', thing('a', 'mine'));
            change(machine, 'b', thing('b', '1'));
            machine.stale();
            const effects = machine.looked('v5', theirs ? [theirs] : []);
            assert.equal(machine.word, 'conflict');
            assert.deepEqual(effects.find((effect) => effect.do === 'tell').conflict,
                { id: 'a', mine: thing('a', 'mine'), theirs, page: 1, name: 'Move' });
            assert.equal(send(effects).commands[0].annotation.id, 'b', 'the rest goes on');
            machine.answered(edits('v6'));
            machine.add('a', thing('a', 'mine still'), 'Move');
            assert.equal(send(machine.kept(machine.lastNumber)), undefined, 'not before');
            const chosen = machine.choose('a', which);
            const sent = send([...chosen, ...machine.kept(machine.lastNumber)]);
            if (which === 'mine') {
                assert.equal(sent.version, 'v6');
                assert.equal(sent.commands.at(-1).annotation.look, 'mine still');
                machine.answered(edits('v7'));
                assert.equal(machine.annotations.get('a').look, 'mine still');
            } else {
                assert.equal(sent, undefined);
                assert.equal(machine.annotations.get('a')?.look, theirs?.look);
            }
            assert.equal(machine.word, 'saved');
        });
    }
}

test('both devices wished the same: nothing to decide', () => {
    const machine = ready(thing('a', '1'));
    change(machine, 'a', null);
    machine.stale();
    machine.looked('v2', []);
    assert.equal(machine.word, 'saved');
});

test('a change that the server refuses is told and forgotten, the others go on', () => {
    const machine = ready(thing('a', '1'));
    change(machine, 'a', thing('a', '2'));
    change(machine, 'b', thing('b', '1'));
    const effects = machine.refused(refusal(409));
    assert.equal(effects.find((effect) => effect.do === 'tell').what, 'refused');
    assert.equal(machine.annotations.get('a').look, '1');
    assert.equal(send(effects).commands[0].annotation.id, 'b');
});

for (const [status, word] of /** @type {const} */ ([[423, 'locked'], [401, 'shutOut']])) {
    test(`${word}: changes wait for the person, and are kept`, () => {
        const machine = ready();
        change(machine, 'a', thing('a', '1'));
        assert.equal(machine.refused(refusal(status)).at(-1).what, word);
        assert.equal(machine.word, word);
        change(machine, 'b', thing('b', '1'));
        assert.equal(machine.count, 2);
        assert.equal(send(machine.letIn()).commands[0].annotation.id, 'a');
    });
}

for (const status of [403, 404, 422]) {
    test(`a look that is refused with ${status} is told, and holds nothing back for ever`, () => {
        const machine = ready(thing('a', '1'));
        machine.network(false);
        change(machine, 'a', thing('a', '2'));
        assert.deepEqual(words(machine.told(edits('v2'))), []);
        assert.ok(words(machine.network(true)).includes('look'));
        assert.equal(machine.refused(refusal(status)).at(-1).what, 'blocked');
        assert.equal(machine.word, 'blocked');
        assert.equal(send(change(machine, 'b', thing('b', '1'))), undefined);
        assert.equal(machine.count, 2, 'what is done meanwhile is kept as well');
        assert.ok(words(machine.doubt()).includes('look'));
        assert.ok(!words(machine.refused(refusal(status))).includes('tell'), 'told once');
        assert.ok(words(machine.reconsider()).includes('look'));
        assert.equal(send(machine.looked('v2', [thing('a', '1')])).commands[0].annotation.look, '2');
        assert.ok(send(machine.answered(edits('v3'))), 'and the other');
        machine.answered(edits('v4'));
        assert.equal(machine.word, 'saved');
    });
}

test('changes of a document that was deleted are sent when it is back', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    for (let round = 0; round < 3; round += 1) {
        assert.deepEqual(words(machine.refused(refusal(404))), ['changed', 'look']);
        machine.refused(refusal(404));
        assert.equal(machine.word, 'blocked');
        assert.equal(machine.count, 1);
        assert.ok(words(machine.reconsider()).includes('look'));
        assert.ok(send(machine.looked('v1', [])));
    }
    machine.answered(edits('v2'));
    assert.equal(machine.word, 'saved');
    assert.equal(machine.annotations.get('a').look, '1');
});

test('a change for which the server knows no place is told and forgotten in the end', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'));
    machine.refused(refusal(404));
    assert.ok(send(machine.looked('v1', [])));
    const effects = machine.refused(refusal(404));
    assert.equal(effects.find((effect) => effect.do === 'tell').what, 'refused');
    assert.equal(machine.count, 0);
});

test('what is told while it looks is not lost', () => {
    const machine = ready();
    machine.told(edits('v2'));
    assert.equal(machine.phase, 'looking');
    assert.deepEqual(machine.told(edits('v3')), []);
    assert.ok(words(machine.looked('v2', [])).includes('look'), 'it saw the one before');
    assert.ok(!words(machine.looked('v3', [thing('b', '1')])).includes('look'));
    assert.equal(machine.annotations.get('b').look, '1');
});

test('what another device does is looked at when nothing is on its way', () => {
    const machine = ready();
    assert.deepEqual(words(machine.told(edits('v1', 'Move'))), ['changed']);
    assert.deepEqual(words(machine.told(edits('v2'))), ['look']);
    assert.deepEqual(machine.told(edits('v3')), []);
    machine.looked('v3', [thing('b', '1')]);
    assert.equal(machine.annotations.get('b').look, '1');
    change(machine, 'a', thing('a', '1'));
    assert.deepEqual(machine.told(edits('v4')), [], 'the own change is no news');
    assert.deepEqual(words(machine.answered(edits('v4'))), ['keep', 'changed']);
    change(machine, 'a', thing('a', '2'));
    machine.told(edits('v6'));
    assert.ok(words(machine.answered(edits('v5'))).includes('look'), 'something newer is');
});

test('undo takes back what waits, here; redo does it again', () => {
    const machine = ready(thing('a', '1'));
    machine.network(false);
    change(machine, 'a', thing('a', '2'), 'Move');
    change(machine, 'b', thing('b', '1'), 'Place');
    assert.equal(machine.undoName, 'Place');
    machine.undo();
    assert.deepEqual([...machine.annotations.keys()], ['a']);
    assert.equal(machine.redoName, 'Place');
    machine.redo();
    machine.undo();
    machine.undo();
    assert.deepEqual([...machine.annotations.values()], [thing('a', '1')]);
    assert.equal(machine.count, 0);
});

test('undo of what the server has is a step there', () => {
    const machine = ready();
    change(machine, 'a', thing('a', '1'), 'Place');
    machine.answered(edits('v2', 'Place'));
    assert.deepEqual(machine.undo(), [{ do: 'step', way: 'undo', version: 'v2' }]);
    assert.deepEqual(words(machine.answered(edits('v3', null, 'Place'))),
        ['keep', 'changed', 'look']);
    machine.looked('v3', []);
    assert.deepEqual(machine.annotations, new Map());
    assert.deepEqual(machine.redo(), [{ do: 'step', way: 'redo', version: 'v3' }]);
    assert.equal(machine.stale()[0].what, 'stepFailed');
});

test('reloaded in each state, nothing is lost', () => {
    const states = {
        'before it is kept': (machine) => machine.add('a', thing('a', '2'), 'Move'),
        'on its way': (machine) => change(machine, 'a', thing('a', '2')),
        'on its way, and changed again': (machine) => {
            change(machine, 'a', thing('a', 'x'));
            change(machine, 'a', thing('a', '2'));
        },
        'resting after a failure': (machine) => {
            change(machine, 'a', thing('a', '2'));
            machine.failed();
        },
        'looking after somebody was faster': (machine) => {
            change(machine, 'a', thing('a', '2'));
            machine.stale();
        },
        offline: (machine) => {
            machine.network(false);
            change(machine, 'a', thing('a', '2'));
        },
        'waiting for a password': (machine) => {
            change(machine, 'a', thing('a', '2'));
            machine.refused(refusal(423));
        },
    };
    for (const [name, prepare] of Object.entries(states)) {
        for (const arrived of [thing('a', '1'), thing('a', 'x'), thing('a', '2')]) {
            if (arrived.look === 'x' && !name.includes('again')) continue;
            const before = ready(thing('a', '1'));
            prepare(before);
            const kept = JSON.parse(JSON.stringify(before.snapshot()));
            const machine = new QueueMachine(isSame, kept);
            assert.equal(machine.annotations.get('a').look, '2', name);
            assert.equal(machine.count, 1, name);
            machine.start();
            machine.stale();
            const effects = machine.looked('v9', [arrived]);
            assert.deepEqual(machine.conflicts, [], name);
            const sent = send(effects)?.commands[0].annotation.look;
            assert.equal(sent, arrived.look === '2' ? undefined : '2', name);
        }
    }
});

test('without the server, what was seen last is shown, and changes wait', () => {
    const machine = new QueueMachine(isSame);
    machine.start();
    assert.ok(words(machine.lookedAtCopy('v1', [thing('a', '1')])).includes('wait'));
    assert.equal(machine.word, 'offline');
    assert.equal(machine.annotations.get('a').look, '1');
    change(machine, 'a', thing('a', '2'));
    assert.equal(machine.count, 1);
    assert.deepEqual(words(machine.rested()), ['look']);
    assert.equal(send(machine.looked('v1', [thing('a', '1')])).commands[0].annotation.look, '2');
    machine.answered(edits('v2'));
    assert.deepEqual(words(machine.doubt()), ['look']);
});

test('a conflict is still there after a reload', () => {
    const before = ready(thing('a', '1'));
    change(before, 'a', thing('a', 'mine'));
    before.stale();
    before.looked('v2', [thing('a', 'theirs')]);
    const machine = new QueueMachine(isSame, JSON.parse(JSON.stringify(before.snapshot())));
    assert.equal(machine.word, 'conflict');
    machine.start();
    machine.looked('v2', [thing('a', 'theirs')]);
    machine.choose('a', 'mine');
    assert.equal(send(machine.kept(machine.lastNumber)).commands[0].annotation.look, 'mine');
});

test('whatever happens, in any order, the last wish arrives', () => {
    let seed = 7;
    const random = (/** @type {number} */ below) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return Math.floor(seed / 65536) % below;
    };
    for (let round = 0; round < 400; round += 1) {
        // A server with one client: answers may be lost, and the client may be started again.
        let version = 1;
        /** @type {Map<string, Thing>} */
        const server = new Map();
        let machine = new QueueMachine(isSame);
        let disk = machine.snapshot();
        /** @type {Map<string, Thing>} */
        const wishes = new Map();
        /** @param {any[]} effects */
        const run = (effects) => {
            for (const effect of effects) {
                const isLost = random(4) === 0;
                if (effect.do === 'keep') {
                    disk = JSON.parse(JSON.stringify(machine.snapshot()));
                    run(machine.kept(machine.lastNumber));
                } else if (effect.do === 'look') {
                    run(isLost ? machine.failed() : machine.looked(`${version}`, [...server.values()]));
                } else if (effect.do === 'send') {
                    if (random(6) === 0) {
                        run(machine.failed());
                    } else if (effect.version !== `${version}`) {
                        run(machine.stale());
                    } else {
                        for (const command of effect.commands) {
                            if (command.do === 'put') {
                                server.set(command.annotation.id, command.annotation);
                            } else {
                                server.delete(command.id);
                            }
                        }
                        version += 1;
                        run(isLost ? machine.failed() : machine.answered(edits(`${version}`)));
                    }
                } else if (effect.do === 'tell') {
                    assert.fail(`${effect.what} in round ${round}`);
                }
            }
        };
        run(machine.start());
        for (let step = 0; step < 30; step += 1) {
            const id = 'abc'[random(3)];
            const kind = random(10);
            if (kind < 5) {
                const wish = thing(id, `${step}`);
                wishes.set(id, wish);
                run(machine.add(id, wish, 'Put'));
            } else if (kind < 6) {
                wishes.delete(id);
                run(machine.add(id, null, 'Delete'));
            } else if (kind < 7) {
                machine = new QueueMachine(isSame, disk);
                run(machine.start());
            } else if (kind < 8) {
                run(machine.network(false));
            } else {
                run(machine.network(true));
                run(machine.rested());
            }
        }
        run(machine.network(true));
        for (let tries = 0; machine.count > 0 && tries < 200; tries += 1) run(machine.rested());
        assert.equal(machine.count, 0, `round ${round}`);
        assert.deepEqual([...server.values()].sort((a, b) => a.id < b.id ? -1 : 1),
            [...wishes.values()].sort((a, b) => a.id < b.id ? -1 : 1), `round ${round}`);
    }
});

test('an edit waits only when this device has it on its disk', () => {
    const machine = new QueueMachine((a, b) => a?.x === b?.x);
    machine.start();
    machine.looked('e-1', []);
    machine.network(false);
    assert.equal(machine.word, 'offline');
    machine.add('one', { id: 'one', page: 1, x: 1 }, 'add');
    assert.equal(machine.word, 'saving');
    const effects = machine.kept(machine.lastNumber);
    assert.equal(machine.word, 'offline');
    assert.ok(effects.some((effect) => effect.do === 'changed'));
});
