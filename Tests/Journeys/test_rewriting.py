# SPDX-License-Identifier: Apache-2.0
"""Whole new files: rewritten, extracted, split; strangers open them and draw the same pages."""

import json
import os
import random
import signal
import subprocess
import time

import numpy
import pikepdf
import pytest

from calls import pdf, run
from Judges import qpdf, tool
from Judges.renderers import CannotRender, Pdfium
from Judges.verdict import is_fail

EXAMPLES = sorted((tool.ROOT / "Examples").glob("*.pdf"))
SEEDS = sorted((tool.ROOT / "Tests/Seeds/document").glob("*.pdf"))
FORMS = [(), ("--classic",)]


def pictures(path, pages=None):
    """What PDFium draws: an array for each page."""
    document = Pdfium(path)
    try:
        wanted = range(document.page_count) if pages is None else pages
        return [document.draw(index, 1.0).pixels.copy() for index in wanted]
    finally:
        document.close()


def same(before, after):
    return len(before) == len(after) and all(map(numpy.array_equal, before, after))


def clean(before, after):
    verdict = qpdf.judge(qpdf.check(before), qpdf.check(after))
    assert not is_fail(verdict), verdict


@pytest.fixture(scope="module")
def chapters(tmp_path_factory):
    """300 pages of different widths with fonts they share, links, an outline and names."""
    path = tmp_path_factory.mktemp("chapters") / "book.pdf"
    document = pikepdf.new()
    font = document.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    )
    for number in range(300):
        page = document.add_blank_page(page_size=(200 + number, 100))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        page.Contents = document.make_stream(f"BT /F 20 Tf 20 40 Td (Page {number}) Tj ET".encode())
    first = document.pages[0].obj
    for page in document.pages:
        link = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 10, 10],
            Dest=[first, pikepdf.Name.Fit],
        )  # fmt: skip
        page.Annots = pikepdf.Array([document.make_indirect(link)])
    with document.open_outline() as outline:
        outline.root += [pikepdf.OutlineItem(f"Chapter {n}", n * 100) for n in range(3)]
    document.save(path)
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", [*EXAMPLES, *SEEDS], ids=lambda path: path.name)
def test_a_rewritten_file_looks_the_same(tmp_path, path, form):
    before = tmp_path / path.name
    before.write_bytes(path.read_bytes())
    after = tmp_path / "after.pdf"
    assert run(tmp_path, "rewrite", before, "-o", after, *form).status == 0
    clean(before, after)
    try:
        wanted = pictures(before)
    except CannotRender:
        # PDFium gives up on the broken one; the new one is sound.
        assert pictures(after)
    else:
        assert same(wanted, pictures(after))
    again = tmp_path / "again.pdf"
    assert run(tmp_path, "rewrite", before, "-o", again, *form).status == 0
    assert after.read_bytes() == again.read_bytes()
    assert run(tmp_path, "rewrite", before, "-o", "-", *form).stdout == after.read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_a_book_is_rewritten_with_all_it_has(tmp_path, chapters, form):
    after = tmp_path / "after.pdf"
    assert run(tmp_path, "rewrite", chapters, "-o", after, *form).status == 0
    assert qpdf.check(after).messages == frozenset()
    assert same(pictures(chapters), pictures(after))
    with pikepdf.open(after) as document, document.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Chapter 0", "Chapter 1", "Chapter 2"]


def test_what_an_update_left_behind_is_gone(tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf())
    (tmp_path / "ink.json").write_text('{"version":1,"strokes":[{"width":3,"points":[[0,0],[9,9]]}]}')
    words = ("--mark", "ink.json", "--page", "1", "--rect", "9,9,80,40", "--in-place")
    assert run(tmp_path, "sign", "a.pdf", *words).status == 0
    answer = run(tmp_path, "rewrite", "a.pdf", "--in-place", "--json")
    assert answer.status == 0
    assert "earlier revision" in answer.value["diagnostics"][0]["message"]
    assert len(run(tmp_path, "revisions", "a.pdf", "--json").value["revisions"]) == 1


def test_extracted_pages_look_the_same_and_bring_nothing_else(tmp_path, chapters):
    after = tmp_path / "after.pdf"
    assert run(tmp_path, "extract", chapters, "--pages", "3,150-152,last", "-o", after).status == 0
    assert qpdf.check(after).messages == frozenset()
    assert same(pictures(chapters, [2, 149, 150, 151, 299]), pictures(after))
    assert after.stat().st_size < chapters.stat().st_size / 20
    with pikepdf.open(after) as document:
        pages = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        assert sum(each.get("/Type") == "/Page" for each in pages) == 5


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        (("--every", "70"), [70, 70, 70, 70, 20]),
        (("--at", "2,299"), [1, 297, 2]),
        (("--by", "outline"), [100, 100, 100]),
    ],
)
def test_the_parts_are_the_whole(tmp_path, chapters, words, counts):
    answer = run(tmp_path, "split", chapters, *words, "-o", "parts", "--json")
    assert answer.status == 0
    drawn = []
    for place, part in enumerate(answer.value["parts"], 1):
        path = tmp_path / part["output"]
        assert path.name == f"book-{place:03}.pdf"
        assert qpdf.check(path).messages == frozenset()
        drawn.append(pictures(path))
    assert list(map(len, drawn)) == counts
    assert same(pictures(chapters), sum(drawn, []))


def test_progress_of_a_split_is_told_in_lines(tmp_path, chapters):
    answer = run(tmp_path, "split", chapters, "--every", "1", "-o", "parts", "--progress", "json")
    assert answer.status == 0
    told = [json.loads(line)["progress"] for line in answer.stderr.splitlines()]
    assert {each["kind"] for each in told} == {"pdfSplit"}
    assert [told[0]["stage"], told[-1]["stage"]] == ["preparing", "finalizing"]
    assert any(each["done"] == each.get("of") == 300 for each in told)


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_split_that_is_stopped_leaves_all_parts_or_none(tmp_path, chapters, stop):
    dice = random.Random(7)
    finished = 0
    for turn in range(12):
        out = tmp_path / f"parts{turn}"
        work = subprocess.Popen(
            [*tool.command(), "split", str(chapters), "--every", "1", "-o", str(out)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(dice.uniform(0, 0.25))
        os.kill(work.pid, stop)
        work.wait(timeout=60)
        if out.exists():
            finished += 1
            assert len(list(out.iterdir())) == 300
            assert qpdf.check(out / "book-300.pdf").messages == frozenset()
        if stop == signal.SIGINT:
            assert not list(tmp_path.glob(".inkstone-*"))
    # The next start sweeps what a kill left.
    assert run(tmp_path, "split", chapters, "--every", "300", "-o", "last").status == 0
    assert not list(tmp_path.glob(".inkstone-*"))
    assert len(list(tmp_path.iterdir())) == finished + 1
