# SPDX-License-Identifier: Apache-2.0
"""`--verify`: a mark is drawn before it is believed, and nothing is written when it is not there."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from Judges import tool

from calls import INK, SVG, run
from grid_pages import RECT, SPECIAL, Book, Geometry, content_pairs, drawing, geometries

WORDS = ",".join(map(str, RECT))


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """A sample of the placement grid: every 19th geometry, a third of the contents, all special pages."""
    folder = tmp_path_factory.mktemp("proof")
    made = {}
    for name in ("geometry", "content", "special"):
        book = Book()
        if name == "geometry":
            for each in list(geometries())[::19]:
                book.add_content("balanced", each)
        elif name == "content":
            for content, each in list(content_pairs())[::3]:
                book.add_content(content, each)
        else:
            for special in SPECIAL:
                book.add_special(special)
        path = folder / f"{name}.pdf"
        book.save(path)
        made[name] = (path, book.cases)
    return made


def desk(folder):
    (folder / "ink.json").write_text(INK)
    (folder / "seal.svg").write_text(SVG)
    return folder


@pytest.mark.parametrize("options", [
    (), ("--as", "annotation"), ("--blend", "multiply"),
    ("--opacity", "0.4", "--as", "annotation", "--blend", "multiply"), ("--opacity", "0.4"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["geometry", "content", "special"])
def test_what_lands_is_proven(books, tmp_path, name, options):
    source, cases = books[name]
    desk(tmp_path)
    pages = ",".join(str(case.number) for case in cases if case.marked)
    for mark in ("seal.svg",) if options else ("seal.svg", "ink.json"):
        answer = run(
            tmp_path, "stamp", source, "--mark", mark, "--page", pages, "--rect", WORDS, *options,
            "-o", f"{mark}.pdf", "--verify", "--json",
        )  # fmt: skip
        assert answer.status == 0, answer.stderr
        assert answer.value["verified"] is True


def covered(folder, **entries):
    """A page with an opaque annotation where the mark shall go."""
    book = Book()
    page = Dictionary(Contents=book.stream(drawing(0, 0).encode()), Resources=book.resources())
    form = book.stream(b"1 1 0.8 rg 0 0 200 200 re f")
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, [0, 0, 200, 200]
    page.Annots = Array([
        Dictionary(
            Type=Name.Annot, Subtype=Name.Square, Rect=[70, 290, 140, 320], F=4, AP=Dictionary(N=form), **entries
        )
    ])  # fmt: skip
    book.add("covered", Geometry(), page)
    book.save(folder / "covered.pdf")
    return folder / "covered.pdf"


def test_a_mark_below_an_annotation_is_not_believed(tmp_path):
    desk(tmp_path)
    source = covered(tmp_path)
    before = source.read_bytes()
    call = ["stamp", "covered.pdf", "--mark", "seal.svg", "--page", 1, "--rect", WORDS]
    # Without the proof it is placed; with it, neither a new file nor the old one is touched.
    assert run(tmp_path, *call, "-o", "unproven.pdf").status == 0
    for where in (("-o", "new.pdf"), ("--in-place",), ("-o", "-")):
        answer = run(tmp_path, *call, *where, "--verify", "--json")
        assert answer.status == 74, answer.stderr
        error = answer.errors[0]
        assert error["code"] == "saveFailed" and error["place"]["page"] == 1
        # Both boxes: the one asked for, and the one that changed.
        assert "60,70,90,45" in error["message"] and "the page changed at" in error["message"]
        assert source.read_bytes() == before and not (tmp_path / "new.pdf").exists()
        assert answer.stdout == b""
    # As an annotation it lies above the other.
    assert run(tmp_path, *call, "--as", "annotation", "-o", "above.pdf", "--verify").status == 0


def test_one_bad_file_of_many_is_named_and_the_others_are_done(tmp_path):
    desk(tmp_path)
    covered(tmp_path)
    (tmp_path / "out").mkdir()
    answer = run(
        tmp_path, "stamp", tool.ROOT / "Examples/contract.pdf", "covered.pdf", "--mark", "seal.svg",
        "--page", 1, "--rect", WORDS, "-o", "out", "--verify", "--json",
    )  # fmt: skip
    assert answer.status == 1
    assert [error["code"] for error in answer.errors] == ["saveFailed", "partialFailure"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["contract.pdf"]


def test_a_mark_that_cannot_be_seen_is_told(tmp_path):
    white = SVG.replace("<rect ", '<rect fill="#fff" ')
    (tmp_path / "white.svg").write_text(white)
    book = Book()
    book.add("empty", Geometry(), Dictionary(Contents=book.stream(b""), Resources=Dictionary()))
    book.save(tmp_path / "empty.pdf")
    answer = run(
        tmp_path, "stamp", "empty.pdf", "--mark", "white.svg", "--page", 1, "--rect", WORDS,
        "-o", "o.pdf", "--verify", "--json",
    )  # fmt: skip
    assert answer.status == 0, answer.stderr
    assert "cannot be seen" in answer.value["diagnostics"][-1]["message"]


def test_an_encrypted_file_is_proven_too(tmp_path):
    desk(tmp_path)
    with pikepdf.open(tool.ROOT / "Examples/contract.pdf") as document:
        document.save(tmp_path / "e.pdf", encryption=pikepdf.Encryption(owner="own", user="use"))
    answer = run(
        tmp_path, "sign", "e.pdf", "--mark", "ink.json", "--page", "all", "--rect", WORDS,
        "--password", "use", "--in-place", "--verify",
    )  # fmt: skip
    assert answer.status == 0, answer.stderr


def test_a_damaged_file_is_proven_as_it_is_after_its_repair(tmp_path):
    desk(tmp_path)
    whole = (tool.ROOT / "Examples/contract.pdf").read_bytes()
    (tmp_path / "d.pdf").write_bytes(whole.replace(b"startxref", b"startyref"))
    answer = run(
        tmp_path, "sign", "d.pdf", "--mark", "ink.json", "--page", "1,3", "--rect", WORDS,
        "-o", "o.pdf", "--verify",
    )  # fmt: skip
    assert answer.status == 0, answer.stderr


def test_a_very_large_page_is_proven_with_fewer_pixels(tmp_path):
    desk(tmp_path)
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(9000, 14000))
    page.Contents = document.make_stream(b"0 0 1 rg 100 100 8000 13000 re f")
    document.save(tmp_path / "large.pdf")
    answer = run(
        tmp_path, "sign", "large.pdf", "--mark", "ink.json", "--page", 1, "--rect", "4000,9000,200,90",
        "-o", "o.pdf", "--verify",
    )  # fmt: skip
    assert answer.status == 0, answer.stderr
