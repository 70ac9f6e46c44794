# SPDX-License-Identifier: Apache-2.0
"""Text, search and marks on words, beside what PyMuPDF, pdftotext and drawn pages say.

Folding rules under which searches are compared: capitals, accents and width do not count, spaces
and line ends are one space, hyphens at line ends may be there or not. MuPDF also reads what
annotations and form fields show; they are taken away before it is asked, since PDFium's text is
that of the page alone.
"""

import json
import os
import re
import subprocess

import numpy
import pymupdf
import pypdfium2
import pytest
import text_fixtures
from calls import INK, run
from Judges import corpus
from Judges.tool import ROOT

CONTRACT = ROOT / "Examples" / "contract.pdf"
pymupdf.TOOLS.mupdf_display_errors(False)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "ink.json").write_text(INK)
    return tmp_path


def bounds(quad):
    return (
        min(x for x, _ in quad), min(y for _, y in quad), max(x for x, _ in quad), max(y for _, y in quad),
    )  # fmt: skip


def search(folder, file, words, *options):
    """The boxes of all stretches of all hits by page, and the summary."""
    answer = run(folder, "search", file, words, "--json", *options)
    assert answer.status == 0, answer.stderr
    *hits, last = [json.loads(each) for each in answer.text.splitlines()]
    boxes = {}
    for hit in hits:
        boxes.setdefault(hit["page"], []).extend(bounds(quad) for quad in hit["quads"])
    return boxes, last["summary"]


def read(folder, file, *options):
    answer = run(folder, "text", file, "--json", *options)
    assert answer.status == 0, answer.stderr
    return answer.value


