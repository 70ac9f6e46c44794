# SPDX-License-Identifier: Apache-2.0
"""Pictures used as marks look on the page as they do anywhere else: colours, alpha, way up."""

import io

import numpy as np
import pikepdf
import pytest
from PIL import Image

from Judges import tool
from Judges.renderers import Mupdf, Pdfium

import png_encoder as png

PAPER = (0.5, 0.7, 0.9)
COLUMNS, ROWS = 16, 8
PIXEL = 10
"""Points that one pixel of the mark takes on the page: wide enough to see its middle unblurred."""

RECT = (40, 30, COLUMNS * PIXEL, ROWS * PIXEL)
TOLERANCE = 8
"""Of 255: renderers round, and interpolate a little even in the middle of a pixel."""

RENDERERS = pytest.mark.parametrize("renderer", [Pdfium, Mupdf], ids=lambda kind: kind.name)


@pytest.fixture
def paper(tmp_path):
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(300, 200))
    page.Contents = pdf.make_stream(b"%g %g %g rg 0 0 300 200 re f" % PAPER)
    pdf.save(tmp_path / "paper.pdf")
    return tmp_path / "paper.pdf"


def placed(paper, mark, rect, *options):
    output = paper.with_name("marked.pdf")
    outcome = tool.sign(paper, mark, [1], rect, output, *options)
    assert outcome.succeeded, f"{outcome.code}: {outcome.message}"
    return output


def drawn(renderer, path, scale):
    document = renderer(path)
    picture = document.draw(0, scale).pixels[..., :3].astype(int)
    document.close()
    return picture


def middles(picture, rect, columns, rows, scale):
    """The colour in the middle of each of columns × rows cells of the rect."""
    x, y, width, height = (value * scale for value in rect)
    xs = [int(x + (i + 0.5) * width / columns) for i in range(columns)]
    ys = [int(y + (i + 0.5) * height / rows) for i in range(rows)]
    return picture[np.ix_(ys, xs)]


def colours():
    """No symmetry, soft and full alpha, every corner its own."""
    grid = []
    for row in range(ROWS):
        across = [column / (COLUMNS - 1) for column in range(COLUMNS)]
        down = row / (ROWS - 1)
        grid.append([(u, down, (1 - u) * 0.8, 1.0 if u < 0.5 else 1 - down * 0.9) for u in across])
    return grid


def on_paper(grid):
    shown = np.array(grid)
    alpha = shown[..., 3:]
    return 255 * (shown[..., :3] * alpha + np.array(PAPER) * (1 - alpha))


CASES = [
    (kind, depth, interlaced, transparent)
    for kind, depths in png.DEPTHS.items()
    for depth in depths
    for interlaced in (False, True)
    for transparent in ((None, (2, 3)) if kind in (png.GREY, png.RGB, png.PALETTE) else (None,))
]
NAMES = {png.GREY: "grey", png.RGB: "rgb", png.PALETTE: "palette", png.GREY_ALPHA: "grey+alpha", png.RGBA: "rgba"}


def case_name(case):
    kind, depth, interlaced, transparent = case
    return f"{NAMES[kind]} {depth}{' interlaced' if interlaced else ''}{' tRNS' if transparent else ''}"


@RENDERERS
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_kind_of_png_shows_its_own_colours(paper, tmp_path, case, renderer):
    kind, depth, interlaced, transparent = case
    data, shown = png.encode(colours(), kind, depth, interlaced, transparent)
    (tmp_path / "mark.png").write_bytes(data)
    marked = placed(paper, tmp_path / "mark.png", RECT)
    found = middles(drawn(renderer, marked, 2), RECT, COLUMNS, ROWS, 2)
    worst = np.abs(found - on_paper(shown)).max()
    assert worst <= TOLERANCE, f"off by {worst:.0f} of 255"


def pillow_is_right(case):
    """It reduces 16 bits to 8 in its own way, and compares tRNS of grey 2 and 4 with the wrong scale."""
    kind, depth, _, transparent = case
    return depth <= 8 and not (kind == png.GREY and depth in (2, 4) and transparent)


@pytest.mark.parametrize("case", [*filter(pillow_is_right, CASES)], ids=case_name)
def test_the_encoder_of_these_tests_agrees_with_pillow(case):
    data, shown = png.encode(colours(), *case)
    found = np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(float)
    expected = 255 * np.array(shown)
    visible = expected[..., 3] > 0
    assert np.abs(found[..., 3] - expected[..., 3]).max() <= 1
    assert np.abs(found - expected)[visible].max() <= 1


