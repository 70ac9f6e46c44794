# SPDX-License-Identifier: Apache-2.0
"""What the runs over the corpus share: which files, the rows of the last run, the baseline they are held against."""

import argparse
import fnmatch
import json
import sys

from . import corpus, tool


def parser(program, about):
    """The options that every run has."""
    parser = argparse.ArgumentParser(prog=program, description=about)
    parser.add_argument("--sample", action="store_true", help="the fixed choice that CI runs")
    parser.add_argument("--jobs", type=int, default=2, help="files side by side (2)")
    parser.add_argument("--filter", metavar="GLOB", help="only files whose name matches")
    parser.add_argument("--update-baseline", action="store_true", help="keep today's rows as the measure")
    return parser


def chosen(entries, options):
    """Those of CI's sample, or whose name matches, or all."""
    if options.sample:
        entries = corpus.sample(entries)
    if options.filter:
        entries = [entry for entry in entries if fnmatch.fnmatch(entry.name, options.filter)]
    return entries


def none_there():
    """Says that there is no corpus, which is no failure."""
    print(f"0 corpus files: {corpus.folder()} has none; INKSTONE_CORPUS names another folder")
    return 0


def missing(what):
    print(f"{what}\nscript/bootstrap installs what the judges need", file=sys.stderr)
    return 2


def kept(path):
    """{name: row} of the last run; a later row of a file takes the place of an earlier one."""
    if not path.exists():
        return {}
    return dict(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def comparing(report):
    """What prints the files that are worse than in the baseline and counts them, by a report's `summary` and `worse`."""

    def compare(results, baseline):
        worse = 0
        for entry, row in sorted(results.items()):
            if told := report.worse(baseline.get(entry.name, {}), report.summary(entry, row)):
                worse += 1
                print(f"WORSE {entry.name}: {'; '.join(told)}")
        return worse

    return compare


def hold(results, path, summary, compare, update):
    """Keeps the rows as the baseline, or compares with it; the exit status.

    summary(entry, row): what of a row is kept. compare(results, baseline): how many got worse, which it prints.
    """
    baseline = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if update:
        rows = {**baseline, **{entry.name: summary(entry, row) for entry, row in results.items()}}
        lines = [f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(rows[name], sort_keys=True)}"
                 for name in sorted(rows)]  # fmt: skip
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{len(rows)} rows kept in {path.relative_to(tool.ROOT)}")
        return 0
    worse = compare(results, baseline)
    print(f"{len(results)} files, {worse} worse than the baseline")
    return 1 if worse else 0
