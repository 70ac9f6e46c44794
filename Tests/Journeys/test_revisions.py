# SPDX-License-Identifier: Apache-2.0
"""Going back: a file gives back each of its states, exact to the byte."""

import pytest

from calls import RECT, desk, pdf, run


@pytest.fixture
def history(tmp_path):
    """A desk whose a.pdf was signed twice, and the bytes of its three states."""
    here = desk(tmp_path)
    states = [(here / "a.pdf").read_bytes()]
    for page in range(2):
        words = ("--mark", "ink.json", "--page", "1", "--rect", RECT, "--in-place")
        assert run(here, "sign", "a.pdf", *words).status == 0
        states.append((here / "a.pdf").read_bytes())
    return here, states


def test_the_list_tells_how_long_each_was(history):
    here, states = history
    answer = run(here, "revisions", "a.pdf")
    assert answer.text.splitlines() == [
        "a.pdf", *(f"  revision {n}: the first {len(state)} bytes" for n, state in enumerate(states, 1))
    ]  # fmt: skip
    value = run(here, "revisions", "a.pdf", "--json").value
    assert value["file"] == "a.pdf"
    assert [each["bytes"] for each in value["revisions"]] == [len(state) for state in states]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_comes_back_exactly(history, number):
    here, states = history
    answer = run(here, "revisions", "a.pdf", "--restore", number, "-o", "b.pdf", "--json")
    assert answer.status == 0
    assert answer.value["revision"] == number and answer.value["output"] == "b.pdf"
    assert (here / "b.pdf").read_bytes() == states[number - 1]
    assert run(here, "revisions", "a.pdf", "--restore", number, "-o", "-").stdout == states[number - 1]
    assert (here / "a.pdf").read_bytes() == states[-1]


def test_in_place_appends(history):
    here, states = history
    answer = run(here, "revisions", "a.pdf", "--restore", 1, "--in-place")
    assert answer.status == 0 and answer.text == "revision 1 is back in a.pdf\n"
    now = (here / "a.pdf").read_bytes()
    assert now.startswith(states[-1]) and len(now) > len(states[-1])
    assert len(run(here, "revisions", "a.pdf", "--json").value["revisions"]) == 4
    assert run(here, "check", "a.pdf").status == 0


def test_an_output_that_is_there_is_kept(history):
    here, _ = history
    (here / "b.pdf").write_bytes(b"precious")
    assert run(here, "revisions", "a.pdf", "--restore", 1, "-o", "b.pdf").status == 73
    assert (here / "b.pdf").read_bytes() == b"precious"


def test_several_files_come_back_together(history):
    here, states = history
    (here / "b.pdf").write_bytes(pdf())
    (here / "out").mkdir()
    answer = run(here, "revisions", "a.pdf", "b.pdf", "--restore", 2, "-o", "out", "--json")
    assert answer.status == 1 and [each["file"] for each in answer.value] == ["a.pdf"]
    assert answer.errors[0]["code"] == "notFound" and answer.errors[0]["place"]["file"] == "b.pdf"
    assert (here / "out" / "a.pdf").read_bytes() == states[1]
