# SPDX-License-Identifier: Apache-2.0
"""`script/measure-web`: how soon a page is there in a browser, how evenly it scrolls, beside PDF.js."""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "WebJourneys"))

import papers  # noqa: E402
from browser import Device, browser  # noqa: E402
from server import Server  # noqa: E402

from . import pdfjs  # noqa: E402
from .quiet import machine, noise  # noqa: E402
from .serving import memory, pss  # noqa: E402

REPORT = ROOT / "docs" / "web.md"
SECONDS = 60
LONG_FRAME = 50
WORDS = "Line of page {} with about as many words as a line of a contract has in the end"
COUNT_FRAMES = """() => {
  window.inkstoneFrames = [];
  const note = (now) => { window.inkstoneFrames.push(now); window.inkstoneCounting = requestAnimationFrame(note); };
  window.inkstoneCounting = requestAnimationFrame(note);
}"""
TAKE_FRAMES = """() => {
  cancelAnimationFrame(window.inkstoneCounting);
  return window.inkstoneFrames.slice(1).map((now, index) => now - window.inkstoneFrames[index]);
}"""


def is_sharp(page):
    """JavaScript that is true once a page, counted from 1, is as sharp as the screen."""
    return f"""() => document.querySelector('.page[data-page="{page}"][data-sharp="true"]') !== null"""


def timed(page, ready, act):
    """Milliseconds from the beginning of `act` until the page says that it is ready."""
    begun = time.monotonic()
    act()
    page.wait_for_function(ready, polling="raf", timeout=SECONDS * 1000)
    return 1000 * (time.monotonic() - begun)


def descendants(pid):
    found, waiting = [pid], [pid]
    while waiting:
        for task in pathlib.Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            try:
                children = [int(each) for each in task.read_text().split()]
            except OSError:  # the thread ended meanwhile
                continue
            found += children
            waiting += children
    return found


def browser_bytes():
    """Memory of the browser that this program started."""
    mine = descendants(os.getpid())
    names = {}
    for pid in mine:
        try:
            names[pid] = pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
        except OSError:
            continue
    return sum(pss(pid)[0] for pid, name in names.items() if name.startswith("chrom"))


# Inkstone


def opened(device, document, page=1):
    """Milliseconds from an empty tab to the first sharp page."""
    device.page.goto("about:blank")
    device.page.wait_for_function("() => true")
    return timed(device.page, is_sharp(page), lambda: device.page.goto(f"{device.server.url}/#/d/{document}?page={page}", wait_until="commit"))


def imported(device, path):
    """Milliseconds from the choice of a file to its first sharp page; and from the end of the upload."""
    page = device.page
    page.goto(device.server.url)
    chooser = page.locator("input[type=file]").first
    chooser.wait_for(state="attached")
    ended = []
    page.on("requestfinished", lambda each: ended.append(time.monotonic())
            if each.method == "POST" and "/api/documents?" in each.url else None)  # fmt: skip
    begun = time.monotonic()
    chooser.set_input_files(str(path))  # a single file is opened as soon as it is taken in
    page.wait_for_function(is_sharp(1), polling="raf", timeout=SECONDS * 1000)
    now = time.monotonic()
    return 1000 * (now - begun), 1000 * (now - ended[0])


def gone_to(device, page):
    def act():
        device.page.evaluate(f"location.hash = location.hash.split('?')[0] + '?page={page}'")

    return timed(device.page, is_sharp(page), act)


def scrolled(device, distance=40_000, speed=2500):
    """Milliseconds between frames while the pages go by, as by a wheel."""
    page = device.page
    session = device.context.new_cdp_session(page)
    box = page.viewport_size
    page.evaluate(COUNT_FRAMES)
    session.send("Input.synthesizeScrollGesture", {
        "x": box["width"] // 2, "y": box["height"] // 2, "yDistance": -distance, "speed": speed,
        "gestureSourceType": "touch" if device.touches else "mouse",
    })  # fmt: skip
    session.detach()
    return page.evaluate(TAKE_FRAMES)


# The page


def milliseconds(values):
    values = sorted(values)
    return f"{statistics.median(values):,.0f} ms ({values[0]:,.0f}–{values[-1]:,.0f})"


