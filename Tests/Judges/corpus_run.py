# SPDX-License-Identifier: Apache-2.0
"""`script/corpus`: runs the corpus, or CI's sample of it, and compares with the kept baseline."""

import json
import re
import subprocess
import time

from . import corpus, corpus_report, corpus_row, known, measure, pool, tool

BASELINE = tool.ROOT / "Tests" / "Judges" / "corpus-baseline.json"
REPORT = tool.ROOT / "docs" / "corpus.md"
PROGRESS = tool.ROOT / ".build" / "corpus-rows.jsonl"


def arguments():
    parser = measure.parser("script/corpus", __doc__)
    parser.add_argument("--resume", action="store_true", help="go on where a stopped run was")
    return parser.parse_args()


def versions():
    from importlib.metadata import version

    def first(words, stream):
        done = subprocess.run(words, capture_output=True, text=True)
        return re.search(r"\d+(\.\d+)+", getattr(done, stream)).group(0)

    return ", ".join([
        f"qpdf {first(['qpdf', '--version'], 'stdout')}", f"pypdfium2 {version('pypdfium2')}",
        f"PyMuPDF {version('pymupdf')}", f"Poppler {first(['pdftoppm', '-v'], 'stderr')}",
        f"pyHanko {version('pyhanko')}",
    ])  # fmt: skip


def warm():
    """Loads the libraries once; the children are forked from this process and have them."""
    import numpy, pikepdf, pymupdf, pypdfium2  # noqa: E401, F401


def run(entries, jobs, resume, is_whole):
    """Only a run over everything starts the record anew: one over a few files adds to it."""
    rows = measure.kept(PROGRESS) if resume else {}
    results = {entry: rows[entry.name] for entry in entries if entry.name in rows}
    PROGRESS.parent.mkdir(exist_ok=True)
    started = time.monotonic()
    todo = [entry for entry in entries if entry not in results]
    slowest = []
    with open(PROGRESS, "w" if is_whole and not resume else "a", encoding="utf-8") as log:
        for entry, row, seconds in pool.run(corpus_row.examine, todo, jobs):
            results[entry] = row
            slowest = sorted([*slowest, (seconds, entry.name)], reverse=True)[:5]
            log.write(json.dumps([entry.name, row]) + "\n")
            log.flush()
            if corpus_row.outcome(entry, row) == "fault":
                print(f"fault: {entry.name}: {'; '.join(corpus_row.reasons(entry, row))[:300]}", flush=True)
            if len(results) % 100 == 0:
                print(f"{len(results)} of {len(entries)} files, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{len(todo)} files in {time.monotonic() - started:.0f} s; slowest: "
          + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in slowest))  # fmt: skip
    return results


def compare(results, baseline):
    """Prints what got better and worse; returns the number of rows that got worse."""
    worse = better = 0
    for entry, row in sorted(results.items()):
        now = corpus_row.summary(entry, row)
        old = baseline.get(entry.name)
        if old is None:
            if now["outcome"] == "fault":
                worse += 1
                print(f"WORSE {entry.name}: a fault, and no row in the baseline")
            continue
        if told := corpus_row.worse(old, now):
            worse += 1
            print(f"WORSE {entry.name}: {'; '.join(told)}")
        elif corpus_row.worse(now, old):
            better += 1
    if better:
        print(f"{better} rows got better: keep them with --update-baseline")
    return worse


def main():
    options = arguments()
    entries = corpus.entries()
    if not entries:
        return measure.none_there()
    everything = not options.sample and not options.filter
    entries = measure.chosen(entries, options)
    print(f"{len(entries)} corpus files", flush=True)
    try:
        tool.command()
        warm()
        results = run(entries, options.jobs, options.resume, everything)
        stale = known.settle(known.table("corpus"), results, lambda row: row["judges"])
        print("\n".join([corpus_report.table(results), *stale]))
        if everything:
            REPORT.parent.mkdir(exist_ok=True)
            REPORT.write_text(corpus_report.page(results, versions()), encoding="utf-8")
            print(f"written: {REPORT.relative_to(tool.ROOT)}")
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    return measure.hold(results, BASELINE, corpus_row.summary, compare, options.update_baseline) or int(bool(stale))
