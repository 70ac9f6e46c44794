# SPDX-License-Identifier: Apache-2.0
"""Marks the pages of a grid file with the real command line and looks at every page."""

import pikepdf

from Judges import pixels, placement, prefix, text, tool
from Judges.renderers import Mupdf, Pdfium, Poppler
from Judges.verdict import is_pass

SCALES = {Pdfium: 2, Mupdf: 2, Poppler: 4}

CANNOT_DRAW = {Poppler: ("/Contents of null and dangling references",)}
"""Pages that a renderer leaves blank, with or without a mark."""


def signed_pair(source, cases, rect, folder, *options):
    """Paths of the copies with the white and with the black mark."""
    pages = [case.number for case in cases if case.marked]
    outputs = []
    for name, grey in (("white", 1), ("black", 0)):
        mark, output = folder / f"{name}-mark.pdf", folder / f"{name}.pdf"
        placement.write_mark(mark, grey)
        output.unlink(missing_ok=True)
        outcome = tool.sign(source, mark, pages, rect, output, *options)
        assert outcome.succeeded, f"{outcome.code}: {outcome.message}"
        assert is_pass(prefix.judge(source.read_bytes(), output.read_bytes()))
        outputs.append(output)
    return outputs


def misplaced(kind, cases, outputs, rect, annotations):
    """What `kind` of renderer finds wrong with the places of the marks, one line for each page."""
    white, black = map(kind, outputs)
    found = []
    for case in cases:
        if not case.marked:
            continue
        index = case.number - 1
        own = white.size(index)
        factor = placement.unit(own, case.geometry.size(), case.geometry.user_unit)
        if factor is None:
            found.append(f"{kind.name}: {case}: shows {own}, expected {case.geometry.size()}")
            continue
        scale = SCALES[kind] * factor
        clip = placement.clip_around(rect, factor, own, scale)
        if case.content in CANNOT_DRAW.get(kind, ()):
            continue
        pictures = [each.draw(index, scale, clip, annotations=annotations) for each in (white, black)]
        verdict = placement.judge(*pictures, rect, factor)
        if not is_pass(verdict):
            found.append(f"{kind.name}: {case}: {verdict}")
    white.close()
    black.close()
    return found


def changed(source, cases, outputs, rect):
    """Pages where a pixel outside the mark, or the text, is another one than before."""
    before, found, pictures = Pdfium(source), [], {}
    words_before = text.read(before)
    for output in outputs:
        after = Pdfium(output)
        for case in cases:
            index = case.number - 1
            factor = placement.unit(before.size(index), case.geometry.size(), case.geometry.user_unit)
            if index not in pictures:
                pictures[index] = before.draw(index, 2)
            verdict = pixels.judge(pictures[index], after.draw(index, 2), rect if case.marked else None, factor or 1)
            if not is_pass(verdict):
                found.append(f"{case}: {verdict}")
        words = text.judge(words_before, text.read(after))
        if not is_pass(words):
            found.append(words)
        after.close()
    before.close()
    return found


def mark_names(path, index):
    """Names of the XObjects that the page's own resources hold."""
    with pikepdf.open(path) as pdf:
        return set(pdf.pages[index].Resources.get("/XObject", {}).keys())
