# SPDX-License-Identifier: Apache-2.0
"""Pages turned, deleted, moved, inserted and merged, as strangers see the result."""

import hashlib

import pikepdf
import pypdfium2
import pytest

from Judges import qpdf
from Judges.tool import ROOT
from calls import run
from signed_fixtures import KINDS, contract, throw_away_signer

CONTRACT = ROOT / "Examples" / "contract.pdf"


def pictures(path, scale=0.5):
    """A digest of each page as PDFium draws it."""
    with pypdfium2.PdfDocument(str(path)) as document:
        found = []
        for page in document:
            pixels = page.render(scale=scale).to_numpy()
            found.append((pixels.shape, hashlib.sha256(pixels.tobytes()).hexdigest()))
            page.close()
        return found


def outline(path):
    """(level, title, page counted from 0) of each item, as PDFium reads it."""
    with pypdfium2.PdfDocument(str(path)) as document:
        found = []
        for item in document.get_toc():
            target = item.get_dest()
            found.append((item.level, item.get_title(), target.get_index() if target else None))
        return found


def clean(path):
    report = qpdf.check(path)
    return not report.messages and not report.gave_up


@pytest.fixture
def here(tmp_path):
    """a.pdf: five pages, each with its number, outline, names, links, labels, fields, a nested tree."""
    make(tmp_path / "a.pdf", 5)
    make(tmp_path / "b.pdf", 3, color="1 0 0")
    return tmp_path


def make(path, count, color="0 0 1"):
    pdf = pikepdf.new()
    font = pdf.make_indirect(pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    ))
    pages = []
    for number in range(count):
        page = pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Page, MediaBox=[0, 0, 200 + 10 * number, 300],
            Contents=pdf.make_stream(f"{color} rg BT /F 40 Tf 40 100 Td ({number + 1}) Tj ET".encode()),
        ))
        pages.append(page)
    # Two nodes below the root, which has the font; the second turns its pages.
    middle = count // 2
    root = pdf.Root.Pages
    root.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    nodes = []
    for part, more in ((pages[:middle], {}), (pages[middle:], {"Rotate": 90})):
        node = pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Pages, Parent=root, Kids=part, Count=len(part), **more
        ))
        for page in part:
            page.Parent = node
        nodes.append(node)
    root.Kids, root.Count = pikepdf.Array(nodes), count
    appearance = pdf.make_stream(b"0 1 0 rg 0 0 40 20 re f")
    appearance.Type, appearance.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    appearance.BBox = [0, 0, 40, 20]
    fields = []
    for number, page in enumerate(pages):
        link = pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 20, 20], Border=[0, 0, 0],
            Dest=pikepdf.String(f"page{(number + 1) % count}"),
        ))
        field = pdf.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, P=page, F=4,
            T=pikepdf.String(f"field{number}"), V=pikepdf.String(str(number)), Rect=[100, 200, 140, 220],
            DA=pikepdf.String("/F 12 Tf"), AP=pikepdf.Dictionary(N=appearance),
        ))
        fields.append(field)
        page.Annots = pikepdf.Array([link, field])
    pdf.Root.AcroForm = pikepdf.Dictionary(
        Fields=fields, DR=pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    )
    names = []
    for number, page in enumerate(pages):
        names += [pikepdf.String(f"page{number}"), pikepdf.Array([page, pikepdf.Name.Fit])]
    pdf.Root.Names = pikepdf.Dictionary(Dests=pikepdf.Dictionary(Names=names))
    pdf.Root.PageLabels = pikepdf.Dictionary(Nums=[
        0, pikepdf.Dictionary(S=pikepdf.Name.r), 2, pikepdf.Dictionary(S=pikepdf.Name.D)
    ])
    with pdf.open_outline() as tree:
        chapter = pikepdf.OutlineItem("chapter", 0)
        chapter.children.append(pikepdf.OutlineItem("section", count - 2))
        tree.root += [chapter, pikepdf.OutlineItem("end", count - 1)]
    pdf.attachments["note.txt"] = b"a note"
    pdf.save(path)


