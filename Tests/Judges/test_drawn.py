# SPDX-License-Identifier: Apache-2.0
"""The judge of drawn pages says yes to PDFium's own pixels, and no to each fault."""

import json
import types

import pikepdf
import pytest
from PIL import Image

from Judges import corpus, drawn, drawn_report, tool


class StandIn:
    """Draws the pages of a file by PDFium, with a fault on demand."""

    def __init__(self, fault=""):
        self.fault = fault

    def call(self, verb, path, *words, **more):
        assert verb == "render"
        if self.fault == "dies":
            return tool.Outcome(-11, "crashed", "signal 11", "")
        if self.fault == "refuses":
            return tool.Outcome(65, "invalidDocument", "no", "")
        folder = words[words.index("-o") + 1]
        document, pictures = drawn.opened(path, ""), []
        for number in (1,) if self.fault == "leaves one out" else (1, 2):
            width, height = 40, 40 + number
            pixels = bytearray(drawn.pdfium_pixels(document, number - 1, width, height))
            if self.fault == "one pixel" and number == 2:
                pixels[4] ^= 1
            output = f"{folder}/{number}.png"
            Image.frombuffer("RGBX", (width, height), bytes(pixels), "raw", "BGRX", 0, 1).convert("RGB").save(output)
            pictures.append({"page": number, "width": width, "height": height, "output": output})
        return tool.Outcome(0, "", "", json.dumps({"pictures": pictures}))


@pytest.fixture
def judged(tmp_path, monkeypatch):
    with pikepdf.new() as pdf:
        for grey in (0.2, 0.6):
            page = pdf.add_blank_page(page_size=(72, 72))
            page.Contents = pdf.make_stream(f"{grey} g 10 10 40 40 re f".encode())
        pdf.save(tmp_path / "a.pdf")
    monkeypatch.setattr(corpus, "folder", lambda: tmp_path)

    def judge(fault):
        monkeypatch.setattr(tool, "call", StandIn(fault).call)
        return drawn.examine(types.SimpleNamespace(name="a.pdf"), lambda stage: None, {})

    return judge


def test_the_same_pixels_are_no_fault(judged):
    row = judged("")
    assert row["same"] == row["pages"] == 2 and row["faults"] == []


@pytest.mark.parametrize("fault, word", [
    ("one pixel", "page 2: 1 of"), ("leaves one out", "page 2 not drawn"), ("dies", "died"),
])  # fmt: skip
def test_each_fault_is_told(judged, fault, word):
    assert any(each.startswith(word) for each in judged(fault)["faults"])


def test_a_file_that_is_not_opened_is_told_and_no_fault(judged):
    row = judged("refuses")
    assert row["faults"] == [] and row["code"] == "invalidDocument" and row["pages"] == 0


def test_a_new_fault_or_a_lost_page_is_worse(capsys):
    entry = corpus.Entry("a.pdf", "a", False, (), 0, 2, ())
    row = {"same": 1, "faults": ["page 2: 1 of 9 pixels differ"]}
    old = {"a.pdf": {"same": 2, "faults": []}}
    assert drawn.worse_than({entry: row}, old) == 1
    said = capsys.readouterr().out
    assert "page 2" in said and "2 pages were the same" in said
    assert drawn.worse_than({entry: row}, {"a.pdf": drawn_report.summary(entry, row)}) == 0
