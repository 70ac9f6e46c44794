# SPDX-License-Identifier: Apache-2.0
"""Who agrees about where words stand, and `docs/search.md`."""

import collections

from .corpus_report import plain

WORDS = ("agreed", "split", "alone", "outvoted")
"""From good to bad: both judges have the same boxes; one of them does; none does; both agree, and not with us."""

HEAD = ("group", "files with words", "words", "pairs over a line's end", *WORDS, "quads with ink", "bare", "faults")

EXPLAINED = """\
How hits are compared: capitals, accents and width do not count, a line's end is a space; two boxes are of one hit when
they share two fifths of the smaller. Words have three letters or digits at least, and are read by both judges on one
page; what annotations and form fields show is taken away before MuPDF is asked. *Split*: one of the two has the same
boxes; *alone*: neither has, and they differ; *outvoted*: both have the same, and Inkstone has not. *Quads with ink*:
within the bounds of a hit something is drawn; *bare* are words of which a hit lies on nothing that is seen, as those of
text drawn in the colour of the paper, or not at all (text render mode 3).

What was looked into: in `pypdf/indirect-rotation.pdf` the text of a recognition lies beside the picture, and its words are
set in pieces with gaps that PDFium takes for spaces.
"""


def verdicts(row):
    return collections.Counter(row["asked"].values())


def summary(entry, row):
    """What of a row is kept: what is not agreed, and how many kinds of faults there are."""
    found = verdicts(row)
    kept = {word: found[word] for word in WORDS[1:] if found[word]}
    if row["bare"]:
        kept["bare"] = len(set(row["bare"]))
    if row["faults"]:
        kept["faults"] = sorted({each.split(":")[0] for each in row["faults"]})
    return kept


def worse(old, new):
    """A word may move from a worse verdict to a better one, not the other way."""
    told = []
    for place, word in enumerate(WORDS[1:], 1):
        now, before = (sum(kept.get(each, 0) for each in WORDS[place:]) for kept in (new, old))
        if now > before:
            told.append(f"{now} words are {word} or worse, {before} were")
            break
    if new.get("bare", 0) > old.get("bare", 0):
        told.append(f"{new['bare']} words lie on no ink, {old.get('bare', 0)} did")
    return told + [f"{each}" for each in new.get("faults", []) if each not in old.get("faults", [])]


def line(name, rows):
    found = collections.Counter()
    for row in rows:
        found += verdicts(row)
    asked = [words for row in rows for words in row["asked"]]
    pairs = sum(" " in words for words in asked)
    cells = [name, sum(bool(row["asked"]) for row in rows), len(asked) - pairs, pairs, *(found[word] for word in WORDS),
             sum(row["inked"] for row in rows), sum(len(set(row["bare"])) for row in rows),
             sum(bool(row["faults"]) for row in rows)]  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def table(results):
    groups = {}
    for entry, row in sorted(results.items()):
        groups.setdefault(entry.group, []).append(row)
    lines = ["| " + " | ".join(HEAD) + " |", "| --- |" + " ---: |" * (len(HEAD) - 1)]
    lines += [line(name, rows) for name, rows in groups.items()]
    lines.append(line("**all**", list(results.values())))
    return "\n".join(lines)


def page(results, versions):
    rows = sorted(results.items())
    lines = [
        "# Search", "", "Made by `script/search`; not edited by hand.", "",
        f"Words of the first pages of {len(results)} files of the corpus, searched by `inkstone search`, by PyMuPDF and in "
        "the words of `pdftotext -bbox`, and the pages drawn by PDFium.", "", f"Judges: {versions}.", "",
        table(results), "", EXPLAINED,
    ]  # fmt: skip
    for word in WORDS[2:]:
        found = [(entry.name, words) for entry, row in rows for words, said in row["asked"].items() if said == word]
        if found:
            lines += [f"## {word.capitalize()} ({len(found)})", ""]
            lines += [f"- `{name}`: {plain(words)}" for name, words in found] + [""]
    for title, key in (("Bare", "bare"), ("Faults", "faults")):
        found = [(entry.name, each) for entry, row in rows for each in sorted(set(row[key]))]
        if found:
            lines += [f"## {title} ({len(found)})", "", *(f"- `{name}`: {plain(each)}" for name, each in found), ""]
    left = [(entry.name, row["left"]) for entry, row in rows if row.get("left")]
    if left:
        lines += [f"## Left out ({len(left)})", "", "A judge, or PDFium within Inkstone, cannot read them.", ""]
        lines += [f"- `{name}`: {plain(why)}" for name, why in left] + [""]
    return "\n".join(lines)
