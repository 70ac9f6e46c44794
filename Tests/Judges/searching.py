# SPDX-License-Identifier: Apache-2.0
"""`script/search`: words of the corpus, or of CI's sample of it, searched by Inkstone, MuPDF and Poppler; and whether ink lies where they are found.

Folding rules under which hits are compared: capitals, accents and width do not count, a line's end is a space. Words are
chosen that MuPDF and Poppler both read, since fonts without a mapping are read in as many ways as there are readers.
"""

import hashlib
import html
import json
import re
import subprocess
import time
import unicodedata

from . import corpus, drawn, measure, pool, searching_report, tool
from .corpus_run import versions, warm

BASELINE = tool.ROOT / "Tests" / "Judges" / "searching-baseline.json"
REPORT = tool.ROOT / "docs" / "search.md"
ROWS = tool.ROOT / ".build" / "search-rows.jsonl"

PAGES = 3
"""So many pages of a file are searched, from the first on."""
WORDS = 4
"""So many single words of a file are looked for, and as many pairs of words that a line's end parts."""
SHARED = 0.4
"""Two boxes are of one hit when they share so much of the smaller one."""
SCALE = 3
"""Pixels of a point when ink is looked for."""
MOST_PIXELS = 20_000_000
CONTRAST = 24
"""Samples of ink and paper differ by at least so much, of 255."""


def arguments():
    parser = measure.parser("script/search", __doc__)
    parser.add_argument("--report", action="store_true", help="run nothing: write down the rows of the last run")
    return parser.parse_args()


# Boxes: (left, top, right, bottom) in points of the page as seen


def bounds(quad):
    return (
        min(x for x, _ in quad), min(y for _, y in quad), max(x for x, _ in quad), max(y for _, y in quad),
    )  # fmt: skip


def overlap(one, other):
    """The shared area as a share of the smaller box."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((one[2] - one[0]) * (one[3] - one[1]), (other[2] - other[0]) * (other[3] - other[1]))
    return max(0, width) * max(0, height) / smaller if smaller > 0 else 0


def differences(ours, theirs):
    """The boxes of each that the other has not: missed ones and extra ones."""
    missed = [box for box in theirs if not any(overlap(box, other) > SHARED for other in ours)]
    extra = [box for box in ours if not any(overlap(box, other) > SHARED for other in theirs)]
    return missed, extra


def folded(text):
    text = unicodedata.normalize("NFKD", text)
    return "".join(each for each in text if not unicodedata.combining(each)).casefold()


# The judges


class MuPDF:
    """Its pages without what annotations and fields show: Inkstone's text is that of the page alone."""

    def __init__(self, path, password):
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        self.document = pymupdf.open(path)
        if self.document.needs_pass and not self.document.authenticate(password):
            raise ValueError("wrong password")
        self.pages = [self.document[number] for number in range(min(PAGES, len(self.document)))]
        for page in self.pages:
            for widget in list(page.widgets() or []):
                page.delete_widget(widget)
            for annotation in list(page.annots() or []):
                page.delete_annot(annotation)

    def lines(self, number):
        """Words by line and block: [[[word, …], …], …]."""
        blocks = {}
        for *_, word, block, line, _ in self.pages[number].get_text("words"):
            blocks.setdefault(block, {}).setdefault(line, []).append(word)
        return [list(block.values()) for block in blocks.values()]

    def size(self, number):
        return self.pages[number].rect.width, self.pages[number].rect.height

    def boxes(self, number, words):
        page = self.pages[number]
        return [tuple((rect * page.rotation_matrix).normalize()) for rect in page.search_for(words)]


