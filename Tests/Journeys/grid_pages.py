# SPDX-License-Identifier: Apache-2.0
"""Makes the pages of the placement grid: every geometry, and every way to leave a page unfinished.

A page is 300 × 400 units of user space, cropped or not, somewhere in the plane. Each knows the size
a person sees it at; that is worked out here, from the specification, and asked of no renderer.
"""

import itertools
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name

WIDTH, HEIGHT = 300, 400
ROTATIONS = (0, 90, 180, 270, -90, 450)
CROPS = ("none", "inside", "larger", "swapped")
ORIGINS = {"zero": (0, 0), "negative": (-130, -70), "positive": (210.5, 1000)}
USER_UNITS = (1, 2.5)

RECT = (60, 70, 90, 45)
"""x, y, width, height in view space; inside every page of the grid."""


class Geometry(NamedTuple):
    rotation: int = 0
    crop: str = "none"
    origin: str = "zero"
    user_unit: float = 1
    inherited: bool = False

    def media(self):
        x, y = ORIGINS[self.origin]
        return [x, y, x + WIDTH, y + HEIGHT]

    def crop_box(self):
        x0, y0, x1, y1 = self.media()
        return {
            "none": None,
            "inside": [x0 + 22.5, y0 + 31, x1 - 40, y1 - 57.25],
            "larger": [x0 - 50, y0 - 60, x1 + 70, y1 + 80],
            "swapped": [x1 - 30, y1 - 20, x0 + 10, y0 + 45],
        }[self.crop]

    def size(self):
        """Width and height as a person sees the page, in points."""
        a, b, c, d = self.media()
        if box := self.crop_box():
            x0, x1, y0, y1 = *sorted(box[0::2]), *sorted(box[1::2])
            a, b, c, d = max(a, x0), max(b, y0), min(c, x1), min(d, y1)
        width, height = (c - a) * self.user_unit, (d - b) * self.user_unit
        return (height, width) if self.rotation % 180 else (width, height)


class Case(NamedTuple):
    """A page of the grid; `marked` is False for one that only stands beside and must not change."""

    number: int
    content: str
    geometry: Geometry
    marked: bool

    def __str__(self):
        return f"page {self.number}, {self.content}, {self.geometry}"


def drawing(x, y):
    """A picture with colour, text and a line, all inside the page whose corner is at x, y."""
    return (
        f"q 0.85 0.95 1 rg {x + 30} {y + 60} 200 250 re f Q q 0.2 w 1 0 0 RG {x + 20} {y + 50} m "
        f"{x + 280} {y + 330} l S Q BT /F 14 Tf {x + 40} {y + 150} Td (party of the first part) Tj ET\n"
    )


def contents(x, y):
    """{name: content as bytes, or a list of such for an array of streams}."""
    base = drawing(x, y)
    half = base.index("first") + 2
    flip = f"0.24 0 0 -0.24 {x} {y + HEIGHT} cm "
    printed = "0.9 g 100 100 500 400 re f 0 g BT /F 60 Tf 1 0 0 -1 150 700 Tm (printed) Tj ET"
    cut_image = b"\nq 20 0 0 20 %d %d cm BI /W 4 /H 4 /CS /G /BPC 8 ID \x10\x20\x30" % (x + 200, y + 60)
    cases = {
        "balanced": base,
        "unbalanced q": f"q 0.5 0 0 0.5 {x / 2} {y / 2} cm {base} q 2 0 0 2 9 9 cm q",
        "extra Q": base + "Q Q",
        "extra Q after a change at level 0": f"0.5 0 0 0.5 {x / 2} {y / 2} cm 0.4 g Q {base}",
        "Q, then q left open": f"{base} Q q 3 0 0 3 0 0 cm",
        "open BT": f"{base} BT /F 12 Tf {x + 50} {y + 100} Td (left open) Tj",
        "BT in an open q": f"{base} q BT /F 12 Tf 3 0 0 3 {x + 50} {y + 100} Tm",
        "open BMC": f"/Span BMC {base}",
        "open BDC of a hidden layer": f"{base} /OC /Hidden BDC",
        "pending path": f"{base} {x + 10} {y + 10} m {x + 250} {y + 300} l",
        "pending path and clip": f"{base} {x + 10} {y + 10} 20 20 re W",
        "clip left over at level 0": f"{x + 10} {y + 10} 200 200 re W n {base}",
        "inline image cut": base.encode() + cut_image,
        "cut string": f"{base} BT /F 12 Tf {x + 20} {y + 80} Td (never clo\\",
        "cut hexadecimal string": f"{base} BT /F 12 Tf {x + 20} {y + 80} Td <414",
        "cut array": f"{base} BT /F 12 Tf {x + 20} {y + 80} Td [(a) 3",
        "cut dictionary": f"{base} /Span << /Lang (en) /A <<",
        "cut comment": f"{base} % no end of line",
        "operands left over": f"{base} 0.5 0.25 7",
        "left-over matrix": flip + printed,
        "left-over state": f"{base} 0 g 5 w 1 J [3 9] 0 d 3 Tr 60 Tz 7 Ts 1 1 0 rg /Faint gs",
        "array split between tokens": [base[: base.index("q 0.2")], base[base.index("q 0.2") :]],
        "array split in a string": [base[:half], base[half:]],
        "array split in an operator": [base[: base.index("rg") + 1], base[base.index("rg") + 1 :]],
        "array that leaves q open": ["q 0.9 0 0 0.9 0 0 cm", base],
        "empty stream": "",
    }
    return {name: as_parts(value) for name, value in cases.items()}


