# SPDX-License-Identifier: Apache-2.0
"""Free text in any script, as other programs read, check and draw it."""

import json
import os
import pathlib
import re
import struct
import subprocess
import unicodedata

import numpy as np
import pikepdf
import pypdfium2
import pytest

from Judges import qpdf, renderers, signatures
from Judges.verdict import is_pass

import calls
import signed_fixtures

TEXTS = {
    "Chinese": "张三在合同上签字，然后把文件寄回公司存档。",
    "Japanese": "日本語の文章です。ひらがなとカタカナ、漢字。",
    "Korean": "한글은 아름다운 글자입니다. 계약서에 서명하세요.",
    "Thai": "ภาษาไทยมีวรรณยุกต์ ที่นี่ น้ำ กี่ ผู้ใหญ่",
    "Arabic": "مرحبا بالعالم هذا نص عربي لا إله إلا الله",
    "Hebrew": "שלום עולם זה טקסט בעברית לחתימה",
    "Devanagari": "हिन्दी में लिखा हुआ क्षत्रिय पाठ और हस्ताक्षर",
    "Greek": "Ελληνικά και Ωμέγα, υπογραφή",
    "Cyrillic": "Кириллица и русский текст, подпись",
    "Tamil": "தமிழ் எழுத்துக்கள் கையொப்பம்",
    "accents": "Tiếng Việt, e\u0301t\u0259 co\u0308te",
    "mixed": "Grüße 张三 and Ελληνικά: office, first, waffle",
}
FONTS = ("sans", "serif", "monospaced")
CASES = [(script, font) for script in TEXTS for font in FONTS]

NO_SPACES = {"Chinese", "Japanese", "Thai"}
"""Scripts without spaces between words: where a line ends is none either."""

DIRECTIONS = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Poppler says by controls which way its text runs."""


def plain(text, script):
    """What may differ is taken away: line ends, controls of direction, how accents are written."""
    words = unicodedata.normalize("NFC", text.translate(DIRECTIONS)).split()
    return ("" if script in NO_SPACES else " ").join(words)


def free_text(text, **keys):
    return {"type": "freeText", "rect": [40, 40, 180, 24], "contents": text, "fontSize": 14, **keys}


def annotate(folder, source, annotations, target, **options):
    (folder / "annotations.json").write_text(json.dumps(annotations))
    return calls.run(folder, "annotate", source, "--add", "annotations.json", "-o", target, "--json", **options)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A page for each case; as annotations, and as content of the pages."""
    folder = tmp_path_factory.mktemp("free-text")
    (folder / "plain.pdf").write_bytes(calls.pdf(*[(300, 200)] * len(CASES)))
    texts = [
        free_text(TEXTS[script], font=font, page=number, id=f"{script} {font}")
        for number, (script, font) in enumerate(CASES, 1)
    ]
    answer = annotate(folder, "plain.pdf", texts, "text.pdf")
    assert answer.status == 0, answer.stderr
    answer = calls.run(folder, "finish", "text.pdf", "-o", "finished.pdf")
    assert answer.status == 0, answer.stderr
    return folder


def test_qpdf_has_nothing_to_say(desk):
    before = qpdf.check(desk / "plain.pdf")
    for name in ("text.pdf", "finished.pdf"):
        assert is_pass(qpdf.judge(before, qpdf.check(desk / name)))


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_pdfium_and_poppler_read_what_was_typed(desk, case):
    number, (script, _) = CASES.index(case), case
    document = pypdfium2.PdfDocument(str(desk / "finished.pdf"))
    page = document[number].get_textpage()
    words = ["pdftotext", "-f", str(number + 1), "-l", str(number + 1), desk / "finished.pdf", "-"]
    said = {
        "PDFium": page.get_text_range(),
        "Poppler": subprocess.run(words, capture_output=True, check=True, text=True).stdout,
    }
    document.close()
    wanted = plain(TEXTS[script], script)
    assert {name: plain(text, script) for name, text in said.items()} == dict.fromkeys(said, wanted)


@pytest.mark.parametrize("words", ["张三", "ひらがな", "서명", "ที่นี่", "عربي لا", "עולם", "क्षत्रिय", "υπογραφή", "подпись"])
def test_inkstone_finds_it(desk, words):
    answer = calls.run(desk, "search", "finished.pdf", words, "--json")
    assert answer.status == 0, answer.stderr
    script = next(name for name, text in TEXTS.items() if words in text)
    hits = [json.loads(line) for line in answer.text.splitlines()]
    pages = {hit["page"] for hit in hits if "page" in hit}
    assert pages >= {number for number, case in enumerate(CASES, 1) if case[0] == script}