class Poppler:
    """The words of `pdftotext -bbox`, in its order: [(box, word)] for each page."""

    def __init__(self, path, password):
        given = ["-upw", password, "-opw", password] if password else []
        done = tool.bounded(["pdftotext", "-bbox", "-cropbox", "-l", str(PAGES), *given, str(path), "-"], 30)
        said = done.stdout.decode("utf-8", "replace")
        self.pages, self.sizes = [], []
        for page in re.split(r"<page ", said)[1:]:
            size = re.match(r'width="([\d.]+)" height="([\d.]+)"', page)
            self.sizes.append(tuple(map(float, size.groups())) if size else (0, 0))
            found = re.findall(
                r'<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)</word>', page, re.S)
            self.pages.append([(tuple(map(float, box)), folded(html.unescape(word))) for *box, word in found])

    def boxes(self, number, words, size):
        """Where words that follow each other hold them.

        size: the page's as seen, since Poppler leaves UserUnit out; its own is of the page before it is turned.
        """
        area = self.sizes[number][0] * self.sizes[number][1]
        unit = (size[0] * size[1] / area) ** 0.5 if area else 1
        parts, page = folded(words).split(), self.pages[number]
        found = []
        for place in range(len(page) - len(parts) + 1):
            run = page[place : place + len(parts)]
            if len(parts) == 1:
                holds = parts[0] in run[0][1]
            else:
                holds = run[0][1].endswith(parts[0]) and run[-1][1].startswith(parts[-1])
            if holds:
                found += [tuple(value * unit for value in box) for box, _ in run]
        return found


# What is looked for


def digest(text):
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()


def is_word(text):
    return 3 <= len(text) <= 30 and text.isalnum()


def choose(mupdf, poppler):
    """Words, and pairs of words that a line's end parts, which both judges read on one page."""
    single, pairs = set(), set()
    for number in range(min(len(mupdf.pages), len(poppler.pages))):
        known = [word for _, word in poppler.pages[number]]
        for block in mupdf.lines(number):
            for line in block:
                for word in re.findall(r"\w+", " ".join(line)):
                    if is_word(word) and any(folded(word) in other for other in known):
                        single.add(word)
            for line, after in zip(block, block[1:]):
                pair = line[-1], after[0]
                follows = (folded(pair[0]), folded(pair[1])) in zip(known, known[1:])
                if all(map(is_word, pair)) and follows:
                    pairs.add(" ".join(pair))
    return sorted(single, key=digest)[:WORDS], sorted(pairs, key=digest)[:WORDS]


def verdict(ours, mupdf, poppler):
    """Who agrees with the boxes of one page; one of `searching_report.WORDS`."""
    votes = [differences(ours, theirs) == ([], []) for theirs in (mupdf, poppler)]
    if all(votes):
        return "agreed"
    if any(votes):
        return "split"
    return "outvoted" if differences(mupdf, poppler) == ([], []) else "alone"


def pages_wanted(path, given, count):
    """`--pages` takes no page beyond the last, so as many as Inkstone counts."""
    outcome, facts = tool.info(path, *given)
    return min(count, facts["pages"]) if facts else 0, outcome


# Ink


class Ink:
    """Pages as PDFium draws them, without annotations."""

    def __init__(self, path, password):
        import pypdfium2

        self.document = pypdfium2.PdfDocument(path, password=password or None)
        self.drawn = {}

    def picture(self, number, size):
        """(samples, pixels of a point as seen), or None where the page is too large."""
        if number not in self.drawn:
            page = self.document[number]
            width = page.get_width()
            if width * page.get_height() * SCALE**2 > MOST_PIXELS or not size[0]:
                self.drawn[number] = None
            else:
                samples = page.render(scale=SCALE, may_draw_forms=False, draw_annots=False).to_numpy()
                self.drawn[number] = samples[..., :3], SCALE * width / size[0]
        return self.drawn[number]

    def is_in(self, quad, number, size):
        """Whether something is drawn inside a quad's bounds; None where it cannot be told."""
        if (picture := self.picture(number, size)) is None:
            return None
        samples, scale = picture
        left, top, right, bottom = (value * scale for value in bounds(quad))
        part = samples[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1]
        if part.size == 0:
            return None
        spread = part.reshape(-1, 3).max(axis=0).astype(int) - part.reshape(-1, 3).min(axis=0)
        return bool(spread.max() >= CONTRAST)


