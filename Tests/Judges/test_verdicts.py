# SPDX-License-Identifier: Apache-2.0
"""The verdicts say no where two readers agree and Inkstone does not, and only there."""

import types

import pytest

from . import verdicts_report as report

ENTRY = types.SimpleNamespace(name="a.pdf", group="a")
BOX = [0.0, 0.0, 100.0, 200.0, 0]


def reader(pages=1, boxes=None, **more):
    return {"opened": True, "pages": pages, "boxes": boxes or [BOX] * pages, **more}


CLOSED = {"opened": False, "why": "no"}


def row(inkstone=None, qpdf=None, pdfium=None, mupdf=None, check=0, complaint=()):
    return {
        "inkstone": inkstone or reader(), "qpdf": qpdf or reader(), "PDFium": pdfium or reader(),
        "MuPDF": mupdf or reader(), "check": {"status": check, "said": []},
        "qpdf --check": {"status": 3 if complaint else 0, "said": list(complaint)},
    }  # fmt: skip


def kinds(some):
    return [each.split(":")[0] for each in report.faults(ENTRY, some)]


def test_agreement_is_no_fault():
    assert kinds(row()) == []
    assert kinds(row(pdfium=CLOSED, mupdf=CLOSED, inkstone=CLOSED)) == []


@pytest.mark.parametrize("code, word", [("invalidDocument", "refused"), ("hung", "died"), ("crashed", "died")])
def test_a_file_that_two_open_must_open(code, word):
    assert kinds(row(inkstone={**CLOSED, "code": code}, pdfium=CLOSED)) == [word]


def test_an_encrypted_file_without_password_is_no_refusal():
    locked = {**CLOSED, "code": "passwordRequired"}
    assert report.ours(ENTRY, row(inkstone=locked)) == "encrypted" and kinds(row(inkstone=locked)) == []


def test_pages_that_two_count_must_be_counted():
    assert kinds(row(qpdf=reader(2), pdfium=reader(2))) == ["pages"]
    assert kinds(row(qpdf=reader(2))) == []
    # PDFium counts what /Count says, and then loads no page.
    assert kinds(row(pdfium=reader(3, [BOX, None, None]), mupdf=reader(3, [BOX, None, None]))) == []


def test_boxes_that_two_see_must_be_seen():
    moved = reader(1, [[0.0, 0.0, 100.0, 200.3, 0]])
    turned = reader(1, [[0.0, 0.0, 100.0, 200.0, 90]])
    near = reader(1, [[0.05, 0.0, 100.0, 200.0, 0]])
    assert kinds(row(inkstone=moved)) == ["boxes"] and kinds(row(inkstone=turned)) == ["boxes"]
    assert kinds(row(inkstone=near)) == []
    assert kinds(row(inkstone=moved, qpdf=moved, mupdf=moved)) == []


def test_silence_is_told_but_not_about_hints():
    assert report.silent(row(complaint=["WARNING: FILE: expected endobj"]))
    assert not report.silent(row(complaint=["page N: shared object N: in hint table but not computed list"]))
    assert not report.silent(row(complaint=["WARNING: FILE: expected endobj"], check=3))


def test_a_row_may_get_better_not_worse():
    good, repaired = {"is": "opened", "check": 3}, {"is": "repaired", "check": 3}
    assert report.worse(good, good) == [] and report.worse(repaired, good) == []
    assert report.worse(good, repaired) and report.worse(good, {"is": "opened", "check": 0})
    assert report.worse(good, {**good, "faults": ["pages"]}) == ["new fault: pages"]
