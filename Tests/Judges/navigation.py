# SPDX-License-Identifier: Apache-2.0
"""`script/navigation`: outline, links, labels and attachments of every file, beside MuPDF and PDFium."""

import json
import time

from . import corpus, measure, navigating, navigation_report, pool, tool
from .corpus_run import versions, warm
from .verdicts import address_space, passwords

BASELINE = tool.ROOT / "Tests" / "Judges" / "navigation-baseline.json"
REPORT = tool.ROOT / "docs" / "navigation.md"
ROWS = tool.ROOT / ".build" / "navigation-rows.jsonl"
GRACE = 5
"""Seconds more than the program called has itself."""


def arguments():
    parser = measure.parser("script/navigation", __doc__)
    parser.add_argument("--own", action="store_true", help="ask Inkstone alone; take the others from the last run")
    parser.add_argument("--report", action="store_true", help="run nothing: write down the rows of the last run")
    return parser.parse_args()


def gather(entries, jobs, known, own):
    """{entry: {reader: facts}}; `known` are the last run's, {name: {reader: facts}}.

    own: whether Inkstone is asked again.
    """
    words = passwords()
    results = {entry: {name: facts for name, facts in known.get(entry.name, {}).items() if not own or name != "inkstone"}
               for entry in entries}  # fmt: skip
    todo = [(entry, name) for entry in entries for name in navigating.ALL if name not in results[entry]]

    def work(item, tell, skip):
        entry, name = item
        return navigating.ALL[name](corpus.folder() / entry.name, words.get(entry.name, ""))

    memory = address_space() + navigating.MEMORY_LIMIT
    seconds = 2 * navigating.SECONDS + GRACE
    started = time.monotonic()
    for done, ((entry, name), answer, why) in enumerate(pool.ask(work, todo, jobs, seconds, memory)):
        results[entry][name] = answer or {"opened": False, "died": True, "why": why}
        if done % 500 == 499:
            print(f"{done + 1} of {len(todo)} answers, {time.monotonic() - started:.0f} s", flush=True)
    return results


def main():
    options = arguments()
    entries = corpus.entries()
    if not entries:
        return measure.none_there()
    partly = options.sample or options.filter
    entries = measure.chosen(entries, options)
    print(f"{len(entries)} corpus files", flush=True)
    known = measure.kept(ROWS) if options.own or options.report else {}
    try:
        tool.command()
        warm()
        results = gather(entries, options.jobs, known, not options.report)
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    print(navigation_report.table(results))
    if options.filter:
        for entry, row in sorted(results.items()):
            for fact, verdict in navigation_report.summary(entry, row).items():
                print(json.dumps([entry.name, fact, verdict, {name: facts.get(fact) for name, facts in row.items()}]))
    if not partly:
        ROWS.write_text("".join(json.dumps([entry.name, row]) + "\n" for entry, row in sorted(results.items())),
                        encoding="utf-8")  # fmt: skip
        REPORT.write_text(navigation_report.page(results, versions()), encoding="utf-8")
        print(f"written: {REPORT.relative_to(tool.ROOT)}")
    return measure.hold(results, BASELINE, navigation_report.summary, measure.comparing(navigation_report), options.update_baseline)
