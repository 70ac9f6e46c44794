# SPDX-License-Identifier: Apache-2.0
"""Help, refusals and their exit statuses, as a person meets them."""

import io

import pikepdf
import pytest

from calls import RECT, desk, pdf, run

VERBS = (
    "info", "check", "sign", "stamp", "revisions", "encrypt", "decrypt", "merge", "rotate", "delete", "move",
    "insert", "attachments",
)  # fmt: skip


@pytest.fixture
def here(tmp_path):
    return desk(tmp_path)


def sign(here, *words, mark="ink.json", page="1", rect=RECT, file="a.pdf", out="out.pdf", **more):
    output = ("-o", out) if out else ()
    return run(here, "sign", file, "--mark", mark, "--page", page, "--rect", rect, *output, *words, **more)


# Help


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_examples(here, verb):
    for words in ((verb, "--help"), (verb, "-h"), ("help", verb), (verb, "x.pdf", "--help")):
        answer = run(here, *words)
        assert (answer.status, answer.stderr) == (0, "")
        assert answer.text.startswith(f"inkstone {verb}: ")
        assert "Usage:" in answer.text and "Examples:" in answer.text and "--json" in answer.text
        assert all(len(line) <= 80 for line in answer.text.splitlines() if "inkstone" not in line)


def test_the_overview_names_every_verb(here):
    for words in ((), ("--help",), ("help",)):
        answer = run(here, *words)
        assert answer.status == 0
        assert all(f"\n  {verb}" in answer.text for verb in VERBS)


def test_sign_says_at_once_that_it_makes_no_digital_signature(here):
    assert "no digital signature" in " ".join(run(here, "sign", "--help").text.split("\n")[:2])


def test_the_version_is_one_line(here):
    assert run(here, "--version").text.count("\n") == 1


# Usage


@pytest.mark.parametrize(
    "words, told",
    [
        (["sing", "a.pdf"], "Did you mean sign?"),
        (["--force", "info"], "The verb comes first"),
        (["info"], "info needs a FILE"),
        (["info", "a.pdf", "--jsno"], "Did you mean --json?"),
        (["sign", "a.pdf"], "sign needs --mark M, --page P."),
        (["sign", "a.pdf", "--mark", "ink.json", "--page", "1", "-o", "b.pdf"],
         "Say where the mark goes: --rect X,Y,W,H, or --over TEXT with --size W,H."),
        (["sign", "a.pdf", "--mark", "ink.json", "--page", "1", "--rect", RECT], "-o OUT, or --in-place"),
    ],
)
def test_a_wrong_call_is_told_what_is_meant(here, words, told):
    answer = run(here, *words)
    assert answer.status == 64
    assert told in answer.stderr and answer.stderr.startswith("inkstone: error: ")
    assert answer.stdout == b""


@pytest.mark.parametrize("rect", ["1,2,3", "a,b,c,d", "1,2,0,4", "1,2,-3,4", "1,2,auto,auto", "", "1,2,nan,4"])
def test_a_rect_that_is_none_is_refused(here, rect):
    assert sign(here, rect=rect).status == 64


@pytest.mark.parametrize("page", ["0", "x", "3-1", "", "1,,2", "last-1"])
def test_pages_that_are_none_are_refused(here, page):
    assert sign(here, page=page).status == 64


@pytest.mark.parametrize("number", ["2", "-0.1", "1e9", "half", "999999999999999999999"])
def test_an_opacity_out_of_range_is_refused(here, number):
    answer = sign(here, "--opacity", number)
    assert answer.status == 64 and "from 0 to 1" in answer.stderr


def test_two_destinations_are_one_too_many(here):
    assert sign(here, "--in-place").status == 64


def test_a_destination_without_a_revision_makes_no_sense(here):
    for words in (("-o", "b.pdf"), ("--in-place",)):
        answer = run(here, "revisions", "a.pdf", *words)
        assert answer.status == 64 and "--restore N" in answer.stderr


# The table of errors


def test_a_file_that_is_not_there(here):
    for words in (["info", "no.pdf"], ["check", "no.pdf"], ["revisions", "no.pdf"]):
        answer = run(here, *words)
        assert answer.status == 66 and "no.pdf" in answer.stderr
    assert sign(here, file="no.pdf").status == 66
    assert sign(here, mark="no.png").status == 66


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.7\n", b"\0" * 5000, b"%PDF-1.7\n1 0 obj\n<<"])
def test_a_file_that_is_no_pdf(here, data):
    (here / "a.pdf").write_bytes(data)
    for words in (["info", "a.pdf"], ["check", "a.pdf"], ["revisions", "a.pdf"]):
        assert run(here, *words).status == 65
    assert sign(here).status == 65
    assert sign(here, "--in-place", out=None).status == 65
    assert (here / "a.pdf").read_bytes() == data and not (here / "out.pdf").exists()


def test_a_folder_is_no_file(here):
    (here / "dir").mkdir()
    answer = run(here, "info", "dir")
    assert answer.status == 69 and "folder" in answer.stderr
    assert sign(here, mark="dir").status == 69


def test_an_unknown_encryption_is_refused_and_untouched(here):
    data = pdf(trailer="/Encrypt << /Filter /Adobe.PubSec /V 4 >>")
    (here / "a.pdf").write_bytes(data)
    for words in (["info", "a.pdf"], ["check", "a.pdf"], ["revisions", "a.pdf"]):
        answer = run(here, *words)
        assert answer.status == 69 and "Adobe.PubSec" in answer.stderr
    assert sign(here).status == 69 and sign(here, "--in-place", out=None).status == 69
    assert (here / "a.pdf").read_bytes() == data
    assert sorted(path.name for path in here.iterdir()) == ["a.pdf", "ink.json", "seal.svg"]


