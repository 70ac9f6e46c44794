# SPDX-License-Identifier: Apache-2.0
"""`docs/annotations.md`: what became of the annotations of the corpus."""

import collections

from . import known, verdict
from .corpus_report import plain

JUDGES = ("move", "finish")
HEAD = ("group", "files", "with annotations", "annotations", "moved", "as asked", "finished", "files finished", "as before",
        "faults")  # fmt: skip


def faults(row):
    """{judge: failure} of a row."""
    return {judge: said for judge, said in row["judges"].items() if verdict.is_fail(said)}


def is_open(row):
    """Whether a row is worth another look: it has a fault, or the examination ended early."""
    return bool(faults(row)) or "examination" in row["judges"]


def summary(entry, row):
    """What of a row is kept: who says no, and how much was done."""
    kept = {"faults": sorted(faults(row)), "moved": len(row["moved"]), "finished": row["finished"]}
    return {key: value for key, value in kept.items() if value}


def worse(old, new):
    told = [f"{judge} says no" for judge in new.get("faults", []) if judge not in old.get("faults", [])]
    for key in ("moved", "finished"):
        if new.get(key, 0) < old.get(key, 0):
            told.append(f"{key}: were {old[key]}, are {new.get(key, 0)}")
    return told


def line(name, rows):
    def passed(judge):
        said = [row["judges"][judge] for _, row in rows if judge in row["judges"]]
        judged = [each for each in said if not each.startswith("not judged")]
        return f"{sum(map(verdict.is_pass, judged))} / {len(judged)}"

    cells = [
        name, len(rows), sum(row["annotations"] > 0 for _, row in rows), sum(row["annotations"] for _, row in rows),
        sum(len(row["moved"]) for _, row in rows), passed("move"), sum(row["finished"] for _, row in rows),
        sum(row["finished"] > 0 for _, row in rows), passed("finish"), sum(bool(faults(row)) for _, row in rows),
    ]  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def table(results):
    groups = {}
    for entry, row in sorted(results.items()):
        groups.setdefault(entry.group, []).append((entry, row))
    lines = ["| " + " | ".join(HEAD) + " |", "| --- |" + " ---: |" * (len(HEAD) - 1)]
    lines += [line(name, rows) for name, rows in groups.items()]
    lines.append(line("**all**", sorted(results.items())))
    return "\n".join(lines)


def listed(rows, chosen):
    """Lines of what judges say, and how many there are."""
    told = [f"- `{entry.name}`: {judge}: {plain(said.partition(': ')[2])}"
            for entry, row in rows for judge, said in row["judges"].items() if chosen(said)]  # fmt: skip
    return len(told), "\n".join(told) or "None."


def page(results, versions):
    rows = sorted(results.items())
    kinds = collections.Counter(kind for _, row in rows for kind in row["moved"])
    refused = collections.Counter(each for _, row in rows for each in row["refused"])
    parts = [
        "# Annotations", "Made by `script/annotations`; not edited by hand.",
        "Of every file of the corpus the first annotation of each kind is moved and the file saved. Asked is that every "
        "object is what it was, as pikepdf reads them, but for the annotation, and of that all but the keys that say where "
        "it is; and that the page has the same pixels in PDFium as before, both without the annotation. Then all "
        "annotations are finished: made content of their pages, which must have the same pixels in PDFium as before, while "
        "links and form fields are what they were. *As asked* and *as before* count files.",
        f"Judges: {versions}.", table(results),
        "Moved: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) + ".",
        "Refused: " + (", ".join(f"{each} {count}" for each, count in sorted(refused.items())) or "none") + ".",
    ]  # fmt: skip
    for title, chosen in (
        ("Faults", verdict.is_fail), ("Stood by", known.is_stood_by),
        ("Not judged", lambda said: said.startswith("not judged")),
    ):  # fmt: skip
        count, lines = listed(rows, chosen)
        parts += [f"## {title} ({count})", lines]
    return "\n\n".join(parts) + "\n"
