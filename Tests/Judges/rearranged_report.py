# SPDX-License-Identifier: Apache-2.0
"""`docs/rearranged.md`: what became of every file in every job, with denominators and reasons."""

import collections
import re

from . import verdict
from .corpus_report import plain
from .rearranged_row import NAMES

WORDS = ("good", "not judged", "refused", "stood by", "fault")


def word(said):
    """One of `WORDS` for what a job's row says."""
    if verdict.is_pass(said):
        return "good"
    return next((each for each in WORDS if said.startswith(each)), "fault")


def summary(row):
    """The row as the baseline keeps it: the jobs that are not good, and whether the file opens."""
    kept = {"opened": row["info"] == "opened"}
    if told := {job: word(said) for job, said in row["jobs"].items() if word(said) != "good"}:
        kept["jobs"] = told
    return kept


def worse(old, new):
    """What got worse from one summary to the next, as sentences."""
    told = ["was opened, is not"] if old["opened"] and not new["opened"] else []
    for job, now in sorted(new.get("jobs", {}).items()):
        was = old.get("jobs", {}).get(job, "good") if old["opened"] else "good"
        if WORDS.index(now) > WORDS.index(was):
            told.append(f"{job}: was {was}, is {now}")
    return told


def cell(rows, job):
    """“good / of those that the job was done to”, and the rest by name."""
    said = collections.Counter(word(row["jobs"][job]) for row in rows if job in row["jobs"])
    rest = ", ".join(f"{said[each]} {each}" for each in WORDS[1:] if said[each])
    return f"{said['good']} / {said.total()}" + (f" ({rest})" if rest else "")


def table(results):
    """results: {entry: row}."""
    groups = {}
    for entry, row in sorted(results.items()):
        groups.setdefault(entry.group, []).append(row)
    lines = ["| group | files | opened | " + " | ".join(NAMES) + " |", "| --- |" + " ---: |" * (len(NAMES) + 2)]
    for name, rows in [*groups.items(), ("**all**", list(results.values()))]:
        opened = sum(row["info"] == "opened" for row in rows)
        lines.append(f"| {name} | {len(rows)} | {opened} | " + " | ".join(cell(rows, job) for job in NAMES) + " |")
    return "\n".join(lines)


def generic(said):
    """The sentence without numbers, so that files with one reason stand together."""
    said = re.sub(r"-?\d+(\.\d+)?", "N", re.sub(r"[“'].*?[”']", "…", said))
    return re.sub(r"\(N+\)", "", said)[:160]


def listing(results, wanted):
    """One line for each reason: how often, in which jobs, in which files."""
    kinds = collections.defaultdict(list)
    for entry, row in sorted(results.items()):
        for job, said in row["jobs"].items():
            if word(said) == wanted:
                kinds[generic(said.partition(": ")[2])].append((entry.name, job))
    lines = []
    for said, places in sorted(kinds.items(), key=lambda item: (-len(item[1]), item[0])):
        files = list(dict.fromkeys(name for name, _ in places))
        done = ", ".join(job for job in NAMES if any(job == each for _, each in places))
        shown = files if wanted in ("fault", "stood by") else files[:3]
        names = ", ".join(f"`{name}`" for name in shown) + (" …" if len(files) > len(shown) else "")
        lines.append(f"- {len(places)} × {plain(said)} ({done}): {names}")
    return lines


def faults(entry, row):
    return [f"{job}: {said}" for job, said in row["jobs"].items() if word(said) == "fault"]


def page(results, total, versions):
    closed = collections.Counter(row["info"].split(":")[0] for row in results.values() if row["info"] != "opened")
    parts = [
        "# Re-arranged", "Made by `script/rearrange`; not edited by hand.",
        f"{len(results)} of {total} files of the corpus. Every file is rewritten (with object streams, and "
        "`classic`), its last page moved to the front (appended), its middle page deleted, its first and last page "
        "extracted; it is merged with the example contract and itself, encrypted, and decrypted again; each call "
        "with 10 s and 1 GB. An output is good when `qpdf --check` has no message, offsets and object numbers "
        "aside, that the input did not give, PDFium counts the right number of pages, and draws the first, middle "
        "and last page with the very pixels of the input at 40 dpi, annotations included. Where qpdf or PDFium "
        "cannot read the input, there is nothing to compare: *not judged*. Cells read “good / done”. `move` and `delete` "
        "need two pages.",
        f"Not opened by Inkstone, so nothing done: {closed.total()} ("
        + (", ".join(f"{count} {name}" for name, count in sorted(closed.items())) or "none")
        + "); `verdicts.md` says who else opens them.",
        f"Judges: {versions}.", table(results),
    ]  # fmt: skip
    for title, wanted in (("Faults", "fault"), ("Stood by, with reason", "stood by"), ("Refused, with reason", "refused"), ("Not judged", "not judged")):
        count = sum(word(said) == wanted for row in results.values() for said in row["jobs"].values())
        parts += [f"## {title} ({count} outputs)", "\n".join(listing(results, wanted)) or "None."]
    return "\n\n".join(parts) + "\n"
