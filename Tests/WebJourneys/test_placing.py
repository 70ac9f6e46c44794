# SPDX-License-Identifier: Apache-2.0
"""The eyes of the journeys see a tenth of a point, on a screen and in a file."""

import io

import papers
import pikepdf
import placing
import pytest
from browser import PHONE

CORNERS = [(120, 300), (180, 280), (240, 330), (250, 342), (170, 312), (124, 310)]
SIZE = (612, 792)
CLIP = {"x": 50, "y": 150, "width": 200, "height": 200}


def filed(folder, shift):
    """The paths of a page without and with the mark."""
    pdf = pikepdf.Pdf.open(io.BytesIO(papers.pages(1, "An odd page")))
    before, after = folder / "before.pdf", folder / "after.pdf"
    pdf.save(before)
    points = [f"{x + shift} {SIZE[1] - y} {'l' if index else 'm'}" for index, (x, y) in enumerate(CORNERS)]
    drawing = f"q 0.086 0.137 0.227 rg {' '.join(points)} h f Q"
    pdf.pages[0].contents_add(pdf.make_stream(drawing.encode()))
    pdf.save(after)
    return before, after


@pytest.fixture(scope="module")
def shown(chromium):
    """Where a browser shows the mark on a page 380 CSS pixels wide."""
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    points = " ".join(f"{x},{y}" for x, y in CORNERS)
    page.set_content(
        '<meta name="viewport" content="width=device-width, initial-scale=1"><style>body { margin: 0 } svg '
        "{ position: absolute; left: 5px; top: 40px; width: 380px; height: 491.76px; background: #fff }</style>"
        f'<svg viewBox="0 0 612 792"><polygon points="{points}" fill="#16233a"/></svg>'
    )
    box = page.locator("svg").bounding_box()
    after = page.screenshot(clip=CLIP)
    page.locator("polygon").evaluate("(mark) => mark.remove()")
    place = placing.on_screen(page.screenshot(clip=CLIP), after, CLIP, box, SIZE)
    context.close()
    return place


def test_the_same_place_is_the_same(shown, tmp_path):
    found = placing.in_file(*filed(tmp_path, 0), 1, SIZE)
    assert set(found) == {"PDFium", "Poppler"}
    assert max(shown.differs(place) for place in found.values()) < 0.15
    placing.judge(shown, found)


@pytest.mark.parametrize("shift", [-0.7, 0.7])
def test_a_mark_beside_its_place_is_seen(shown, tmp_path, shift):
    found = placing.in_file(*filed(tmp_path, shift), 1, SIZE)
    with pytest.raises(AssertionError, match="pt off"):
        placing.judge(shown, found)
