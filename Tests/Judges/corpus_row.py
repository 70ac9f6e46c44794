# SPDX-License-Identifier: Apache-2.0
"""One corpus file before the judges, what its row means, and whether a row got worse."""

from . import corpus, file, verdict

JUDGES = ("untouched", "prefix", "qpdf", "pages", "text", "PDFium", "MuPDF", "Poppler", "pixels")


PROTECTED = ("passwordRequired", "permissionDenied", "unsupported")
"""What an encrypted file may answer whose password nobody knows, or whose owner forbids it."""


def examine(entry, tell, skip):
    """The row of one entry. A digitally signed file is asked thrice: plainly, as annotation, forced."""
    path = corpus.folder() / entry.name
    password = corpus.passwords().get(entry.name)
    row = file.examine(path, tell, skip, password=password)
    if not row["sign"].startswith("wouldBreakSignature"):
        return row
    refused = row["sign"]
    gentle = file.examine(path, tell, skip, options=("--as", "annotation"), password=password)
    row = file.examine(path, tell, skip, options=("--force",), password=password)
    row["asked"] = refused
    row["annotation"] = gentle["sign"]
    if gentle["sign"] == "signed":
        for name, said in gentle["judges"].items():
            row["judges"][f"{name}, as annotation"] = said
    return row


def outcome(entry, row):
    """One word for the row: signed, refused, encrypted (refused for want of a password or a permission), or fault."""
    if any(verdict.is_fail(said) for said in row["judges"].values()):
        return "fault"
    if row["sign"] == "signed":
        return "signed"
    code = row["sign"].split(":")[0]
    if code in ("crashed", "hung", "unexplained", "internal") or row["sign"].startswith("signed,"):
        return "fault"
    if entry.encrypted or row.get("encrypted"):
        return "encrypted" if code in PROTECTED else "fault"
    return "fault" if len(entry.opened_by) >= 2 else "refused"


def reasons(entry, row):
    """Why this row is not simply signed and judged by all; [] when it is."""
    told = []
    word = outcome(entry, row)
    if word in ("refused", "encrypted") or (word == "fault" and row["sign"] != "signed"):
        told.append(f"{row['sign']}")
    if word == "fault" and row["sign"] != "signed" and not entry.encrypted and len(entry.opened_by) >= 2:
        told.append(f"though {' and '.join(entry.opened_by)} open it")
    for name, said in row["judges"].items():
        if not verdict.is_pass(said):
            told.append(f"{name}: {said}")
    if row.get("asked"):
        told.append(f"digitally signed; asked plainly: {row['asked'].split(':')[0]}; "
                    f"as annotation: {row['annotation'].split(':')[0]}")  # fmt: skip
    return told


def summary(entry, row):
    """The row as the baseline keeps it: few words, no figures that move."""
    kept = {"outcome": outcome(entry, row), "opened": row["info"] == "opened"}
    kept["sign"] = row["sign"].split(":")[0]
    if row.get("asked"):
        kept["annotation"] = row["annotation"].split(":")[0]
    not_passed = {name: said.split(":")[0] for name, said in row["judges"].items()
                  if not verdict.is_pass(said)}  # fmt: skip
    if not_passed:
        kept["judges"] = not_passed
    return kept


def worse(old, new):
    """What got worse from one summary to the next, as sentences."""
    order = ("fault", "refused", "encrypted", "signed")
    told = []
    if order.index(new["outcome"]) < order.index(old["outcome"]):
        told.append(f"was {old['outcome']}, is {new['outcome']}")
    if old["opened"] and not new["opened"]:
        told.append("was opened, is not")
    if old.get("annotation") == "signed" and new.get("annotation", "signed") != "signed":
        told.append("could be annotated, cannot")
    before, after = old.get("judges", {}), new.get("judges", {})
    if old["sign"] == "signed":
        for name, said in sorted(after.items()):
            was = before.get(name, verdict.PASS)
            if verdict.rank(said) < verdict.rank(was):
                told.append(f"{name}: was “{was}”, is “{said}”")
    return told