def labels(path):
    with pypdfium2.PdfDocument(str(path)) as document:
        return [document.get_page_label(index) for index in range(len(document))]


def fields(path):
    """Names of the fields, and the pages that their widgets are on."""
    with pikepdf.open(path) as pdf:
        place = {annotation.objgen: number for number, page in enumerate(pdf.pages)
                 for annotation in page.get("/Annots", [])}  # fmt: skip
        form = pdf.Root.get("/AcroForm", {})
        return {str(field.T): place[field.objgen] for field in form.get("/Fields", [])}


def links(path):
    """For each page the page that its link leads to; None for a link that leads nowhere."""
    with pikepdf.open(path) as pdf:
        names = pikepdf.NameTree(pdf.Root.Names.Dests) if "/Dests" in pdf.Root.get("/Names", {}) else {}
        place = {page.objgen: number for number, page in enumerate(pdf.pages)}
        found = []
        for page in pdf.pages:
            for annotation in page.get("/Annots", []):
                if annotation.Subtype == pikepdf.Name.Link:
                    target = annotation.get("/Dest")
                    found.append(None if target is None else place[names[str(target)][0].objgen])
        return found


def test_the_fixture_is_clean(here):
    assert clean(here / "a.pdf")
    assert labels(here / "a.pdf") == ["i", "ii", "1", "2", "3"]


# One file


@pytest.mark.parametrize("words, order", [
    (["delete", "--pages", "2"], [0, 2, 3, 4]),
    (["delete", "--pages", "1,4-last"], [1, 2]),
    (["move", "--pages", "last", "--before", "1"], [4, 0, 1, 2, 3]),
    (["move", "--pages", "1-3", "--before", "end"], [3, 4, 0, 1, 2]),
    (["rotate", "--pages", "all", "--by", "360"], [0, 1, 2, 3, 4]),
])  # fmt: skip
@pytest.mark.parametrize("way", ["new", "in place"])
def test_pages_look_as_before_where_they_are_now(here, words, order, way):
    before, before_labels = pictures(here / "a.pdf"), labels(here / "a.pdf")
    original = (here / "a.pdf").read_bytes()
    target = here / ("out.pdf" if way == "new" else "a.pdf")
    verb, *options = words
    answer = run(here, verb, "a.pdf", *options, *(["-o", "out.pdf"] if way == "new" else ["--in-place"]))
    assert answer.status == 0, answer.stderr
    assert clean(target)
    assert pictures(target) == [before[place] for place in order]
    assert labels(target) == [before_labels[place] for place in order]
    assert links(target) == [
        order.index((place + 1) % 5) if (place + 1) % 5 in order else None for place in order
    ]
    assert fields(target) == {f"field{place}": number for number, place in enumerate(order)}
    if way == "in place":
        assert target.read_bytes().startswith(original)


def test_outline_items_follow_their_pages(here):
    assert outline(here / "a.pdf") == [(0, "chapter", 0), (1, "section", 3), (0, "end", 4)]
    run(here, "move", "a.pdf", "--pages", "1", "--before", "end", "-o", "moved.pdf")
    assert outline(here / "moved.pdf") == [(0, "chapter", 4), (1, "section", 2), (0, "end", 3)]
    run(here, "delete", "a.pdf", "--pages", "1,5", "-o", "less.pdf")
    assert outline(here / "less.pdf") == [(0, "chapter", None), (1, "section", 2)]


def test_a_turned_page_is_turned(here):
    with pypdfium2.PdfDocument(str(here / "a.pdf")) as document:
        before = [page.get_rotation() for page in document]
    run(here, "rotate", "a.pdf", "--pages", "1,4", "--by", "-90", "--in-place")
    with pypdfium2.PdfDocument(str(here / "a.pdf")) as document:
        after = [page.get_rotation() for page in document]
    assert after == [270, *before[1:3], 0, before[4]]


