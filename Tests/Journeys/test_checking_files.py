# SPDX-License-Identifier: Apache-2.0
"""`check` tells what `qpdf --check` complains of, and an update over an odd trailer stands by itself."""

import pymupdf
import pytest

from calls import run

OBJECTS = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<>>>>",
    b"<</Length 13>>\nstream\n0 0 m 9 9 l S\nendstream",
    b"(five)",
)


def written(objects=OBJECTS, header=b"%PDF-1.7\n", trailer=b"/ID[<01><02>]", before=b"", end=b"", closing=b"\nendobj\n"):
    """A file of these objects, with whatever defect is asked for."""
    data, offsets = header, []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s%s" % (number, body, closing if number == 4 else b"\nendobj\n")
    start = len(data)
    data += before + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return data + b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n%s" % (
        len(objects) + 1, trailer, start, end)  # fmt: skip


def with_object(number, body):
    return OBJECTS[: number - 1] + (body,) + OBJECTS[number:]


DEFECTS = {
    "A name holds a #": written(with_object(5, b"[/A#zz]")),
    "A hexadecimal string holds something": written(with_object(5, b"<abqd>")),
    "In the trailer: An array is not closed": written(trailer=b"/ID[<01><02>]/Odd["),
    "In the trailer: A hexadecimal string": written(trailer=b"/ID[<01><02>]/Odd<aq>"),
    "no /ID of two strings": written(trailer=b"/ID[<01>]"),
    "no header that names a version": written(header=b"%PDF-?\n"),
    "White space stands where": written(before=b"\n\n"),
    "bytes of junk stand behind the end": written(end=b"w" * 2000),
    "The stream has no endobj": written(closing=b"\n"),
    "holds something that is no object": written(
        with_object(4, b"<</Length 31>>\nstream\n/A <</B 5 0 R>> BDC 0 0 m S EMC\nendstream")),
    "ends inside a string, array or dictionary": written(
        with_object(4, b"<</Length 13>>\nstream\n0 0 m S /A <</\nendstream")),
}  # fmt: skip


@pytest.mark.parametrize("sentence", DEFECTS)
def test_each_defect_is_told(tmp_path, sentence):
    (tmp_path / "file.pdf").write_bytes(DEFECTS[sentence])
    assert sentence in run(tmp_path, "check", "file.pdf").text


def test_a_file_in_order_has_no_remark(tmp_path):
    (tmp_path / "file.pdf").write_bytes(written())
    done = run(tmp_path, "check", "file.pdf")
    assert done.status == 0 and len(done.text.splitlines()) == 1


def test_a_mark_over_a_trailer_without_end_is_seen(tmp_path):
    """MuPDF reads a trailer that does not end on into the update, so nothing may point back to it."""
    (tmp_path / "file.pdf").write_bytes(DEFECTS["In the trailer: An array is not closed"])
    mark = with_object(4, b"<</Length 24>>\nstream\n0 g 0 0 200 100 re f    \nendstream")
    (tmp_path / "mark.pdf").write_bytes(written(mark))
    words = ("--mark", "mark.pdf", "--page", "1", "--rect", "20,20,80,40", "-o", "out.pdf")
    assert run(tmp_path, "sign", "file.pdf", *words).status == 0
    added = (tmp_path / "out.pdf").read_bytes()[len(DEFECTS["In the trailer: An array is not closed"]) :]
    assert b"xref" in added and b"/Prev" not in added
    picture = pymupdf.open(tmp_path / "out.pdf")[0].get_pixmap()
    assert picture.pixel(60, 40)[:3] == (0, 0, 0)
