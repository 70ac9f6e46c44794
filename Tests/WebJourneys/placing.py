# SPDX-License-Identifier: Apache-2.0
"""Whether a mark is in the file where the screen showed it.

Both places come from pictures without and with the mark: what differs is its ink. Where 2 % and
98 % of the ink lie, and its centre, are known to a fraction of a pixel, so a screen of less than two
pixels a point is enough for tenths of a point. Places are points of the page as it is seen.
"""

import io
from typing import NamedTuple

import numpy as np
from Judges import placement, renderers
from PIL import Image

TOLERANCE = 0.5
"""Points, as a person on a phone could not tell."""
EDGES = (0.02, 0.98)
FILE_SCALE = 6
"""Pixels for each point when the file is drawn."""
LEAST_CHANGE = 0.06
"""Of full black; below it is what smoothing does to text that a moved layer lies over."""


class Place(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    centre_x: float
    centre_y: float

    def differs(self, other):
        """The largest difference in points."""
        return max(abs(a - b) for a, b in zip(self, other))

    def __str__(self):
        return ", ".join(f"{name} {value:.2f}" for name, value in zip(self._fields, self))


def grey(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("L"), dtype=np.float64)


def ink(before, after):
    """How much of each pixel became ink, 0 to 1."""
    changed = np.abs(before - after) / 255
    changed[changed < LEAST_CHANGE] = 0
    return changed


def along(mass, fraction):
    """Where so much of the mass is behind, in pixels from the beginning."""
    behind = np.concatenate([[0], np.cumsum(mass)]) / mass.sum()
    return float(np.interp(fraction, behind, np.arange(len(behind))))


def measure(changed, left, top, scale_x, scale_y):
    """The place of the ink; left, top: pixels from the page's corner to the picture's."""
    assert changed.sum() > 5, "no ink to be seen"
    columns, rows = changed.sum(axis=0), changed.sum(axis=1)
    x = [(left + along(columns, each)) / scale_x for each in EDGES]
    y = [(top + along(rows, each)) / scale_y for each in EDGES]
    middle_x = (columns * (np.arange(len(columns)) + 0.5)).sum() / columns.sum()
    middle_y = (rows * (np.arange(len(rows)) + 0.5)).sum() / rows.sum()
    return Place(x[0], y[0], x[1], y[1], (left + middle_x) / scale_x, (top + middle_y) / scale_y)


def on_screen(before, after, clip, page_box, size):
    """before, after: PNG of the part `clip` of the screen; page_box: where the page is on it.

    Both boxes are {x, y, width, height} in CSS pixels; size: the page's in points.
    """
    first, second = grey(before), grey(after)
    assert first.shape == second.shape
    per_css = second.shape[1] / clip["width"]
    scale_x = page_box["width"] * per_css / size[0]
    scale_y = page_box["height"] * per_css / size[1]
    left = (clip["x"] - page_box["x"]) * per_css
    top = (clip["y"] - page_box["y"]) * per_css
    return measure(ink(first, second), left, top, scale_x, scale_y)


def in_file(before, after, page, size, user_unit=1):
    """{renderer's name: place}; before, after: paths; page: counted from 1; size: as seen, in points."""
    found = {}
    for kind in (renderers.Pdfium, renderers.Poppler):
        pictures, own = [], None
        for path in (before, after):
            document = kind(path)
            own = document.size(page - 1)
            pictures.append(document.draw(page - 1, FILE_SCALE))
            document.close()
        factor = placement.unit(own, size, user_unit)
        assert factor, f"{kind.name} sees a page of {own}, not of {size}"
        changed = ink(pictures[0].grey(), pictures[1].grey())
        one = pictures[1]
        found[kind.name] = measure(changed, one.left, one.top, one.scale_x / factor, one.scale_y / factor)
    return found


def judge(shown, found):
    """An AssertionError tells how far the mark is from where the screen showed it."""
    for name, place in found.items():
        off = shown.differs(place)
        assert off <= TOLERANCE, f"{name}: {off:.2f} pt off: {place}; the screen showed {shown}"
