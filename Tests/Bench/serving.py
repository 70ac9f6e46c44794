# SPDX-License-Identifier: Apache-2.0
"""`script/load`: viewers, idle event streams and idle memory of `inkstone serve`, on loopback only."""

import argparse
import json
import os
import pathlib
import resource
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "WebJourneys"))

import papers  # noqa: E402
from server import Server  # noqa: E402
from waiting import until  # noqa: E402

from .quiet import machine, noise  # noqa: E402

REPORT = ROOT / "docs" / "serving.md"
VIEWERS = pathlib.Path(__file__).with_name("viewers.lua")
WIDTH = 1170
"""Pixels of a page on a phone: 390 points at three pixels each."""
CACHED, UNCACHED = 150, 50
CACHED_PACE, UNCACHED_PACE = 600, 1500
"""Milliseconds between two pictures of one viewer, on average."""
STREAMS = 1000
GOALS = {"cached p99": 10.0, "server": 150e6, "idle": 100e6}


# Memory and processor time, as the kernel counts them


def pss(pid):
    """(proportional set, resident set) in bytes; shared pages count once among those that share."""
    try:
        rows = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has gone
        return 0, 0
    found = {row.split(":")[0]: int(row.split()[1]) * 1024 for row in rows if row.endswith("kB")}
    return found["Pss"], found["Rss"]


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server):
    """Bytes: of the server, and of all its workers together."""
    return pss(server.pid)[0], sum(pss(each)[0] for each in server.others())


# Viewers


def wrk(server, paths, viewers, pace, seconds, mode):
    """Starts wrk; `outcome` reads what it found."""
    words = ["wrk", "-t2", f"-c{viewers}", f"-d{seconds}s", "--timeout", "20s", "-s", str(VIEWERS), server.url,
             "--", str(paths), str(pace), mode]  # fmt: skip
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def outcome(running, seconds):
    said, _ = running.communicate(timeout=seconds + 60)
    found = [line for line in said.splitlines() if line.startswith("{")]
    if not found:
        raise SystemExit(f"wrk says: {said}")
    return json.loads(found[-1])


def pictures(client, document, pages):
    version = client.get(f"/api/documents/{document}/pages").expect(200).value["version"]
    return [f"/api/documents/{document}/pages/{page}/image?width={WIDTH}&priority=visible&v={version}" for page in pages]


def documents(client):
    """A contract of 20 pages and a long one, as text is set: 45 lines on a page."""
    words = "Line of page {} with about as many words as a line of a contract has in the end"
    short = client.import_pdf(papers.pages(20, words, 36), "short.pdf")["id"]
    long = client.import_pdf(papers.pages(5000, words, 36), "long.pdf")["id"]
    return short, long


def viewing(server, folder, seconds):
    """Rows of 200 viewers, some of whom see what was seen before and some what was not."""
    client = server.client()
    short, long = documents(client)
    seen = pictures(client, short, range(1, 21)) + pictures(client, long, range(1, 101))
    for path in seen:
        client.get(path).expect(200)
    unseen = pictures(client, long, range(101, 5001))
    cached, uncached = folder / "cached", folder / "uncached"
    cached.write_text("\n".join(seen))
    uncached.write_text("\n".join(unseen))

    alone = outcome(wrk(server, cached, CACHED + UNCACHED, CACHED_PACE, seconds, "again"), seconds)
    yield "200 viewers, pictures that are cached", alone, peak_while(server, None)
    both = (wrk(server, cached, CACHED, CACHED_PACE, seconds, "again"),
            wrk(server, uncached, UNCACHED, UNCACHED_PACE, seconds, "once"))  # fmt: skip
    peaks = peak_while(server, both)
    first, second = (outcome(each, seconds) for each in both)
    yield f"of 200, {CACHED} viewers of cached pictures, while …", first, peaks
    yield f"… {UNCACHED} viewers of pictures that are drawn first", second, peaks
    client.close()


def peak_while(server, running):
    """The largest (server, workers) seen until all have ended; now, if there is nothing to wait for."""
    most = memory(server)
    while running and any(each.poll() is None for each in running):
        most = tuple(map(max, most, memory(server)))
        time.sleep(0.2)  # the pace of looking
    return most


# Streams


