# SPDX-License-Identifier: Apache-2.0
"""Jobs about finding: a rare word with its places, again, and how soon its first hit is shown."""

import os
import shlex
import shutil
import statistics
import subprocess
import time

RARE = "quixotrope"
"""Stands on three of the thousand pages: 37, 512 and 999."""

TITLE = "time to the first hit: text-1000p.pdf"


def jobs(Job, store, inkstone, output):
    """A first search reads all pages; the ones after it the index that it left behind."""
    source, word = store / "in" / "text-1000p.pdf", RARE
    fresh, kept = (shlex.quote(str(output.parent / f"cache-{name}")) for name in ("fresh", "kept"))
    search = f"{inkstone} search {source} {word} --json"
    first = f"rm -rf {fresh} && XDG_CACHE_HOME={fresh} {search}"
    signature, rect = store / "in" / "sig.png", "--page 3 --rect 100,100,150,50"
    sign = f"{inkstone} sign {source} --mark {signature} {rect} -o {shlex.quote(str(output))}"
    return [
        Job("search a rare word with its places", source.name, "ahead of all three", {
            "inkstone search": first,
            "PDFium in C, one core": f"{store / 'bin/pf'} search {source} {word}",
            "MuPDF in C, one core": f"{store / 'bin/mu'} search {source} {word}",
            "pdftotext, no places": f"true && pdftotext {source} - | grep -c {word}",
        }, growth=False),
        Job("search the same document again", source.name, "at least 20 × faster than the first time", {
            "inkstone search, second time": f"true && XDG_CACHE_HOME={kept} {search}",
            "inkstone search, first time": first,
        }, growth=False),
        Job("tell the words below a mark on one page", source.name, "what it costs beside marking alone", {
            "inkstone sign": sign,
            "inkstone sign, no renderer": f"true && INKSTONE_RENDERER=/nowhere {sign}",
        }, growth=False),
    ]  # fmt: skip


def first_hit(store, inkstone, folder, rounds=7):
    """Seconds until the first hit is shown and until all is searched, from no index; medians."""
    shown, searched = [], []
    for _ in range(rounds):
        shutil.rmtree(folder, ignore_errors=True)
        started = time.monotonic()
        process = subprocess.Popen(
            [inkstone, "search", store / "in" / "text-1000p.pdf", RARE, "--json"], stdout=subprocess.PIPE,
            env={**os.environ, "XDG_CACHE_HOME": str(folder)},
        )  # fmt: skip
        process.stdout.readline()
        shown.append(time.monotonic() - started)
        process.stdout.read()
        process.wait()
        searched.append(time.monotonic() - started)
    return statistics.median(shown), statistics.median(searched)


def section(store, inkstone, folder):
    shown, searched = first_hit(store, inkstone, folder)
    return (f"## {TITLE}\n\nGoal: shown before the rest is searched. The word stands first on page 37.\n\n"
            f"- first hit shown after {shown * 1000:.0f} ms, all pages searched after {searched * 1000:.0f} ms")  # fmt: skip
