# SPDX-License-Identifier: Apache-2.0
"""Whether three renderers show an annotation in the same place and in the same colours.

Places are told by the edges of what is drawn, to parts of a pixel by how full the outermost pixels
are. Colours are compared pixel by pixel inside of what is drawn, away from the edges that every
renderer smooths in its own way, and once more as the mean of all.
"""

import math

import numpy as np

from Judges.renderers import Mupdf, Pdfium, PopplerInColour

SCALE = 6
"""Pixels a point, as a person sees the page."""
MARGIN = 20
"""Points around the annotation's box that are looked at too; nothing may be drawn beyond."""
PLACE = 0.3
"""Points that the edges of what is drawn may lie apart."""
COLOUR = 0.02
"""How far colours may lie apart, of full colour."""
EDGE = 2
"""Pixels from an edge that do not count as inside."""
SMOOTH = 6
"""Levels of 255 within which neighbours count as one colour."""

RENDERERS = (Pdfium, Mupdf, PopplerInColour)


def part(rect, size):
    """Where to look, in whole points as seen."""
    x, y, width, height = rect
    return (
        max(0, math.floor(x - MARGIN)), max(0, math.floor(y - MARGIN)),
        min(size[0], math.ceil(x + width + MARGIN)), min(size[1], math.ceil(y + height + MARGIN)),
    )  # fmt: skip


def seen(renderer, case, where):
    """Rows × columns × colours of a part of the page, given in points as seen, at `SCALE`."""
    own = renderer.size(case.page - 1)
    factor = case.size()[0] / own[0]
    picture = renderer.draw(case.page - 1, SCALE * factor, clip=tuple(each / factor for each in where))
    width, height = (round((where[at + 2] - where[at]) * SCALE) for at in (0, 1))
    return picture.pixels[:height, :width, :3]


def edges(line):
    """Between which pixels a row of amounts from 0 to 1 begins and ends."""
    line = np.minimum(line / np.percentile(line[line > 0], 60), 1)
    there = np.flatnonzero(line > 0.02)
    first, last = there[0], there[-1]
    return first + 1 - line[first], last + line[last]


def box(pixels):
    """Left, top, right, bottom of what is drawn, in points; None where nothing is."""
    amount = (255 - pixels.min(axis=2)) / 255
    rows, columns = amount.max(axis=1), amount.max(axis=0)
    if not rows.any():
        return None
    (top, bottom), (left, right) = edges(rows), edges(columns)
    return np.array([left, top, right, bottom]) / SCALE


def inside(pixels):
    """Which pixels are drawn on and have neighbours of their own colour all around."""
    most, least = pixels, pixels
    for axis in (0, 1):
        turned = [np.roll(each, step, axis) for each in (most, least) for step in range(-EDGE, EDGE + 1)]
        half = len(turned) // 2
        most, least = np.maximum.reduce(turned[:half]), np.minimum.reduce(turned[half:])
    return (most - least <= SMOOTH).all(axis=2) & (pixels.min(axis=2) < 255)


def compared(pictures):
    """(points apart, colour apart from 0 to 1) of pictures of one part; None where one shows nothing."""
    boxes = [box(pixels) for pixels in pictures]
    if any(each is None for each in boxes):
        return None
    place = np.ptp(boxes, axis=0).max()
    areas = [(right - left) * (bottom - top) * SCALE**2 for left, top, right, bottom in boxes]
    means = [(255.0 - pixels).sum(axis=(0, 1)) / 255 / area for pixels, area in zip(pictures, areas)]
    colour = np.ptp(means, axis=0).max()
    common = np.logical_and.reduce([inside(pixels) for pixels in pictures])
    if common.any():
        colours = np.array([pixels[common] for pixels in pictures], dtype=float)
        colour = max(colour, np.ptp(colours, axis=0).max() / 255)
    return place, colour
