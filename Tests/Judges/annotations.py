# SPDX-License-Identifier: Apache-2.0
"""`script/annotations`: moves and finishes the annotations of the corpus, or of CI's sample of it."""

import json
import time

from . import annotating, annotations_report, corpus, known, measure, pool, tool
from .corpus_run import versions, warm

BASELINE = tool.ROOT / "Tests" / "Judges" / "annotations-baseline.json"
REPORT = tool.ROOT / "docs" / "annotations.md"
ROWS = tool.ROOT / ".build" / "annotation-rows.jsonl"


def arguments():
    parser = measure.parser("script/annotations", __doc__)
    parser.add_argument("--again", action="store_true", help="only what the last whole run left open: its faults and what died")
    return parser.parse_args()


def run(entries, jobs):
    """{entry: row}, small files first."""
    results = {}
    started = time.monotonic()
    todo = sorted(entries, key=lambda entry: (entry.bytes, entry.name))
    for entry, row, _ in pool.run(annotating.examine, todo, jobs, annotating.fallen):
        results[entry] = row
        if len(results) % 500 == 0:
            print(f"{len(results)} of {len(todo)} files, {time.monotonic() - started:.0f} s", flush=True)
    return results


def main():
    options = arguments()
    entries = corpus.entries()
    if not entries:
        return measure.none_there()
    everything = not (options.sample or options.filter or options.again)
    every, last = entries, measure.kept(ROWS) if options.again else {}
    entries = measure.chosen(entries, options)
    if options.again:
        entries = [entry for entry in entries if annotations_report.is_open(last.get(entry.name, {"judges": {}}))]
    print(f"{len(entries)} corpus files", flush=True)
    try:
        tool.command()
        warm()
        results = run(entries, options.jobs)
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    stale = known.settle(known.table("annotations"), results, lambda row: row["judges"])
    for entry, row in sorted(results.items()):
        for judge, said in annotations_report.faults(row).items():
            print(f"fault: {entry.name}: {judge}: {said}")
    if everything or last:
        known_rows = {entry: last[entry.name] for entry in every if entry.name in last}
        ROWS.parent.mkdir(exist_ok=True)
        ROWS.write_text("".join(json.dumps([entry.name, row]) + "\n" for entry, row in sorted({**known_rows, **results}.items())),
                        encoding="utf-8")  # fmt: skip
        REPORT.write_text(annotations_report.page({**known_rows, **results}, versions()), encoding="utf-8")
        print(f"written: {REPORT.relative_to(tool.ROOT)}")
    print(annotations_report.table(results), *stale, sep="\n")
    held = measure.hold(results, BASELINE, annotations_report.summary, measure.comparing(annotations_report), options.update_baseline)
    return 1 if stale else held