def test_deleting_says_what_is_still_inside(here):
    kept = run(here, "delete", "a.pdf", "--pages", "1", "-o", "out.pdf")
    assert "recovered" not in kept.text
    assert b"(1) Tj" not in b"".join(streams(here / "out.pdf"))
    answer = run(here, "delete", "a.pdf", "--pages", "1", "--in-place")
    assert "can be recovered" in answer.text
    restored = run(here, "revisions", "a.pdf", "--restore", "1", "-o", "back.pdf")
    assert restored.status == 0
    assert len(pictures(here / "back.pdf")) == 5


def streams(path):
    with pikepdf.open(path) as pdf:
        return [o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream)]


def test_deleting_a_page_writes_little(tmp_path):
    pdf = pikepdf.new()
    for _ in range(2000):
        pdf.add_blank_page()
    pdf.save(tmp_path / "many.pdf")
    answer = run(tmp_path, "delete", "many.pdf", "--pages", "1000", "--in-place", "--json")
    # One array of 2,000 references, and no page.
    assert answer.value["appendedBytes"] < 2000 * 10
    assert len(pikepdf.open(tmp_path / "many.pdf").pages) == 1999


@pytest.mark.parametrize("size, expected", [
    ("a4", (595, 842)), ("letter", (612, 792)), ("100mmx2in", (283, 144)), ("same", (300, 220)),
])  # fmt: skip
def test_an_empty_page_has_the_size_asked_for(here, size, expected):
    before = pictures(here / "a.pdf")
    answer = run(here, "insert", "a.pdf", "--blank", size, "--before", "3", "-o", "out.pdf")
    assert answer.status == 0, answer.stderr
    after = pictures(here / "out.pdf")
    assert after[:2] + after[3:] == before
    with pypdfium2.PdfDocument(str(here / "out.pdf")) as document:
        assert tuple(round(side) for side in document.get_page_size(2)) == expected
    assert clean(here / "out.pdf")


@pytest.mark.parametrize("words, code", [
    (["delete", "a.pdf", "--pages", "all"], "usage"),
    (["delete", "a.pdf", "--pages", "6"], "notFound"),
    (["move", "a.pdf", "--pages", "1", "--before", "7"], "notFound"),
    (["move", "a.pdf", "--pages", "1", "--before", "x"], "usage"),
    (["rotate", "a.pdf", "--pages", "1", "--by", "45"], "usage"),
    (["insert", "a.pdf", "--before", "1"], "usage"),
    (["insert", "a.pdf", "--before", "1", "--blank", "a4", "--from", "b.pdf"], "usage"),
    (["insert", "a.pdf", "--before", "1", "--blank", "a5x"], "usage"),
    (["insert", "a.pdf", "--before", "1", "--from", "none.pdf"], "notFound"),
    (["insert", "a.pdf", "--before", "1", "--from", "b.pdf:9"], "notFound"),
])  # fmt: skip
def test_what_cannot_be_done_is_refused_with_its_reason(here, words, code):
    answer = run(here, *words, "-o", "out.pdf", "--json")
    assert answer.status != 0
    assert answer.errors[0]["code"] == code
    assert not (here / "out.pdf").exists()


def test_a_signed_file_is_refused_until_forced(tmp_path):
    make, _ = KINDS["approval"]
    (tmp_path / "s.pdf").write_bytes(make(contract(), throw_away_signer()))
    words = ("rotate", "s.pdf", "--pages", "1", "--by", "90", "-o", "out.pdf")
    assert run(tmp_path, *words, "--json").errors[0]["code"] == "wouldBreakSignature"
    forced = run(tmp_path, *words, "--force")
    assert forced.status == 0 and "breaks the digital signature" in forced.stderr


# Two files