def test_an_output_that_is_there(here):
    (here / "out.pdf").write_bytes(b"precious")
    answer = sign(here)
    assert answer.status == 73 and "--force" in answer.stderr
    assert (here / "out.pdf").read_bytes() == b"precious"
    assert sign(here, "--force").status == 0


def test_the_input_as_output_is_there_too(here):
    before = (here / "a.pdf").read_bytes()
    assert sign(here, out="a.pdf").status == 73
    assert sign(here, out=".").status == 73
    assert (here / "a.pdf").read_bytes() == before
    assert sign(here, "--force", out="a.pdf").status == 0
    assert (here / "a.pdf").read_bytes().startswith(before)


def test_an_output_folder_that_is_not_there(here):
    for out in ("no/out.pdf", "no/"):
        answer = sign(here, out=out)
        assert answer.status == 66 and "make it first" in answer.stderr


def test_a_rect_beyond_the_page(here):
    for rect in ("330,100,80,40", "-1,0,5,5", "100mm,100mm,100mm,auto", "1000000000,0,5,5"):
        answer = sign(here, rect=rect)
        assert answer.status == 86 and "400 × 300" in answer.stderr and "page 1" in answer.stderr


def test_a_page_beyond_the_end(here):
    for page in ("2", "1,2", "even", "2-last", "99999999999"):
        answer = sign(here, page=page)
        assert answer.status == 66 and "1 page" in answer.stderr


def test_a_revision_that_is_not_there(here):
    assert run(here, "revisions", "a.pdf", "--restore", "2", "-o", "b.pdf").status == 66
    assert run(here, "revisions", "a.pdf", "--restore", "0", "-o", "b.pdf").status == 64


@pytest.mark.parametrize(
    "data, status",
    [
        (b"", 69), (b"GIF89a", 69), (b"hello", 69), (b"{", 65), (b'{"version":9,"strokes":[]}', 69),
        (b'{"version":1,"strokes":[]}', 64), (b"\x89PNG\r\n\x1a\n", 65), (b"\xff\xd8\xff", 65),
        (b"%PDF-1.7\n", 65), (b"<svg", 65), (b"<html></html>", 65),
    ],
)  # fmt: skip
def test_a_mark_that_is_none_is_named(here, data, status):
    (here / "mark").write_bytes(data)
    answer = sign(here, mark="mark")
    assert answer.status == status
    assert "mark" in answer.stderr.split("(")[-1] and "a.pdf" not in answer.stderr
    assert not (here / "out.pdf").exists()


def test_errors_are_json_for_machines(here):
    answer = sign(here, "--json", page="7")
    (error,) = answer.errors
    assert answer.status == 66 and answer.stdout == b""
    assert error["code"] == "notFound" and error["place"] == {"file": "a.pdf"} and error["message"]
    (error,) = run(here, "info", "--json").errors
    assert error["code"] == "usage"


def test_control_characters_of_a_name_do_not_reach_the_terminal(here):
    name = "a\x1b[31m\n.pdf"
    (here / name).write_bytes(pdf())
    for verb in ("info", "check", "revisions"):
        answer = run(here, verb, name)
        assert answer.status == 0 and "\x1b" not in answer.text
    assert "\x1b" not in run(here, "info", "b" + name).stderr


# What is told


def test_info_for_people_and_machines(here):
    (here / "a.pdf").write_bytes(
        pdf((400, 300), (10, 20), trailer="/Info << /Title (T) /CreationDate (D:20260131120000+08'00') >>")
    )
    answer = run(here, "info", "a.pdf")
    assert answer.status == 0 and answer.stderr == ""
    lines = [line.split(maxsplit=1) for line in answer.text.splitlines()[1:]]
    facts = {line[0]: line[1] for line in lines}
    assert answer.text.startswith("a.pdf\n")
    assert facts["pages"] == "2" and facts["title"] == "T" and facts["version"] == "1.7"
    assert facts["created"] == "2026-01-31 12:00:00 +08:00"
    value = run(here, "info", "a.pdf", "--json").value
    assert value["pages"] == 2 and value["firstPageSize"] == [400, 300] and value["title"] == "T"
    assert value["file"] == "a.pdf" and value["encrypted"] is False and value["repaired"] is False
    assert value["signatures"] == [] and value["diagnostics"] == [] and value["author"] is None


def test_check_tells_clean_repaired_and_lost_apart(here):
    (here / "cut.pdf").write_bytes(pdf()[:-30])
    (here / "none.pdf").write_bytes(b"none")
    assert run(here, "check", "a.pdf").text == "a.pdf: no faults in 3 objects and 1 page\n"
    answer = run(here, "check", "cut.pdf", "--json")
    assert answer.status == 3 and answer.value["clean"] is False
    assert answer.value["diagnostics"][0]["severity"] == "repaired"
    assert run(here, "check", "none.pdf").status == 65
    assert run(here, "check", "a.pdf", "cut.pdf").status == 3
    answer = run(here, "check", "a.pdf", "cut.pdf", "none.pdf", "--json")
    assert answer.status == 1 and [each["file"] for each in answer.value] == ["a.pdf", "cut.pdf"]
