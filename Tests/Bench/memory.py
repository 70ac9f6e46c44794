# SPDX-License-Identifier: Apache-2.0
"""Memory of `inkstone` and of its workers while many pages are seen, and whether the workers go with it."""

import os
import pathlib
import select
import shutil
import time
from typing import NamedTuple

TITLE = "memory of many pages: text-1000p.pdf, pages-10000.pdf, scan-100p.pdf"
SECONDS_TO_LEAVE = 5
LOOK_SECONDS = 0.003


class Memory(NamedTuple):
    """Peak resident bytes of the program, of its largest worker, how many workers there were, and how many stayed."""

    parent: int
    worker: int
    workers: int
    left: int


def peak(pid):
    """VmHWM of a process in bytes; 0 when it has gone."""
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0


def children(pid):
    """Of all its threads: a child belongs to the one that started it."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, task.read_text().split())
        except OSError:  # the thread ended meanwhile
            continue
    return found


def watch(argv, environment=None):
    """Runs a command and looks at it and its workers every few milliseconds."""
    with open(os.devnull, "r+b") as nothing:
        actions = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), fd) for fd in (0, 1, 2)]
        pid = os.posix_spawnp(argv[0], argv, environment or os.environ, file_actions=actions)
    # What the system counts of a finished process may be that of the one that started it.
    alive, parent, workers, handles = os.pidfd_open(pid), 0, {}, {}
    while not select.select([alive], [], [], LOOK_SECONDS)[0]:
        parent = max(parent, peak(pid))
        for child in children(pid):
            workers[child] = max(workers.get(child, 0), peak(child))
            if child not in handles:
                try:
                    handles[child] = os.pidfd_open(child)
                except ProcessLookupError:
                    continue
    os.close(alive)
    _, status = os.waitpid(pid, 0)
    if code := os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"exit {code}: {' '.join(argv)}")
    end = time.monotonic() + SECONDS_TO_LEAVE
    left = [handle for handle in handles.values()
            if not select.select([handle], [], [], max(0, end - time.monotonic()))[0]]  # fmt: skip
    for handle in handles.values():
        os.close(handle)
    return Memory(parent, max(workers.values(), default=0), len(workers), len(left))


def commands(inkstone, inputs, output, folder):
    thousand, many, scan = (inputs / f"{name}.pdf" for name in ("text-1000p", "pages-10000", "scan-100p"))
    for source, width in ((thousand, 200), (many, 60), (scan, 200)):
        yield f"thumbnails of {width} px, {source.name}", [inkstone, "thumbnails", source, "--width", width, "-o", folder]
    for source in (thousand, many):
        yield f"search, {source.name}", [inkstone, "search", source, "quixotrope", "--json"]
        yield f"page 900 at 150 dpi, {source.name}", [inkstone, "render", source, "--page", 900, "--dpi", 150, "-o", output]
    yield "page 9 at 300 dpi, scan-100p.pdf", [inkstone, "render", scan, "--page", 9, "--dpi", 300, "-o", output]


def section(store, inkstone, output, parts):
    head = (f"## {TITLE}\n\nGoal: the program itself below 100 MB, each worker bounded, and none left behind.\n\n"
            "| | program, peak MB | largest worker, peak MB | workers | left behind |\n| --- | ---: | ---: | ---: | ---: |")  # fmt: skip
    cache = output.parent / "cache-memory"
    lines = []
    for name, words in commands(inkstone, store / "in", output.with_suffix(".png"), parts):
        shutil.rmtree(parts, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
        output.with_suffix(".png").unlink(missing_ok=True)
        found = watch([str(word) for word in words], {**os.environ, "XDG_CACHE_HOME": str(cache)})
        lines.append(f"| {name} | {found.parent / 1e6:.1f} | {found.worker / 1e6:.1f} | {found.workers} | {found.left} |")
    return "\n".join([head, *lines])

