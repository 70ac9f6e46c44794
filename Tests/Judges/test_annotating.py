# SPDX-License-Identifier: Apache-2.0
"""The judges of moved and finished annotations say yes to what is right, and no to each fault."""

import json
import types

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from Judges import annotating, annotations_report as report, corpus, tool
from Judges.verdict import is_fail, is_pass

RECT = [50, 300, 110, 340]
RED = b"1 0 0 rg 50 300 60 40 re f"


pytestmark = pytest.mark.filterwarnings("ignore:This document has 1 form widget")


def made(path):
    """A page with a link, a form field and a red box as an annotation.

    The box is the last, so that the others keep their numbers when it is taken away.
    """
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(300, 400)).obj
    page.Contents = pdf.make_stream(b"0 0 1 rg 20 20 100 100 re f")
    form = pdf.make_stream(RED, Type=Name.XObject, Subtype=Name.Form, BBox=Array(RECT))
    page.Annots = Array([
        pdf.make_indirect(Dictionary(Subtype=Name.Link, Rect=Array([10, 10, 90, 30]), Border=Array([0, 0, 0]))),
        pdf.make_indirect(Dictionary(Subtype=Name.Widget, Rect=Array([10, 50, 90, 70]), T="field", FT=Name.Tx)),
        pdf.make_indirect(Dictionary(Subtype=Name.Square, Rect=Array(RECT), NM="a", F=4, AP=Dictionary(N=form))),
    ])  # fmt: skip
    pdf.save(path)


class StandIn:
    """Moves and finishes the box of `made`, with a fault on demand."""

    def __init__(self, fault=""):
        self.fault = fault

    def call(self, verb, path, *words, **more):
        if self.fault == "dies":
            return tool.Outcome(-11, "crashed", "signal 11", "")
        if verb == "annotations" and "--import" not in words:
            box = {"type": "rectangle", "page": 1, "id": "a", "rect": [50, 60, 60, 40]}
            return tool.Outcome(0, "", "", json.dumps({"annotations": [box]}))
        if self.fault == f"refuses {verb}":
            return tool.Outcome(64, "usage", "no", "")
        output = words[words.index("-o") + 1]
        with pikepdf.open(path) as pdf:
            self.finish(pdf) if verb == "finish" else self.move(pdf, words[words.index("--import") + 1])
            pdf.save(output)
        return tool.Outcome(0, "", "", json.dumps({"finished": [{"page": 1, "ids": ["a"]}]}))

    def move(self, pdf, wish):
        (asked,) = json.loads(wish.read_text())
        assert asked["rect"] == [50 + annotating.WAY[0], 60 + annotating.WAY[1], 60, 40]
        page = pdf.pages[0].obj
        link, _, box = page.Annots
        x, y = annotating.WAY
        if self.fault != "does not move":
            box.Rect = Array([RECT[0] + x, RECT[1] - y, RECT[2] + x, RECT[3] - y])
        if self.fault == "loses a key":
            del box.F
        if self.fault == "moves the link too":
            link.Rect = Array([11, 10, 90, 30])
        if self.fault == "draws anew":
            box.AP.N.write(RED + b" ")
        if self.fault == "adds an object":
            box.Rect = pdf.make_indirect(box.Rect)
        if self.fault == "changes the page":
            page.Contents.write(b"0 0 1 rg 20 20 100 101 re f")

    def finish(self, pdf):
        page = pdf.pages[0].obj
        link, field, box = page.Annots
        page.Annots = Array([field] if self.fault == "loses the link" else [link, field])
        drawn = RED.replace(b"60 40", b"60 41") if self.fault == "draws more" else RED
        page.Contents = Array([page.Contents, pdf.make_stream(b"\n" + drawn)])


@pytest.fixture
def judged(tmp_path, monkeypatch):
    made(tmp_path / "made.pdf")
    monkeypatch.setattr(corpus, "folder", lambda: tmp_path)
    monkeypatch.setattr(corpus, "passwords", dict)

    def judge(fault=""):
        monkeypatch.setattr(tool, "call", StandIn(fault).call)
        return annotating.examine(types.SimpleNamespace(name="made.pdf"), lambda stage: None, {})

    return judge


def test_what_is_right_passes(judged):
    row = judged()
    assert row["judges"] == {"move": "pass", "finish": "pass"}
    assert (row["annotations"], row["markup"], row["moved"], row["finished"]) == (1, 1, ["rectangle"], 1)


@pytest.mark.parametrize("fault, judge", [
    ("does not move", "move"), ("loses a key", "move"), ("moves the link too", "move"), ("draws anew", "move"),
    ("adds an object", "move"), ("changes the page", "move"), ("refuses annotations", "move"),
    ("refuses finish", "finish"), ("loses the link", "finish"), ("draws more", "finish"), ("dies", "list"),
])  # fmt: skip
def test_each_fault_is_told(judged, fault, judge):
    said = judged(fault)["judges"]
    assert is_fail(said.pop(judge))
    assert all(map(is_pass, said.values()))


def test_a_row_may_get_better_not_worse():
    assert report.worse({"faults": ["move"], "moved": 1}, {"moved": 2}) == []
    assert report.worse({}, {"faults": ["move"]}) == ["move says no"]
    assert report.worse({"moved": 2}, {"moved": 1}) == ["moved: were 2, are 1"]
