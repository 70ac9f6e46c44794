# SPDX-License-Identifier: Apache-2.0
"""Text, search and marks on words, beside what PyMuPDF, pdftotext and drawn pages say.

Folding rules under which searches are compared: capitals, accents and width do not count, spaces
and line ends are one space, hyphens at line ends may be there or not. `script/search` asks the same
of real files.
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
from Judges.searching import bounds, differences, overlap
from Judges.tool import ROOT

CONTRACT = ROOT / "Examples" / "contract.pdf"
pymupdf.TOOLS.mupdf_display_errors(False)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "ink.json").write_text(INK)
    return tmp_path


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


def mupdf_boxes(page, words):
    """Where PyMuPDF finds words, on the page as seen."""
    return [tuple((rect * page.rotation_matrix).normalize()) for rect in page.search_for(words)]


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
    if "lazy" not in text_fixtures.SHAPES[shape][0]:
        return
    # PyMuPDF finds the parts of a word that a line's end breaks.
    parts = mupdf_boxes(page, "con-") + mupdf_boxes(page, "tinues")
    ours, _ = search(desk, "a.pdf", "continues")
    assert differences(ours.get(1, []), parts) == ([], [])


LINES = ["The quick brown fox", "jumps over the lazy", "dog and con-", "tinues to run"]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("direction", text_fixtures.DIRECTIONS)
@pytest.mark.parametrize("beside", [False, True])
def test_lines_are_read_in_order_whichever_way_they_run(desk, turn, direction, beside):
    """PDFium sorts lines that run up or down the page as seen as if they were words of one."""
    content = text_fixtures.paragraph(LINES, 200, 150, text_fixtures.DIRECTIONS[direction])
    if beside:
        content += text_fixtures.paragraph(["And something else", "beside it"], 10, 20)
    (desk / "a.pdf").write_bytes(text_fixtures.document((content, f"/Rotate {turn}")))
    page = pymupdf.open(desk / "a.pdf")[0]
    assert "The quick brown fox\njumps over the lazy\ndog and continues\nto run" in read(desk, "a.pdf")["pages"][0]["text"]
    for words in ("fox jumps", "lazy dog", "LAZY DOG AND"):
        ours, _ = search(desk, "a.pdf", words)
        assert differences(ours[1], mupdf_boxes(page, words)) == ([], []), words
    ours, _ = search(desk, "a.pdf", "continues")
    assert differences(ours[1], mupdf_boxes(page, "con-") + mupdf_boxes(page, "tinues")) == ([], [])
    # What does not follow is not found.
    for words in ("foxjumps", "run dog", "fox dog"):
        assert search(desk, "a.pdf", words)[0] == {}, words


COLUMNS = ["甲方盖章之后", "合同生效日期", "由双方约定"]


def turned(box, turn):
    """A box of a page of 400 × 300 points as it is seen after a turn."""
    left, top, right, bottom = box
    for height in (300, 400, 300)[: turn // 90]:
        left, top, right, bottom = height - bottom, left, height - top, right
    return left, top, right, bottom


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_columns_are_read_downwards_from_the_right(desk, turn):
    """The places are those of the file: the origin of vertical writing is a glyph's top middle (9.7.4.3)."""
    content = text_fixtures.columns(COLUMNS, 200, 250) + text_fixtures.line("A title", 20, 20)
    (desk / "a.pdf").write_bytes(text_fixtures.document((content, f"/Rotate {turn}")))
    assert "\n".join(COLUMNS) in read(desk, "a.pdf")["pages"][0]["text"]
    for words in ("合同生效", "盖章", "由双方约定", "之后合同", "后合同生效日期由双"):
        text = "".join(COLUMNS)
        places = range(text.index(words), text.index(words) + len(words))
        columns = [sum(place >= len("".join(COLUMNS[:n])) for n in (1, 2)) for place in places]
        expected = []
        for column in sorted(set(columns)):
            rows = [place - len("".join(COLUMNS[:column])) for place, other in zip(places, columns) if other == column]
            x = 200 - 20 * column
            expected.append(turned((x - 7, 50 + 14 * rows[0], x + 7, 64 + 14 * rows[-1]), turn))
        ours, _ = search(desk, "a.pdf", words)
        assert ours[1] == [pytest.approx(box, abs=0.1) for box in expected], words
    assert search(desk, "a.pdf", "约定合同")[0] == {}


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
