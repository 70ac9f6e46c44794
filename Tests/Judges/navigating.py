# SPDX-License-Identifier: Apache-2.0
"""What Inkstone, MuPDF and PDFium find to navigate by in a file: outline, links, labels, attachments.

Every reader answers with the same facts: {"opened", "outline": [[level, title, page]], "links":
[[page, x, y, width, height]], "targets": [[page, where]], "labels": [text], "files": [[name, MD5]],
"points": [[place, fit, …]]}, whatever of them it can tell. Boxes are in view space.
"""

import hashlib
import json
import pathlib
import re
import tempfile

from . import tool

MEMORY_LIMIT = 2 << 30
SECONDS = 20
PAGES = 60
"""So many pages of a file are looked at for links, from the first on."""
ITEMS = 2000
"""So many outline items and named labels are compared."""


def refused(why):
    return {"opened": False, "why": " ".join(str(why).split())[:300]}


def clean(text):
    """A title as readers agree on it: they treat control characters and spaces differently."""
    kept = "".join(" " if ord(each) < 32 or 127 <= ord(each) < 160 or each.isspace() else each for each in text)
    return re.sub(" +", " ", kept).strip()


def box(x, y, width, height):
    return [round(each, 1) for each in (x, y, width, height)]


def ordered(links):
    return sorted(links)


# Inkstone


def inkstone(path, password):
    given = ("--password", password) if password else ()
    outcome = tool.call("info", path, "--outline", "--links", "--attachments", *given,
                        seconds=SECONDS, memory=MEMORY_LIMIT)  # fmt: skip
    if not outcome.succeeded:
        return {**refused(outcome.message), "code": outcome.code}
    facts = json.loads(outcome.stdout)
    links = [link for link in facts["links"] if link["page"] <= PAGES]
    answer = {
        "opened": True,
        "outline": [[item["level"], clean(item["title"]), page(item["target"])]
                    for item in facts["outline"]][:ITEMS],
        "points": [[place, *point(item["target"])] for place, item in enumerate(facts["outline"][:ITEMS])
                   if page(item["target"])],
        "links": ordered([link["page"], *box(*link["rect"])] for link in links),
        "targets": ordered([link["page"], where(link["target"])] for link in links),
        "labels": (facts["pageLabels"] or [])[:ITEMS],
        "files": [], "diagnostics": [each["message"] for each in facts["diagnostics"]],
    }  # fmt: skip
    if facts["attachments"]:
        answer["files"] = attachments(path, facts["attachments"], given)
    return answer


def attachments(path, listed, given):
    with tempfile.TemporaryDirectory() as folder:
        outcome = tool.call("attachments", path, "--extract", "all", "-o", folder + "/", *given,
                            seconds=SECONDS, memory=MEMORY_LIMIT)  # fmt: skip
        if not outcome.succeeded:
            return [[each["name"], outcome.message] for each in listed]
        return [[each["name"], digest((pathlib.Path(folder) / each["fileName"]).read_bytes())] for each in listed]


def digest(data):
    return hashlib.md5(data).hexdigest()


def page(target):
    return target["page"] if target and target["kind"] == "page" else 0


def where(target):
    """A page of this document by its number, an address by its words, anything else by its kind."""
    if not target or target["kind"] == "missing":
        return "nowhere"
    if target["kind"] == "page":
        return f"page {target['page']}"
    return target["address"] if target["kind"] == "address" else "elsewhere"


FITS = {"point": "XYZ", "page": "Fit", "width": "FitH", "height": "FitV", "rect": "FitR", "content": "FitB",
        "contentWidth": "FitBH", "contentHeight": "FitBV"}  # fmt: skip


def point(target):
    rounded = [None if target.get(key) is None else round(target[key], 1) for key in ("x", "y")]
    return [FITS[target["fit"]], *rounded]


# MuPDF


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
    answer = {"opened": True}
    attempt(answer, "outline", lambda: [
        [level, clean(title), max(at, 0)] for level, title, at, *_ in document.get_toc(simple=True)
    ][:ITEMS])  # fmt: skip
    attempt(answer, "labels", lambda: mupdf_labels(document, count))
    attempt(answer, "files", lambda: [
        [document.embfile_info(name)["name"], digest(document.embfile_get(name))]
        for name in range(document.embfile_count())
    ])  # fmt: skip
    try:
        links, targets = [], []
        for index in range(min(count, PAGES)):
            link = document[index].load_links()
            while link:
                box_ = link.rect
                links.append([index + 1, *box(box_.x0, box_.y0, box_.width, box_.height)])
                targets.append([index + 1, mupdf_target(document, link)])
                link = link.next
        answer["links"], answer["targets"] = ordered(links), ordered(targets)
    except Exception as error:
        answer["links failed"] = str(error)[:200]
    return answer


def mupdf_target(document, link):
    if link.is_external or not link.uri:
        return link.uri or "nowhere"
    place = document.resolve_link(link.uri)[0]
    if isinstance(place, tuple):
        place = -1 if place[0] != 0 else place[1]
    return f"page {place + 1}" if place >= 0 else "nowhere"