def streams(server, count):
    """Idle event streams: memory for each, processor time, and how soon all hear of a change."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 500), hard))
    before = memory(server)[0]
    ask = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    open_ones = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        connection.sendall(ask)
        open_ones.append(connection)
    for connection in open_ones:
        said = connection.recv(4096)
        if b" 200 " not in said[:20]:
            raise SystemExit(f"an event stream was refused: {said[:80]!r}")
    held = memory(server)[0]
    busy, begun = processor_seconds(server.pid), time.monotonic()
    time.sleep(5)  # what is measured is what goes on while nothing happens
    idle = (processor_seconds(server.pid) - busy) / (time.monotonic() - begun)
    told = told_within(server, open_ones)
    for connection in open_ones:
        connection.close()
    return {"each": (held - before) / count, "idle": idle, "told": told}


def told_within(server, connections):
    """Milliseconds from a change of the library until all streams have told it."""
    client = server.client()
    client.get("/api/status").expect(200)
    poll, waiting = select.epoll(), {}
    for connection in connections:
        connection.setblocking(False)
        poll.register(connection, select.EPOLLIN)
        waiting[connection.fileno()] = connection
    begun = time.monotonic()
    client.import_pdf(papers.pages(1), "news.pdf")
    while waiting and time.monotonic() - begun < 30:
        for descriptor, _ in poll.poll(1):
            if b"event: library" in waiting[descriptor].recv(65536):
                poll.unregister(descriptor)
                del waiting[descriptor]
    if waiting:
        raise SystemExit(f"{len(waiting)} of {len(connections)} streams were not told of a change")
    return 1000 * (time.monotonic() - begun)


# The page


def megabytes(value):
    return f"{value / 1e6:.0f}"


def page(rows, stream, asleep, cold, quiet, seconds):
    lines = [
        "# Serving", "",
        "Made by `script/load`; not edited by hand.", "",
        f"`inkstone serve` and its clients on one machine, over loopback: {machine()}. {quiet.sentence}", "",
        f"Viewers are connections of wrk; each asks for one page after another, {WIDTH} pixels across, "
        f"every {CACHED_PACE / 1000:g} s where it is cached and every {UNCACHED_PACE / 1000:g} s where it must be drawn, for "
        f"{seconds} s. Memory is the proportional set; the goals are those of the plan.", "",
        "| | requests | median ms | 90 % | 99 % | longest | errors | server MB | workers MB |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]  # fmt: skip
    for name, found, (server, workers) in rows:
        lines.append(
            f"| {name} | {found['requests']:,} | {found['p50']:.1f} | {found['p90']:.1f} | {found['p99']:.1f} "
            f"| {found['max']:.0f} | {found['errors']} | {megabytes(server)} | {megabytes(workers)} |"
        )
    lines += [
        "", "Goals: 99 % of cached pictures within 10 ms, no error, the server below 150 MB.", "",
        "| | |", "| --- | ---: |",
        f"| memory after the start | {megabytes(cold)} MB |",
        f"| {STREAMS:,} idle event streams: memory for each | {stream['each'] / 1000:.1f} KB |",
        f"| … processor time while nothing happens | {100 * stream['idle']:.1f} % of a core |",
        f"| … all of them told of a change within | {stream['told']:.0f} ms |",
        f"| memory after all of this, workers asleep (goal: below 100 MB) | {megabytes(asleep)} MB |",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def fallen(rows, asleep):
    """What a goal was missed by, in words."""
    for name, found, (server, _) in rows:
        if found["errors"]:
            yield f"{name}: {found['errors']} errors"
        if "drawn first" not in name and found["p99"] > GOALS["cached p99"]:
            yield f"{name}: 99 % within {found['p99']:.1f} ms"
        if server > GOALS["server"]:
            yield f"{name}: the server takes {megabytes(server)} MB"
    if asleep > GOALS["idle"]:
        yield f"idle: {megabytes(asleep)} MB"


def main():
    parser = argparse.ArgumentParser(prog="script/load", description=__doc__)
    parser.add_argument("--seconds", type=int, default=20, help="for each crowd of viewers (20)")
    parser.add_argument("--no-write", action="store_true", help="print only, leave docs/serving.md")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        print("wrk is not installed: apt-get install wrk", file=sys.stderr)
        return 2
    quiet = noise()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with Server(folder) as server:
            server.client().get("/api/status").expect(200)
            cold = sum(memory(server))
            rows = list(viewing(server, folder, options.seconds))
            stream = streams(server, STREAMS)
            until(lambda: not server.others(), 300, "the sleep of the workers")
            asleep = sum(memory(server))
    written = page(rows, stream, asleep, cold, quiet, options.seconds)
    print(written)
    if not options.no_write:
        REPORT.write_text(written, encoding="utf-8")
    missed = list(fallen(rows, asleep))
    for each in missed:
        print(f"load: missed: {each}", file=sys.stderr)
    return 1 if missed and quiet.alone else 0
