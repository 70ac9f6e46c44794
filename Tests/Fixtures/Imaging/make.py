# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of this folder; `python3 make.py` in a venv with Pillow 13.

PNGs are encoded here, bit by bit, and what they show is told by Pillow: `NAME.rgba` holds width
and height as 16-bit numbers (high byte first), then four bytes for each pixel.
"""
import io, struct, zlib
from pathlib import Path
from PIL import Image, ImageCms

HERE = Path(__file__).parent
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def row_bytes(samples, depth):
    bits = "".join(format(s, f"0{depth}b") for s in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def filtered(rows, size):
    """Each row by the next of the five filters."""
    out, above = b"", None
    for number, row in enumerate(rows):
        kind = number % 5
        up = above or bytes(len(row))
        coded = bytearray([kind])
        for i, value in enumerate(row):
            a = row[i - size] if i >= size else 0
            c = up[i - size] if i >= size else 0
            guess = [0, a, up[i], (a + up[i]) // 2, paeth(a, up[i], c)][kind]
            coded.append((value - guess) & 255)
        out, above = out + bytes(coded), row
    return out


def png(width, height, depth, kind, pixel, interlaced=False, chunks=()):
    n = SAMPLES[kind]
    size = max(1, n * depth // 8)
    raw = b""
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        rows = [row_bytes([s for x in range(x0, width, dx) for s in pixel(x, y)], depth)
                for y in range(y0, height, dy)]
        raw += filtered(rows, size) if x0 < width else b""
    packed = zlib.compress(raw, 9)
    half = len(packed) // 2
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunk(*c) for c in chunks)
            + chunk(b"IDAT", packed[:half]) + chunk(b"IDAT", packed[half:]) + chunk(b"IEND", b""))


def shade(depth, seed):
    top = (1 << depth) - 1
    return lambda x, y: (x * 37 * (top // 3 or 1) // 5 + y * 11 * (top // 2 or 1) // 3 + seed * 71) % (top + 1)


def keep(name, data, clear=None):
    (HERE / f"{name}.png").write_bytes(data)
    image = Image.open(io.BytesIO(data))
    if image.mode.startswith("I"):  # 16 bits of grey: the high byte
        image = image.point(lambda v: v / 256).convert("L")
    rgba = image.convert("RGBA")
    if clear:  # Pillow compares keys below eight bits with samples that it has already scaled
        rgba.putalpha(Image.frombytes("L", rgba.size, bytes(0 if clear(x, y) else 255 for y in range(rgba.height)
                                      for x in range(rgba.width))))
    (HERE / f"{name}.rgba").write_bytes(struct.pack(">HH", *rgba.size) + rgba.tobytes())


def main():
    for kind, word, depths in [(0, "grey", (1, 2, 4, 8, 16)), (2, "rgb", (8, 16)), (3, "palette", (1, 2, 4, 8)),
                               (4, "grey-alpha", (8, 16)), (6, "rgb-alpha", (8, 16))]:
        for depth in depths:
            for interlaced in (False, True):
                shades = [shade(depth, i) for i in range(SAMPLES[kind])]
                pixel = lambda x, y: [s(x, y) for s in shades]
                chunks = []
                if kind == 3:
                    colours = min(1 << depth, 40)
                    chunks = [(b"PLTE", bytes((i * 53 + j * 97) % 256 for i in range(colours) for j in range(3)))]
                    pixel = lambda x, y: [shades[0](x, y) % colours]
                name = f"{word}-{depth}" + ("-interlaced" if interlaced else "")
                keep(name, png(13, 11, depth, kind, pixel, interlaced, chunks))
    grey = lambda x, y: [(x + y) % 4]
    keep("grey-2-key", png(13, 11, 2, 0, grey, chunks=[(b"tRNS", b"\0\2")]), lambda x, y: grey(x, y) == [2])
    rgb = lambda x, y: [255, 0, 255] if (x + y) % 3 == 0 else [20 * x, 20 * y, 7]
    keep("rgb-8-key", png(13, 11, 8, 2, rgb, chunks=[(b"tRNS", b"\0\xff\0\0\0\xff")]))
    index = lambda x, y: [(x // 2 + y) % 4]
    palette = (b"PLTE", bytes([255, 255, 255, 200, 0, 0, 0, 90, 0, 0, 0, 180]))
    keep("palette-2-alpha", png(13, 11, 2, 3, index, chunks=[palette, (b"tRNS", b"\0\x80")]))

    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[24:36] = struct.pack(">6H", 2025, 1, 1, 0, 0, 0)  # the same bytes on every day
    profile = bytes(profile)
    (HERE / "srgb.icc").write_bytes(profile)

    def jpeg(name, image, **more):
        image.save(HERE / f"{name}.jpg", quality=80, **more)

    picture = Image.frombytes("RGB", (24, 16), bytes((x * 10 + c * 50 + y * 5) % 256 for y in range(16)
                              for x in range(24) for c in range(3)))
    exif = Image.Exif()
    exif[274] = 6
    jpeg("rgb", picture, dpi=(300, 150))
    jpeg("rgb-progressive-icc", picture, progressive=True, icc_profile=profile)
    jpeg("rgb-exif-6", picture, exif=exif)
    jpeg("grey", picture.convert("L"))
    jpeg("grey-with-rgb-profile", picture.convert("L"), icc_profile=profile)
    jpeg("cmyk-adobe", picture.convert("CMYK"))


main()
