# SPDX-License-Identifier: Apache-2.0
"""Signing and stamping: many files, many pages, and where the results and records go."""

import datetime
import hashlib
import json

import pikepdf
import pytest

from calls import RECT, desk, pdf, run


@pytest.fixture
def here(tmp_path):
    return desk(tmp_path)


def sign(here, files, *words, mark="ink.json", page="1", rect=RECT, verb="sign"):
    return run(here, verb, *files, "--mark", mark, "--page", page, "--rect", rect, *words)


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def marked_pages(path):
    with pikepdf.open(path) as document:
        return [
            number
            for number, page in enumerate(document.pages, 1)
            if any(name.startswith("/Mark") for name in page.get("/Resources", {}).get("/XObject", {}).keys())
        ]


# Several files


def test_one_bad_file_does_not_stop_the_others(here):
    (here / "bad.pdf").write_bytes(b"no pdf")
    (here / "small.pdf").write_bytes(pdf((50, 50)))
    (here / "b.pdf").write_bytes(pdf())
    (here / "out").mkdir()
    files = ["a.pdf", "bad.pdf", "small.pdf", "gone.pdf", "b.pdf"]
    answer = sign(here, files, "-o", "out", "--json")
    assert answer.status == 1
    assert [each["file"] for each in answer.value] == ["a.pdf", "b.pdf"]
    told = [(error["code"], error["place"].get("file")) for error in answer.errors]
    assert told == [
        ("invalidDocument", "bad.pdf"), ("outsidePage", "small.pdf"), ("notFound", "gone.pdf"),
        ("partialFailure", None),
    ]  # fmt: skip
    assert sorted(path.name for path in (here / "out").iterdir()) == ["a.pdf", "b.pdf"]


def test_people_see_each_file(here):
    (here / "bad.pdf").write_bytes(b"no pdf")
    answer = sign(here, ["a.pdf", "bad.pdf"], "--in-place")
    assert answer.status == 1
    assert answer.text.startswith("signed page 1 of a.pdf, ")
    lines = answer.stderr.splitlines()
    assert "bad.pdf" in lines[0] and lines[1] == "inkstone: error: 1 of 2 files failed; the others are done."


def test_info_tells_the_good_files_too(here):
    answer = run(here, "info", "a.pdf", "none.pdf", "a.pdf", "--json")
    assert answer.status == 1 and len(answer.value) == 2


def test_several_files_need_a_folder(here):
    (here / "b.pdf").write_bytes(pdf())
    for out in ("out.pdf", "-"):
        answer = sign(here, ["a.pdf", "b.pdf"], "-o", out)
        assert answer.status == 64 and "folder" in answer.stderr
    assert not (here / "out.pdf").exists()


def test_files_of_one_name_do_not_overwrite_each_other(here):
    (here / "sub").mkdir()
    (here / "sub" / "a.pdf").write_bytes(pdf())
    (here / "out").mkdir()
    answer = sign(here, ["a.pdf", "sub/a.pdf"], "-o", "out")
    assert answer.status == 64 and "called a.pdf" in answer.stderr
    assert not list((here / "out").iterdir())


# Destinations


def test_standard_output_is_the_file(here):
    answer = sign(here, ["a.pdf"], "-o", "-")
    assert answer.status == 0
    assert answer.stdout.startswith((here / "a.pdf").read_bytes())
    (here / "piped.pdf").write_bytes(answer.stdout)
    assert marked_pages(here / "piped.pdf") == [1]


def test_standard_output_is_nothing_but_the_file_for_machines_too(here):
    (here / "a.pdf").write_bytes(pdf(entries="/CropBox [0 0 0 0]"))
    answer = sign(here, ["a.pdf"], "-o", "-", "--json")
    assert answer.stdout.startswith(b"%PDF-") and answer.stdout.endswith(b"%%EOF\n")
    told = sign(here, ["a.pdf"], "-o", "-").stderr
    assert "CropBox is empty" in told and "a.pdf" in told


