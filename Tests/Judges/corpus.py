# SPDX-License-Identifier: Apache-2.0
"""The folder of real files: what is in it, which of it CI looks at, what others make of it.

`pdfs.csv` beside the files tells their features and what qpdf, PDFium and MuPDF say of each; a
folder without it is taken as it is.
"""

import csv
import functools
import hashlib
import os
import pathlib
from typing import NamedTuple

from .tool import ROOT

SAMPLE_SIZE = 120
SAMPLE_BYTES = 400_000
SAMPLE_PAGES = 40
"""Bounds of one file of the sample, so that all of it takes minutes."""


class Entry(NamedTuple):
    name: str
    group: str
    encrypted: bool
    features: tuple
    bytes: int
    pages: int
    opened_by: tuple


def folder():
    return pathlib.Path(os.environ.get("INKSTONE_CORPUS") or ROOT / ".." / "shared" / "corpus")


def entries():
    """Every PDF of the corpus, in the order of its name; empty when there is no corpus."""
    root = folder()
    if not root.is_dir():
        return []
    table = root / "pdfs.csv"
    if not table.exists():
        paths = sorted(path.relative_to(root) for path in root.rglob("*.pdf"))
        return [Entry(str(p), p.parts[0], False, (), (root / p).stat().st_size, 0, ()) for p in paths]
    with open(table, newline="", encoding="utf-8") as file:
        rows = [entry(row) for row in csv.DictReader(file)]
    return sorted(row for row in rows if (root / row.name).exists())


@functools.cache
def passwords():
    """The password that opens a file for everybody, by the file's name; the owner's where known."""
    table = folder() / "passwords.csv"
    if not table.exists():
        return {}
    found = {}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["verified_in"] != "none" and ("owner" in row["matches"] or row["path"] not in found):
                found[row["path"]] = row["password"]
    return found


def entry(row):
    opened = {"qpdf": row["qpdf_check"] in ("ok", "warn"), "PDFium": row["pdfium"] == "ok",
              "MuPDF": row["mupdf"] in ("ok", "ok-partial")}  # fmt: skip
    pages = int(row["pages"]) if row["pages"].isdigit() else 0
    return Entry(
        row["path"], row["source"], row["encrypted"] == "yes",
        tuple(filter(None, row["features"].split(";"))), int(row["bytes"]), pages,
        tuple(name for name, yes in opened.items() if yes),
    )  # fmt: skip


def sample(all_entries):
    """A fixed choice, the same on every machine: in turn one more file of each group and feature.

    Files are taken in the order of a digest of their names, so that a new file moves few others.
    """
    small = [e for e in all_entries if e.bytes <= SAMPLE_BYTES and e.pages <= SAMPLE_PAGES]
    small.sort(key=lambda e: hashlib.sha256(e.name.encode()).digest())
    kinds = {}
    for each in small:
        opened = f"opened by {len(each.opened_by)}"
        for kind in (each.group, opened, "encrypted" if each.encrypted else "plain", *each.features):
            kinds.setdefault(kind, []).append(each)
    chosen = {}
    for turn in range(SAMPLE_SIZE):
        for kind in sorted(kinds):
            fresh = [e for e in kinds[kind] if e.name not in chosen]
            if fresh and sum(e.name in chosen for e in kinds[kind]) <= turn:
                chosen[fresh[0].name] = fresh[0]
            if len(chosen) == SAMPLE_SIZE:
                return sorted(chosen.values())
    return sorted(chosen.values())