@RENDERERS
@pytest.mark.parametrize("hidden", [(0, 0, 0), (255, 255, 255), (0, 255, 0)], ids=str)
@pytest.mark.parametrize("scale", [0.5, 1, 3.7])
def test_no_foreign_colour_at_the_edges_of_a_seal(paper, tmp_path, hidden, scale, renderer):
    """Whatever colour lies under the transparent pixels: between seal and paper is only their mix."""
    side = 60
    ys, xs = np.mgrid[:side, :side]
    inside = (xs - 29.5) ** 2 + (ys - 29.5) ** 2 < 24**2
    seal = np.zeros((side, side, 4), dtype=np.uint8)
    seal[...] = (*hidden, 0)
    seal[inside] = (200, 20, 30, 255)
    Image.fromarray(seal).save(tmp_path / "seal.png")
    rect = (40, 30, 120, 120)
    picture = drawn(renderer, placed(paper, tmp_path / "seal.png", rect), scale).astype(float)
    base, ink = 255 * np.array(PAPER), np.array([200.0, 20, 30])
    line = ink - base
    share = np.clip(((picture - base) @ line) / (line @ line), 0, 1)
    strange = np.abs(picture - base - share[..., None] * line).max(axis=2)
    assert share.max() > 0.97, "the seal is not there"
    assert strange.max() <= 12, f"a colour {strange.max():.0f} of 255 away from any mix"


QUARTERS = {"upper left": (200, 30, 30), "upper right": (30, 160, 30), "lower left": (30, 30, 200), "lower right": (240, 240, 240)}


def quarters():
    """A picture whose quarters tell which way up it is."""
    picture = np.zeros((96, 128, 3), dtype=np.uint8)
    for number, colour in enumerate(QUARTERS.values()):
        row, column = divmod(number, 2)
        picture[row * 48 : row * 48 + 48, column * 64 : column * 64 + 64] = colour
    return Image.fromarray(picture)


TURNS = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270,
}  # fmt: skip
"""How the stored pixels were turned, so that EXIF orientation N brings them upright again."""


def assert_quarters(renderer, marked, rect, tolerance, mode="RGB"):
    found = middles(drawn(renderer, marked, 1), rect, 2, 2, 1).reshape(4, 3)
    wanted = Image.fromarray(np.array([list(QUARTERS.values())], dtype=np.uint8)).convert(mode)
    wanted = np.asarray(wanted.convert("RGB")).reshape(4, 3).astype(int)
    for name, got, want in zip(QUARTERS, found, wanted):
        assert np.abs(got - want).max() <= tolerance, f"{name}: {got} where {want} should be"


@RENDERERS
@pytest.mark.parametrize("orientation", TURNS)
def test_a_jpeg_stands_as_its_exif_orientation_says(paper, tmp_path, orientation, renderer):
    upright = quarters()
    stored = upright if TURNS[orientation] is None else upright.transpose(TURNS[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "mark.jpg"
    stored.save(path, quality=95, exif=exif)
    rect = (40, 30, 128, 96)
    marked = placed(paper, path, rect)
    assert_quarters(renderer, marked, rect, 12)
    assert path.read_bytes() in raw_streams(marked), "the JPEG was encoded anew"


@RENDERERS
@pytest.mark.parametrize("mode, tolerance", [("RGB", 12), ("L", 12), ("CMYK", 80)])
def test_a_jpeg_keeps_its_colours(paper, tmp_path, mode, tolerance, renderer):
    """Pillow writes CMYK as Adobe does, inverted; what CMYK looks like in RGB, each renderer knows best."""
    path = tmp_path / "mark.jpg"
    quarters().convert(mode).save(path, quality=95)
    rect = (40, 30, 128, 96)
    assert_quarters(renderer, placed(paper, path, rect), rect, tolerance, mode)


def raw_streams(path):
    with pikepdf.open(path) as pdf:
        return [each.read_raw_bytes() for each in pdf.objects if isinstance(each, pikepdf.Stream)]


def test_a_mark_is_fitted_inside_its_rect_or_stretched_on_request(paper, tmp_path):
    quarters().save(tmp_path / "mark.png")
    wide = (20, 30, 240, 96)
    inside = drawn(Pdfium, placed(paper, tmp_path / "mark.png", wide), 1)
    paper.with_name("marked.pdf").unlink()
    stretched = drawn(Pdfium, placed(paper, tmp_path / "mark.png", wide, "--fit", "stretch"), 1)
    bare = np.round(255 * np.array(PAPER))
    assert np.abs(inside[78, 40] - bare).max() <= 2, "the aspect was not kept"
    assert np.abs(inside[50, 80] - QUARTERS["upper left"]).max() <= 12, "it is not centred"
    assert np.abs(stretched[50, 30] - QUARTERS["upper left"]).max() <= 12, "it was not stretched"