def ink(picture):
    """Left, top, right and bottom of what is dark, in points, and how much there is in points²."""
    grey = picture.grey()
    rows, columns = np.where(grey < 128)
    scale = picture.scale_x
    box = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
    left, top = picture.left, picture.top
    corners = np.array([box[0] + left, box[1] + top, box[2] + left, box[3] + top]) / scale
    return corners, (255 - grey).sum() / 255 / scale**2


@pytest.fixture(scope="module")
def opened(desk):
    every = [kind(desk / "text.pdf") for kind in (renderers.Pdfium, renderers.Mupdf, renderers.Poppler)]
    yield every
    for each in every:
        each.close()


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_the_renderers_show_the_same(opened, case):
    number = CASES.index(case)
    seen = [ink(each.draw(number, 4)) for each in opened]
    boxes, amounts = np.array([box for box, _ in seen]), np.array([amount for _, amount in seen])
    assert np.ptp(boxes, axis=0).max() < 0.3 + 0.25  # a pixel is a quarter of a point
    # Each smooths edges in its own way; letters that lack or differ change far more.
    assert np.ptp(amounts) < 0.08 * amounts.mean()
    # The text stands in its box.
    assert (boxes[:, 0] >= 40).all() and (boxes[:, 2] <= 220).all()


def test_text_stands_upright_on_every_page(tmp_path):
    spaces = [(rotation, unit) for rotation in (0, 90, 180, 270) for unit in (1, 2)]
    pdf = pikepdf.new()
    for rotation, unit in spaces:
        page = pdf.add_blank_page(page_size=(300, 300))
        page.obj.Rotate = rotation
        page.obj.UserUnit = unit
    pdf.save(tmp_path / "plain.pdf")
    texts = [free_text("张三 Ωμέγα ที่นี่", page=number) for number in range(1, len(spaces) + 1)]
    assert annotate(tmp_path, "plain.pdf", texts, "text.pdf").status == 0
    # Only MuPDF multiplies by the unit.
    mupdf = renderers.Mupdf(tmp_path / "text.pdf")
    boxes = np.array([ink(mupdf.draw(number, 4))[0] for number in range(len(spaces))])
    mupdf.close()
    assert np.abs(boxes - boxes[0]).max() < 0.3 + 0.25


def test_lines_begin_and_end_where_they_should(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf(*[(400, 300)] * 3))
    places = ("left", "center", "right")
    texts = [free_text("张三 Ωμέγα", page=number, align=place) for number, place in enumerate(places, 1)]
    assert annotate(tmp_path, "a.pdf", texts, "b.pdf").status == 0
    pdfium = renderers.Pdfium(tmp_path / "b.pdf")
    boxes = np.array([ink(pdfium.draw(number, 4))[0] for number in range(3)])
    pdfium.close()
    left, right = boxes[:, 0] - 40, 220 - boxes[:, 2]
    # Frame and padding are 3 points; letters have a little room about them.
    assert left[0] < 5 and abs(left[1] - right[1]) < 2 and right[2] < 5
    assert np.ptp(boxes[:, 2] - boxes[:, 0]) < 0.5


def fonts(path):
    """Our font objects: face → (object, glyphs)."""
    found = {}
    with pikepdf.open(path) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary) and "/InkstoneFace" in each:
                widths = each.DescendantFonts[0].W
                glyphs = {
                    int(widths[place]) + step
                    for place in range(0, len(widths), 2)
                    for step in range(len(widths[place + 1]))
                }
                assert str(each.InkstoneFace) not in found
                found[str(each.InkstoneFace)] = (each.objgen, glyphs)
    return found


def test_later_edits_add_to_the_same_fonts(tmp_path):
    (tmp_path / "0.pdf").write_bytes(calls.pdf(*[(300, 200)] * 3))
    texts = ["张三 Ωμέγα", "李四 Ελληνικά", "王五三张 Ωά"]
    states = []
    for number, text in enumerate(texts):
        answer = annotate(tmp_path, f"{number}.pdf", [free_text(text, page=number + 1)], f"{number + 1}.pdf")
        assert answer.status == 0, answer.stderr
        states.append(fonts(tmp_path / f"{number + 1}.pdf"))
    assert len(states[0]) == 2
    for before, after in zip(states, states[1:]):
        assert before.keys() == after.keys()
        for face, (number, glyphs) in before.items():
            assert after[face][0] == number and after[face][1] >= glyphs
    # What was there before is drawn from the new font as it was from the old.
    drawn = [renderers.Pdfium(tmp_path / f"{number}.pdf") for number in (1, 3)]
    assert (drawn[0].draw(0, 3).pixels == drawn[1].draw(0, 3).pixels).all()
    for each in drawn:
        each.close()
    assert is_pass(qpdf.judge(qpdf.check(tmp_path / "0.pdf"), qpdf.check(tmp_path / "3.pdf")))


