# SPDX-License-Identifier: Apache-2.0
"""The `inkstone` under judgement: where it is, and what a call of it said."""

import json
import os
import pathlib
import resource
import signal
import subprocess
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]

MEMORY_LIMIT = 4 << 30
"""Bytes of address space a judged or judging program may take: a runaway must not fell the run."""


PATIENCE = 12
"""Limits of time are of the processor's, as others may use the machine too; by the clock so many times as much."""


class Missing(Exception):
    """Something the judges need is not installed; the message names what to do."""


class Outcome(NamedTuple):
    """What one call said. `code` is Inkstone's error code, "" when it succeeded."""

    status: int
    code: str
    message: str
    stdout: str

    @property
    def succeeded(self):
        return self.status == 0


def command():
    """The words that start `inkstone`: $INKSTONE (may hold arguments), else the newest build."""
    if words := os.environ.get("INKSTONE"):
        return words.split()
    builds = [ROOT / ".build" / kind / "inkstone" for kind in ("release", "debug")]
    builds = [path for path in builds if path.exists()]
    if not builds:
        raise Missing("no inkstone in .build: run `swift build -c release` first, or set INKSTONE")
    return [str(max(builds, key=lambda path: path.stat().st_mtime))]


def limited(memory=MEMORY_LIMIT, seconds=None):
    """For `preexec_fn`: caps memory and processor time, leaves no core file."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))


def bounded(words, seconds, memory=MEMORY_LIMIT):
    """What a program did and said; `subprocess.TimeoutExpired` when it takes more than `seconds` of processor time."""
    done = subprocess.run(words, capture_output=True, timeout=seconds * PATIENCE, stdin=subprocess.DEVNULL,
                          preexec_fn=lambda: limited(memory, seconds))  # fmt: skip
    if done.returncode == -signal.SIGXCPU:
        raise subprocess.TimeoutExpired(words, seconds)
    return done


def call(*words, seconds=60, memory=MEMORY_LIMIT):
    """Runs `inkstone words… --json`. A call that crashes or outstays `seconds` is told as such."""
    argv = [*command(), *map(str, words), "--json"]
    try:
        done = bounded(argv, seconds, memory)
    except subprocess.TimeoutExpired:
        return Outcome(-1, "hung", f"no answer within {seconds} s", "")
    stdout = done.stdout.decode("utf-8", "replace")
    stderr = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode == 0:
        return Outcome(0, "", stderr, stdout)
    if done.returncode < 0:
        return Outcome(done.returncode, "crashed", f"signal {-done.returncode}: {stderr[-200:]}", stdout)
    for line in reversed(stderr.splitlines()):
        try:
            error = json.loads(line)["error"]
            return Outcome(done.returncode, error["code"], error["message"], stdout)
        except (ValueError, KeyError, TypeError):
            continue
    return Outcome(done.returncode, "unexplained", stderr[-200:] or "no error on standard error", stdout)


def info(path, *options, seconds=60):
    """(outcome, the object `info --json` printed or None)."""
    outcome = call("info", path, *options, seconds=seconds)
    if not outcome.succeeded:
        return outcome, None
    try:
        facts = json.loads(outcome.stdout)
    except ValueError:
        return Outcome(-1, "unexplained", "info --json printed no JSON", outcome.stdout), None
    return outcome, facts[0] if isinstance(facts, list) else facts


def sign(source, mark, pages, rect, output, *options, seconds=60):
    """`inkstone sign`; pages: counted from 1; rect: (x, y, width, height) in view space, points."""
    return call(
        "sign", source, "--mark", mark, "--page", ",".join(map(str, pages)),
        "--rect", ",".join(f"{value:g}" for value in rect), "-o", output, *options,
        seconds=seconds,
    )  # fmt: skip
