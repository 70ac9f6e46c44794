# SPDX-License-Identifier: Apache-2.0
"""A small PNG encoder for kinds that usual libraries do not write: every depth, type, interlace, tRNS.

`encode` takes a grid of RGBA in 0…1 and also gives the grid that the file really holds, after its
depth and palette have had their say (PNG, third edition, clauses 6 and 11).
"""

import struct
import zlib

GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
DEPTHS = {GREY: (1, 2, 4, 8, 16), RGB: (8, 16), PALETTE: (1, 2, 4, 8), GREY_ALPHA: (8, 16), RGBA: (8, 16)}
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def quantised(value, depth):
    return round(value * ((1 << depth) - 1))


def samples(colour, kind, depth, palette):
    red, green, blue, alpha = colour
    grey = 0.3 * red + 0.59 * green + 0.11 * blue
    if kind == PALETTE:
        return [nearest(colour, palette)]
    chosen = {GREY: [grey], RGB: [red, green, blue], GREY_ALPHA: [grey, alpha], RGBA: list(colour)}[kind]
    return [quantised(value, depth) for value in chosen]


def nearest(colour, palette):
    distances = [sum((a - b) ** 2 for a, b in zip(colour, entry)) for entry in palette]
    return distances.index(min(distances))


def packed(row, depth):
    if depth == 16:
        return b"".join(struct.pack(">H", value) for value in row)
    data, bits, count = bytearray(), 0, 0
    for value in row:
        bits, count = bits << depth | value, count + depth
        if count == 8:
            data.append(bits)
            bits, count = 0, 0
    if count:
        data.append(bits << (8 - count) & 255)
    return bytes(data)


def scanlines(rows, kind, depth):
    """Filter types go round, so that each of the five is met."""
    channels = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}[kind]
    step = max(1, channels * depth // 8)
    above, data = None, b""
    for number, row in enumerate(rows):
        line = packed([value for pixel in row for value in pixel], depth)
        above = above or bytes(len(line))
        data += bytes([number % 5]) + filtered(line, above, step, number % 5)
        above = line
    return data


def filtered(line, above, step, kind):
    out = bytearray()
    for i, value in enumerate(line):
        left = line[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        guess = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]
        out.append(value - guess & 255)
    return bytes(out)


def paeth(a, b, c):
    p = a + b - c
    return min((a, b, c), key=lambda v: abs(p - v))


def encode(grid, kind, depth, interlaced=False, transparent=None):
    """(file's bytes, the RGBA grid it shows). transparent: (row, column) whose colour tRNS clears."""
    palette = []
    if kind == PALETTE:
        palette = sorted({colour for row in grid for colour in row})
        palette = palette[:: -(-len(palette) // (1 << depth))]
    rows = [[samples(colour, kind, depth, palette) for colour in row] for row in grid]
    height, width = len(rows), len(rows[0])
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    parts = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head)]
    clear = rows[transparent[0]][transparent[1]] if transparent else None
    if palette:
        colours = bytes(quantised(value, 8) for entry in palette for value in entry[:3])
        parts.append(chunk(b"PLTE", colours))
        if transparent:
            parts.append(chunk(b"tRNS", bytes(quantised(entry[3], 8) for entry in palette)))
    elif clear:
        parts.append(chunk(b"tRNS", b"".join(struct.pack(">H", value) for value in clear)))
    data = b""
    if interlaced:
        for x, y, dx, dy in ADAM7:
            part = [row[x::dx] for row in rows[y::dy]]
            if part and part[0]:
                data += scanlines(part, kind, depth)
    else:
        data = scanlines(rows, kind, depth)
    parts += [chunk(b"IDAT", zlib.compress(data)), chunk(b"IEND", b"")]
    shown = [[seen(pixel, kind, depth, palette, clear, transparent) for pixel in row] for row in rows]
    return b"".join(parts), shown


def seen(pixel, kind, depth, palette, clear, transparent):
    if kind == PALETTE:
        red, green, blue, alpha = palette[pixel[0]]
        return red, green, blue, alpha if transparent else 1.0
    values = [value / ((1 << depth) - 1) for value in pixel]
    alpha = values.pop() if kind in (GREY_ALPHA, RGBA) else 1.0
    if clear and pixel == clear:
        alpha = 0.0
    return (*(values * 3 if len(values) == 1 else values), alpha)