def test_inserted_pages_look_as_in_their_file(here):
    a, b = pictures(here / "a.pdf"), pictures(here / "b.pdf")
    answer = run(here, "insert", "a.pdf", "--from", "b.pdf:2-3", "--before", "2", "--in-place")
    assert answer.status == 0, answer.stderr
    assert clean(here / "a.pdf")
    assert pictures(here / "a.pdf") == a[:1] + b[1:] + a[1:]
    assert outline(here / "a.pdf")[-1] == (1, "end", 2)
    assert fields(here / "a.pdf")["field1_2"] == 1


def test_merged_files_keep_what_is_theirs(here):
    a, b = pictures(here / "a.pdf"), pictures(here / "b.pdf")
    answer = run(here, "merge", "a.pdf", "b.pdf", "a.pdf", "-o", "out.pdf", "--json")
    assert answer.status == 0, answer.stderr
    out = here / "out.pdf"
    assert answer.value["pages"] == 13
    assert clean(out)
    assert pictures(out) == a + b + a
    assert labels(out) == labels(here / "a.pdf") + labels(here / "b.pdf") + labels(here / "a.pdf")
    assert outline(out) == [
        (0, "a", 0), (1, "chapter", 0), (2, "section", 3), (1, "end", 4),
        (0, "b", 5), (1, "chapter", 5), (2, "section", 6), (1, "end", 7),
        (0, "a", 8), (1, "chapter", 8), (2, "section", 11), (1, "end", 12),
    ]  # fmt: skip
    assert links(out) == [1, 2, 3, 4, 0, 6, 7, 5, 9, 10, 11, 12, 8]
    expected = {f"field{n}": n for n in range(5)} | {f"field{n}_2": 5 + n for n in range(3)}
    expected |= {f"field{n}_3": 8 + n for n in range(3)} | {f"field{n}_2": 8 + n for n in (3, 4)}
    assert fields(out) == expected
    with pikepdf.open(out) as pdf:
        assert {name: file.get_file().read_bytes() for name, file in pdf.attachments.items()} == {
            name: b"a note" for name in ("note.txt", "note.txt_2", "note.txt_3")
        }


def test_some_pages_of_files_can_be_merged(here):
    a, b = pictures(here / "a.pdf"), pictures(here / "b.pdf")
    assert run(here, "merge", "b.pdf:last", "a.pdf:2-3", "-o", "out.pdf").status == 0
    assert pictures(here / "out.pdf") == b[2:] + a[1:3]
    assert clean(here / "out.pdf")


def test_a_file_whose_name_has_a_colon_is_that_file(here):
    (here / "a.pdf:1").write_bytes((here / "b.pdf").read_bytes())
    assert run(here, "merge", "a.pdf:1", "-o", "out.pdf").status == 0
    assert len(pictures(here / "out.pdf")) == 3


def test_one_bad_file_is_named_before_anything_is_written(here):
    (here / "bad.pdf").write_text("no document")
    answer = run(here, "merge", "a.pdf", "bad.pdf", "b.pdf", "-o", "out.pdf", "--json")
    assert answer.status == 65
    assert answer.errors[0]["place"]["file"] == "bad.pdf"
    assert not (here / "out.pdf").exists()


def test_merging_to_standard_output_gives_the_same_bytes(here):
    run(here, "merge", "a.pdf", "b.pdf", "-o", "out.pdf")
    assert run(here, "merge", "a.pdf", "b.pdf", "-o", "-").stdout == (here / "out.pdf").read_bytes()


def test_equal_fonts_and_images_are_written_once(here):
    for name in ("one.pdf", "two.pdf"):
        run(here, "merge", str(CONTRACT), "-o", name)
    one = (here / "one.pdf").stat().st_size
    run(here, "merge", "one.pdf", "two.pdf", "-o", "both.pdf")
    assert (here / "both.pdf").stat().st_size < one * 1.5
    assert pictures(here / "both.pdf") == pictures(CONTRACT) * 2
    assert clean(here / "both.pdf")
