# SPDX-License-Identifier: Apache-2.0
"""The judge of searches says yes to what is right, and no to each fault."""

import json
import pathlib
import sys
import types

import pytest

from Judges import corpus, searching, searching_report as report, tool

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Journeys"))
import text_fixtures  # noqa: E402

LINES = ["Whereas the seller", "delivers the inkstone", "within thirty days"]


class StandIn:
    """Answers a search from MuPDF, with a fault on demand."""

    def __init__(self, path, fault):
        self.mupdf, self.fault = searching.MuPDF(path, ""), fault

    def call(self, verb, path, *words, **more):
        if verb == "info":
            return tool.Outcome(0, "", "", json.dumps([{"pages": len(self.mupdf.pages)}]))
        if self.fault == "refuses":
            return tool.Outcome(65, "invalidDocument", "no", "")
        if self.fault == "fails":
            return tool.Outcome(70, "internal", "no", "")
        lines = []
        for number in range(len(self.mupdf.pages)):
            boxes = self.mupdf.boxes(number, words[0])
            if self.fault == "leaves out":
                boxes = boxes[1:]
            if self.fault == "elsewhere":
                boxes = [(left, top + 100, right, bottom + 100) for left, top, right, bottom in boxes]
            if self.fault == "one more":
                boxes = [*boxes, (300, 10, 320, 20)]
            quads = [[[l, t], [r, t], [r, b], [l, b]] for l, t, r, b in boxes]  # noqa: E741
            if quads:
                lines.append(json.dumps({"page": number + 1, "quads": quads}))
        return tool.Outcome(0, "", "", "\n".join([*lines, json.dumps({"summary": {}})]))


@pytest.fixture
def judged(tmp_path, monkeypatch):
    content = text_fixtures.paragraph(LINES, 60, 220)
    (tmp_path / "a.pdf").write_bytes(text_fixtures.document((content, ""), (content, "/Rotate 90")))
    monkeypatch.setattr(corpus, "folder", lambda: tmp_path)

    def judge(fault):
        monkeypatch.setattr(tool, "call", StandIn(tmp_path / "a.pdf", fault).call)
        return searching.examine(types.SimpleNamespace(name="a.pdf"), lambda stage: None, {})

    return judge


def test_what_all_find_on_ink_is_no_fault(judged):
    row = judged("")
    assert set(row["asked"].values()) == {"agreed"} and row["bare"] == [] and row["faults"] == []
    assert row["inked"] > 8
    pairs = {words for words in row["asked"] if " " in words}
    assert pairs == {"seller delivers", "inkstone within"}
    assert report.summary(None, row) == {}


@pytest.mark.parametrize("fault", ["leaves out", "one more", "elsewhere"])
def test_a_hit_too_few_or_too_many_is_outvoted(judged, fault):
    row = judged(fault)
    assert set(row["asked"].values()) == {"outvoted"}
    assert bool(row["bare"]) == (fault != "leaves out")


def test_a_search_that_fails_is_a_fault(judged):
    assert judged("fails")["faults"][0].startswith("internal")


def test_a_file_that_the_renderer_does_not_open_is_told_and_no_fault(judged):
    row = judged("refuses")
    assert row["faults"] == [] and row["asked"] == {} and "invalidDocument" in row["left"]


def test_what_poppler_alone_reads_otherwise_is_split():
    here, there = [(0, 0, 10, 10)], [(50, 0, 60, 10)]
    assert searching.verdict(here, here, there) == searching.verdict(here, there, here) == "split"
    assert searching.verdict(here, there, []) == "alone"
    assert searching.verdict(here, [], []) == "outvoted"


def test_words_may_get_better_not_worse():
    assert report.worse({"alone": 2}, {"split": 2}) == []
    assert report.worse({"split": 1}, {"alone": 1}) == ["1 words are alone or worse, 0 were"]
    assert report.worse({}, {"split": 1}) and report.worse({}, {"bare": 1})
    assert report.worse({}, {"faults": ["crashed"]}) == ["crashed"]
