# SPDX-License-Identifier: Apache-2.0
"""One PDF before all judges: `info`, `sign` on its first, middle and last page, then every verdict.

`examine` runs in a child process of its own (see `pool`): renderers crash on hostile files. It tells
each stage before entering it, so that a crash can be laid at the right door; the file is then
examined again without that renderer.
"""

import math
import pathlib
import re
import tempfile
import warnings

from . import pixels, placement, prefix, qpdf, signatures, text, tool
from .renderers import ALL, CannotRender, Mupdf, Pdfium, Poppler
from .verdict import PASS, fail, is_fail, is_pass, not_judged, worst

MAXIMUM_PIXELS = 12_000_000
"""Of one whole-page picture; larger pages are compared at a lower resolution."""

FULL_SCALE = 2.0
NEIGHBOUR_SCALE = 0.5
"""Pixels per point: 144 dpi for the marked pages, 36 for their neighbours."""

MARK_PIXELS = {"PDFium": 160, "MuPDF": 160, "Poppler": 320}
"""Least width of the mark in the picture that is measured."""

LEAST_SCALE = {"PDFium": 2.0, "MuPDF": 2.0, "Poppler": 4.0}


def examine(path, tell=lambda stage: None, skip=None, options=(), marks=None, password=None):
    """The row of one file.

    tell: called with the name of each stage; skip: {renderer: reason} for renderers known to crash
    on it; options: more words for `sign`; marks: (white, black) mark files, made when None;
    password: opens the file for everybody, best with the owner's right.
    """
    with tempfile.TemporaryDirectory(prefix="inkstone-judges-") as folder:
        return Examination(
            pathlib.Path(path), folder, tell, skip or {}, tuple(options), marks, password
        ).row()


SEES_MORE = "PDFium shows less or other things of the damaged input; MuPDF shows the same pixels"


