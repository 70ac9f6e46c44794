# SPDX-License-Identifier: Apache-2.0
"""The judges judged: each passes a sound copy and fails the one fault that it is there to find."""

import pathlib
import sys

import pikepdf
import pytest

from Judges import file, qpdf
from Judges.verdict import is_fail, is_pass

STAND_IN = pathlib.Path(__file__).with_name("stand_in.py")


@pytest.fixture
def contract(tmp_path):
    """Four pages, one turned, one cropped, with plain text and an image-free background."""
    pdf = pikepdf.new()
    font = pdf.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    )
    for number in range(5):
        page = pdf.add_blank_page(page_size=(612, 792))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        drawing = "0.8 0.9 1 rg 50 50 400 600 re f 0 g BT /F 20 Tf 60 600 Td (whereas) Tj ET"
        page.Contents = pdf.make_stream(drawing.encode())
        if number == 2:
            page.Rotate = 90
        if number == 4:
            page.CropBox = [30, 40, 520, 700]
    path = tmp_path / "contract.pdf"
    pdf.save(path, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return path


def examined(contract, monkeypatch, fault=""):
    monkeypatch.setenv("INKSTONE", f"{sys.executable} {STAND_IN}")
    monkeypatch.setenv("STAND_IN_FAULT", fault)
    return file.examine(contract)


def test_a_sound_copy_passes_every_judge(contract, monkeypatch):
    row = examined(contract, monkeypatch)
    assert row["sign"] == "signed"
    assert {name: verdict for name, verdict in row["judges"].items() if not is_pass(verdict)} == {}
    assert {"prefix", "qpdf", "pages", "text", "PDFium", "MuPDF", "Poppler", "pixels"} <= set(row["judges"])


@pytest.mark.parametrize(
    "fault, judges",
    [
        ("shift", {"PDFium", "MuPDF", "Poppler"}),
        ("turn", {"PDFium", "MuPDF", "Poppler"}),
        ("missing", {"PDFium", "MuPDF", "Poppler"}),
        ("pixel", {"pixels"}),
        ("neighbour", {"pixels"}),
        ("word", {"text", "prefix", "pixels"}),
        ("message", {"qpdf"}),
        ("prefix", {"prefix"}),
        ("count", {"pages"}),
    ],
)
def test_each_fault_is_found_by_its_judges(contract, monkeypatch, fault, judges):
    found = examined(contract, monkeypatch, fault)["judges"]
    failed = {name for name, verdict in found.items() if is_fail(verdict)}
    assert judges <= failed, found
    if fault != "count":  # a lost page upsets all that comes after it
        assert failed == judges, found


def test_offsets_in_messages_are_set_aside():
    before = "WARNING: FILE (object 5 0, offset 1234): expected endobj"
    after = "WARNING: FILE (object 5 0, offset 99): expected endobj"
    other = "WARNING: FILE (object 6 0, offset 99): expected endobj"
    assert qpdf.normalise(before) == qpdf.normalise(after)
    assert qpdf.normalise(before) != qpdf.normalise(other)
