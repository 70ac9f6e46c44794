#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for `inkstone`, on PyMuPDF, with faults on demand: proves that the judges can say no.

A judge that never fails proves nothing. `test_judges.py` runs every judge over this tool, once in
order and once for each value of STAND_IN_FAULT: shift, turn, pixel, word, message, prefix, count,
neighbour, missing. It knows as much of the command line as the judges use.
"""

import json
import os
import re
import shutil
import sys

import pymupdf

FAULT = os.environ.get("STAND_IN_FAULT", "")


def refuse(status, code, message):
    print(json.dumps({"error": {"code": code, "message": message}}), file=sys.stderr)
    sys.exit(status)


def opened(path):
    try:
        document = pymupdf.open(path, filetype="pdf")
        pages = document.page_count
    except Exception as error:
        refuse(65, "invalidDocument", str(error))
    if pages == 0:
        refuse(65, "invalidDocument", "no pages")
    return document


def info(path):
    document = opened(path)
    facts = {"file": path, "pages": document.page_count, "encrypted": bool(document.is_encrypted),
             "repaired": bool(document.is_repaired), "signatures": 0, "diagnostics": []}  # fmt: skip
    print(json.dumps(facts))


def sign(path, options):
    if opened(path).is_encrypted:
        refuse(69, "unsupported", "encrypted")
    output = options["-o"]
    shutil.copyfile(path, output)
    os.chmod(output, 0o644)
    document = pymupdf.open(output, filetype="pdf")
    mark = pymupdf.open(options["--mark"])
    x, y, width, height = map(float, options["--rect"].split(","))
    if FAULT == "shift":
        x += 0.2
    for number in options["--page"].split(","):
        page = document[int(number) - 1]
        rect = pymupdf.Rect(x, y, x + width, y + height)
        if FAULT != "missing":
            turn = 180 if FAULT == "turn" else 0
            page.show_pdf_page(rect * page.derotation_matrix, mark, 0, rotate=turn + page.rotation)
        if FAULT == "pixel":
            page.draw_rect(pymupdf.Rect(1, 1, 1.4, 1.4), color=None, fill=(0.9, 0.9, 0.9))
    if FAULT == "count":
        document.delete_page(0)
    if FAULT == "neighbour":
        document[1].draw_rect(pymupdf.Rect(20, 20, 40, 40), fill=(1, 0, 0))
    document.saveIncr()
    document.close()
    spoil(output)


def spoil(output):
    """Faults that need the file's bytes."""
    with open(output, "rb") as file:
        data = file.read()
    if FAULT == "word":
        # The fixture's first line of text is plain: the same length keeps every offset.
        data = data.replace(b"(whereas)", b"(wherexx)")
    if FAULT == "message":
        data = broken_object(data)
    if FAULT == "prefix":
        data = data[:12] + bytes([data[12] ^ 1]) + data[13:]
    with open(output, "wb") as file:
        file.write(data)


def broken_object(data):
    """The last `endobj` becomes something that only qpdf minds."""
    at = data.rindex(b"endobj")
    return data[:at] + b"endobk" + data[at + 6 :]


def main():
    verb, path, *rest = sys.argv[1:]
    if verb == "info":
        return info(path)
    options = {key: value for key, value in zip(rest, rest[1:]) if re.match(r"--?[a-z]", key)}
    return sign(path, options)


if __name__ == "__main__":
    main()