# A file


def examine(entry, tell, skip):
    path = corpus.folder() / entry.name
    password = corpus.passwords().get(entry.name, "")
    given = ["--password", password] if password else []
    row = {"code": "", "asked": {}, "inked": 0, "bare": [], "faults": []}
    judges = []
    for kind in (MuPDF, Poppler):
        name = kind.__name__
        tell(f"{name}: read")
        if name in skip:
            return {**row, "left": f"{name}: {skip[name]}"}
        try:
            judges.append(kind(path, password))
        except subprocess.TimeoutExpired:
            return {**row, "left": f"{name}: no answer"}
        except Exception as error:  # what a judge cannot read it does not judge
            return {**row, "left": f"{name}: {str(error).replace(str(path), 'it')[:100]}"}
    mupdf, poppler = judges
    tell("MuPDF: choose words")
    single, pairs = choose(mupdf, poppler)
    if not single and not pairs:
        return row
    tell("inkstone: info")
    count, outcome = pages_wanted(path, given, min(len(mupdf.pages), len(poppler.pages)))
    row["code"] = outcome.code
    if not count:
        return row
    ink = None
    for words in [*single, *pairs]:
        tell("inkstone: search")
        outcome = tool.call("search", path, words, "--pages", f"1-{count}", *given)
        if outcome.code in drawn.REFUSALS:
            return {**row, "left": f"PDFium: {outcome.code}"}
        if not outcome.succeeded:
            row["faults"].append(f"{outcome.code}: {words!r}: {outcome.message[:150]}")
            continue
        hits = {}
        for line in outcome.stdout.splitlines():
            hit = json.loads(line)
            if "page" in hit:
                hits.setdefault(hit["page"] - 1, []).extend(hit["quads"])
        said = set()
        for number in range(count):
            quads, size = hits.get(number, []), mupdf.size(number)
            tell("MuPDF: search")
            theirs = mupdf.boxes(number, words), poppler.boxes(number, words, size)
            if quads or any(theirs):
                said.add(verdict([bounds(quad) for quad in quads], *theirs))
            tell("PDFium: draw")
            if "PDFium" in skip:
                continue
            try:
                ink = ink or Ink(path, password)
                seen = [ink.is_in(quad, number, size) for quad in quads]
            except Exception:  # PDFium called directly cannot read the page
                continue
            row["inked"] += seen.count(True)
            if False in seen:
                row["bare"].append(words)
        if said:
            row["asked"][words] = max(said, key=searching_report.WORDS.index)
    return row


def fallen(job, why):
    """A judge that died is left out; an examination that died by itself is a fault."""
    is_judge = job.stage.split(":")[0] in ("MuPDF", "Poppler", "PDFium")
    return {"code": "", "asked": {}, "inked": 0, "bare": [], "left": f"{job.stage}: {why}",
            "faults": [] if is_judge else [f"died at {job.stage}: {why}"]}  # fmt: skip


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
            log.flush()
            for told in row["faults"]:
                print(f"fault: {entry.name}: {told[:300]}", flush=True)
            if len(results) % 200 == 0:
                print(f"{len(results)} of {len(todo)} files, {time.monotonic() - started:.0f} s", flush=True)
    return results


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
        if options.report:
            known = measure.kept(ROWS)
            results = {entry: known[entry.name] for entry in entries if entry.name in known}
        else:
            results = run(entries, options.jobs)
    except (tool.Missing, ImportError) as missing:
        return measure.missing(missing)
    if everything:
        REPORT.write_text(searching_report.page(results, versions()), encoding="utf-8")
        print(f"written: {REPORT.relative_to(tool.ROOT)}")
    if options.filter:
        for entry, row in sorted(results.items()):
            print(entry.name, json.dumps(row, ensure_ascii=False))
    print(searching_report.table(results))
    return measure.hold(results, BASELINE, searching_report.summary, measure.comparing(searching_report), options.update_baseline)
