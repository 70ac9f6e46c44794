# SPDX-License-Identifier: Apache-2.0
"""Fonts that a file names and does not have: the renderer takes the very ones that PDFium takes."""

import multiprocessing

import numpy as np
import pikepdf
import pytest
from PIL import Image
from pikepdf import Dictionary, Name

from calls import run
from test_pictures import drawn, rgb

FIXED, SERIF, SYMBOLIC, SCRIPT, PLAIN, ITALIC = 1, 2, 4, 8, 32, 64

STANDARD = [
    "Courier", "Courier-Bold", "Courier-BoldOblique", "Courier-Oblique", "Helvetica", "Helvetica-Bold",
    "Helvetica-BoldOblique", "Helvetica-Oblique", "Times-Roman", "Times-Bold", "Times-BoldItalic",
    "Times-Italic", "Symbol", "ZapfDingbats",
]  # fmt: skip
STAND_FOR_THEM = [
    "Arial", "Arial,Bold", "ArialMT", "ABCDEF+Helvetica", "Helvetica,Italic", "CourierNew", "CourierNewPS-BoldMT",
    "TimesNewRoman,BoldItalic", "Times New Roman", "Helvetica-Condensed", "Courier Prime", "Times",
]  # fmt: skip
INSTALLED = [
    "LiberationSans", "LiberationSans-Bold", "Liberation Serif", "LiberationSerif,Italic", "LiberationMono",
    "DejaVuSans", "NotoSansThai", "Noto Serif CJK SC", "NotoSansCJKjp-Bold",
]  # fmt: skip
STRANGE = ["Verdana", "ArialNarrow", "Garamond-Bold", "MyriadPro", "BrushScriptMT", "Wingdings", "LiberationX", "x"]

IDEOGRAPHIC = [
    ("SimSun", "GBK-EUC-H", "GB1", "甲方签章".encode("gbk")), ("MingLiU", "ETen-B5-H", "CNS1", "合約".encode("big5")),
    ("MS-Gothic", "90ms-RKSJ-H", "Japan1", "契約書".encode("cp932")),
    ("MS-PMincho,Bold", "90ms-RKSJ-H", "Japan1", "契約書".encode("cp932")),
    ("BatangChe", "KSCms-UHC-H", "Korea1", "계약서".encode("cp949")),
]  # fmt: skip


def simple(name, kind, flags):
    font = Dictionary(Type=Name.Font, Subtype=Name("/" + kind), BaseFont=Name("/" + name))
    if flags is not None:
        font.FontDescriptor = Dictionary(
            Type=Name.FontDescriptor, FontName=Name("/" + name), Flags=flags, ItalicAngle=-12 if flags & ITALIC else 0,
            Ascent=900, Descent=-200, CapHeight=700, StemV=120, FontBBox=[0, -200, 1000, 900],
        )  # fmt: skip
        font.FirstChar, font.LastChar, font.Widths = 32, 126, [600] * 95
    return font, b"(Ink on stone, 1234 & more) Tj"


def ideographic(name, encoding, ordering, text):
    descriptor = Dictionary(
        Type=Name.FontDescriptor, FontName=Name("/" + name), Flags=SYMBOLIC, ItalicAngle=0,
        Ascent=880, Descent=-120, CapHeight=700, StemV=93, FontBBox=[0, -120, 1000, 880],
    )  # fmt: skip
    descendant = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name("/" + name), FontDescriptor=descriptor,
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=ordering.encode(), Supplement=2), DW=1000,
    )  # fmt: skip
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, BaseFont=Name("/" + name), Encoding=Name("/" + encoding),
        DescendantFonts=[descendant],
    )  # fmt: skip
    return font, b"<" + text.hex().encode() + b"> Tj"


def file_of(path, lines):
    """A file with one page that shows each font, which is a function with what it is given, in its line."""
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(300, 40 * len(lines)))
    fonts, content = Dictionary(), b""
    for number, (make, *given) in enumerate(lines):
        font, show = make(*given)
        fonts[f"/F{number}"] = document.make_indirect(font)
        content += b"BT /F%d 18 Tf 10 %d Td %s ET\n" % (number, 12 + 40 * number, show)
    page.Resources = Dictionary(Font=fonts)
    page.Contents = document.make_stream(content)
    document.save(path)


def assert_drawn_as_by_pdfium(tmp_path, lines):
    """Both begin anew for each file: how PDFium draws a font depends on those that it has met before."""
    file_of(tmp_path / "fonts.pdf", lines)
    answer = run(tmp_path, "render", "fonts.pdf", "--page", 1, "--dpi", 144, "--format", "png", "-o", "p.png", "--force")
    assert answer.status == 0, answer.stderr
    picture = Image.open(tmp_path / "p.png")
    with multiprocessing.get_context("spawn").Pool(1) as anew:
        expected = anew.apply(drawn, (tmp_path / "fonts.pdf", 0, *picture.size))
    assert expected.min() < 128, "the page shows nothing"
    assert np.array_equal(rgb(picture), expected)


@pytest.mark.parametrize("names", [STANDARD, STAND_FOR_THEM, INSTALLED, STRANGE])
def test_western_fonts_are_those_of_pdfium(tmp_path, names):
    kinds = [("TrueType", PLAIN), ("Type1", None), ("TrueType", SERIF | PLAIN), ("Type1", FIXED | PLAIN),
             ("TrueType", SYMBOLIC), ("Type1", SCRIPT | ITALIC | PLAIN)]  # fmt: skip
    lines = [(simple, name, *kind) for name in names for kind in kinds]
    for order in (lines, lines[::-1]):
        assert_drawn_as_by_pdfium(tmp_path, order)


@pytest.mark.parametrize("font", IDEOGRAPHIC)
def test_ideographs_are_those_of_pdfium_before_and_after_western_fonts(tmp_path, font):
    alone = (ideographic, *font)
    western = [(simple, "Helvetica", "Type1", None), (simple, "LiberationMono", "TrueType", PLAIN)]
    for lines in ([alone], [*western, alone], [alone, *western], [western[0], alone, western[1]]):
        assert_drawn_as_by_pdfium(tmp_path, lines)