def overlap(one, other):
    """The shared area as a share of the smaller box."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((one[2] - one[0]) * (one[3] - one[1]), (other[2] - other[0]) * (other[3] - other[1]))
    return max(0, width) * max(0, height) / smaller if smaller > 0 else 0


def mupdf_boxes(page, words):
    """Where PyMuPDF finds words, on the page as seen."""
    return [tuple((rect * page.rotation_matrix).normalize()) for rect in page.search_for(words)]


def without_annotations(page):
    for widget in list(page.widgets() or []):
        page.delete_widget(widget)
    for annotation in list(page.annots() or []):
        page.delete_annot(annotation)


def differences(ours, theirs):
    missed = [box for box in theirs if not any(overlap(box, other) > 0.4 for other in ours)]
    extra = [box for box in ours if not any(overlap(box, other) > 0.4 for other in theirs)]
    return missed, extra


def ink(page, scale):
    """Where the drawn page is dark."""
    picture = page.render(scale=scale, draw_annots=False).to_numpy()
    return picture[..., :3].min(axis=2) < 128


def inside(shape, quads, scale, grown=0.0):
    """Which pixels lie in convex quads, grown by so many points."""
    result = numpy.zeros(shape, bool)
    for quad in quads:
        left, top, right, bottom = bounds(quad)
        low = [max(0, int((value - grown) * scale) - 1) for value in (top, left)]
        high = [max(0, int((value + grown) * scale) + 2) for value in (bottom, right)]
        part = result[low[0] : high[0], low[1] : high[1]]
        rows, columns = numpy.mgrid[low[0] : low[0] + part.shape[0], low[1] : low[1] + part.shape[1]]
        x, y = (columns + 0.5) / scale, (rows + 0.5) / scale
        sides = list(zip(quad, quad[1:] + quad[:1]))
        sign = 1 if sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides) > 0 else -1
        holds = numpy.ones(part.shape, bool)
        for (ax, ay), (bx, by) in sides:
            length = numpy.hypot(bx - ax, by - ay)
            holds &= sign * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) >= -grown * length
        part |= holds
    return result


@pytest.mark.parametrize("shape", text_fixtures.SHAPES)
def test_quads_lie_on_the_glyphs_as_drawn(desk, shape):
    (desk / "a.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES[shape]))
    page = read(desk, "a.pdf")["pages"][0]
    drawn = pypdfium2.PdfDocument(desk / "a.pdf")[0]
    scale = 4
    dark = ink(drawn, scale)
    unit = 2 if "UserUnit" in text_fixtures.SHAPES[shape][1] else 1
    words = [word for block in page["blocks"] for line in block["lines"] for word in line["words"]]
    assert len(words) >= 3
    pixels = scale / unit
    for word in words:
        assert (dark & inside(dark.shape, [word["quad"]], pixels)).sum() > 20, word["text"]
        for character in word["characters"]:
            here = dark & inside(dark.shape, [character["quad"]], pixels, grown=0.3 * unit)
            assert here.any(), character
    # No ink is just outside of all of them.
    quads = [word["quad"] for word in words]
    assert not (dark & ~inside(dark.shape, quads, pixels, grown=0.6 * unit)).any()


@pytest.mark.parametrize("shape", text_fixtures.SHAPES)
def test_hits_are_where_pymupdf_finds_them(desk, shape):
    (desk / "a.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES[shape]))
    page = pymupdf.open(desk / "a.pdf")[0]
    for words in ["quick", "THE", "q", "nowhere", "lazy dog"]:
        ours, _ = search(desk, "a.pdf", words)
        assert differences(ours.get(1, []), mupdf_boxes(page, words)) == ([], []), words
    if shape in ("turned by 90", "cropped and turned"):
        # PDFium gives lines that run down the page from the last to the first: a search, which
        # keeps to that order, does not see that they follow each other. The text has them in order.
        text = read(desk, "a.pdf")["pages"][0]["text"]
        assert text == "The quick brown fox\njumps over the lazy dog and continues\nto run"
        return
    if "lazy" not in text_fixtures.SHAPES[shape][0]:
        return
    # PyMuPDF finds the parts of a word that a line's end breaks.
    parts = mupdf_boxes(page, "con-") + mupdf_boxes(page, "tinues")
    ours, _ = search(desk, "a.pdf", "continues")
    assert differences(ours.get(1, []), parts) == ([], [])


def test_the_contract_is_searched_as_pymupdf_does(desk):
    document = pymupdf.open(CONTRACT)
    some = {word for page in document for _, _, _, _, word, *_ in page.get_text("words") if len(word) > 3}
    for words in sorted(some)[::5]:
        ours, _ = search(desk, CONTRACT, words)
        for page in document:
            assert differences(ours.get(page.number + 1, []), mupdf_boxes(page, words)) == ([], []), words


def test_words_of_the_contract_are_those_of_pdftotext(desk):
    """On turned and cropped pages too: pdftotext gives boxes on the page as seen."""
    answer = subprocess.run(["pdftotext", "-bbox", "-cropbox", CONTRACT, "-"], capture_output=True, text=True, check=True)
    pages = answer.stdout.split("<page ")[1:]
    ours = read(desk, CONTRACT)["pages"]
    assert len(ours) == len(pages)
    for page, theirs in zip(ours, pages):
        words = {}
        for block in page["blocks"]:
            for line in block["lines"]:
                for word in line["words"]:
                    words.setdefault(word["text"], []).append(bounds(word["quad"]))
        pattern = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<&]*)</word>'
        found = re.findall(pattern, theirs)
        assert found
        same = [
            word for *box, word in found
            if any(overlap(tuple(map(float, box)), other) > 0.5 for other in words.get(word, []))
        ]  # fmt: skip
        # Where a gap is wide enough for a space is a matter of taste.
        assert len(same) >= 0.95 * len(found), [word for *_, word in found if word not in words]


def test_right_to_left_text_is_read_in_its_order(desk):
    # Drawn from left to right: the reader begins at the right.
    content = text_fixtures.line("dcba", 300, 200, font="H") + text_fixtures.line("hgfe", 260, 200, font="H")
    (desk / "a.pdf").write_bytes(text_fixtures.document((content, "")))
    page = read(desk, "a.pdf")["pages"][0]
    assert page["text"].replace(" ", "").startswith("\u05d0\u05d1\u05d2\u05d3")
    boxes, _ = search(desk, "a.pdf", "\u05d0\u05d1")
    assert len(boxes[1]) == 1
    # The first two letters are the two on the right.
    assert boxes[1][0][0] > 310


def test_what_a_document_does_not_permit_is_not_taken_out(desk):
    (desk / "user").write_text("user\n")
    (desk / "owner").write_text("owner\n")
    (desk / "a.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES["plain"]))
    answer = run(
        desk, "encrypt", "a.pdf", "--user-password-file", "user", "--owner-password-file", "owner",
        "--allow", "print", "-o", "b.pdf",
    )  # fmt: skip
    assert answer.status == 0, answer.stderr
    assert run(desk, "text", "b.pdf", "--password-file", "user").status == 77
    assert "quick brown fox" in run(desk, "text", "b.pdf", "--password-file", "owner").text
    for who, permitted in (("user", False), ("owner", True)):
        answer = run(desk, "search", "b.pdf", "fox", "--json", "--password-file", who)
        hit = json.loads(answer.text.splitlines()[0])
        assert hit["page"] == 1 and ("snippet" in hit) == permitted
        line = run(desk, "search", "b.pdf", "fox", "--password-file", who).text
        assert ("quick" in line) == permitted
    # What was read of an encrypted file stays in memory.
    assert not any(path.is_file() for path in (desk / "cache").rglob("*"))


def test_a_second_search_uses_what_the_first_has_read(desk):
    pages = [text_fixtures.SHAPES["plain"]] * 40
    pages[30] = (text_fixtures.line("a rare word", 60, 200), "")
    (desk / "a.pdf").write_bytes(text_fixtures.document(*pages))
    first = search(desk, "a.pdf", "rare")
    [kept] = [path for path in (desk / "cache").rglob("*") if path.is_file()]
    assert search(desk, "a.pdf", "rare") == first
    assert first[0].keys() == {31}
    # A torn file is no index, and is made again.
    kept.write_bytes(kept.read_bytes()[:100])
    assert search(desk, "a.pdf", "rare") == first
    # Another file of this name is another document.
    (desk / "b.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES["plain"]))
    os.replace(desk / "b.pdf", desk / "a.pdf")
    assert search(desk, "a.pdf", "rare")[0] == {}


def test_pages_without_a_text_layer_are_told(desk):
    (desk / "a.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES["plain"], ("0 0 50 50 re f", "")))
    assert search(desk, "a.pdf", "fox")[1]["pagesWithoutText"] == [2]
    assert [page["hasText"] for page in read(desk, "a.pdf")["pages"]] == [True, False]
    assert "page 2 has no text layer" in run(desk, "text", "a.pdf").stderr
    assert "page 2 has no text layer" in run(desk, "search", "a.pdf", "fox").stderr


def test_hits_begin_at_a_page_and_end_at_a_limit(desk):
    (desk / "a.pdf").write_bytes(text_fixtures.document(*[text_fixtures.SHAPES["plain"]] * 5))
    lines = run(desk, "search", "a.pdf", "fox", "--start", "4").text.splitlines()
    assert [line.split()[1] for line in lines] == ["4", "5", "1", "2", "3"]
    lines = run(desk, "search", "a.pdf", "fox", "--limit", "2", "--pages", "2-5").text.splitlines()
    assert [line.split()[1] for line in lines] == ["2", "3"]
    assert run(desk, "search", "a.pdf", "Fox", "--case").text == ""
    assert run(desk, "search", "a.pdf", "fo", "--whole-word").text == ""
    assert run(desk, "search", "a.pdf", " ").status == 64


def middle(box):
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def test_a_mark_is_put_on_words(desk):
    document = pymupdf.open(CONTRACT)
    word = next(
        word for page in document for *_, word, _, _, _ in page.get_text("words")
        if len(word) > 6 and word.isascii() and word.isalpha()
    )  # fmt: skip
    boxes, _ = search(desk, CONTRACT, word)
    places = [(page, middle(box)) for page, found in boxes.items() for box in found]
    for kind in ("content", "annotation"):
        answer = run(
            desk, "stamp", CONTRACT, "--mark", "ink.json", "--page", "all", "--over", word.upper(),
            "--size", "40,auto", "--offset", "1mm,0", "--as", kind, "-o", f"{kind}.pdf", "--json",
            "--record", "log.jsonl",
        )  # fmt: skip
        assert answer.status == 0, answer.stderr
        marks = answer.value["marks"]
        assert len(marks) == len(places)
        for mark, (page, center) in zip(marks, places):
            x, y, width, height = mark["rect"]
            assert mark["page"] == page
            assert x + width / 2 == pytest.approx(center[0] + 72 / 25.4, abs=0.01)
            assert y + height / 2 == pytest.approx(center[1], abs=0.01)
    assert len((desk / "log.jsonl").read_text().splitlines()) == 2 * len(places)


def test_words_that_are_not_there_leave_no_file(desk):
    answer = run(
        desk, "sign", CONTRACT, "--mark", "ink.json", "--page", "all", "--over", "no such words",
        "--size", "40,auto", "-o", "out.pdf", "--json",
    )  # fmt: skip
    assert answer.status == 87
    assert answer.errors[0]["code"] == "textNotFound"
    assert not (desk / "out.pdf").exists()


@pytest.mark.parametrize("options", [("--over", "x"), ("--size", "1,1"), ("--rect", "1,1,9,9", "--over", "x", "--size", "1,1"), ()])
def test_a_place_is_said_once(desk, options):
    answer = run(desk, "stamp", CONTRACT, "--mark", "ink.json", "--page", "1", "-o", "out.pdf", *options)
    assert answer.status == 64, answer.stderr


def test_text_below_a_mark_is_told_or_avoided(desk):
    (desk / "a.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES["plain"]))
    call = ["stamp", "a.pdf", "--mark", "ink.json", "--page", "1", "--fit", "stretch", "-o", "out.pdf", "--force"]
    on_text, beside = ["--rect", "60,65,60,20"], ["--rect", "60,200,60,20"]
    answer = run(desk, *call, *on_text)
    assert answer.status == 0 and "lies on “The quick”" in answer.stderr
    assert run(desk, *call, *on_text, "--json").value["marks"][0]["coversText"] == ["The", "quick"]
    answer = run(desk, *call, *beside, "--json", "--avoid-text")
    assert answer.status == 0 and "coversText" not in answer.value["marks"][0]
    os.remove(desk / "out.pdf")
    answer = run(desk, *call, *on_text, "--avoid-text", "--json")
    assert answer.status == 86 and answer.errors[0]["code"] == "outsidePage"
    assert not (desk / "out.pdf").exists()


def test_marks_work_without_a_renderer(desk):
    (desk / "a.pdf").write_bytes(text_fixtures.document(text_fixtures.SHAPES["plain"]))
    call = ["stamp", "a.pdf", "--mark", "ink.json", "--page", "1", "--rect", "60,65,60,20", "-o", "out.pdf", "--force"]
    without = dict(os.environ, INKSTONE_RENDERER="/nowhere")
    assert run(desk, *call, env=without).status == 0
    assert run(desk, *call, "--avoid-text", env=without).status != 0


def corpus_files():
    """Files of the corpus with text, small enough to be looked at all in a minute or two."""
    chosen = [
        entry for entry in corpus.entries()
        if not entry.encrypted and entry.bytes < 300_000 and len(entry.opened_by) != 0
    ]  # fmt: skip
    return [entry.name for entry in chosen[:: max(1, len(chosen) // 60)]]


@pytest.mark.skipif(not corpus.entries(), reason="there is no corpus here")
def test_real_files_are_searched_as_pymupdf_does(desk):
    theirs_count = 0
    wrong = []
    for name in corpus_files():
        path = corpus.folder() / name
        try:
            page = pymupdf.open(path)[0]
            without_annotations(page)
            words = sorted({word for *_, word, _, _, _ in page.get_text("words") if word.isalnum() and word.isascii() and len(word) > 3})
        except Exception:  # What PyMuPDF cannot read is no judge.
            continue
        for word in words[:: max(1, len(words) // 2)][:2]:
            answer = run(desk, "search", path, word, "--page", "1", "--json")
            if answer.status != 0:
                wrong.append((name, word, answer.stderr[-200:]))
                continue
            hits = [json.loads(line) for line in answer.text.splitlines()][:-1]
            ours = [bounds(quad) for hit in hits for quad in hit["quads"]]
            theirs = mupdf_boxes(page, word)
            theirs_count += len(theirs)
            missed, extra = differences(ours, theirs)
            if missed or extra:
                wrong.append((name, word, missed[:2], extra[:2]))
    assert theirs_count > 50
    print(*wrong, sep="\n")
    assert len(wrong) <= 0.05 * theirs_count, wrong
