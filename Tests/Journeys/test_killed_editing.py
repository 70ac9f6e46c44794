# SPDX-License-Identifier: Apache-2.0
"""Kills a program that edits and autosaves at random moments, and looks at what is left.

The program says what can be relied on: `edit N T` is done at T, `kept N` is in the journal, `saved N`
is in the file. Whatever it said was kept must be there, and whatever was done longer ago than the
journal waits; nothing may be there that was not begun, and nothing in between may be missing.
"""

import os
import random
import subprocess
import time

from calls import pdf
from Judges import qpdf, tool

PROBE = tool.ROOT / ".build" / "debug" / "EditProbe"
KILLS = int(os.environ.get("INKSTONE_KILLS", "40"))
LONGEST_WAIT = 0.06
"""Seconds for which the program lets the journal wait under steady edits."""
GRACE = 0.5
"""Seconds that the writing itself may take on a machine with other work."""


def probe(*words, **options):
    assert PROBE.exists(), f"{PROBE} is missing; swift build --build-tests makes it"
    return subprocess.Popen([PROBE, *map(str, words)], stdout=subprocess.PIPE, text=True, **options)


def numbers(lines, word):
    return [int(line.split()[1]) for line in lines if line.startswith(word + " ")]


def kill_somewhere(file, first, saving, moment):
    """What the program said until it was killed, so long after its first word, and when that was."""
    running = probe("edit", file, first, saving)
    said = [running.stdout.readline()]
    assert said[0].startswith("edit "), said
    time.sleep(moment)
    killed = time.monotonic()
    running.kill()
    said += running.stdout.read().split("\n")[:-1]
    running.wait()
    return said, killed


def long_ago(said, killed):
    """The last edit that was done longer before the end than the journal may wait; 0 when there is none."""
    done = [line.split() for line in said if line.startswith("edit ")]
    latest = killed - LONGEST_WAIT - GRACE
    return max((int(number) for _, number, at in done if int(at) / 1000 < latest), default=0)


def left(file):
    done = subprocess.run([PROBE, "list", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [int(line) for line in done.stdout.split()]


def test_nothing_that_was_kept_is_lost(tmp_path):
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    lost_nothing = recovered = saved_some = waited = 0
    file, first = tmp_path / "a.pdf", 1
    file.write_bytes(pdf())
    for kill in range(KILLS):
        if kill % 10 == 0:
            for old in tmp_path.iterdir():
                old.unlink()
            file.write_bytes(pdf())
            first = 1
        saving = dice.choice([0, 0, 9])
        # Now and then late enough for edits that the journal must not wait with any longer.
        moment = dice.uniform(0, 0.4) if kill % 4 else dice.uniform(0.7, 1.2)
        said, killed = kill_somewhere(file, first, saving, moment)
        edits, kept, saved = (numbers(said, word) for word in ("edit", "kept", "saved"))
        found = left(file)
        told = f"kill {kill}, seed {seed}: {said[-8:]}, found up to {max(found, default=0)}"
        # Every one from the first to the last, in order.
        assert found == list(range(1, len(found) + 1)), told
        assert len(found) >= max(kept + saved, default=0), told
        old = long_ago(said, killed)
        assert len(found) >= old, f"{told}; edit {old} had waited long enough"
        waited += old >= first
        assert len(found) <= edits[-1] + 1, told
        lost_nothing += len(found) >= edits[-1]
        recovered += any(tmp_path.glob(".inkstone-*.journal"))
        saved_some += bool(saved)
        first = len(found) + 1
        assert qpdf.check(file) == qpdf.Report(frozenset(), ""), told
    print(f"{KILLS} kills, seed {seed}: {recovered} recovered, {lost_nothing} without any loss")
    assert recovered > 0 and saved_some > 0 and waited > 0


def test_only_one_session_recovers(tmp_path):
    file = tmp_path / "a.pdf"
    file.write_bytes(pdf())
    kill_somewhere(file, 1, 0, 0.3)
    assert len(list(tmp_path.glob(".inkstone-*.journal"))) == 1
    found = left(file)
    running = probe("edit", file, len(found) + 1)
    try:
        assert running.stdout.readline().startswith(("edit", "kept"))
        # The old journal is gone, the new one is locked: the file alone can be had.
        assert left(file) == []
    finally:
        running.kill()
        running.wait()
    assert left(file)[: len(found)] == found