def test_fonts_are_found_again_after_a_rewriting(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    assert annotate(tmp_path, "a.pdf", [free_text("张三")], "b.pdf").status == 0
    assert calls.run(tmp_path, "rewrite", "b.pdf", "-o", "c.pdf").status == 0
    assert annotate(tmp_path, "c.pdf", [free_text("李四")], "d.pdf").status == 0
    (before,), (after,) = fonts(tmp_path / "c.pdf").values(), fonts(tmp_path / "d.pdf").values()
    assert before[0] == after[0] and before[1] < after[1]


def test_the_same_text_gives_the_same_bytes(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    dates = {"created": "D:20260101120000Z", "modified": "D:20260101120000Z"}
    texts = [free_text(text, id=script, **dates) for script, text in TEXTS.items()]
    for name in ("b.pdf", "c.pdf"):
        assert annotate(tmp_path, "a.pdf", texts, name).status == 0
    assert (tmp_path / "b.pdf").read_bytes() == (tmp_path / "c.pdf").read_bytes()
    # Twelve scripts in ten faces; two of them have 65,000 glyphs.
    assert (tmp_path / "b.pdf").stat().st_size < 90_000


def test_letters_that_no_font_has_are_named(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    answer = annotate(tmp_path, "a.pdf", [free_text("张\ue000三")], "b.pdf")
    assert answer.status == 69 and answer.errors[0]["code"] == "unsupported"
    assert "U+E000" in answer.errors[0]["message"]
    assert not (tmp_path / "b.pdf").exists()


def test_western_text_needs_no_worker(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    without = {"env": {**os.environ, "INKSTONE_WORKER": str(tmp_path / "none")}}
    assert annotate(tmp_path, "a.pdf", [free_text("Grüße")], "b.pdf", **without).status == 0
    answer = annotate(tmp_path, "a.pdf", [free_text("张三")], "c.pdf", **without)
    assert answer.status == 66 and "INKSTONE_WORKER" in answer.errors[0]["message"]


LIBERATION = pathlib.Path("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf")


@pytest.mark.parametrize(
    "permissions, allowed",
    [(0, True), (8, True), (4, False), (2, False), (2 | 8, True), (0x100, False), (0x200, False)],
)
def test_fonts_that_must_not_be_embedded_are_left_alone(tmp_path, permissions, allowed):
    """OpenType, OS/2: fsType."""
    (tmp_path / "fonts").mkdir()
    font = bytearray(LIBERATION.read_bytes())
    tables = struct.unpack(">H", font[4:6])[0]
    records = [struct.unpack(">4sIII", font[12 + 16 * n : 28 + 16 * n]) for n in range(tables)]
    start = next(offset for tag, _, offset, _ in records if tag == b"OS/2")
    font[start + 8 : start + 10] = struct.pack(">H", permissions)
    (tmp_path / "fonts/font.ttf").write_bytes(font)
    (tmp_path / "fonts.conf").write_text(
        f"<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig><dir>{tmp_path}/fonts</dir>"
        f"<cachedir>{tmp_path}/cache</cachedir></fontconfig>"
    )
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    fonts_only = {"env": {**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}}
    answer = annotate(tmp_path, "a.pdf", [free_text("Ωμέγα")], "b.pdf", **fonts_only)
    assert answer.status == (0 if allowed else 69), answer.stderr
    if not allowed:
        assert re.search(r"may be embedded.*U\+03A9", answer.errors[0]["message"])


@pytest.mark.parametrize("kind", [kind for kind, (_, allowed) in signed_fixtures.KINDS.items() if allowed])
def test_signatures_stay_valid(tmp_path, kind):
    make, _ = signed_fixtures.KINDS[kind]
    contract = signed_fixtures.contract()
    (tmp_path / "contract.pdf").write_bytes(contract)
    # A font that is signed is not changed by what comes after.
    assert annotate(tmp_path, "contract.pdf", [free_text("张三")], "before.pdf").status == 0
    signed = make((tmp_path / "before.pdf").read_bytes(), signed_fixtures.throw_away_signer())
    (tmp_path / "signed.pdf").write_bytes(signed)
    assert annotate(tmp_path, "signed.pdf", [free_text("李四")], "after.pdf").status == 0
    before, after = signatures.read(tmp_path / "signed.pdf"), signatures.read(tmp_path / "after.pdf")
    assert is_pass(signatures.judge(before, after))


def test_other_editors_get_the_text(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    assert annotate(tmp_path, "a.pdf", [free_text("שלום\nabc 张三", font="serif")], "b.pdf").status == 0
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        annotation = pdf.pages[0].Annots[0]
        assert str(annotation.Contents) == "שלום\nabc 张三"
        assert str(annotation.DA) == "0 0 0 rg /TiRo 14 Tf"
        rich = str(annotation.RC)
        assert '<p dir="rtl">שלום</p><p dir="ltr">abc 张三</p>' in rich and "Times" in rich
