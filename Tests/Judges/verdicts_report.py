# SPDX-License-Identifier: Apache-2.0
"""`docs/verdicts.md`: who opens what, who counts what, and where Inkstone stands alone."""

import collections
import re

from . import known
from .corpus_report import plain

JUDGES = ("qpdf", "PDFium", "MuPDF")
TOLERANCE = 0.1
"""Points by which boxes of two readers may differ."""

LOCKED = ("passwordRequired", "wrongPassword")


def ours(entry, row):
    """One word: opened, repaired, encrypted (not opened for that), refused, or died."""
    answer = row["inkstone"]
    if answer["opened"]:
        return "repaired" if answer.get("repaired") else "opened"
    if answer.get("died") or answer.get("code") in ("hung", "crashed", "unexplained", "internal"):
        return "died"
    if answer.get("code") in LOCKED or (answer.get("code") == "unsupported" and "ncrypt" in answer["why"]):
        return "encrypted"
    return "refused"


def seen(answer):
    """Pages that a reader can show: some count what /Count says, and then cannot load them."""
    return answer["pages"] - answer["boxes"].count(None)


def opened_by(row):
    """The judges that open the file and can show a page of it."""
    return [name for name in JUDGES if row[name]["opened"] and seen(row[name]) > 0]


def agreed(values):
    """What two say alike, or None."""
    for index, value in enumerate(values):
        if value is not None and any(same(value, other) for other in values[index + 1 :]):
            return value
    return None


def same(a, b):
    if a is None or b is None:
        return False
    if isinstance(a, list):
        if any(abs(x) > 1e6 for x in a[:4] + b[:4]):  # beyond all bounds each reader cuts elsewhere
            return True
        return a[4] == b[4] and all(abs(x - y) <= TOLERANCE for x, y in zip(a[:4], b[:4]))
    return a == b


def pages_fault(row):
    """Words where two count alike and Inkstone otherwise, else None."""
    count = agreed([seen(row[name]) for name in opened_by(row)])
    if count is None or not row["inkstone"]["opened"] or count == row["inkstone"]["pages"]:
        return None
    told = ", ".join(f"{name} {seen(row[name])}" for name in opened_by(row))
    return f"{told}; inkstone {row['inkstone']['pages']}"


def boxes_fault(row):
    if not row["inkstone"]["opened"] or pages_fault(row):
        return None
    for index, box in enumerate(row["inkstone"]["boxes"]):
        told = {name: row[name]["boxes"][index] for name in opened_by(row) if index < len(row[name]["boxes"])}
        expected = agreed(list(told.values()))
        if expected is not None and not any(same(box, other) for other in told.values() if same(other, expected)):
            return f"page {index + 1}: inkstone {short(box)}; " + ", ".join(
                f"{name} {short(other)}" for name, other in told.items())  # fmt: skip
    return None


def short(box):
    return "none" if box is None else " ".join(f"{value:g}" for value in box)


def check_word(status):
    return {0: "clean", 3: "faults", 2: "errors"}.get(status, "no")


STOOD_BY = known.table("verdicts")


def faults(entry, row):
    """What is wrong with a row, less what is stood by."""
    return [each for each in differences(entry, row) if each.split(":")[0] not in STOOD_BY.get(entry.name, {})]


def stale(results):
    """The entries of the table whose difference is gone, as sentences."""
    return [f"STALE {entry.name}: {kind} differ no more; take it from {known.TABLE.name}"
            for entry, row in sorted(results.items()) for kind in STOOD_BY.get(entry.name, {})
            if kind not in {each.split(":")[0] for each in differences(entry, row)}]  # fmt: skip


def differences(entry, row):
    told = []
    word = ours(entry, row)
    if word == "died":
        told.append(f"died: {row['inkstone']['why']}")
    if word == "refused" and len(opened_by(row)) >= 2:
        told.append(f"refused: {row['inkstone']['why']}")
    if said := pages_fault(row):
        told.append(f"pages: {said}")
    if said := boxes_fault(row):
        told.append(f"boxes: {said}")
    if row["check"]["status"] < 0 or row["check"].get("died"):
        told.append(f"check died: {row['check']['said'][:1]}")
    return told


LINEARIZATION = re.compile(
    r"hint table|shared (object|identifier)|first page (object|section)|page length|linearized file|linearization"
    r"|outlines? (hint )?table|no xref table entry for|part N is empty|space before first xref item"
)
"""What qpdf says of the hints for reading a file page by page from a network, which nobody here uses."""


def complaints(row):
    """What `qpdf --check` complains of, hints of linearized files aside."""
    told = row["qpdf --check"]
    return [each for each in told["said"] if not LINEARIZATION.search(each)] if told["status"] in (2, 3) else []


def silent(row):
    """What qpdf complains of where `check` has nothing to say."""
    return [] if row["check"]["said"] or row["check"]["status"] else complaints(row)


