# SPDX-License-Identifier: Apache-2.0
"""Annotations as other programs read, check and draw them."""

import json
import os

import numpy as np
import pikepdf
import pytest

from Judges import qpdf, signatures
from Judges.renderers import Mupdf, Pdfium, PopplerInColour
from Judges.verdict import is_pass

import annotation_judging
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


def test_three_renderers_show_the_same(grid):
    every, folder, told = grid
    opened = [kind(folder / "out.pdf") for kind in annotation_judging.RENDERERS]
    found = []
    # Every fifth case has every kind and every geometry; all of them take minutes.
    chosen = every if os.environ.get("INKSTONE_WHOLE_GRID") else every[::5]
    for case in chosen:
        where = annotation_judging.part(told[case.page - 1]["rect"], case.size())
        shown = [annotation_judging.seen(renderer, case, where) for renderer in opened]
        if case.kind["type"] == "link":
            if any(pixels.min() < 255 for pixels in shown):
                found.append(f"{case}: a link without a border is drawn")
            continue
        if (apart := annotation_judging.compared(shown)) is None:
            found.append(f"{case}: nothing is drawn")
        elif apart[0] > annotation_judging.PLACE or apart[1] > annotation_judging.COLOUR:
            found.append(f"{case}: {apart[0]:.2f} pt and {apart[1]:.3f} of colour apart")
    assert not found, f"{len(found)} of {len(chosen)}:\n" + "\n".join(found[:60])


def test_the_comparison_of_renderers_says_no():
    """A shape is not its neighbour, nor the same in another colour."""
    paper = np.full((200, 200, 3), 255, np.uint8)

    def drawn(at, colour):
        pixels = paper.copy()
        pixels[at : at + 60, 50:110] = colour
        return pixels

    same, beside, other = drawn(50, (200, 40, 20)), drawn(52, (200, 40, 20)), drawn(50, (200, 40, 30))
    assert annotation_judging.compared([same, same]) == (0, 0)
    assert annotation_judging.compared([same, paper]) is None
    assert annotation_judging.compared([same, beside])[0] > annotation_judging.PLACE
    assert annotation_judging.compared([same, other])[1] > annotation_judging.COLOUR


def test_qpdf_has_nothing_to_say(grid):
    _, folder, _ = grid
    assert is_pass(qpdf.judge(qpdf.check(folder / "plain.pdf"), qpdf.check(folder / "out.pdf")))


def test_other_programs_read_what_was_asked(grid):
    import pymupdf

    every, folder, told = grid
    with pikepdf.open(folder / "out.pdf") as pdf, pymupdf.open(folder / "out.pdf") as mupdf:
        for case, said in zip(every, told):
            (annotation,) = pdf.pages[case.page - 1].Annots
            assert annotation.Subtype == annotation_pages.SUBTYPES[case.kind["type"]], str(case)
            assert str(annotation.NM) == f"a{case.page}" and str(annotation.T) == "Ännie"
            # An icon keeps its size and stays upright (12.5.6.4): print, no zoom, no rotation.
            assert int(annotation.F) == (28 if case.kind["type"] == "note" else 4)
            if "color" in case.kind:
                wanted = [int(case.kind["color"][i : i + 2], 16) / 255 for i in (1, 3, 5)]
                assert np.allclose([float(c) for c in annotation.C], wanted, atol=1e-5), str(case)
            if "opacity" in case.kind:
                assert float(annotation.CA) == case.kind["opacity"]
            if "contents" in case.kind:
                assert str(annotation.Contents) == case.kind["contents"]
            if case.kind["type"] == "link":
                assert str(annotation.A.URI) == case.kind["url"]
                continue
            assert "/AP" in annotation, str(case)
            # The page is kept, since PyMuPDF's annotations do not outlive it.
            page = mupdf[case.page - 1]
            (other,) = page.annots()
            assert other.info["id"] == f"a{case.page}" and other.info["title"] == "Ännie"
            if "width" in case.kind:
                assert abs(other.border["width"] * case.user_unit - case.kind["width"]) < 0.01
            # PyMuPDF's boxes are those of the page as seen, before it is turned.
            box = other.rect * page.rotation_matrix
            if "rect" in case.kind and "cloudiness" not in case.kind and "callout" not in case.kind:
                x, y, width, height = said["rect"]
                assert np.allclose(tuple(box), (x, y, x + width, y + height), atol=0.6), str(case)


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


def test_finished_pages_look_as_before(grid, tmp_path):
    every, folder, _ = grid
    answer = calls.run(folder, "finish", "out.pdf", "-o", tmp_path / "final.pdf", "--json")
    assert answer.status == 0, answer.stderr
    files = folder / "out.pdf", tmp_path / "final.pdf"
    before, after = map(Pdfium, files)
    others = [[kind(file) for file in files] for kind in (Mupdf, PopplerInColour)]
    found = []
    for case in every:
        left = len(list(pikepdf_annotations(tmp_path / "final.pdf", case.page)))
        assert left == (1 if case.kind["type"] == "link" else 0), str(case)
        pictures = [each.draw(case.page - 1, 2).pixels.astype(int) for each in (before, after)]
        if (most := np.abs(pictures[0] - pictures[1]).max()) == 0:
            continue
        # PDFium rounds the same form otherwise where it is content: letters of it, and edges by one level. Poppler's lines
        # are adjusted to whole pixels on the way; one of the others must see no difference.
        seconds = [[each.draw(case.page - 1, 2).pixels for each in pair] for pair in others]
        if not any(np.array_equal(one, other) and one.min() < 255 for one, other in seconds):
            found.append(f"{case}: pixels differ by up to {most}, and not in PDFium alone")
    assert not found, f"{len(found)} of {len(every)}:\n" + "\n".join(found[:40])
    assert is_pass(qpdf.judge(qpdf.check(folder / "out.pdf"), qpdf.check(tmp_path / "final.pdf")))


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
