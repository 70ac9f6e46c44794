# SPDX-License-Identifier: Apache-2.0
"""What the Python libraries do with annotations, one job for each call: `annotation_peers.py LIBRARY JOB FILES…`."""

import json
import sys

BOX = (72, 78, 200, 92)
"""Left, top, right, bottom of the highlight on page 3, from the top of an A4 page."""
QUADS = [72, 764, 200, 764, 72, 750, 200, 750]


def pymupdf_highlight(path):
    """Adds one in place."""
    import pymupdf

    document = pymupdf.open(path)
    page = document[2]  # annotations do not outlive their page
    annotation = page.add_highlight_annot(pymupdf.Rect(BOX))
    annotation.set_colors(stroke=(1, 1, 0))
    annotation.update()
    document.saveIncr()


def pymupdf_ink(path, points):
    """Adds one stroke in place."""
    import pymupdf

    with open(points, encoding="utf-8") as file:
        strokes = json.load(file)["strokes"]
    document = pymupdf.open(path)
    page = document[0]
    annotation = page.add_ink_annot([[point[:2] for point in stroke] for stroke in strokes])
    annotation.set_border(width=2.5)
    annotation.update()
    document.save(path, incremental=True, deflate=True, encryption=pymupdf.PDF_ENCRYPT_KEEP)


def pymupdf_list(path):
    import pymupdf

    for page in pymupdf.open(path):
        for each in page.annots():
            print(page.number + 1, each.type[1], tuple(each.rect), each.info["content"])


def pikepdf_highlight(path, output):
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    with pikepdf.open(path) as pdf:
        page = pdf.pages[2].obj
        form = pdf.make_stream(
            b"/G gs 1 1 0 rg 72 750 128 14 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[72, 750, 200, 764],
            Resources=Dictionary(ExtGState=Dictionary(G=Dictionary(BM=Name.Multiply))),
        )  # fmt: skip
        annotation = Dictionary(
            Type=Name.Annot, Subtype=Name.Highlight, Rect=[72, 750, 200, 764], QuadPoints=QUADS, C=[1, 1, 0], F=4,
            AP=Dictionary(N=form),
        )  # fmt: skip
        page.Annots = Array([*page.get("/Annots", []), pdf.make_indirect(annotation)])
        pdf.save(output)


def pikepdf_list(path):
    import pikepdf

    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            for each in page.get("/Annots", []):
                print(number, each.Subtype, [float(value) for value in each.Rect], str(each.get("/Contents", "")))


def pypdf_highlight(path, output, mode):
    from pypdf import PdfWriter
    from pypdf.annotations import Highlight
    from pypdf.generic import ArrayObject, FloatObject

    writer = PdfWriter(path, incremental=True) if mode == "incremental" else PdfWriter(clone_from=path)
    quads = ArrayObject(map(FloatObject, QUADS))
    writer.add_annotation(2, Highlight(rect=(72, 750, 200, 764), quad_points=quads, highlight_color="ffff00"))
    writer.write(output)


def pypdf_list(path):
    from pypdf import PdfReader

    for number, page in enumerate(PdfReader(path).pages, 1):
        for each in page.get("/Annots", []):
            found = each.get_object()
            print(number, found["/Subtype"], [float(value) for value in found["/Rect"]], found.get("/Contents", ""))


def pikepdf_make(path, output):
    """Two annotations on every page: a highlight and a note."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            common = dict(Type=Name.Annot, F=4, T="A reader", C=[1, 1, 0], P=page.obj)
            marked = Dictionary(Subtype=Name.Highlight, Rect=[72, 750, 200, 764], QuadPoints=QUADS,
                                Contents=f"passage of page {number}", **common)  # fmt: skip
            note = Dictionary(Subtype=Name.Text, Rect=[300, 700, 320, 720], Name=Name.Note,
                              Contents=f"What of page {number}?", **common)  # fmt: skip
            page.obj.Annots = Array([pdf.make_indirect(marked), pdf.make_indirect(note)])
        pdf.save(output, object_stream_mode=pikepdf.ObjectStreamMode.disable)


if __name__ == "__main__":
    globals()[f"{sys.argv[1]}_{sys.argv[2]}"](*sys.argv[3:])
