# SPDX-License-Identifier: Apache-2.0
"""Runs one child process per file, with limits of memory and time, several side by side."""

import logging
import multiprocessing
import multiprocessing.connection
import os
import resource
import time
import traceback

from .tool import MEMORY_LIMIT, PATIENCE

SECONDS = 150
"""Of processor time for one file; a renderer that needs longer is left out of a second examination."""


def child(connection, work, item, skip, memory):
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    logging.disable(logging.CRITICAL)  # libraries' remarks on hostile files; verdicts hold what counts
    try:
        answer = work(item, lambda stage: connection.send(("stage", stage)), skip)
        connection.send(("done", answer))
    except MemoryError:
        connection.send(("dead", "out of memory"))
    except Exception:
        connection.send(("broken", traceback.format_exc()))
    connection.close()


def processor_time(pid):
    """Seconds that a process and its children have computed."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            children = file.read().split()
    except OSError:  # it ended meanwhile
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(processor_time, children))


class Job:
    def __init__(self, work, item, skip, seconds=SECONDS, memory=MEMORY_LIMIT):
        context = multiprocessing.get_context("fork")
        self.item, self.skip, self.stage, self.seconds = item, skip, "", seconds
        self.started = time.monotonic()
        self.connection, other = context.Pipe(duplex=False)
        self.process = context.Process(target=child, args=(other, work, item, skip, memory), daemon=True)
        self.process.start()
        other.close()

    def read(self):
        """("done", row), ("dead", why), ("broken", trace), or None while it works."""
        try:
            while self.connection.poll():
                kind, value = self.connection.recv()
                if kind != "stage":
                    return kind, value
                self.stage = value
        except (EOFError, OSError):
            self.process.join()
            return "dead", f"signal {-self.process.exitcode}"
        spent = time.monotonic() - self.started
        if spent > self.seconds and (spent > self.seconds * PATIENCE or processor_time(self.process.pid) > self.seconds):
            return "dead", f"no end within {self.seconds} s"
        return None

    def end(self):
        if self.process.is_alive():
            self.process.join(0.2)
            self.process.kill()
        self.process.join()
        self.connection.close()


def run(work, items, jobs, fallen=None):
    """Yields (item, row, seconds). `work(item, tell, skip)` runs in the child and returns a row.

    fallen: makes the row of an item whose examination died, of its `Job` and the reason.
    """
    waiting = [(item, {}) for item in reversed(items)]
    running = []
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(Job(work, *waiting.pop()))
        multiprocessing.connection.wait([job.connection for job in running], timeout=1)
        for job in list(running):
            answer = job.read()
            if answer is None:
                continue
            running.remove(job)
            job.end()
            seconds = time.monotonic() - job.started
            kind, value = answer
            if kind == "done":
                yield job.item, value, seconds
                continue
            # A stage of a renderer is named "PDFium: draw input page 3".
            renderer, _, doing = job.stage.partition(": ")
            known = kind == "dead" and doing and renderer not in job.skip
            if known and "output" not in doing:
                waiting.append((job.item, {**job.skip, renderer: f"{doing}: {value}"}))
            else:
                yield job.item, (fallen or fallen_mark)(job, value), seconds


def fallen_mark(job, why):
    """The row of a file whose examination died for a reason that is no renderer's own."""
    verdict = f"fail: died at “{job.stage}”: {why}"
    return {"info": "opened", "repaired": False, "pages": 0, "sign": "signed",
            "judges": {"examination": verdict}}  # fmt: skip


def ask(work, items, jobs, seconds, memory):
    """Yields (item, row or None, why it died or ""), each answer in a process of its own."""
    waiting = list(reversed(items))
    running = []
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(Job(work, waiting.pop(), {}, seconds, memory))
        multiprocessing.connection.wait([job.connection for job in running], timeout=1)
        for job in list(running):
            if (answer := job.read()) is None:
                continue
            running.remove(job)
            job.end()
            kind, value = answer
            yield job.item, *((value, "") if kind == "done" else (None, value.strip().splitlines()[-1]))