class Examination:
    def __init__(self, path, folder, tell, skip, options, marks, password):
        self.path, self.folder, self.tell = path, pathlib.Path(folder), tell
        self.skip, self.password = skip, password
        self.key = ("--password", password) if password else ()
        self.options = (*options, *self.key)
        self.before = path.read_bytes()
        self.judges = {}
        self.marks = marks or self.make_marks()
        self.opened = {}

    def make_marks(self):
        made = []
        for name, grey in (("white", 1), ("black", 0)):
            made.append(self.folder / f"mark-{name}.pdf")
            placement.write_mark(made[-1], grey)
        return made

    def row(self):
        row = {"info": "", "repaired": False, "pages": 0, "sign": "", "judges": self.judges}
        self.tell("inkstone info")
        outcome, facts = tool.info(self.path, *self.key)
        if facts is None:
            row["info"] = f"{outcome.code}: {outcome.message}"
            # A refusal to look must also be a refusal to touch.
            row["sign"] = self.refused_sign()
            return row
        row["info"] = "opened"
        row["pages"] = facts["pages"]
        self.own_size = facts["firstPageSize"]
        self.is_damaged = bool(facts.get("repaired") or facts.get("diagnostics"))
        row["repaired"] = bool(facts.get("repaired"))
        row["signatures"] = signature_count(facts.get("signatures"))
        if facts["pages"] < 1:
            row["sign"] = "no page"
            return row
        self.sign_and_judge(row)
        for document in self.opened.values():
            if not isinstance(document, str):
                document.close()
        return row

    def refused_sign(self):
        """`sign` of a file that `info` does not open: it must refuse, write nothing, touch nothing."""
        self.tell("inkstone sign")
        output = self.folder / "refused.pdf"
        outcome = tool.sign(self.path, self.marks[0], [1], (10, 10, 20, 10), output)
        if outcome.succeeded:
            return "signed, though info does not open it"
        if output.exists():
            self.judges["untouched"] = fail("a refused call left an output behind")
        self.untouched()
        return f"{outcome.code}: {outcome.message}"

    def untouched(self):
        if self.path.read_bytes() != self.before:
            self.judges["untouched"] = fail("the input was changed")

    def sign_and_judge(self, row):
        count = row["pages"]
        self.pages = sorted({1, (count + 1) // 2, count})
        inputs = {kind: self.open(kind, self.path, "input") for kind in ALL}
        self.sizes = {page: self.page_size(inputs, page) for page in self.pages}
        self.rect = self.choose_rect()
        outputs = [self.folder / "white.pdf", self.folder / "black.pdf"]
        for mark, output in zip(self.marks, outputs):
            self.tell(f"inkstone sign {mark.stem}")
            outcome = tool.sign(self.path, mark, self.pages, self.rect, output, *self.options)
            if seen := outcome.code == "outsidePage" and re.search(r"as seen is ([\d.]+) × ([\d.]+)", outcome.message):
                # Only Inkstone shows that page, so only it knows how small the page is.
                self.own_size = [min(pair) for pair in zip(self.own_size, map(float, seen.groups()))]
                self.rect = self.choose_rect()
                outcome = tool.sign(self.path, mark, self.pages, self.rect, output, *self.options)
            if not outcome.succeeded:
                row["sign"] = f"{outcome.code}: {outcome.message}"
                if output.exists():
                    self.judges["untouched"] = fail("a refused call left an output behind")
                self.untouched()
                return
        row["sign"] = "signed"
        self.judges["untouched"] = PASS
        self.untouched()
        after = [output.read_bytes() for output in outputs]
        self.judges["prefix"] = worst([prefix.judge(self.before, data) for data in after])
        row["growth"] = len(after[1]) - len(self.before)
        self.tell("qpdf")
        before = qpdf.check(self.path, self.password)
        said = qpdf.judge(before, qpdf.check(outputs[1], self.password))
        self.judges["qpdf"] = qpdf.unless_blind(before, said)
        self.judge_signatures(row, outputs[1])
        whites = {kind: self.open(kind, outputs[0], "white output") for kind in ALL}
        blacks = {kind: self.open(kind, outputs[1], "black output") for kind in ALL}
        self.judges["pages"] = self.judge_count(count, inputs, blacks)
        self.judge_text(inputs[Pdfium], blacks[Pdfium])
        for kind in ALL:
            self.judge_placement(kind, inputs[kind], whites[kind], blacks[kind])
        self.judge_pixels(inputs[Pdfium], whites[Pdfium], blacks[Pdfium])
        if self.judges["pixels"] == not_judged(SEES_MORE) and is_fail(self.judges["text"]):
            self.judges["text"] = not_judged(SEES_MORE)

    def open(self, kind, path, role):
        """The renderer's document, or the reason why there is none."""
        if kind.name in self.skip:
            return self.skip[kind.name]
        self.tell(f"{kind.name}: open the {role}")
        try:
            document = kind(path, self.password)
        except CannotRender as error:
            return f"{error}" or "cannot open it"
        self.opened[(kind, role)] = document
        return document

    def page_size(self, inputs, page):
        """(width, height, user unit) as a person sees the page; PDFium's word, MuPDF's without it.

        Where no renderer shows the page, it is as large as Inkstone has the first.
        """
        unit = self.user_unit(page)
        for kind in ALL:
            document = inputs[kind]
            if isinstance(document, str):
                continue
            self.tell(f"{kind.name}: size of input page {page}")
            try:
                width, height = document.size(page - 1)
            except CannotRender:
                continue
            scale = 1 if kind.name == "MuPDF" else unit
            if width > 0 and height > 0:
                return width * scale, height * scale, unit
        return *self.own_size, unit

    def user_unit(self, page):
        import pikepdf

        try:
            if not hasattr(self, "structure"):
                self.tell("pikepdf: open the input")
                self.structure = pikepdf.open(self.path, attempt_recovery=True)
            unit = float(self.structure.pages[page - 1].obj.get("/UserUnit", 1))
            return unit if unit > 0 else 1.0
        except Exception:  # a file that qpdf cannot read has no /UserUnit that anybody knows of
            return 1.0

    def choose_rect(self):
        """One rect that fits each of the pages, off centre both ways; view space, points."""
        # Boxes that do not meet are taken otherwise by each: the rect is on the smallest page.
        width = min(size[0] for size in [*self.sizes.values(), self.own_size])
        height = min(size[1] for size in [*self.sizes.values(), self.own_size])
        mark_width = min(width * 0.4, height * 0.5, 160)
        digits = max(2, 3 - math.floor(math.log10(mark_width)))
        mark_width = round(mark_width, digits)
        return (
            round(width * 0.52, digits), round(height * 0.57, digits),
            mark_width, round(mark_width / 2, digits + 1),
        )  # fmt: skip

    def judge_signatures(self, row, output):
        if not row.get("signatures"):
            return
        self.tell("pyHanko")
        try:
            before = signatures.read(self.path)
        except Exception as error:
            self.judges["signatures"] = not_judged(f"pyHanko on the input: {error}"[:120])
            return
        try:
            after = signatures.read(output)
        except Exception as error:
            self.judges["signatures"] = fail(f"pyHanko on the output: {error}"[:120])
            return
        self.judges["signatures"] = signatures.judge(before, after)
        row["opinions"] = sorted({signature.opinion for signature in after})

    @staticmethod
    def judge_count(count, inputs, outputs):
        seen = {kind.name: document.page_count for kind, document in inputs.items()
                if not isinstance(document, str)}  # fmt: skip
        for kind, document in outputs.items():
            if kind.name in seen and isinstance(document, str):
                return fail(f"{kind.name} opens the input, not the output: {document}")
            if kind.name in seen and document.page_count != seen[kind.name]:
                if document.page_count == count:
                    continue  # it had lost its way in the damaged input and now finds what we found
                return fail(f"{kind.name} counted {seen[kind.name]} and now {document.page_count}")
        if not seen:
            return not_judged("no renderer opens the input")
        # Renderers believe /Count; only pages that they can also load are evidence.
        others = [number for kind, number in ((kind, inputs[kind].page_count) for kind in inputs
                  if kind.name in seen) if 0 < number != count and loads(inputs[kind], number)]  # fmt: skip
        if len(others) > 1 and len(set(others)) == 1 and count not in seen.values():
            return fail(f"{len(others)} renderers count {others[0]} pages, inkstone {count}")
        return PASS

    def judge_text(self, before, after):
        if isinstance(before, str):
            self.judges["text"] = not_judged(f"PDFium on the input: {before}")
        elif isinstance(after, str):
            self.judges["text"] = fail(f"PDFium on the output: {after}")
        else:
            self.tell("PDFium: text of the input")
            old = text.read(before)
            self.tell("PDFium: text of the output")
            self.judges["text"] = text.judge(old, text.read(after))

    def judge_placement(self, kind, original, white, black):
        if isinstance(original, str):
            self.judges[kind.name] = not_judged(original)
        elif isinstance(white, str) or isinstance(black, str):
            self.judges[kind.name] = fail(f"opens the input, not the output: {white} {black}"[:200])
        else:
            verdicts = [self.place(kind, original, white, black, page) for page in self.pages]
            self.judges[kind.name] = worst(verdicts)

    def place(self, kind, original, white, black, page):
        width, height, unit = self.sizes[page]
        index = page - 1
        try:
            self.tell(f"{kind.name}: draw input page {page}")
            own = original.size(index)
            factor = placement.unit(own, (width, height), unit)
            if factor is None:
                seen = f"{own[0]:.1f} × {own[1]:.1f}"
                return not_judged(f"sees another page: {seen} for {width:.1f} × {height:.1f}")
            scale = max(LEAST_SCALE[kind.name], MARK_PIXELS[kind.name] / self.rect[2]) * factor
            clip = placement.clip_around(self.rect, factor, own, scale)
            if kind is not Poppler:  # its crashes stay in its own process: asked below, if at all
                original.draw(index, scale, clip)
            if kind is Mupdf and (lost := original.lost()):
                return not_judged(f"page {page} of the input: {lost}")
        except CannotRender as error:
            return not_judged(str(error))
        # Annotations may cover a mark that is content; one that is an annotation lies on top.
        shown = "annotation" in self.options
        try:
            self.tell(f"{kind.name}: draw output page {page}")
            pictures = [each.draw(index, scale, clip, annotations=shown) for each in (white, black)]
        except CannotRender as error:
            try:
                original.draw(index, scale, clip)
            except CannotRender as reason:
                return not_judged(str(reason))
            return fail(f"draws the input, not the output: {error}")
        verdict = placement.judge(*pictures, self.rect, factor)
        if shown and is_fail(verdict) and kind is Mupdf:
            x, y, w, h = (side * factor for side in self.rect)
            if original.lays_a_field_over(index, (x, y, x + w, y + h)):
                return not_judged("draws a form field over the annotation")
        if "no mark" in verdict and self.draws_nothing_more(kind, original, index, scale, clip):
            return not_judged("draws nothing that follows this page's own content")
        return fail(f"page {page}: {verdict[6:]}") if is_fail(verdict) else verdict

    def draws_nothing_more(self, kind, original, index, scale, clip):
        """Whether a renderer stops at a fault in the page's content, whoever appends to it.

        The control is a page that pikepdf appended a black rectangle to; it only counts when another
        renderer has shown the mark in its place.
        """
        import pikepdf

        if not any(is_pass(self.judges.get(other.name, "")) for other in ALL):
            return False
        control = self.folder / "control.pdf"
        try:
            with warnings.catch_warnings(action="ignore"), pikepdf.open(self.path) as pdf:
                pdf.pages[index].contents_add(b"\nET Q 0 g -9999 -9999 29999 29999 re f")
                pdf.save(control)
            document = kind(control)
            after = document.draw(index, scale, clip, annotations=False).pixels
            document.close()
            before = original.draw(index, scale, clip, annotations=False).pixels
        except (pikepdf.PdfError, CannotRender):
            return False
        return before.shape == after.shape and bool((before == after).all())

    def judge_pixels(self, original, white, black):
        if isinstance(original, str):
            self.judges["pixels"] = not_judged(f"PDFium: {original}")
            return
        if isinstance(white, str) or isinstance(black, str):
            self.judges["pixels"] = fail("PDFium opens the input, not the output")
            return
        last = original.page_count
        verdicts = [self.compare(original, each, page, self.rect)
                    for page in self.pages for each in (white, black)]  # fmt: skip
        beside = {near for page in self.pages for near in (page - 1, page + 1)}
        beside = sorted(near for near in beside - set(self.pages) if 1 <= near <= last)
        verdicts += [self.compare(original, black, page, None) for page in beside if loads(original, page)]
        self.judges["pixels"] = worst(verdicts)

    def compare(self, original, changed, page, rect):
        index = page - 1
        try:
            self.tell(f"PDFium: draw input page {page}")
            width, height = original.size(index)
            scale = FULL_SCALE if rect else NEIGHBOUR_SCALE
            scale = min(scale, (MAXIMUM_PIXELS / max(1.0, width * height)) ** 0.5)
            factor = 1.0
            if rect:
                factor = placement.unit((width, height), self.sizes[page][:2], self.sizes[page][2])
                if factor is None:
                    return not_judged("PDFium sees another page")
            before = self.cached(original, index, scale)
        except CannotRender as error:
            return not_judged(f"PDFium: {error}")
        try:
            self.tell(f"PDFium: draw output page {page}")
            after = changed.draw(index, scale)
        except CannotRender as error:
            return fail(f"PDFium draws the input, not the output: {error}")
        verdict = pixels.judge(before, after, rect, factor)
        if is_fail(verdict) and self.is_damaged and self.looks_the_same(changed, page, rect):
            return not_judged(SEES_MORE)
        return fail(f"page {page}: {verdict[6:]}") if is_fail(verdict) else verdict

    def looks_the_same(self, changed, page, rect):
        """What is broken is written whole, so PDFium may see more than before: MuPDF, which repairs, decides.

        It must show something: a reader that shows nothing of either has nothing to say.
        """
        if "MuPDF" in self.skip:
            return False
        self.tell(f"MuPDF: draw input page {page}")
        role = next(role for (kind, role), document in self.opened.items() if document is changed)
        before, after = self.opened.get((Mupdf, "input")), self.opened.get((Mupdf, role))
        if not before or not after:
            return False
        try:
            size = before.size(page - 1)
            factor = placement.unit(size, self.sizes[page][:2], self.sizes[page][2]) if rect else 1.0
            if factor is None:
                return False
            pictures = [each.draw(page - 1, NEIGHBOUR_SCALE) for each in (before, after)]
        except CannotRender:
            return False
        shows = pictures[0].pixels.min() < pictures[0].pixels.max()
        return shows and is_pass(pixels.judge(*pictures, rect, factor))

    def cached(self, original, index, scale):
        """The input's picture, drawn once for the white and the black copy."""
        if getattr(self, "last", (None,))[0] != (index, scale):
            self.last = ((index, scale), original.draw(index, scale))
        return self.last[1]


def loads(document, number):
    """Whether the renderer shows the page of that number at all."""
    try:
        return min(document.size(number - 1)) > 0
    except CannotRender:
        return False


def signature_count(value):
    """`info` may give a number or a list."""
    return len(value) if isinstance(value, list) else int(value or 0)
