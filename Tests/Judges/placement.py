# SPDX-License-Identifier: Apache-2.0
"""Where a mark landed, to a few hundredths of a point, as renderers show it.

Renderers snap images and edges along an axis to whole pixels, so the box of a solid rectangle is
good to a pixel only. A triangle without an edge along an axis is drawn with coverage: the centre
and the spread of its ink give its box, the sign of their covariance tells a flip or a quarter turn.

Two copies of the page carry an opaque white and an opaque black triangle in the same place. Their
difference is the triangle alone, whatever lies under it.
"""

import numpy as np

from .verdict import PASS, fail

TRIANGLE = ((0, 0), (1, 0.3), (0.4, 1))
"""In the unit square, y up; touches all four sides."""

TOLERANCE = 0.1
"""Points. What a person can see starts at about three times this."""

MARK_SIZE = (200, 100)


def write_mark(path, grey, width=MARK_SIZE[0], height=MARK_SIZE[1]):
    """A one-page PDF whose opaque triangle fills the page; grey: 0 black, 1 white."""
    import pikepdf

    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(width, height))
    (a, b), (c, d), (e, f) = [(x * width, y * height) for x, y in TRIANGLE]
    drawing = f"{grey} g {a} {b} m {c} {d} l {e} {f} l h f"
    pdf.pages[0].Contents = pdf.make_stream(drawing.encode())
    pdf.save(path)


def moments(points):
    """(mean x, mean y, variance x, variance y, covariance) of a triangle's area."""
    xs, ys = zip(*points)
    mean_x, mean_y = sum(xs) / 3, sum(ys) / 3

    def spread(v, w, mean_v, mean_w):
        return (sum(a * b for a, b in zip(v, w)) - 3 * mean_v * mean_w) / 12

    return (
        mean_x, mean_y, spread(xs, xs, mean_x, mean_x), spread(ys, ys, mean_y, mean_y),
        spread(xs, ys, mean_x, mean_y),
    )  # fmt: skip


def mark_box(white, black):
    """(x0, y0, x1, y1) in the renderer's points; None without a mark; "turned" if flipped or turned."""
    if white.pixels.shape != black.pixels.shape:
        return None
    ink = np.clip(white.grey() - black.grey(), 0, 255) / 255.0
    ink[ink < 0.004] = 0
    mass = ink.sum()
    if mass < 1:
        return None
    ys, xs = np.arange(ink.shape[0]) + 0.5, np.arange(ink.shape[1]) + 0.5
    columns, rows = ink.sum(axis=0), ink.sum(axis=1)
    cx, cy = (columns * xs).sum() / mass, (rows * ys).sum() / mass
    vx, vy = (columns * (xs - cx) ** 2).sum() / mass, (rows * (ys - cy) ** 2).sum() / mass
    covariance = ((ys - cy) @ ink @ (xs - cx)) / mass
    mean_x, mean_y, spread_x, spread_y, slant = moments(TRIANGLE)
    width, height = (vx / spread_x) ** 0.5, (vy / spread_y) ** 0.5
    if width == 0 or height == 0 or abs(covariance / (width * height) + slant) > 0.02:
        return "turned"
    x0 = cx - mean_x * width + white.left
    y0 = cy - (1 - mean_y) * height + white.top
    return (
        x0 / white.scale_x, y0 / white.scale_y,
        (x0 + width) / white.scale_x, (y0 + height) / white.scale_y,
    )  # fmt: skip


def unit(own, seen, user_unit):
    """View-space points per point of the renderer, or None when it sees another page.

    own: the page's size as the renderer tells it; seen: as a person sees it, times /UserUnit.
    """
    for factor in {1.0, float(user_unit)}:
        if all(abs(a * factor - b) <= 0.02 + 0.0005 * b for a, b in zip(own, seen)):
            return factor
    return None


def clip_around(rect, factor, size, scale):
    """The part of the page to draw: the rect and as much again around it, in the renderer's points."""
    x, y, width, height = (value / factor for value in rect)
    margin = max(width * 0.25, height * 0.25, 8 / scale)
    return (
        max(0, x - margin), max(0, y - margin),
        min(size[0], x + width + margin), min(size[1], y + height + margin),
    )  # fmt: skip


def judge(white, black, rect, factor):
    """Compares where the mark is with where it was asked for; rect: x, y, width, height in view space."""
    box = mark_box(white, black)
    if box is None:
        return fail("no mark to be seen")
    if box == "turned":
        return fail("the mark is turned, flipped or cut")
    x, y, width, height = rect
    wanted = (x, y, x + width, y + height)
    off = max((value * factor - want for value, want in zip(box, wanted)), key=abs)
    if abs(off) <= TOLERANCE:
        return PASS
    told = ", ".join(f"{value * factor:.2f}" for value in box)
    return fail(f"{off:+.2f} pt off: box {told} where {', '.join(f'{w:.2f}' for w in wanted)} was asked")