class Table:
    """Rows of the page and what a goal was missed by."""

    def __init__(self):
        self.rows, self.missed = [], []

    def add(self, name, goal, values):
        self.rows.append(f"| {name} | {f'below {goal:,} ms' if goal else ''} | {milliseconds(values)} |")
        if goal and statistics.median(values) > goal:
            self.missed.append(f"{name}: {statistics.median(values):.0f} ms")

    def frames(self, name, frames):
        longest, many = max(frames), sum(each > LONG_FRAME for each in frames)
        self.rows.append(f"| {name} | no frame over {LONG_FRAME} ms | {many} of {len(frames)}, longest {longest:.0f} ms |")
        if many:
            self.missed.append(f"{name}: {many} frames over {LONG_FRAME} ms, longest {longest:.0f} ms")


def ours(running, server, files, rounds, table):
    """Measures the app; gives what is compared: first page, page 5,000, memory."""
    client = server.client()
    device = Device(running, server, "desk")
    table.add("import of a 20-page contract to its first sharp page", 1000,
              [imported(device, files["contract"])[0] for _ in range(rounds)])  # fmt: skip
    table.add("a 500 MB file, after its upload, to its first sharp page", 2000,
              [imported(device, files["heavy"])[1]])  # fmt: skip
    long = client.import_pdf(files["long"].read_bytes(), "long.pdf")["id"]
    first = [opened(device, long) for _ in range(rounds)]
    table.add("a 10,000-page file, from an empty tab to its first sharp page", 1500, first)
    far = [gone_to(device, page) for page in range(5000, 5000 + rounds)]
    table.add("… to page 5,000", None, far)
    held, served = browser_bytes(), memory(server)
    table.frames("scrolling 10,000 pages at a desk", scrolled(device))
    device.close()
    phone = Device(running, server, "phone")
    opened(phone, long)
    table.frames("scrolling 10,000 pages on a phone's screen", scrolled(phone, distance=20_000))
    phone.close()
    client.close()
    return first, far, held, served


def theirs(running, files, rounds):
    first, far = [], []
    with pdfjs.served({"long.pdf": files["long"]}) as base:
        context = running.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        for turn in range(rounds):
            page.goto("about:blank")
            first.append(timed(page, pdfjs.is_drawn(1), lambda: page.goto(pdfjs.address(base, "long.pdf"), wait_until="commit")))
        for number in range(5000, 5000 + rounds):
            far.append(timed(page, pdfjs.is_drawn(number), lambda number=number: page.evaluate(pdfjs.go(number))))
        held = browser_bytes()
        context.close()
    return first, far, held


def made(folder):
    """The files that are looked at."""
    contents = {"contract": papers.pages(20, WORDS, 36), "long": papers.pages(10_000, WORDS, 36), "heavy": papers.weighty(500)}
    files = {}
    for name, data in contents.items():
        files[name] = folder / f"{name}.pdf"
        files[name].write_bytes(data)
    return files


def main():
    parser = argparse.ArgumentParser(prog="script/measure-web", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="for each time (5)")
    parser.add_argument("--no-write", action="store_true", help="print only, leave docs/web.md")
    options = parser.parse_args()
    if not (pdfjs.HOME / "web" / "viewer.html").exists():
        print("PDF.js is not installed: apt-get install libjs-pdf", file=sys.stderr)
        return 2
    quiet = noise()
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files = made(folder)
        with Server(folder) as server, browser() as running:
            first, far, held, served = ours(running, server, files, options.rounds, table)
        with browser() as running:
            their_first, their_far, their_held = theirs(running, files, options.rounds)
    written = "\n".join([
        "# In the browser", "", "Made by `script/measure-web`; not edited by hand.", "",
        f"Debian's Chromium without a screen, server and browser on one machine: {machine()}. {quiet.sentence} "
        f"Median of {options.rounds} rounds (least–most).", "",
        "| | goal | found |", "| --- | --- | ---: |", *table.rows, "",
        "## Beside PDF.js", "",
        "The same 10,000 pages in the same browser; PDF.js is Debian's libjs-pdf with its own viewer, which gets "
        "the file in parts from a plain server.", "",
        "| | Inkstone | PDF.js |", "| --- | ---: | ---: |",
        f"| empty tab to first page | {milliseconds(first)} | {milliseconds(their_first)} |",
        f"| to page 5,000 | {milliseconds(far)} | {milliseconds(their_far)} |",
        f"| memory of the whole browser then | {held / 1e6:.0f} MB | {their_held / 1e6:.0f} MB |",
        f"| memory of the server, and of its workers | {served[0] / 1e6:.0f} MB, {served[1] / 1e6:.0f} MB | |",
    ]) + "\n"  # fmt: skip
    print(written)
    if not options.no_write:
        REPORT.write_text(written, encoding="utf-8")
    for each in table.missed:
        print(f"measure-web: missed: {each}", file=sys.stderr)
    return 1 if table.missed and quiet.alone else 0
