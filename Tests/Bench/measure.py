# SPDX-License-Identifier: Apache-2.0
"""Runs one command and tells its wall time, CPU time and peak memory."""

import os
import shutil
import subprocess
import time
from typing import NamedTuple

SECONDS = 240


class Run(NamedTuple):
    wall: float
    cpu: float


class Failed(Exception):
    """The command did not succeed; the message is the end of what it said."""


def once(argv):
    """Seconds of one run."""
    with open(os.devnull, "r+b") as nothing:
        actions = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), fd) for fd in (0, 1)]
        reader, writer = os.pipe()
        actions += [(os.POSIX_SPAWN_DUP2, writer, 2), (os.POSIX_SPAWN_CLOSE, reader)]
        os.set_blocking(reader, False)
        started = time.monotonic()
        pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=actions)
        os.close(writer)
        _, status, usage = os.wait4(pid, 0)
        wall = time.monotonic() - started
    try:
        said = os.read(reader, 65536)
    except BlockingIOError:
        said = b""
    os.close(reader)
    if code := os.waitstatus_to_exitcode(status):
        raise Failed(f"exit {code}: {said.decode('utf-8', 'replace').strip()[-160:]}")
    return Run(wall, usage.ru_utime + usage.ru_stime)


def peak_bytes(argv):
    """Largest resident set, told by GNU time: it is small, so its own does not hide the command's."""
    if not shutil.which("/usr/bin/time"):
        return None
    done = subprocess.run(
        ["/usr/bin/time", "-q", "-f", "%M", *argv], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=SECONDS,
    )  # fmt: skip
    return int(done.stderr.split()[-1]) * 1024
