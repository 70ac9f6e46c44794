# SPDX-License-Identifier: Apache-2.0
"""The documents that tests put into the library, made as they are needed."""

import functools
import io
import pathlib

import pikepdf

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "Examples" / "contract.pdf"
SECRET_WORDS = "quibblefrost marzipan ledger"
"""Stands in no other text: where it turns up, it came from this document."""


@functools.cache
def contract():
    return CONTRACT.read_bytes()


def _saved(pdf, **options):
    out = io.BytesIO()
    pdf.save(out, static_id=True, **options)
    return out.getvalue()


def _font(pdf):
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
    )


@functools.cache
def pages(count, words="Page {}", lines=1, size=(612, 792)):
    """So many pages; every line holds the words, where {} is the page's number."""
    pdf = pikepdf.new()
    font = _font(pdf)
    for number in range(1, count + 1):
        page = pdf.add_blank_page(page_size=size)
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        shown = "".join(
            f"BT /F1 14 Tf 50 {size[1] - 60 - 20 * line} Td ({words.format(number)}) Tj ET\n"
            for line in range(lines)
        )
        page.obj.Contents = pdf.make_stream(shown.encode())
    return _saved(pdf)


def secret():
    return pages(3, SECRET_WORDS, 5)


@functools.cache
def odd_page(rotate=0, media=(0, 0, 612, 792), crop=None, user_unit=1):
    """One page with a turn, a crop box, a unit: all that moves the page as it is seen."""
    pdf = pikepdf.Pdf.open(io.BytesIO(pages(1, "An odd page")))
    page = pdf.pages[0].obj
    page.MediaBox = list(media)
    page.Rotate = rotate
    if crop:
        page.CropBox = list(crop)
    if user_unit != 1:
        page.UserUnit = user_unit
    return _saved(pdf)


ODD = {
    "upright": {},
    "turned": {"rotate": 90},
    "upside down": {"rotate": 180},
    "cropped": {"crop": (70, 100, 470, 700)},
    "turned and cropped": {"rotate": 270, "media": (-20, 30, 620, 830), "crop": (40, 100, 540, 780)},
    "UserUnit": {"user_unit": 2, "media": (0, 0, 306, 396)},
    "all of it": {"rotate": 90, "media": (10, 20, 400, 520), "crop": (30, 50, 380, 500), "user_unit": 1.5},
}
"""Names of pages that the marks of a person must land on, and how they are odd."""


@functools.cache
def encrypted(user="open sesame", owner="owner word", copying=True):
    """A document with a password, AES-256."""
    pdf = pikepdf.Pdf.open(io.BytesIO(pages(2, "Behind a password {}")))
    allow = pikepdf.Permissions(extract=copying)
    return _saved(pdf, encryption=pikepdf.Encryption(user=user, owner=owner, R=6, allow=allow))


@functools.cache
def furnished():
    """Three pages with an outline, a link, an attachment, a title."""
    pdf = pikepdf.Pdf.open(io.BytesIO(pages(3, "Furnished {}", 3)))
    with pdf.open_outline() as outline:
        first = pikepdf.OutlineItem("Beginning", 0)
        first.children.append(pikepdf.OutlineItem("The end", 2))
        outline.root.append(first)
    link = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[50, 700, 150, 740], Border=[0, 0, 0],
        Dest=pikepdf.Array([pdf.pages[2].obj, pikepdf.Name.Fit]),
    )  # fmt: skip
    pdf.pages[0].obj.Annots = pdf.make_indirect([pdf.make_indirect(link)])
    pdf.attachments["figures.csv"] = b"year,sum\n2026,12\n"
    pdf.docinfo["/Title"] = "Furnished"
    return _saved(pdf)


@functools.cache
def weighty(megabytes):
    """A file of about so many megabytes: noise in streams that pages do not need."""
    import random

    pdf = pikepdf.Pdf.open(io.BytesIO(pages(5)))
    noise = random.Random(megabytes)
    pdf.Root.Ballast = pikepdf.Array(
        [pdf.make_indirect(pdf.make_stream(noise.randbytes(1 << 20))) for _ in range(megabytes)]
    )
    return _saved(pdf, compress_streams=False)


def ink(identity, page=1, x=100.0, y=100.0, width=120.0, height=40.0):
    """A signature as the app puts it: strokes in points of the page as it is seen."""
    across = [x, x + width * 0.3, x + width * 0.6, x + width]
    down = [y + height, y, y + height * 0.8, y + height * 0.2]
    strokes = [[[a, b, 0.6, 20.0 * n] for n, (a, b) in enumerate(zip(across, down))]]
    return {"type": "ink", "id": f"inkstone-signature-{identity}", "page": page,
            "color": "#16233a", "width": 2.0, "strokes": strokes}  # fmt: skip


def signature():
    """A signature as it is kept for the next time."""
    return {"strokes": [[[0, 40, 0.5, 0], [40.123, 0, 0.7, 16], [90.5, 33.25, 0.4, 32]]],
            "width": 2.5, "color": "#16233a"}  # fmt: skip
