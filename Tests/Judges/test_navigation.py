# SPDX-License-Identifier: Apache-2.0
"""The comparison of what there is to navigate by says no where it should, and the readers read made files alike."""

import pytest

from . import navigating, navigation_report as report

FACTS = {"opened": True, "outline": [], "points": [], "links": [], "targets": [], "labels": [], "files": []}


def row(fact, ours, mupdf=None, pdfium=None):
    rows = {"inkstone": {**FACTS, fact: ours}, "MuPDF": {"opened": False}, "PDFium": {"opened": False}}
    for name, value in (("MuPDF", mupdf), ("PDFium", pdfium)):
        if value is not None:
            rows[name] = {**FACTS, fact: value}
    return rows


A, B = [[1, "A", 1]], [[1, "B", 1]]


@pytest.mark.parametrize("ours, mupdf, pdfium, word", [
    (A, A, A, "agreed"), (A, A, None, "agreed"), (A, A, B, "split"), (A, B, None, "alone"),
    (A, B, [], "alone"), (A, B, B, "outvoted"), ([], [], [], ""), (A, None, None, ""),
])  # fmt: skip
def test_verdicts(ours, mupdf, pdfium, word):
    assert report.verdict("outline", row("outline", ours, mupdf, pdfium)) == word


def test_boxes_may_differ_by_what_floats_lose():
    one = [[1, 10.0, 20.0, 30.0, 40.0]]
    assert report.agree("links", one, [[1, 10.2, 20.0, 30.0, 40.0]])
    assert not report.agree("links", one, [[1, 10.3, 20.0, 30.0, 40.0]])
    assert not report.agree("links", one, [[2, 10.0, 20.0, 30.0, 40.0]])
    assert not report.agree("links", one, one + one)
    assert not report.agree("points", [[0, "XYZ", None, 3]], [[0, "XYZ", 0, 3]])


def test_files_of_others_must_be_among_ours():
    assert report.agree("files", [["a", "1"], ["b", "2"]], [["x", "2"]])
    assert not report.agree("files", [["a", "1"]], [["a", "1"], ["b", "1"]])


def test_a_file_that_ends_the_program_is_told():
    dead = row("outline", A, A, A)
    dead["inkstone"] = {"opened": False, "died": True}
    assert report.verdict("outline", dead) == "died"


def test_a_row_may_get_better_not_worse():
    assert report.worse({"links": "alone"}, {"links": "split"}) == []
    assert report.worse({}, {"links": "split"}) == ["links: was agreed, is split"]


def made(path):
    """A document of four pages with everything to navigate by, one page turned and cropped."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String

    pdf = pikepdf.new()
    for turn in (0, 90, 180, 270):
        pdf.add_blank_page(page_size=(300, 400))
        pdf.pages[-1].obj.Rotate = turn
    pdf.pages[1].obj.CropBox = Array([20, 30, 280, 390])
    pages = [page.obj for page in pdf.pages]
    link = dict(Type=Name.Annot, Subtype=Name.Link, Rect=Array([50, 60, 120, 80]))
    for place, page in enumerate(pages):
        page.Annots = Array([
            pdf.make_indirect(Dictionary(**link, Dest=Array([pages[3 - place], Name.XYZ, 10, 390, 0]))),
            pdf.make_indirect(Dictionary(**link, A=Dictionary(S=Name.URI, URI=String("https://a.b/c")))),
            pdf.make_indirect(Dictionary(**link, Dest=String("named"))),
        ])  # fmt: skip
    destination = Dictionary(D=Array([pages[2], Name.FitH, 200]))
    pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([String("named"), destination])))
    pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r), 2, Dictionary(S=Name.D, P=String("A-"))]))
    with pdf.open_outline() as outline:
        top = pikepdf.OutlineItem("Größe 中", 0, "XYZ", left=10, top=390)
        top.children.append(pikepdf.OutlineItem("turned", 1, "FitH", top=200))
        outline.root += [top, pikepdf.OutlineItem("last", 3, "Fit")]
    pdf.attachments["prices.csv"] = b"a,b\n1,2\n"
    pdf.save(path)


def test_all_readers_agree_about_a_made_file(tmp_path):
    made(tmp_path / "made.pdf")
    rows = {name: read(tmp_path / "made.pdf", "") for name, read in navigating.ALL.items()}
    ours = rows["inkstone"]
    assert [len(ours[fact]) for fact in navigating.FACTS] == [3, 3, 12, 12, 4, 1]
    assert ours["outline"] == [[1, "Größe 中", 1], [2, "turned", 2], [1, "last", 4]]
    assert ours["labels"] == ["i", "ii", "A-1", "A-2"]
    assert {fact: report.verdict(fact, rows) for fact in navigating.FACTS} == dict.fromkeys(navigating.FACTS, "agreed")