def mupdf_labels(document, count):
    if not document.get_page_labels():
        return []
    return [document[index].get_label() for index in range(min(count, ITEMS))]


def attempt(answer, key, work):
    try:
        answer[key] = work()
    except Exception as error:
        answer[key + " failed"] = str(error)[:200]


# PDFium


def pdfium(path, password):
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(str(path), password=password or None)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        return refused(error)
    answer = {"opened": True, "outline": [], "points": [], "links": [], "targets": []}
    for place, mark in enumerate(document.get_toc(max_depth=256)):
        if place >= ITEMS:
            break
        destination = mark.get_dest()
        index = destination.get_index() if destination else None
        number = index + 1 if index is not None and index >= 0 else 0
        answer["outline"].append([mark.level + 1, clean(mark.get_title()), number])
        if number:
            answer["points"].append([place, *pdfium_point(document, index, destination)])
    for index in range(min(count, PAGES)):
        pdfium_links(document, index, answer)
    answer["links"].sort()
    answer["targets"].sort()
    labels = [document.get_page_label(index) for index in range(min(count, ITEMS))]
    answer["labels"] = labels if any(labels) else []
    answer["files"] = []
    for number in range(document.count_attachments()):
        file = document.get_attachment(number)
        try:
            data = bytes(file.get_data())
        except pypdfium2.PdfiumError:
            data = b""
        answer["files"].append([file.get_name(), digest(data)])
    return answer


SCALE = 100
"""PDFium gives places in whole pixels."""


def pdfium_view(raw, page, x, y):
    import ctypes

    width = round(raw.FPDF_GetPageWidthF(page) * SCALE)
    height = round(raw.FPDF_GetPageHeightF(page) * SCALE)
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, ctypes.byref(across), ctypes.byref(down))
    return across.value / SCALE, down.value / SCALE


def pdfium_point(document, index, destination):
    import ctypes

    import pypdfium2.raw as raw

    names = ["XYZ", "XYZ", "Fit", "FitH", "FitV", "FitR", "FitB", "FitBH", "FitBV"]
    mode, numbers = destination.get_view()
    fit, numbers = names[mode], list(numbers)
    page = raw.FPDF_LoadPage(document.raw, index)
    if not page:
        return [fit, None, None]
    left = numbers[0] if fit in ("FitV", "FitBV") and numbers else None
    top = numbers[0] if fit in ("FitH", "FitBH") and numbers else None
    if fit == "XYZ":
        has = [ctypes.c_int() for _ in range(3)]
        at = [ctypes.c_float() for _ in range(3)]
        raw.FPDFDest_GetLocationInPage(destination.raw, *map(ctypes.byref, has), *map(ctypes.byref, at))
        left = at[0].value if has[0].value else None
        top = at[1].value if has[1].value else None
    x, y = pdfium_view(raw, page, left or 0, top or 0)
    across, down = (top, left) if raw.FPDFPage_GetRotation(page) % 2 else (left, top)
    raw.FPDF_ClosePage(page)
    return [fit, None if across is None else round(x, 1), None if down is None else round(y, 1)]


def pdfium_links(document, index, answer):
    import ctypes

    import pypdfium2.raw as raw

    page = raw.FPDF_LoadPage(document.raw, index)
    if not page:
        return
    place, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, ctypes.byref(place), ctypes.byref(link)):
        rect = raw.FS_RECTF()
        if not raw.FPDFLink_GetAnnotRect(link, ctypes.byref(rect)):
            continue
        a = pdfium_view(raw, page, rect.left, rect.top)
        b = pdfium_view(raw, page, rect.right, rect.bottom)
        left, top = min(a[0], b[0]), min(a[1], b[1])
        answer["links"].append([index + 1, *box(left, top, abs(a[0] - b[0]), abs(a[1] - b[1]))])
        answer["targets"].append([index + 1, pdfium_target(document, raw, link)])
    raw.FPDF_ClosePage(page)


def pdfium_target(document, raw, link):
    destination = raw.FPDFLink_GetDest(document.raw, link)
    if destination:
        index = raw.FPDFDest_GetDestPageIndex(document.raw, destination)
        return f"page {index + 1}" if 0 <= index < len(document) else "nowhere"
    action = raw.FPDFLink_GetAction(link)
    if not action:
        return "nowhere"
    kind = raw.FPDFAction_GetType(action)
    if kind == raw.PDFACTION_URI:
        import ctypes

        length = raw.FPDFAction_GetURIPath(document.raw, action, None, 0)
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFAction_GetURIPath(document.raw, action, buffer, length)
        return buffer.raw[: max(length - 1, 0)].decode("utf-8", "replace")
    return "nowhere" if kind == raw.PDFACTION_GOTO else "elsewhere"


ALL = {"inkstone": inkstone, "MuPDF": mupdf, "PDFium": pdfium}
FACTS = ("outline", "points", "links", "targets", "labels", "files")
