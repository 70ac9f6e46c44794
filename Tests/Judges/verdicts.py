# SPDX-License-Identifier: Apache-2.0
"""`script/verdicts`: what Inkstone makes of every file of the corpus beside qpdf, PDFium and MuPDF."""

import csv
import json
import time

from . import corpus, measure, pool, readers, tool, verdicts_report
from .corpus_run import versions, warm

BASELINE = tool.ROOT / "Tests" / "Judges" / "verdicts-baseline.json"
REPORT = tool.ROOT / "docs" / "verdicts.md"
ROWS = tool.ROOT / ".build" / "verdict-rows.jsonl"
GRACE = 5
"""Seconds more for a reader that starts a program with a limit of its own."""


def arguments():
    parser = measure.parser("script/verdicts", __doc__)
    parser.add_argument("--own", action="store_true", help="ask Inkstone alone; take the others from the last run")
    return parser.parse_args()


def passwords():
    """{name: password that opens it}."""
    table = corpus.folder() / "passwords.csv"
    if not table.exists():
        return {}
    known = {}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["verified_in"] not in ("", "none"):
                known.setdefault(row["path"], row["password"])
    return known


def address_space():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * 4096


def gather(entries, jobs, known, only):
    """{entry: {reader: answer}}; `known` are answers to start from."""
    words = passwords()
    results = {entry: dict(known.get(entry.name, {})) for entry in entries}
    todo = [(entry, name) for entry in entries for name in readers.ALL
            if name in only or name not in results[entry]]  # fmt: skip

    def work(item, tell, skip):
        entry, name = item
        return readers.ALL[name](corpus.folder() / entry.name, words.get(entry.name, ""))

    memory = address_space() + readers.MEMORY_LIMIT
    started = time.monotonic()
    for done, ((entry, name), answer, why) in enumerate(pool.ask(work, todo, jobs, readers.SECONDS + GRACE, memory)):
        results[entry][name] = answer or {"opened": False, "died": True, "status": -1, "said": [why], "why": why}
        if done % 2000 == 1999:
            print(f"{done + 1} of {len(todo)} answers, {time.monotonic() - started:.0f} s", flush=True)
    return results


def compare(results, baseline):
    worse = 0
    for entry, row in sorted(results.items()):
        now, old = verdicts_report.summary(entry, row), baseline.get(entry.name)
        told = verdicts_report.worse(old, now) if old else now.get("faults", [])
        if told:
            worse += 1
            print(f"WORSE {entry.name}: {'; '.join(told)}")
    return worse


def main():
    options = arguments()
    entries = corpus.entries()
    if not entries:
        return measure.none_there()
    everything = not options.sample and not options.filter
    entries = measure.chosen(entries, options)
    print(f"{len(entries)} corpus files", flush=True)
    own = ("inkstone", "check")
    try:
        tool.command()
        warm()
        results = gather(entries, options.jobs, measure.kept(ROWS) if options.own else {}, own)
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    if everything:
        ROWS.parent.mkdir(exist_ok=True)
        ROWS.write_text("".join(json.dumps([entry.name, row]) + "\n" for entry, row in sorted(results.items())),
                        encoding="utf-8")  # fmt: skip
        REPORT.write_text(verdicts_report.page(results, versions()), encoding="utf-8")
        print(f"written: {REPORT.relative_to(tool.ROOT)}")
    print(verdicts_report.table(results))
    if options.filter:
        for _, told in verdicts_report.findings(results):
            print("\n".join(told))
    stale = verdicts_report.stale(results)
    print("\n".join(stale))
    return measure.hold(results, BASELINE, verdicts_report.summary, compare, options.update_baseline) or int(bool(stale))