def summary(entry, row):
    kept = {"is": ours(entry, row), "check": row["check"]["status"]}
    if told := [each.split(":")[0] for each in faults(entry, row)]:
        kept["faults"] = told
    return kept


def worse(old, new):
    order = ("died", "refused", "encrypted", "repaired", "opened")
    told = [f"new fault: {each}" for each in new.get("faults", []) if each not in old.get("faults", [])]
    if order.index(new["is"]) < order.index(old["is"]):
        told.append(f"was {old['is']}, is {new['is']}")
    if old["check"] == 3 and new["check"] == 0:
        told.append("check found faults and finds none")
    return told


def line(name, rows):
    words = collections.Counter(ours(entry, row) for entry, row in rows)
    told = [faults(entry, row) for entry, row in rows]
    def count(kind):  # noqa: E306
        return sum(any(each.startswith(kind) for each in some) for some in told)
    two = sum(len(opened_by(row)) >= 2 for _, row in rows)
    both = sum(bool(complaints(row)) for _, row in rows)
    silence = sum(bool(silent(row)) for _, row in rows)
    cells = [name, len(rows), two, words["opened"], words["repaired"], words["encrypted"], words["refused"],
             words["died"], count("refused"), count("pages"), count("boxes"), count("check died"),
             f"{silence} / {both}"]  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


HEAD = ("group", "files", "two open it", "opened", "repaired", "encrypted", "refused", "died",
        "refused alone", "pages differ", "boxes differ", "check died", "check silent")  # fmt: skip


def table(results):
    groups = {}
    for entry, row in sorted(results.items()):
        groups.setdefault(entry.group, []).append((entry, row))
    lines = ["| " + " | ".join(HEAD) + " |", "| --- |" + " ---: |" * (len(HEAD) - 1)]
    lines += [line(name, rows) for name, rows in groups.items()]
    lines.append(line("**all**", sorted(results.items())))
    return "\n".join(lines)


def findings(results):
    """(title, lines) of every list of the page."""
    rows = sorted(results.items())
    def listed(kind):  # noqa: E306
        return [f"- `{entry.name}`: {plain(each)}" for entry, row in rows for each in faults(entry, row)
                if each.startswith(kind)]  # fmt: skip
    kinds = collections.defaultdict(list)
    for entry, row in rows:
        for said in {generic(each) for each in silent(row)}:
            kinds[said].append(entry.name)
    stands = [f"- `{entry.name}`: {plain(each)}; {STOOD_BY[entry.name][each.split(':')[0]]}"
              for entry, row in rows for each in differences(entry, row)
              if each.split(":")[0] in STOOD_BY.get(entry.name, {})]  # fmt: skip
    refusals = [f"- `{entry.name}`: {plain(row['inkstone']['why'])}"
                + (f" ({', '.join(opened_by(row))} opens it)" if opened_by(row) else "")
                for entry, row in rows if ours(entry, row) == "refused" and len(opened_by(row)) < 2]  # fmt: skip
    return [
        ("Refused, though two open it", listed("refused")),
        ("Pages counted otherwise than two count", listed("pages")),
        ("Boxes other than two say", listed("boxes")),
        ("Beyond 10 s, 1 GB, or dead", listed("died") + listed("check died")),
        ("`qpdf --check` complains, `check` says nothing",
         [f"- {len(names)} × {plain(said)}: `{names[0]}`" + (" …" if len(names) > 1 else "")
          for said, names in sorted(kinds.items(), key=lambda item: (-len(item[1]), item[0]))]),
        ("Stood by, with reason", stands),
        ("Refused, with reason", refusals),
    ]  # fmt: skip


def generic(words):
    """A message of qpdf without the object it is about."""
    words = re.sub(r"^(WARNING: )?FILE( \([^)]*\))?:?,? ?", "", words)
    words = re.sub(r"object \d+ \d+", "object N N", words)
    words = re.sub(r"/QPDFFakeN", "key", words)
    return re.sub(r"\(.*?\)", "(…)", words)[:120]


def page(results, versions):
    parts = [
        "# Verdicts", "Made by `script/verdicts`; not edited by hand.",
        "Every file is opened by Inkstone and by three others, each alone in a process with 10 s and 1 GB. "
        "Compared are the number of pages, and of the first 200 pages the visible box (CropBox within "
        "MediaBox, to 0.1 pt) and the rotation. Pages that a reader counts but cannot load are not counted. A fault is where two of the others agree and Inkstone does "
        "not. Passwords that the sources publish are given. *check silent*: of the files that `qpdf --check` "
        "complains of, those that `inkstone check` has nothing to say about. The hint tables of linearized "
        "files are not compared: nothing here reads by them.",
        f"Judges: {versions}. libqpdf is asked through pikepdf for pages and boxes.", table(results),
    ]  # fmt: skip
    for title, lines in findings(results):
        parts += [f"## {title} ({len(lines)})", "\n".join(lines) or "None."]
    return "\n\n".join(parts) + "\n"
