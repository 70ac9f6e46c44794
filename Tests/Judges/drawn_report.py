# SPDX-License-Identifier: Apache-2.0
"""`docs/drawn.md`: which pages of the corpus have the same pixels as PDFium called directly."""

from .corpus_report import plain

HEAD = ("group", "files", "PDFium opens", "pages drawn", "same pixels", "unreadable for both", "faults")


def summary(entry, row):
    """What of a row is kept: faults without their numbers, so that a page more or less is no news."""
    return {"same": row["same"], "faults": sorted({each.split(":")[0] for each in row["faults"]})}


def line(name, rows):
    def total(key):
        return sum(row[key] for _, row in rows)

    cells = [name, len(rows), sum(row["pdfium"] for _, row in rows), total("pages"), total("same"),
             total("unreadable"), sum(bool(row["faults"]) for _, row in rows)]  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def table(results):
    groups = {}
    for entry, row in sorted(results.items()):
        groups.setdefault(entry.group, []).append((entry, row))
    lines = ["| " + " | ".join(HEAD) + " |", "| --- |" + " ---: |" * (len(HEAD) - 1)]
    lines += [line(name, rows) for name, rows in groups.items()]
    lines.append(line("**all**", sorted(results.items())))
    return "\n".join(lines)


def page(results, versions):
    rows = sorted(results.items())
    faults = [f"- `{entry.name}`: {plain(each)}" for entry, row in rows for each in row["faults"]]
    refused = [f"- `{entry.name}`: {row['code'] or 'drawn'}" + ("" if row["pdfium"] else "; PDFium does not open it")
               for entry, row in rows if not row["pages"] and not row["faults"]]  # fmt: skip
    parts = [
        "# Pages drawn", "Made by `script/draw`; not edited by hand.",
        "Every page of every file is drawn by `inkstone render`, which is PDFium in a worker that reads the file through "
        "a callback, and by PDFium called directly, at the same size. “Same pixels” means every byte.",
        f"Judges: {versions}.", table(results), f"## Faults ({sum(bool(row['faults']) for _, row in rows)} of {len(rows)})",
        "\n".join(faults) or "None.", f"## Not drawn ({len(refused)} of {len(rows)})", "\n".join(refused) or "None.",
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"
