# SPDX-License-Identifier: Apache-2.0
"""Annotations as other programs read, check and draw them."""

import json

import pikepdf
import pytest

from Judges import qpdf, signatures
from Judges.verdict import is_pass

import annotation_pages
import calls
import signed_fixtures


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    """The cases and the file with their annotations."""
    folder = tmp_path_factory.mktemp("annotations")
    every = annotation_pages.cases()
    annotation_pages.save(folder / "plain.pdf", every)
    (folder / "all.json").write_text(json.dumps([case.annotation() for case in every]))
    answer = calls.run(folder, "annotate", "plain.pdf", "--add", "all.json", "-o", "out.pdf", "--json")
    assert answer.status == 0, answer.stderr
    return every, folder, answer.value["annotations"]


def test_qpdf_has_nothing_to_say(grid):
    _, folder, _ = grid
    assert is_pass(qpdf.judge(qpdf.check(folder / "plain.pdf"), qpdf.check(folder / "out.pdf")))


def test_exported_and_imported_is_the_same(grid, tmp_path):
    _, folder, _ = grid
    for name in ("all.json", "all.xfdf"):
        exported = calls.run(folder, "annotations", "out.pdf", "--export", tmp_path / name)
        assert exported.status == 0, exported.stderr
        answer = calls.run(
            folder, "annotations", "plain.pdf", "--import", tmp_path / name, "-o", tmp_path / f"{name}.pdf"
        )
        assert answer.status == 0, answer.stderr
        lists = [
            calls.run(folder, "annotations", file, "--json").value["annotations"]
            for file in ("out.pdf", tmp_path / f"{name}.pdf")
        ]
        assert rounded(lists[0]) == rounded(lists[1])


def rounded(value):
    """JSON with its numbers rounded to a thousandth."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 3) + 0.0 if isinstance(value, float) else value


OPEN = {}


def pikepdf_annotations(path, page):
    if path not in OPEN:
        OPEN[path] = pikepdf.open(path)
    return OPEN[path].pages[page - 1].get("/Annots", [])


def test_standard_input_and_help(tmp_path):
    (tmp_path / "a.pdf").write_bytes(calls.pdf())
    assert "one of highlight" in calls.run(tmp_path, "annotate", "a.pdf", "--add", '{"type":"x"}',
                                           "-o", "b.pdf").stderr  # fmt: skip
    for verb in ("annotate", "annotations", "finish"):
        assert calls.run(tmp_path, verb, "--help").status == 0


@pytest.mark.parametrize("kind", signed_fixtures.KINDS)
def test_a_signed_file_is_asked_first(tmp_path, kind):
    make, allowed = signed_fixtures.KINDS[kind]
    source = tmp_path / "signed.pdf"
    source.write_bytes(make(signed_fixtures.contract(), signed_fixtures.throw_away_signer()))
    note = '{"type":"note","rect":[100,100,20,20]}'
    answer = calls.run(tmp_path, "annotate", "signed.pdf", "--add", note, "-o", "out.pdf", "--json")
    if not allowed:
        assert answer.status == 85 and answer.errors[0]["code"] == "wouldBreakSignature"
        return
    assert answer.status == 0, answer.stderr
    before, after = signatures.read(source), signatures.read(tmp_path / "out.pdf")
    assert is_pass(signatures.judge(before, after))
    finished = calls.run(tmp_path, "finish", "out.pdf", "-o", "final.pdf", "--json")
    assert finished.status == 85
