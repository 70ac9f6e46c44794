# SPDX-License-Identifier: Apache-2.0
"""What Inkstone, qpdf, PDFium and MuPDF make of a file: whether it opens, its pages and their boxes.

Every reader answers with the same kind of row: {"opened", "pages", "boxes", …} or {"opened": False,
"why"}. A box is what can be seen of a page, in user space, and its rotation.
"""

import json
import subprocess

from . import qpdf, tool

MEMORY_LIMIT = 1 << 30
SECONDS = 10
BOXES = 200
"""So many pages of a file are compared, from the first on."""

STANDARD = [0.0, 0.0, 612.0, 792.0]


def refused(why):
    return {"opened": False, "why": " ".join(str(why).split())[:300]}


def opened(pages, boxes, **more):
    return {"opened": True, "pages": pages, "boxes": boxes, **more}


def call(verb, path, password, *more):
    given = ("--password", password) if password else ()
    outcome = tool.call(verb, path, *more, *given, seconds=SECONDS, memory=MEMORY_LIMIT)
    if given and outcome.code == "usage":  # a build that opens no encrypted files
        outcome = tool.call(verb, path, *more, seconds=SECONDS, memory=MEMORY_LIMIT)
    return outcome


def inkstone(path, password):
    outcome = call("info", path, password, "--boxes")
    if not outcome.succeeded:
        return {**refused(outcome.message), "code": outcome.code}
    facts = json.loads(outcome.stdout)
    boxes = [[*each["box"], each["rotation"]] for each in facts.get("boxes", [])[:BOXES]]
    return opened(facts["pages"], boxes, repaired=facts["repaired"])


def check(path, password):
    """{"status", "said"}: what `inkstone check` says, without places."""
    outcome = call("check", path, password)
    if outcome.code not in ("", "unexplained"):
        return {"status": outcome.status, "said": [f"{outcome.code}: {outcome.message}"]}
    said = []
    if outcome.stdout:
        said = [f"{d['severity']}: {d['message']}" for d in json.loads(outcome.stdout)["diagnostics"]]
    return {"status": outcome.status, "said": sorted(set(said))[:40]}


def qpdf_check(path, password):
    words = ["qpdf", "--check", *([f"--password={password}"] if password else []), str(path)]
    try:
        done = tool.bounded(words, SECONDS, MEMORY_LIMIT)
    except subprocess.TimeoutExpired:
        return {"status": -1, "said": [f"no answer within {SECONDS} s"]}
    lines = done.stderr.decode("utf-8", "replace").replace(str(path), "FILE").splitlines()
    lines = [qpdf.normalise(each) for each in lines if each.strip() and not each.startswith(qpdf.SUMMARIES)]
    return {"status": done.returncode, "said": sorted(set(lines))[:40]}


def pikepdf(path, password):
    """libqpdf by way of pikepdf, which tells of pages what stands in the file."""
    import pikepdf

    try:
        pdf = pikepdf.open(path, password=password)
        pages = list(pdf.pages)
    except Exception as error:  # it raises many kinds
        return refused(str(error).replace(str(path), "FILE"))
    return opened(len(pages), [raw_box(page.obj) for page in pages[:BOXES]])


def inherited(page, key):
    for _ in range(64):
        if key in page:
            return page[key]
        if "/Parent" not in page:
            return None
        page = page["/Parent"]
    return None


def raw_box(page):
    def corners(value):
        try:
            a, b, c, d = (float(each) for each in list(value)[:4])
        except Exception:
            return None
        return [min(a, c), min(b, d), max(a, c), max(b, d)]

    try:
        media = corners(inherited(page, "/MediaBox"))
        crop = corners(inherited(page, "/CropBox"))
        turn = inherited(page, "/Rotate")
        return [*visible(media, crop), int(turn) % 360 if turn is not None else 0]
    except Exception:
        return None


def visible(media, crop):
    def is_empty(box):
        return box is None or box[2] <= box[0] or box[3] <= box[1]

    media = STANDARD if is_empty(media) else media
    if is_empty(crop):
        return media
    both = [max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])]
    return media if is_empty(both) else both


def pdfium(path, password):
    import ctypes

    import pypdfium2
    import pypdfium2.raw as raw

    try:
        document = pypdfium2.PdfDocument(str(path), password=password or None)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        return refused(error)
    boxes = []
    for index in range(min(count, BOXES)):
        page = raw.FPDF_LoadPage(document.raw, index)
        if not page:
            boxes.append(None)
            continue
        box = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
        boxes.append([box.left, box.bottom, box.right, box.top, raw.FPDFPage_GetRotation(page) * 90])
        raw.FPDF_ClosePage(page)
    return opened(count, boxes)


def mupdf(path, password):
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        document = pymupdf.open(str(path), filetype="pdf")
        if document.needs_pass and not document.authenticate(password or ""):
            return refused("needs a password")
        count = document.page_count
    except Exception as error:  # PyMuPDF raises many kinds, among them bare RuntimeError
        return refused(str(error).replace(str(path), "FILE"))
    if not count:
        return refused("no page")
    boxes = []
    for index in range(min(count, BOXES)):
        try:
            page = document[index]
            media = list(page.mediabox)
            flipped = page.cropbox  # y down, from the top of the media box
            crop = [flipped.x0, media[3] - flipped.y1, flipped.x1, media[3] - flipped.y0]
            boxes.append([*visible(media, crop), page.rotation % 360])
        except Exception:
            boxes.append(None)
    return opened(count, boxes)


ALL = {"inkstone": inkstone, "qpdf": pikepdf, "PDFium": pdfium, "MuPDF": mupdf,
       "check": check, "qpdf --check": qpdf_check}  # fmt: skip
