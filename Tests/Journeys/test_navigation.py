# SPDX-License-Identifier: Apache-2.0
"""Finding one's way through a document, and taking out the files inside it, as a person does."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, OutlineItem, String

from calls import pdf, run

PRICES = b"pen,2\nink,3\n" * 1000


def book(path, **options):
    """Four pages with an outline, labels, links and two files, one of which wants to be elsewhere."""
    document = pikepdf.new()
    for _ in range(4):
        document.add_blank_page(page_size=(300, 400))
    pages = [page.obj for page in document.pages]
    with document.open_outline() as outline:
        part = OutlineItem("Part 一", 1, "XYZ", left=0, top=400)
        part.children.append(OutlineItem("Evil\x1b[31m", action=Dictionary(S=Name.Launch, F=String("x.exe"))))
        outline.root += [OutlineItem("Preface", 0), part]
    document.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r), 1, Dictionary(S=Name.D)]))
    link = dict(Type=Name.Annot, Subtype=Name.Link, Rect=Array([30, 360, 90, 380]))
    pages[0].Annots = Array([
        document.make_indirect(Dictionary(**link, Dest=Array([pages[2], Name.Fit]))),
        document.make_indirect(Dictionary(**link, A=Dictionary(S=Name.URI, URI=String("javascript:x()")))),
    ])  # fmt: skip
    document.attachments["prices.csv"] = PRICES
    document.attachments["../../escape.txt"] = b"out"
    document.save(path, **options)


@pytest.fixture
def here(tmp_path):
    book(tmp_path / "book.pdf")
    return tmp_path


def test_the_outline_is_shown_with_pages_and_labels(here):
    answer = run(here, "info", "book.pdf", "--outline")
    assert answer.status == 0 and answer.stderr == ""
    lines = answer.text.splitlines()
    at = lines.index("  outline")
    assert lines[at + 1:at + 4] == [
        "    Preface → page 1 (i)", "    Part 一 → page 2 (1)", "      Evil\\u{1b}[31m → action Launch (not done)",
    ]  # fmt: skip
    value = run(here, "info", "book.pdf", "--outline", "--json").value
    assert [(item["level"], item["title"]) for item in value["outline"]] == [
        (1, "Preface"), (1, "Part 一"), (2, "Evil\x1b[31m")]  # fmt: skip
    assert value["outline"][1]["target"] == {"kind": "page", "page": 2, "fit": "point", "label": "1", "x": 0, "y": 0}
    assert value["outline"][2]["target"] == {"kind": "other", "action": "Launch"}
    assert value["pageLabels"] == ["i", "1", "2", "3"] and value["destinations"] == []


def test_links_tell_where_they_lead(here):
    value = run(here, "info", "book.pdf", "--links", "--json").value
    assert [link["rect"] for link in value["links"]] == [[30, 20, 60, 20]] * 2
    assert value["links"][0]["target"]["page"] == 3
    assert value["links"][1]["target"] == {"kind": "address", "address": "javascript:x()", "plain": False}
    assert "javascript:x() (not opened)" in run(here, "info", "book.pdf", "--links").text
    assert "outline" not in value and "attachments" not in value


def test_files_are_listed_and_taken_out(here):
    names = [each["fileName"] for each in run(here, "attachments", "book.pdf", "--json").value["attachments"]]
    assert sorted(names) == ["escape.txt", "prices.csv"]
    assert run(here, "info", "book.pdf", "--attachments", "--json").value["attachments"][0]["bytes"] is not None
    answer = run(here, "attachments", "book.pdf", "--extract", "prices.csv", "-o", "p.csv")
    assert (answer.status, answer.text) == (0, "p.csv: 12000 bytes\n")
    assert (here / "p.csv").read_bytes() == PRICES
    assert run(here, "attachments", "book.pdf", "--extract", "prices.csv", "-o", "-").stdout == PRICES


def test_no_file_escapes_its_folder(here):
    (here / "deep" / "files").mkdir(parents=True)
    answer = run(here, "attachments", "book.pdf", "--extract", "all", "-o", "deep/files", "--json")
    assert answer.status == 0 and len(answer.value["files"]) == 2
    assert sorted(path.name for path in (here / "deep" / "files").iterdir()) == ["escape.txt", "prices.csv"]
    assert sorted(path.name for path in here.iterdir()) == ["book.pdf", "deep"]


def test_what_is_there_is_not_replaced(here):
    (here / "p.csv").write_text("precious")
    words = ("attachments", "book.pdf", "--extract", "prices.csv", "-o", "p.csv")
    assert run(here, *words).status == 73 and (here / "p.csv").read_text() == "precious"
    assert run(here, *words, "--force").status == 0 and (here / "p.csv").read_bytes() == PRICES


@pytest.mark.parametrize(
    "words, status, told",
    [
        (("--extract", "nothing.txt", "-o", "x"), 66, "there is"),
        (("--extract", "prices.csv"), 64, "-o OUT"),
        (("-o", "x"), 64, "--extract NAME"),
        (("--extract", "all", "-o", "x"), 64, "a folder that exists"),
        (("--extract", "prices.csv", "-o", "none/"), 66, "make it first"),
    ],
)
def test_a_call_that_cannot_be_is_told(here, words, status, told):
    answer = run(here, "attachments", "book.pdf", *words)
    assert answer.status == status and told in answer.stderr and answer.stdout == b""


def test_a_document_without_anything_says_so(here):
    (here / "a.pdf").write_bytes(pdf())
    text = run(here, "info", "a.pdf", "--outline", "--links", "--attachments").text
    assert all(f"\n  {each}: none\n" in text for each in ("outline", "links", "attachments"))
    assert run(here, "attachments", "a.pdf").text == "a.pdf\n  no attachments\n"
    assert run(here, "attachments", "a.pdf", "--extract", "all", "-o", "x").status == 66


def test_a_document_that_forbids_copying_can_be_navigated(here):
    permissions = pikepdf.Permissions(extract=False, accessibility=False)
    book(here / "shut.pdf", encryption=pikepdf.Encryption(owner="own", user="", R=6, allow=permissions))
    value = run(here, "info", "shut.pdf", "--outline", "--links", "--json").value
    assert value["encryption"]["permissions"]["copy"] is False
    assert len(value["outline"]) == 3 and len(value["links"]) == 2
    assert run(here, "attachments", "shut.pdf", "--extract", "prices.csv", "-o", "-").stdout == PRICES