def test_in_place_keeps_the_old_bytes(here):
    before = (here / "a.pdf").read_bytes()
    answer = sign(here, ["a.pdf"], "--in-place")
    after = (here / "a.pdf").read_bytes()
    assert answer.status == 0 and answer.stderr == ""
    assert after.startswith(before)
    assert answer.text == f"signed page 1 of a.pdf, {len(after) - len(before)} bytes appended\n"


def test_a_folder_keeps_the_names(here):
    (here / "out").mkdir()
    answer = sign(here, ["a.pdf"], "-o", "out/")
    assert answer.status == 0 and "into out/a.pdf" in answer.text
    assert marked_pages(here / "out" / "a.pdf") == [1]


@pytest.mark.parametrize("name", ["合同（终稿）.pdf", "a b'c\".pdf", "é.pdf", "x" * 200 + ".pdf"])
def test_any_name_will_do(here, name):
    (here / name).write_bytes(pdf())
    (here / "出").mkdir()
    assert sign(here, [name], "-o", "出").status == 0
    assert marked_pages(here / "出" / name) == [1]
    assert run(here, "info", name, "--json").value["file"] == name


def test_a_name_that_begins_with_a_dash(here):
    (here / "-odd.pdf").write_bytes(pdf())
    words = ("--mark", "ink.json", "--page", "1", "--rect", RECT, "-o", "out.pdf")
    assert run(here, "sign", *words, "--", "-odd.pdf").status == 0
    assert run(here, "info", "--", "-odd.pdf").status == 0
    assert run(here, "info", "-odd.pdf").status == 64


# Pages


@pytest.mark.parametrize(
    "pages, expected",
    [
        ("1", [1]), ("last", [5]), ("odd", [1, 3, 5]), ("even", [2, 4]), ("all", [1, 2, 3, 4, 5]),
        ("2-4", [2, 3, 4]), ("4-last", [4, 5]), ("5,1,1-2", [1, 2, 5]),
    ],
)  # fmt: skip
def test_the_pages_that_are_meant_are_marked(here, pages, expected):
    (here / "a.pdf").write_bytes(pdf((400, 300), (300, 400), (200, 200), (1000, 1000), (500, 300)))
    answer = sign(here, ["a.pdf"], "-o", "out.pdf", "--json", page=pages)
    assert answer.status == 0
    assert marked_pages(here / "out.pdf") == expected
    assert [mark["page"] for mark in answer.value["marks"]] == expected


def test_each_pages_rect_comes_from_its_own_size(here):
    (here / "a.pdf").write_bytes(pdf((400, 300), (300, 400)))
    answer = sign(here, ["a.pdf"], "-o", "out.pdf", "--json", "--fit", "stretch", page="all")
    first, second = answer.value["marks"]
    assert first["rect"] == second["rect"] == [100, 100, 80, 40]
    assert first["pageSpaceRect"] == [100, 160, 80, 40]
    assert second["pageSpaceRect"] == [100, 260, 80, 40]
    assert answer.value["file"] == "a.pdf" and answer.value["output"] == "out.pdf"
    assert answer.value["appendedBytes"] > 0 and answer.value["diagnostics"] == []


def test_one_page_that_is_too_small_refuses_the_file(here):
    (here / "a.pdf").write_bytes(pdf((400, 300), (60, 60), (400, 300)))
    answer = sign(here, ["a.pdf"], "-o", "out.pdf", page="all")
    assert answer.status == 86 and "page 2" in answer.stderr and "60 × 60" in answer.stderr
    assert not (here / "out.pdf").exists()


def test_many_warnings_are_few_lines(here):
    (here / "a.pdf").write_bytes(pdf(*[(400, 300)] * 50, entries="/CropBox [0 0 0 0]"))
    answer = sign(here, ["a.pdf"], "-o", "out.pdf", page="all")
    lines = answer.stderr.splitlines()
    assert len(lines) == 11 and lines[-1] == "inkstone: and 40 more; inkstone check a.pdf tells all"
    assert all("a.pdf" in line for line in lines)


# Marks