def as_parts(value):
    parts = value if isinstance(value, list) else [value]
    return [part if isinstance(part, bytes) else part.encode() for part in parts]


CONTENTS = tuple(contents(0, 0))

SPECIAL = (
    "no /Contents", "/Contents of null and dangling references", "empty /Contents array",
    "/Contents shared by two pages", "/Contents array shared by two pages",
    "/Resources shared by two pages", "/XObject dictionary shared by two pages",
    "inherited /Resources", "no /Resources anywhere",
)  # fmt: skip


def geometries():
    """The full product of the geometric axes: 288 pages."""
    product = itertools.product(ROTATIONS, CROPS, ORIGINS, USER_UNITS, (False, True))
    return [Geometry(*values) for values in product]


def content_pairs():
    """Each content with each rotation; crop, origin, unit and inheritance go round beside them."""
    axes = itertools.cycle(itertools.product(CROPS, ORIGINS, USER_UNITS, (False, True)))
    pairs = []
    for number, (name, rotation) in enumerate(itertools.product(CONTENTS, ROTATIONS)):
        for _ in range(1 + number % 5):  # a stride, so that no axis marches in step with rotation
            values = next(axes)
        pairs.append((name, Geometry(rotation, *values)))
    return pairs


class Book:
    """One file of many cases. Pages that inherit hang below a node of their own."""

    def __init__(self):
        self.pdf = pikepdf.new()
        self.cases = []
        self.kids = []
        make = self.pdf.make_indirect
        self.font = make(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
        hidden = make(Dictionary(Type=Name.OCG, Name="Hidden"))
        self.pdf.Root.OCProperties = Dictionary(OCGs=[hidden], D=Dictionary(OFF=[hidden], Order=[hidden]))
        self.hidden = hidden

    def resources(self):
        return Dictionary(
            Font=Dictionary(F=self.font), Properties=Dictionary(Hidden=self.hidden),
            ExtGState=Dictionary(Faint=Dictionary(ca=0.3, CA=0.3, BM=Name.Multiply)),
        )  # fmt: skip

    def stream(self, data):
        return self.pdf.make_stream(data)

    def streams(self, parts):
        made = [self.stream(part) for part in parts]
        return made[0] if len(made) == 1 else Array(made)

    def add(self, content, geometry, page, marked=True):
        """Gives the page its boxes, directly or through a parent, and files the case."""
        boxes = Dictionary(MediaBox=geometry.media())
        if box := geometry.crop_box():
            boxes.CropBox = box
        if geometry.rotation:
            boxes.Rotate = geometry.rotation
        page.Type = Name.Page
        if geometry.user_unit != 1:
            page.UserUnit = geometry.user_unit
        node = self.pdf.make_indirect(Dictionary(Type=Name.Pages, Count=1, Kids=[]))
        target = node if geometry.inherited else page
        for key, value in boxes.items():
            target[key] = value
        if geometry.inherited and Name.Resources in page:
            node.Resources = page.Resources
            del page["/Resources"]
        kid = self.pdf.make_indirect(page)
        if geometry.inherited:
            kid.Parent = node
            node.Kids = Array([kid])
        self.kids.append(node if geometry.inherited else kid)
        self.cases.append(Case(len(self.cases) + 1, content, geometry, marked))
        return kid

    def add_content(self, content, geometry):
        parts = contents(*ORIGINS[geometry.origin])[content]
        page = Dictionary(Resources=self.resources(), Contents=self.streams(parts))
        self.add(content, geometry, page)

    def add_special(self, name):
        base = drawing(0, 0).encode()
        turned = Geometry(rotation=90)
        if name == "no /Contents":
            self.add(name, turned, Dictionary(Resources=self.resources()))
        elif name == "/Contents of null and dangling references":
            dangling = self.pdf.make_indirect(Dictionary(A=1))
            page = Dictionary(Resources=self.resources(), Contents=Array([self.stream(base), dangling, None]))
            self.add(name, turned, page)
        elif name == "empty /Contents array":
            self.add(name, turned, Dictionary(Resources=self.resources(), Contents=Array([])))
        elif name == "inherited /Resources":
            page = Dictionary(Resources=self.resources(), Contents=self.stream(base))
            self.add(name, Geometry(inherited=True), page)
        elif name == "no /Resources anywhere":
            self.add(name, turned, Dictionary(Contents=self.stream(b"1 0 0 rg 20 20 50 50 re f")))
        else:
            self.add_shared(name, base)

    def add_shared(self, name, base):
        """A marked page and one beside it that shares a part and must stay as it is."""
        shared_stream = self.stream(base)
        shared_array = self.pdf.make_indirect(Array([self.stream(base), self.stream(b"q 2 0 0 2 0 0 cm")]))
        form = self.stream(b"0 0.5 0 rg 0 0 30 30 re f")
        form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, [0, 0, 30, 30]
        resources = self.pdf.make_indirect(self.resources())
        resources.XObject = self.pdf.make_indirect(Dictionary(Own=form))
        for marked in (True, False):
            page = Dictionary(Resources=self.resources(), Contents=self.stream(base + b"/Own Do"))
            if name == "/Contents shared by two pages":
                page.Contents = shared_stream
            elif name == "/Contents array shared by two pages":
                page.Contents = shared_array
            elif name == "/Resources shared by two pages":
                page.Resources = resources
            elif name == "/XObject dictionary shared by two pages":
                page.Resources.XObject = resources.XObject
            self.add(name, Geometry(), page, marked)

    def save(self, path):
        pages = self.pdf.Root.Pages
        pages.Kids = Array(self.kids)
        pages.Count = len(self.kids)
        for kid in self.kids:
            kid.Parent = pages
        self.pdf.save(path)
