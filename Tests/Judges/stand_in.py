#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for `inkstone`, on pikepdf, with faults on demand: proves that the judges can say no.

A judge that never fails proves nothing. `test_judges.py` runs every judge over this tool, once in
order and once for each value of STAND_IN_FAULT: shift, turn, pixel, word, message, prefix, count,
neighbour, missing. It does just enough: content marks from PDFs, on tidy files, with a table.
"""

import json
import os
import sys

import pikepdf

FAULT = os.environ.get("STAND_IN_FAULT", "")


def refuse(status, code, message):
    print(json.dumps({"error": {"code": code, "message": message}}), file=sys.stderr)
    sys.exit(status)


def opened(path):
    try:
        pdf = pikepdf.open(path)
        len(pdf.pages)
    except pikepdf.PasswordError:
        refuse(69, "unsupported", "encrypted")
    except Exception as error:
        refuse(65, "invalidDocument", str(error))
    if pdf.is_encrypted:
        refuse(69, "unsupported", "encrypted")
    return pdf


def inherited(page, key, default):
    for _ in range(50):
        if key in page:
            return page[key]
        if "/Parent" not in page:
            break
        page = page["/Parent"]
    return default


def shape(page):
    """The visible box (left, bottom, right, top), the user unit, and the turn in degrees."""
    media = [float(v) for v in inherited(page, "/MediaBox", [0, 0, 612, 792])]
    crop = [float(v) for v in inherited(page, "/CropBox", media)]
    (a, c), (b, d) = [sorted((max(min(media[i::2]), min(crop[i::2])),
                              min(max(media[i::2]), max(crop[i::2])))) for i in (0, 1)]  # fmt: skip
    return (a, b, c, d), float(page.get("/UserUnit", 1)), int(inherited(page, "/Rotate", 0)) % 360


def size(page):
    """Width and height as a person sees the page."""
    (a, b, c, d), unit, turn = shape(page)
    sides = [(c - a) * unit, (d - b) * unit]
    return sides[::-1] if turn % 180 else sides


def matrix(page, rect, mark_size):
    """From the mark's own space to the page's default user space (ISO 32000-2, 7.7.3.3 and 14.11.2)."""
    (a, b, c, d), unit, turn = shape(page)
    x, y, width, height = (value / unit for value in rect)
    # Corners of the mark in user space: lower left, and the ends of its width and of its height.
    corner, along, up = {
        0: ((a + x, d - y - height), (1, 0), (0, 1)),
        90: ((a + y + height, b + x), (0, 1), (-1, 0)),
        180: ((c - x, b + y + height), (-1, 0), (0, -1)),
        270: ((c - y - height, d - x), (0, -1), (1, 0)),
    }[turn]
    w, h = width / mark_size[0], height / mark_size[1]
    return along[0] * w, along[1] * w, up[0] * h, up[1] * h, *corner


def info(path):
    pdf = opened(path)
    print(json.dumps({"file": path, "pages": len(pdf.pages), "encrypted": False, "repaired": False,
                      "signatures": 0, "diagnostics": [], "firstPageSize": size(pdf.pages[0].obj)}))  # fmt: skip


class Appendix:
    """Objects that follow the original bytes, and the cross-reference table that ends them."""

    def __init__(self, pdf, data):
        self.pdf, self.data, self.offsets = pdf, data + b"\n", {}
        self.next = len(pdf.objects) + 1

    def put(self, body, number=None):
        if number is None:
            number, self.next = self.next, self.next + 1
        self.offsets[number] = len(self.data)
        self.data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        return number

    def stream(self, entries, body):
        return self.put(b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(body), body))

    def end(self, previous):
        start = len(self.data)
        self.data += b"xref\n"
        for number, offset in sorted(self.offsets.items()):
            self.data += b"%d 1\n%010d 00000 n \n" % (number, offset)
        root = b"%d 0 R" % self.pdf.Root.objgen[0]
        trailer = b"trailer\n<< /Size %d /Root %s /Prev %d >>\n" % (self.next, root, previous)
        return self.data + trailer + b"startxref\n%d\n%%%%EOF\n" % start


def sign(path, options):
    pdf = opened(path)
    with open(path, "rb") as file:
        data = file.read()
    mark_file = pikepdf.open(options["--mark"])
    mark = mark_file.pages[0]
    size = [float(v) for v in mark.mediabox[2:]]
    rect = [float(v) for v in options["--rect"].split(",")]
    if FAULT == "shift":
        rect[0] += 0.2
    work = Appendix(pdf, data)
    box = b"/Type /XObject /Subtype /Form /BBox [0 0 %g %g]" % tuple(size)
    form = work.stream(box, mark.Contents.read_bytes())
    opening = work.stream(b"", b"q")
    for number in numbers(options["--page"], len(pdf.pages)):
        page = pdf.pages[number - 1].obj
        place = list(matrix(page, rect, size))
        if FAULT == "turn":
            place = [-v for v in place[:4]] + [place[4] + place[0] * size[0] + place[2] * size[1],
                                               place[5] + place[1] * size[0] + place[3] * size[1]]  # fmt: skip
        drawing = "\nQ q %.6f %.6f %.6f %.6f %.6f %.6f cm /StandIn Do Q" % tuple(place)
        if FAULT == "missing":
            drawing = "\nQ"
        if FAULT == "pixel":
            drawing += " 0.9 g 1 1 0.4 0.4 re f"
        closing = work.stream(b"", drawing.encode())
        change(work, page, b"[%d 0 R %%s %d 0 R]" % (opening, closing), form)
    if FAULT == "neighbour":
        red = work.stream(b"", b"q 1 0 0 rg 20 20 20 20 re f Q")
        change(work, pdf.pages[1].obj, b"[%%s %d 0 R]" % red, form)
    if FAULT == "count":
        pages = pdf.Root.Pages
        kids = b" ".join(b"%d 0 R" % kid.objgen[0] for kid in list(pages.Kids)[1:])
        work.put(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pdf.pages) - 1, kids), pages.objgen[0])
    if FAULT == "message":  # nobody minds but qpdf
        work.data = work.data[: work.data.rindex(b"endobj")] + b"endobk\n"
    result = work.end(int(data[data.rindex(b"startxref") + 9 :].split()[0]))
    if FAULT == "word":  # of the same length, so that every offset holds
        result = result.replace(b"(whereas)", b"(wherexx)")
    if FAULT == "prefix":
        result = result[:12] + bytes([result[12] ^ 1]) + result[13:]
    with open(options["-o"], "wb") as file:
        file.write(result)


def change(work, page, contents, form):
    """Rewrites the page object with other contents and one more XObject."""
    old = page.get("/Contents", [])
    old = [old] if isinstance(old, pikepdf.Stream) else list(old)
    old = [each for each in old if isinstance(each, pikepdf.Stream)]
    old = b" ".join(b"%d 0 R" % each.objgen[0] for each in old)
    resources = pikepdf.Dictionary(dict(inherited(page, "/Resources", {}).items()))
    xobjects = pikepdf.Dictionary(dict(resources.get("/XObject", {}).items()))
    resources.XObject = xobjects
    copy = pikepdf.Dictionary(dict(page.items()))
    for key in ("/MediaBox", "/CropBox"):  # qpdf hands inherited boxes down as objects of its own
        if key in copy:
            copy[key] = pikepdf.Array(list(copy[key]))
    for key in ("/Contents", "/Resources"):
        if key in copy:
            del copy[key]
    xobjects.StandIn = pikepdf.Name("/StandInForm")
    words = resources.unparse().replace(b"/StandInForm", b"%d 0 R" % form)
    body = copy.unparse()
    end = body.rindex(b">>")
    body = body[:end] + b" /Contents %s /Resources %s >>" % (contents.replace(b"%s", old), words)
    work.put(body, page.objgen[0])


def numbers(words, count):
    for word in ("all" == words and f"1-{count}" or words).split(","):
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    verb, path, *rest = sys.argv[1:]
    if verb == "info":
        return info(path)
    return sign(path, {key: value for key, value in zip(rest, rest[1:]) if key.startswith("-")})


if __name__ == "__main__":
    main()
