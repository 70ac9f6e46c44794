# SPDX-License-Identifier: Apache-2.0
"""A mark lands where it was put, on every kind of page, and nothing else changes."""

import pikepdf
import pytest

from Judges import qpdf
from Judges.renderers import Mupdf, Pdfium, Poppler
from Judges.verdict import is_pass

from grid_judging import changed, mark_names, misplaced, signed_pair
from grid_pages import RECT, SPECIAL, Book, Geometry, content_pairs, drawing, geometries

WAYS = ("content", "annotation")


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """(path, cases) of the three grid files."""
    folder = tmp_path_factory.mktemp("grid")
    geometry, content, special = Book(), Book(), Book()
    for each in geometries():
        geometry.add_content("balanced", each)
    for name, each in content_pairs():
        content.add_content(name, each)
    for name in SPECIAL:
        special.add_special(name)
    made = {}
    for name, book in (("geometry", geometry), ("content", content), ("special", special)):
        path = folder / f"{name}.pdf"
        book.save(path)
        made[name] = (path, book.cases)
    return made


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["geometry", "content", "special"])
def test_the_mark_lands_and_nothing_else_changes(books, tmp_path, name, way):
    source, cases = books[name]
    outputs = signed_pair(source, cases, RECT, tmp_path, "--as", way)
    found = []
    for kind in (Pdfium, Mupdf):
        found += misplaced(kind, cases, outputs, RECT, annotations=way == "annotation")
    every_ninth = cases[::9] if name != "special" else cases
    found += misplaced(Poppler, every_ninth, outputs, RECT, annotations=way == "annotation")
    found += changed(source, cases, outputs, RECT)
    assert not found, f"{len(found)} of {len(cases)} pages:\n" + "\n".join(found[:40])
    assert is_pass(qpdf.judge(qpdf.check(source), qpdf.check(outputs[0])))


def test_a_name_that_the_page_already_uses_is_left_alone(tmp_path):
    """The page gets a form under the very name that Inkstone chose a moment before."""
    plain = Book()
    plain.add_content("balanced", Geometry())
    plain.save(tmp_path / "plain.pdf")
    first, _ = signed_pair(tmp_path / "plain.pdf", plain.cases, RECT, tmp_path)
    used = mark_names(first, 0)
    assert used, "the mark is no XObject of the page"

    taken = Book()
    page = pikepdf.Dictionary(Resources=taken.resources())
    form = taken.stream(b"0 0.5 0 rg 0 0 30 30 re f")
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 30, 30]
    page.Resources.XObject = pikepdf.Dictionary({name: form for name in used})
    page.Contents = taken.stream(drawing(0, 0).encode() + b" ".join(f"{n} Do".encode() for n in used))
    taken.add("name taken", Geometry(), page)
    source = tmp_path / "taken.pdf"
    taken.save(source)
    outputs = signed_pair(source, taken.cases, RECT, tmp_path)
    assert misplaced(Pdfium, taken.cases, outputs, RECT, annotations=False) == []
    assert changed(source, taken.cases, outputs, RECT) == []


@pytest.mark.parametrize("way", WAYS)
def test_a_marked_file_takes_a_second_mark(books, tmp_path, way):
    source, cases = books["special"]
    second = (60, 150, 80, 40)
    (tmp_path / "again").mkdir()
    once, _ = signed_pair(source, cases, RECT, tmp_path, "--as", way)
    outputs = signed_pair(once, cases, second, tmp_path / "again", "--as", way)
    assert misplaced(Pdfium, cases, outputs, second, annotations=way == "annotation") == []
    assert changed(once, cases, outputs, second) == []
