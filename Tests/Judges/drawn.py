# SPDX-License-Identifier: Apache-2.0
"""`script/draw`: draws the pages of the corpus, or CI's sample of it, and compares them with PDFium called directly."""

import json
import pathlib
import tempfile
import time

from . import corpus, drawn_report, measure, pool, tool
from .corpus_run import versions, warm

BASELINE = tool.ROOT / "Tests" / "Judges" / "drawn-baseline.json"
REPORT = tool.ROOT / "docs" / "drawn.md"
ROWS = tool.ROOT / ".build" / "drawn-rows.jsonl"
WIDTH = 160
"""Pixels across: small, so that all pages of all files take minutes."""


REFUSALS = ("passwordRequired", "wrongPassword", "limitExceeded", "invalidDocument")
"""Why Inkstone opens no page of a file at all; `script/verdicts` judges that."""


def arguments():
    parser = measure.parser("script/draw", __doc__)
    return parser.parse_args()


def pdfium_pixels(document, index, width, height):
    """Blue, green, red and something of each pixel, as PDFium draws them, or None where it cannot read the page."""
    import ctypes

    import pypdfium2.raw as pdfium

    page = pdfium.FPDF_LoadPage(document.raw, index)
    if not page:
        return None
    buffer = (ctypes.c_ubyte * (width * height * 4))()
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, buffer, width * 4)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT)
    pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDF_ClosePage(page)
    return bytes(buffer)


def opened(path, password):
    """The document in PDFium, or None."""
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(path, password=password or None)
    except pypdfium2.PdfiumError:
        return None


def examine(entry, tell, skip):
    path = corpus.folder() / entry.name
    password = corpus.passwords().get(entry.name, "")
    words = ["--password", password] if password else []
    row = {"pages": 0, "same": 0, "unreadable": 0, "faults": []}
    tell("inkstone: render")
    with tempfile.TemporaryDirectory() as folder:
        outcome = tool.call("render", path, "--page", "all", "--width", WIDTH, "--format", "png", "-o", folder, *words,
                            seconds=120)  # fmt: skip
        document = opened(path, password)
        row["pdfium"] = document is not None
        row["code"] = outcome.code
        row["status"] = outcome.status
        said = json.loads(outcome.stdout) if outcome.stdout.strip() else {"pictures": []}
        if outcome.status < 0 or outcome.code in ("hung", "crashed", "internal", "unexplained"):
            row["faults"].append(f"died: {outcome.code} {outcome.message[:150]}")
        count = len(document) if document else 0
        drawn = {picture["page"]: picture for picture in said["pictures"]}
        row["pages"] = len(drawn)
        for number in range(1, count + 1):
            tell(f"PDFium: draw page {number}")
            compare(row, document, number, drawn.get(number), outcome)
        if beyond := [number for number in drawn if number > count]:
            row["faults"].append(f"drawn, and PDFium has no such page: {beyond[:5]}")
    return row


def compare(row, document, number, picture, outcome):
    """Adds what is to be said of one page of PDFium's."""
    from PIL import Image

    if picture is None:
        if pdfium_pixels(document, number - 1, WIDTH, WIDTH) is None:
            row["unreadable"] += 1
        elif outcome.code not in REFUSALS:
            row["faults"].append(f"page {number} not drawn: {outcome.code} {outcome.message[:120]}")
        return
    size = picture["width"], picture["height"]
    expected = pdfium_pixels(document, number - 1, *size)
    if expected is None:
        row["faults"].append(f"page {number} drawn, and PDFium cannot read it")
        return
    ours = Image.open(pathlib.Path(picture["output"])).convert("RGB").tobytes()
    theirs = Image.frombuffer("RGBX", size, expected, "raw", "BGRX", 0, 1).convert("RGB").tobytes()
    if ours == theirs:
        row["same"] += 1
    else:
        other = sum(ours[at : at + 3] != theirs[at : at + 3] for at in range(0, len(ours), 3))
        row["faults"].append(f"page {number}: {other} of {size[0] * size[1]} pixels differ")


def fallen(job, why):
    return {"pages": 0, "same": 0, "unreadable": 0, "pdfium": False, "code": "", "status": 0,
            "faults": [] if job.stage.startswith("PDFium") else [f"died at {job.stage}: {why}"],
            "left": f"{job.stage}: {why}"}  # fmt: skip


def run(entries, jobs):
    """{entry: row}, small files first."""
    results = {}
    ROWS.parent.mkdir(exist_ok=True)
    started = time.monotonic()
    todo = sorted(entries, key=lambda entry: (entry.bytes, entry.name))
    with open(ROWS, "w", encoding="utf-8") as log:
        for entry, row, _ in pool.run(examine, todo, jobs, fallen):
            results[entry] = row
            log.write(json.dumps([entry.name, row]) + "\n")
            for told in row["faults"]:
                print(f"fault: {entry.name}: {told[:300]}", flush=True)
            if len(results) % 500 == 0:
                print(f"{len(results)} of {len(todo)} files, {time.monotonic() - started:.0f} s", flush=True)
    return results


def worse_than(results, baseline):
    """Prints what got worse than the baseline; a file that it does not know may have no fault."""
    worse = 0
    for entry, row in sorted(results.items()):
        now, old = drawn_report.summary(entry, row), baseline.get(entry.name, {"same": 0, "faults": []})
        told = [each for each in now["faults"] if each not in old["faults"]]
        if now["same"] < old["same"]:
            told.append(f"{old['same']} pages were the same, {now['same']} are")
        if told:
            worse += 1
            print(f"WORSE {entry.name}: {'; '.join(told)}")
    return worse


def main():
    options = arguments()
    entries = corpus.entries()
    if not entries:
        return measure.none_there()
    everything = not options.sample and not options.filter
    entries = measure.chosen(entries, options)
    print(f"{len(entries)} corpus files", flush=True)
    try:
        tool.command()
        warm()
        results = run(entries, options.jobs)
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    if everything:
        REPORT.write_text(drawn_report.page(results, versions()), encoding="utf-8")
        print(f"written: {REPORT.relative_to(tool.ROOT)}")
    print(drawn_report.table(results))
    return measure.hold(results, BASELINE, drawn_report.summary, worse_than, options.update_baseline)
