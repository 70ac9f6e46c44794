# SPDX-License-Identifier: Apache-2.0
"""`docs/corpus.md`: what became of every file, with denominators, and every reason in words."""

from . import known, verdict
from .corpus_row import outcome, reasons

COLUMNS = ("qpdf", "text", "PDFium", "MuPDF", "Poppler", "pixels")


def share(rows, judge):
    """"passed / judged" of the signed rows."""
    said = [row["judges"].get(judge) for _, row in rows if row["sign"] == "signed"]
    said = [each for each in said if each]
    judged = [each for each in said if verdict.is_pass(each) or verdict.is_fail(each)]
    return f"{sum(map(verdict.is_pass, judged))} / {len(judged)}"


def line(name, rows):
    words = [outcome(entry, row) for entry, row in rows]
    opened = sum(row["info"] == "opened" for _, row in rows)
    repaired = sum(bool(row["repaired"]) for _, row in rows)
    signed = sum(row["sign"] == "signed" for _, row in rows)
    cells = [name, len(rows), opened, repaired, signed, words.count("encrypted"),
             words.count("refused"), words.count("fault")]  # fmt: skip
    cells += [share(rows, judge) for judge in COLUMNS]
    return "| " + " | ".join(map(str, cells)) + " |"


def table(results):
    """results: {entry: row}."""
    groups = {}
    for entry, row in sorted(results.items()):
        groups.setdefault(entry.group, []).append((entry, row))
    head = ["group", "files", "opened", "repaired", "signed", "encrypted", "refused", "faults"]
    lines = ["| " + " | ".join([*head, *COLUMNS]) + " |", "| --- |" + " ---: |" * (len(head) + 5)]
    lines += [line(name, rows) for name, rows in groups.items()]
    lines.append(line("**all**", sorted(results.items())))
    return "\n".join(lines)


def plain(words):
    return words.replace("|", "/").replace("\n", " ").replace("`", "'")


def listing(results, word):
    lines = []
    for entry, row in sorted(results.items()):
        if outcome(entry, row) == word and (why := reasons(entry, row)):
            lines.append(f"- `{entry.name}`: {plain('; '.join(why))}")
    return lines


def page(results, versions):
    faults, refused = listing(results, "fault"), listing(results, "refused")
    stands = {entry: row for entry, row in results.items() if any(map(known.is_stood_by, row["judges"].values()))}
    encrypted = listing(results, "encrypted")
    remarks = listing({entry: row for entry, row in results.items() if entry not in stands}, "signed")
    sections = [
        ("Faults", "A judge failed, or Inkstone refuses what two of qpdf, PDFium and MuPDF open.", faults),
        ("Stood by", "A judge sees a difference that is none of Inkstone's making, or wanted; with the reason.",
         [each for word in ("signed", "encrypted", "refused") for each in listing(stands, word)]),
        ("Refused", "Beyond repair: at most one of qpdf, PDFium and MuPDF opens these.", refused),
        ("Encrypted", "No password is known, or the document permits no change: refused, untouched.",
         encrypted),
        ("Signed, with a remark", "A renderer could not judge, or digital signatures were in the way.", remarks),
    ]  # fmt: skip
    parts = [
        "# The corpus", "Made by `script/corpus`; not edited by hand.",
        "Every file is opened (`info`) and marked (`sign`) on its first, middle and last page, once "
        "with a white and once with a black triangle. Then: `qpdf` has no message, offsets aside, that "
        "the input did not give; the whole `text` as PDFium extracts it is the same; `PDFium`, `MuPDF` "
        "and `Poppler` show the mark within 0.1 pt of the asked rect; `pixels`: nothing changes beyond "
        "the rect grown by two pixels, also not on the pages beside. The original bytes are a prefix in "
        "all of them. Cells of judges read “passed / judged”; who could not judge is listed below.",
        f"Judges: {versions}.", table(results),
    ]  # fmt: skip
    for title, meaning, lines in sections:
        parts.append(f"## {title} ({len(lines)} of {len(results)})")
        parts.append(meaning)
        parts.append("\n".join(lines) or "None.")
    return "\n\n".join(parts) + "\n"
