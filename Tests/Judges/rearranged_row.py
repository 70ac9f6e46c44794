# SPDX-License-Identifier: Apache-2.0
"""One file rewritten, re-arranged, merged, encrypted and decrypted, and each output judged.

A job is good when qpdf has nothing new to say of its output, PDFium counts the pages it should
have, and draws those it was asked for as it draws them in the input, pixel by pixel.
"""

import math
import pathlib
import tempfile
from typing import NamedTuple

from . import corpus, pixels, qpdf, tool
from .readers import MEMORY_LIMIT, SECONDS
from .renderers import CannotRender, Mupdf, Pdfium
from .verdict import PASS, fail, is_fail, is_pass, not_judged, worst

OTHER = tool.ROOT / "Examples" / "contract.pdf"
OTHER_PAGES = 5
"""What every file is merged with: it comes between the file and the file once more."""

SCALE = 40 / 72
MAXIMUM_PIXELS = 1_000_000
"""Of one picture; larger pages are compared at a lower resolution."""

RECOVERED = "attempting to recover stream length"
"""What qpdf says where a stream's end is to be guessed, and guesses differ."""

USER, OWNER = "reader's", "owner's"

REASONS = ("permissionDenied", "passwordRequired", "unsupported", "limitExceeded")
"""What a job may answer to a file that `info` opens."""


class Job(NamedTuple):
    """words: of the call, with `{}` for the input; moved: (page of the output, page of the input), from 0."""

    name: str
    words: tuple
    pages: int
    moved: list
    password: str = ""


