# SPDX-License-Identifier: Apache-2.0
"""One annotation of each kind, and a page of every geometry for each, empty but for it."""

import itertools
import math
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Name

SIZE = (300, 400)
CROP = [7, 11, 299, 395]

KINDS = [
    {"type": "highlight", "rects": [[30, 30, 120, 14], [30, 46, 80, 14]], "opacity": 0.6},
    {"type": "highlight", "quads": [[60, 60, 120, 30, 127, 43, 67, 73]], "color": "#80FF80"},
    {"type": "underline", "quads": [[60, 200, 60, 80, 76, 80, 76, 200]], "color": "#0000FF"},
    {"type": "strikeout", "rects": [[30, 84, 100, 14]]},
    {"type": "squiggly", "rects": [[30, 102, 100, 24]]},
    {
        "type": "ink", "width": 4, "color": "#2030A0", "opacity": 0.5,
        "strokes": [
            [[40 + i * 3, 90 + 15 * math.sin(i / 3), 0.2 + 0.03 * i] for i in range(25)],
            [[50, 95], [100, 85]],
        ],
    },
    {"type": "freeText", "rect": [30, 120, 90, 44], "contents": "Grüße, a free text – “yes”",
     "color": "#FFFFD0", "width": 1, "textColor": "#AA0000", "align": "center"},
    {"type": "freeText", "rect": [50, 120, 60, 20], "contents": "Called", "font": "serif",
     "width": 1, "callout": [[30, 180], [40, 150], [50, 130]]},
    {"type": "note", "rect": [120, 110, 20, 20], "contents": "Why?"},
    {"type": "note", "rect": [120, 140, 20, 20], "icon": "Comment", "color": "#80C0FF"},
    {"type": "link", "rect": [30, 180, 60, 12], "url": "https://example.org/?a=b"},
    {"type": "stamp", "rect": [30, 200, 90, 28], "stamp": "NotApproved"},
    {"type": "line", "from": [40, 200], "to": [120, 230], "start": "Circle", "end": "ClosedArrow",
     "fill": "#FFFF00", "width": 2},
    {"type": "arrow", "from": [40, 220], "to": [120, 200], "dash": [4, 2]},
    {"type": "rectangle", "rect": [30, 135, 50, 25], "fill": "#D0E0FF", "width": 3},
    {"type": "ellipse", "rect": [90, 135, 50, 25], "color": "#008000", "width": 2, "opacity": 0.5,
     "fill": "#00FF00"},
    {"type": "rectangle", "rect": [55, 140, 50, 30], "cloudiness": 1, "width": 1},
    {"type": "polygon", "points": [[115, 235], [135, 245], [125, 260]], "fill": "#FFAAAA"},
    {"type": "polyline", "points": [[30, 170], [60, 180], [80, 170], [110, 185]], "start": "Butt",
     "end": "Diamond", "width": 2},
    {"type": "caret", "rect": [130, 172, 10, 12], "contents": "insert"},
]  # fmt: skip

SUBTYPES = {
    "highlight": "/Highlight", "underline": "/Underline", "strikeout": "/StrikeOut",
    "squiggly": "/Squiggly", "ink": "/Ink", "freeText": "/FreeText", "note": "/Text",
    "link": "/Link", "stamp": "/Stamp", "line": "/Line", "arrow": "/Line", "rectangle": "/Square",
    "ellipse": "/Circle", "polygon": "/Polygon", "polyline": "/PolyLine", "caret": "/Caret",
}  # fmt: skip


class Case(NamedTuple):
    page: int
    kind: dict
    rotation: int
    cropped: bool
    user_unit: float

    def __str__(self):
        return f"page {self.page}, {self.kind['type']}, /Rotate {self.rotation}, " + (
            f"{'cropped, ' if self.cropped else ''}/UserUnit {self.user_unit}"
        )

    def size(self):
        """Width and height as a person sees the page."""
        x0, y0, x1, y1 = CROP if self.cropped else (0, 0, *SIZE)
        width, height = (x1 - x0) * self.user_unit, (y1 - y0) * self.user_unit
        return (height, width) if self.rotation % 180 else (width, height)

    def annotation(self):
        return {**self.kind, "page": self.page, "id": f"a{self.page}", "author": "Ännie"}


def cases():
    every = itertools.product(KINDS, (0, 90, 180, 270), (False, True), (1, 2.5))
    return [Case(number, *each) for number, each in enumerate(every, 1)]


def save(path, chosen):
    """A file with a page for each case."""
    pdf = pikepdf.new()
    for case in chosen:
        page = pdf.add_blank_page(page_size=SIZE)
        page.obj.Rotate = case.rotation
        if case.cropped:
            page.obj.CropBox = Array(CROP)
        if case.user_unit != 1:
            page.obj[Name.UserUnit] = case.user_unit
    pdf.save(path)
