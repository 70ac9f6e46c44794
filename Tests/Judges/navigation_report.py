# SPDX-License-Identifier: Apache-2.0
"""Who agrees about what there is to navigate by, and `docs/navigation.md`."""

import collections

from .navigating import FACTS

WORDS = ("agreed", "split", "alone", "outvoted", "died")
"""From good to bad: all say the same; one of two judges does; none does; both say the same, and not what we say."""

NEAR = 0.25
"""Points by which boxes may differ: MuPDF and PDFium keep short floats, PDFium gives whole pixels."""

EXPLAINED = """\
What the differences are, as far as they were looked into:

- *outline*: MuPDF gives nothing of an outline with a circle, of one it had to repair and could not, and names page 1
  where a page is not in the document (`qpdf/qpdf/qtest/qpdf/collate-odd.pdf`). PDFium follows a jump into another
  file as one within this (`pdfjs/outlines_for_editor.pdf`), and reads an outline that a later update deleted
  (`append-page-content.pdf`, object 95 is free).
- *points* are compared with PDFium alone; MuPDF does not tell them apart from defaults.
- *links*: MuPDF leaves out links whose action it does not do (Launch, GoToE, unknown ones). PDFium gives a link
  without /Rect a box of no size, and does not apply UserUnit.
- *targets*: MuPDF makes `file://` addresses of jumps into other files and of addresses without a scheme. PDFium
  cannot resolve some named destinations (`pdfjs/issue6204.pdf`), and reads addresses as UTF-8 only.
- *labels*: PyMuPDF does not decode prefixes in UTF-16 and UTF-8.
- *files*: those of the judges must be among ours by their bytes. PDFium gives the encrypted bytes of some, and one
  byte sequence for every empty file. Ours are more: of annotations and of pages, too.
"""


def agree(fact, ours, other):
    """Whether two readers say the same; for files, whether ours holds the other's."""
    if fact == "files":
        missing = collections.Counter(data for _, data in other)
        missing.subtract(collections.Counter(data for _, data in ours))
        return all(count <= 0 for count in missing.values())
    if fact not in ("links", "points"):
        return ours == other
    plain = 1 if fact == "links" else 2
    return len(ours) == len(other) and all(
        a[:plain] == b[:plain] and all(near(x, y) for x, y in zip(a[plain:], b[plain:])) for a, b in zip(ours, other)
    )


def near(a, b):
    return a == b if a is None or b is None else abs(a - b) <= NEAR


def verdict(fact, row):
    """One of `WORDS`, or "" where nobody has anything to say."""
    ours, judges = row["inkstone"], [row[name] for name in ("MuPDF", "PDFium") if fact in row.get(name, {})]
    if ours.get("died") or ours.get("code") in ("hung", "crashed", "unexplained"):
        return "died"
    if not ours["opened"] or not judges or not (ours[fact] or any(judge[fact] for judge in judges)):
        return ""
    votes = [agree(fact, ours[fact], judge[fact]) for judge in judges]
    if all(votes):
        return "agreed"
    if any(votes):
        return "split"
    if len(judges) == 2 and agree(fact, judges[0][fact], judges[1][fact]):
        return "outvoted"
    return "alone"


def summary(entry, row):
    """The row as the baseline keeps it: the facts about which not all agree."""
    said = {fact: verdict(fact, row) for fact in FACTS}
    return {fact: word for fact, word in said.items() if word not in ("", "agreed")}


def worse(old, new):
    return [
        f"{fact}: was {old.get(fact, 'agreed')}, is {word}"
        for fact, word in new.items()
        if WORDS.index(word) > WORDS.index(old.get(fact, "agreed"))
    ]


def table(results):
    """For each fact, in how many files somebody has something to say, and who agrees."""
    lines = ["| fact | files | " + " | ".join(WORDS) + " |", "| --- |" + " ---: |" * (len(WORDS) + 1)]
    for fact in FACTS:
        count = collections.Counter(verdict(fact, row) for row in results.values())
        told = sum(count[word] for word in WORDS)
        lines.append(f"| {fact} | {told} | " + " | ".join(str(count[word]) for word in WORDS) + " |")
    return "\n".join(lines)


def page(results, versions):
    opened = sum(bool(row["inkstone"]["opened"]) for row in results.values())
    lines = [
        "# Navigation", "", "Made by `script/navigation`; not edited by hand.", "",
        f"{opened} of {len(results)} files of the corpus are opened. Of each, the outline (level, title, page), the "
        "points that its items lead to, the links of the first 60 pages (boxes in view space, targets), the page "
        "labels and the bytes of the embedded files are compared with what MuPDF and PDFium find. *Files* counts "
        "those in which anybody finds any. *Split*: one of the two says what Inkstone says; *alone*: neither does, "
        "and they differ or one is silent; *outvoted*: both say the same, and Inkstone does not.", "",
        f"Judges: {versions}.", "", table(results), "", EXPLAINED,
    ]  # fmt: skip
    for word in WORDS[2:]:
        found = [(entry.name, fact) for entry, row in sorted(results.items())
                 for fact, said in summary(entry, row).items() if said == word]  # fmt: skip
        if found:
            lines += [f"## {word.capitalize()} ({len(found)})", "", *(f"- {fact}: `{name}`" for name, fact in found), ""]
    return "\n".join(lines)
