# SPDX-License-Identifier: Apache-2.0
"""`script/rearrange`: rewrites, re-arranges, merges, encrypts the corpus, or CI's sample of it."""

import json
import time

from . import corpus, known, measure, pool, rearranged_report, rearranged_row, tool
from .corpus_run import versions, warm

BASELINE = tool.ROOT / "Tests" / "Judges" / "rearranged-baseline.json"
REPORT = tool.ROOT / "docs" / "rearranged.md"
ROWS = tool.ROOT / ".build" / "rearranged-rows.jsonl"

SAMPLE_STEP = 4
"""Every so many files of the corpus' sample: eight outputs of each take time."""


def arguments():
    parser = measure.parser("script/rearrange", __doc__)
    parser.add_argument("--resume", action="store_true", help="go on where a stopped run was")
    parser.add_argument("--again", action="store_true", help="only files that had a fault in the last run")
    parser.add_argument("--report", action="store_true", help="run nothing: write down the rows of the last run")
    return parser.parse_args()


def run(entries, jobs, start_anew):
    """{entry: row}; each row is kept as soon as it is there. Small files go first."""
    results = {}
    ROWS.parent.mkdir(exist_ok=True)
    started = time.monotonic()
    todo = sorted(entries, key=lambda entry: (entry.bytes, entry.name))
    with open(ROWS, "w" if start_anew else "a", encoding="utf-8") as log:
        for entry, row, _ in pool.run(rearranged_row.examine, todo, jobs, rearranged_row.fallen):
            results[entry] = row
            log.write(json.dumps([entry.name, row]) + "\n")
            log.flush()
            for told in rearranged_report.faults(entry, row):
                print(f"fault: {entry.name}: {told[:300]}", flush=True)
            if len(results) % 100 == 0:
                print(f"{len(results)} of {len(todo)} files, {time.monotonic() - started:.0f} s", flush=True)
    return results


def compare(results, baseline):
    """Prints what got worse than the baseline; a file that it does not know may have no fault."""
    worse = 0
    for entry, row in sorted(results.items()):
        old = baseline.get(entry.name)
        told = (rearranged_report.worse(old, rearranged_report.summary(row)) if old
                else rearranged_report.faults(entry, row))  # fmt: skip
        if told:
            worse += 1
            print(f"WORSE {entry.name}: {'; '.join(told)}")
    return worse


def chosen(entries, options):
    """(those to run, {entry: row} of those that are known from the last run)."""
    if options.sample or options.filter:
        return measure.chosen(entries, options)[:: SAMPLE_STEP if options.sample else 1], {}
    rows = measure.kept(ROWS) if options.resume or options.again or options.report else {}
    known = {entry: rows[entry.name] for entry in entries if entry.name in rows}
    if options.report:
        return [], known
    if options.again:
        return [entry for entry, row in known.items() if rearranged_report.faults(entry, row)], known
    return [entry for entry in entries if entry not in known], known


def main():
    options = arguments()
    entries = corpus.entries()
    if not entries:
        return measure.none_there()
    partly = options.sample or options.filter
    todo, results = chosen(entries, options)
    print(f"{len(todo)} corpus files", flush=True)
    try:
        tool.command()
        warm()
        results.update(run(todo, options.jobs, not (partly or results)))
        stale = known.settle(known.table("rearranged"), results, lambda row: row["jobs"])
        print("\n".join([rearranged_report.table(results), *stale]))
        if not partly:
            words = rearranged_report.page(results, len(entries), versions())
            REPORT.write_text(words, encoding="utf-8")
            print(f"written: {REPORT.relative_to(tool.ROOT)}")
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    status = measure.hold(
        results, BASELINE, lambda _, row: rearranged_report.summary(row), compare, options.update_baseline
    )
    return status or int(bool(stale))