def jobs(count):
    """What is done to a file of so many pages; `encrypt` and `decrypt` are one trip."""
    kept = sorted({0, (count - 1) // 2, count - 1})
    same = [(page, page) for page in kept]
    made = [
        Job("rewrite", ("rewrite", "{}"), count, same),
        Job("classic", ("rewrite", "{}", "--classic"), count, same),
    ]  # fmt: skip
    if count > 1:
        gone = (count - 1) // 2
        left = [page for page in sorted({0, gone + 1, count - 1}) if page != gone]
        made += [
            Job("move", ("move", "{}", "--pages", "last", "--before", "1"), count,
                [((page + 1) % count, page) for page in kept]),
            Job("delete", ("delete", "{}", "--pages", gone + 1), count - 1,
                [(page - (page > gone), page) for page in left]),
        ]  # fmt: skip
    picked = sorted({0, count - 1})
    made += [
        Job("extract", ("extract", "{}", "--pages", ",".join(str(page + 1) for page in picked)), len(picked),
            list(enumerate(picked))),
        Job("merge", ("merge", "{}", OTHER, "{}"), 2 * count + OTHER_PAGES,
            [*same, (count, None), *((count + OTHER_PAGES + page, page) for page in kept)]),
        Job("encrypt", ("encrypt", "{}", "--user-password", USER, "--owner-password", OWNER), count, same, OWNER),
    ]  # fmt: skip
    return made


NAMES = ("rewrite", "classic", "move", "delete", "extract", "merge", "encrypt", "decrypt")


def examine(entry, tell, skip):
    with tempfile.TemporaryDirectory(prefix="inkstone-judges-") as folder:
        path, password = corpus.folder() / entry.name, corpus.passwords().get(entry.name, "")
        return Examination(path, password, pathlib.Path(folder), tell, skip).row()


def fallen(job, why):
    """The row of a file whose examination died in a job."""
    name = job.stage.split(": ")[-1].split(" ")[0]
    return {"info": "opened", "jobs": {name: fail(f"died at “{job.stage}”: {why.strip().splitlines()[-1]}")}}


class Examination:
    def __init__(self, path, password, folder, tell, skip):
        self.path, self.password, self.folder, self.tell, self.skip = path, password, folder, tell, skip
        self.drawn = {}

    def row(self):
        self.tell("info")
        outcome, facts = tool.info(self.path, *key(self.password), seconds=SECONDS)
        if facts is None or facts["pages"] < 1:
            return {"info": f"{outcome.code}: {outcome.message}" if facts is None else "no page", "jobs": {}}
        self.tell("qpdf")
        self.said = qpdf.renumbered(qpdf.check(self.path, self.password))
        self.is_damaged = bool(facts["repaired"] or facts["diagnostics"] or self.said.messages)
        self.open_input(facts["pages"])
        results = {job.name: self.judged(job) for job in jobs(facts["pages"])}
        locked = self.folder / "encrypt.pdf"
        if not is_fail(results["encrypt"]) and locked.exists():
            same = sorted({0, (facts["pages"] - 1) // 2, facts["pages"] - 1})
            back = Job("decrypt", ("decrypt", locked, "--password", OWNER), facts["pages"], [(p, p) for p in same])
            results["decrypt"] = self.judged(back)
        return {"info": "opened", "pages": facts["pages"], "jobs": results}

    def open_input(self, count):
        """`why` is the reason why PDFium judges nothing, or ""."""
        self.why = self.skip.get("PDFium", "")
        if self.why:
            return
        self.tell("PDFium: open input")
        try:
            self.input = Pdfium(self.path, self.password or None)
        except CannotRender as error:
            self.why = str(error)
            return
        if self.input.page_count != count:
            self.why = f"PDFium counts {self.input.page_count} pages, Inkstone {count}"
        self.other = Pdfium(OTHER)

    def judged(self, job):
        self.tell(f"inkstone: {job.name}")
        output = self.folder / f"{job.name}.pdf"
        words = [self.path if word == "{}" else word for word in job.words]
        given = () if job.name == "decrypt" else key(self.password)
        outcome = tool.call(*words, "-o", output, "--force", *given, seconds=SECONDS, memory=MEMORY_LIMIT)
        if not outcome.succeeded:
            if output.exists():
                return fail(f"left an output behind: {outcome.code}")
            said = f"{outcome.code}: {outcome.message}"
            return f"refused: {said}" if outcome.code in REASONS else fail(said)
        password = job.password or self.password
        judges = {"qpdf": self.qpdf(job, output, password), "PDFium": self.pictures(job, output, password)}
        if job.name != "encrypt":
            output.unlink()
        bad = {name: said for name, said in judges.items() if not is_pass(said)}
        if not bad:
            return PASS
        word = worst(bad.values())
        told = "; ".join(f"{name}: {said.partition(': ')[2]}" for name, said in bad.items() if is_fail(said) == is_fail(word))
        return fail(told) if is_fail(word) else not_judged(told)

    def qpdf(self, job, output, password):
        self.tell(f"qpdf: {job.name}")
        after = qpdf.renumbered(qpdf.check(output, password))
        said = qpdf.judge(self.said, after)
        new = after.messages - self.said.messages
        if not is_fail(said):
            return said
        if self.heard(RECOVERED) and all("(content" in each for each in new):
            return not_judged("qpdf finds another end of a damaged stream")
        return qpdf.unless_blind(self.said, said)

    def heard(self, words):
        return any(words in each for each in self.said.messages)

    def pictures(self, job, output, password):
        if self.why:
            return not_judged(self.why)
        self.tell(f"PDFium: open output: {job.name}")
        try:
            document = Pdfium(output, password or None)
        except CannotRender as error:
            return fail(f"does not open: {error}")
        try:
            if document.page_count != job.pages:
                return fail(f"{document.page_count} pages, not {job.pages}")
            said = [self.picture(job, document, *pair) for pair in job.moved]
        finally:
            document.close()
        # A page that PDFium cannot load is none of ours when the others can be compared.
        return worst(said) if any(map(is_fail, said)) or not any(map(is_pass, said)) else PASS

    def picture(self, job, document, here, there):
        self.tell(f"PDFium: draw input page {there}")
        before = self.draw_input(there)
        if isinstance(before, str):
            return not_judged(before)
        self.tell(f"PDFium: draw output page {here}: {job.name}")
        try:
            after = draw(document, here)
        except CannotRender as error:
            return fail(str(error))
        said = pixels.judge(before, after)
        if is_pass(said):
            return said
        if self.is_damaged and there is not None and self.looks_the_same(job, here, there):
            return not_judged("PDFium shows less or other things of the damaged input; MuPDF shows the same pixels")
        return fail(f"page {here + 1}: {said.partition(': ')[2]}")

    def looks_the_same(self, job, here, there):
        """What is broken is written whole, so PDFium may see more than before: MuPDF, which repairs, decides."""
        self.tell("MuPDF")
        password = job.password or self.password
        try:
            before = draw(Mupdf(self.path, self.password), there)
            after = draw(Mupdf(self.folder / f"{job.name}.pdf", password), here)
        except CannotRender:
            return False
        return is_pass(pixels.judge(before, after))

    def draw_input(self, page):
        """The picture, or why there is none; None is the page of the other file."""
        if page not in self.drawn:
            try:
                self.drawn[page] = draw(*(self.other, 0) if page is None else (self.input, page))
            except CannotRender as error:
                self.drawn[page] = str(error)
        return self.drawn[page]


def key(password):
    return ("--password", password) if password else ()


def draw(document, page):
    width, height = document.size(page)
    if not (width > 0 and height > 0 and math.isfinite(width * height)):
        raise CannotRender(f"page {page + 1}: its size is {width} × {height}")
    return document.draw(page, min(SCALE, math.sqrt(MAXIMUM_PIXELS / (width * height))))