@pytest.mark.parametrize("mark", ["ink.json", "seal.svg", "a.pdf"])
@pytest.mark.parametrize("way", ["content", "annotation"])
def test_every_kind_of_mark_can_be_placed(here, mark, way):
    answer = sign(
        here, ["a.pdf"], "-o", "out.pdf", "--as", way, "--blend", "multiply", "--opacity", "0.5",
        mark=mark, verb="stamp",
    )  # fmt: skip
    assert answer.status == 0 and answer.text.startswith("stamped page 1 of a.pdf into out.pdf, ")
    assert run(here, "check", "out.pdf").status == 0
    with pikepdf.open(here / "out.pdf") as document:
        (page,) = document.pages
        assert ("/Annots" in page) == (way == "annotation")


def test_auto_keeps_the_marks_shape(here):
    answer = sign(here, ["a.pdf"], "-o", "o.pdf", "--json", mark="seal.svg", rect="10,10,60,auto")
    assert answer.value["marks"][0]["rect"] == [10, 10, 60, 30]
    answer = sign(here, ["a.pdf"], "-o", "p.pdf", "--json", mark="seal.svg", rect="1in,1in,auto,1in")
    assert answer.value["marks"][0]["rect"] == [72, 72, 144, 72]


def test_the_author_of_an_annotation_is_kept(here):
    sign(here, ["a.pdf"], "-o", "out.pdf", "--as", "annotation", "--author", "李雷")
    with pikepdf.open(here / "out.pdf") as document:
        (annotation,) = document.pages[0].Annots
        assert str(annotation.T) == "李雷" and annotation.F == 4


# Records and progress


def test_each_mark_is_recorded(here):
    (here / "a.pdf").write_bytes(pdf((400, 300), (400, 300)))
    (here / "b.pdf").write_bytes(pdf((500, 500)))
    (here / "out").mkdir()
    answer = sign(here, ["a.pdf", "b.pdf"], "-o", "out", "--record", "log.jsonl", page="all")
    assert answer.status == 0
    lines = [json.loads(line) for line in (here / "log.jsonl").read_text().splitlines()]
    assert [(line["file"], line["page"]) for line in lines] == [
        ("out/a.pdf", 1), ("out/a.pdf", 2), ("out/b.pdf", 1),
    ]  # fmt: skip
    for line in lines:
        assert line["sha256Before"] == sha256(here / line["file"].removeprefix("out/"))
        assert line["sha256After"] == sha256(here / line["file"])
        assert line["markSha256"] == sha256(here / "ink.json")
        assert len(line["rect"]) == len(line["pageSpaceRect"]) == 4
        moment = datetime.datetime.fromisoformat(line["time"].replace("Z", "+00:00"))
        assert abs(datetime.datetime.now(datetime.timezone.utc) - moment).total_seconds() < 120
        assert line["tool"].startswith("inkstone ")
    sign(here, ["a.pdf"], "-o", "-", "--record", "log.jsonl")
    assert len((here / "log.jsonl").read_text().splitlines()) == 4


def test_a_record_that_cannot_be_written_keeps_the_file_as_it_is(here):
    before = (here / "a.pdf").read_bytes()
    answer = sign(here, ["a.pdf"], "--in-place", "--record", "no/log.jsonl")
    assert answer.status == 66 and "no/log.jsonl" in answer.stderr
    assert (here / "a.pdf").read_bytes() == before


def test_progress_is_json_for_machines(here):
    (here / "a.pdf").write_bytes(pdf(*[(400, 300)] * 20))
    answer = sign(here, ["a.pdf"], "-o", "out.pdf", "--progress", "json", page="all")
    reports = [json.loads(line)["progress"] for line in answer.stderr.splitlines()]
    assert reports[0] == {"kind": "pdfSave", "stage": "processing", "done": 0, "of": 20}
    assert {"kind": "pdfSave", "stage": "processing", "done": 20, "of": 20} in reports
    assert reports[-1]["stage"] == "writing"
    answer = run(here, "check", "a.pdf", "--progress", "json")
    assert json.loads(answer.stderr.splitlines()[0])["progress"]["kind"] == "pdfCheck"


def test_nobody_watches_so_nothing_is_drawn(here):
    assert sign(here, ["a.pdf"], "-o", "out.pdf").stderr == ""
