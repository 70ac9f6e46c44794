# SPDX-License-Identifier: Apache-2.0
"""Nothing outside the mark changes: compares two pictures of a page pixel by pixel."""

import math

import numpy as np

from .verdict import PASS, fail

GROWTH = 2
"""Pixels around the rect that smoothing may touch."""


def judge(before, after, rect=None, factor=1.0):
    """before, after: `Picture`s of one part of a page; rect: the mark's in view space, None for no mark."""
    if before.pixels.shape != after.pixels.shape:
        return fail(f"the page's picture was {before.pixels.shape} and is {after.pixels.shape}")
    changed = before.pixels != after.pixels
    if changed.ndim == 3:
        changed = changed.any(axis=2)
    if rect is not None:
        x, y, width, height = (value / factor for value in rect)
        left = math.floor(x * before.scale_x) - GROWTH - before.left
        right = math.ceil((x + width) * before.scale_x) + GROWTH - before.left
        top = math.floor(y * before.scale_y) - GROWTH - before.top
        bottom = math.ceil((y + height) * before.scale_y) + GROWTH - before.top
        changed[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = False
    count = int(np.count_nonzero(changed))
    if count == 0:
        return PASS
    rows, columns = np.nonzero(changed)
    where = (
        (columns.min() + before.left) / before.scale_x * factor,
        (rows.min() + before.top) / before.scale_y * factor,
        (columns.max() + 1 + before.left) / before.scale_x * factor,
        (rows.max() + 1 + before.top) / before.scale_y * factor,
    )
    return fail(f"{count} pixels changed within {', '.join(f'{value:.1f}' for value in where)}")
