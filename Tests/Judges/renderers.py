# SPDX-License-Identifier: Apache-2.0
"""PDFium, MuPDF and Poppler behind one shape: open, count pages, tell a page's size, draw part of it.

Sizes and clips are in the renderer's own points: the page as that renderer shows it, origin top
left, y down. Only MuPDF multiplies by /UserUnit. A renderer that cannot do it raises `CannotRender`.
"""

import ctypes
import math
import pathlib
import re
import subprocess
from typing import NamedTuple

import numpy as np

from .tool import Missing, bounded


class CannotRender(Exception):
    """The renderer refuses this file or page; the message says why."""


class Picture(NamedTuple):
    """Pixels of part of a page: rows × columns (× red, green, blue), and how they lie on it."""

    pixels: np.ndarray
    left: int
    top: int
    scale_x: float
    scale_y: float

    def grey(self):
        if self.pixels.ndim == 2:
            return self.pixels.astype(np.float64)
        return self.pixels[..., :3].astype(np.float64).mean(axis=2)


class Pdfium:
    name = "PDFium"

    def __init__(self, path, password=None):
        import pypdfium2

        try:
            self.document = pypdfium2.PdfDocument(str(path), password=password)
        except pypdfium2.PdfiumError as error:
            raise CannotRender(str(error)) from None
        self.page_count = len(self.document)
        self.pages = {}

    def page(self, index):
        import pypdfium2

        if index not in self.pages:
            if len(self.pages) > 8:
                self.pages.pop(next(iter(self.pages))).close()
            try:
                self.pages[index] = self.document[index]
            except (pypdfium2.PdfiumError, IndexError) as error:
                raise CannotRender(f"page {index + 1}: {error}") from None
        return self.pages[index]

    def size(self, index):
        return self.page(index).get_size()

    def text(self, index):
        page = self.page(index).get_textpage()
        words = page.get_text_range()
        page.close()
        return words

    def has_annotations(self, index):
        import pypdfium2.raw as raw

        return raw.FPDFPage_GetAnnotCount(self.page(index).raw) > 0

    def draw(self, index, scale, clip=None, annotations=True):
        """PDFium stretches the page over whole pixels, so the two scales may differ a little."""
        import pypdfium2.raw as raw

        page = self.page(index)
        width, height = page.get_size()
        full_width, full_height = max(1, round(width * scale)), max(1, round(height * scale))
        x0, y0, x1, y1 = clip or (0, 0, width, height)
        left, top = max(0, math.floor(x0 * scale)), max(0, math.floor(y0 * scale))
        columns = min(full_width, math.ceil(x1 * scale)) - left
        rows = min(full_height, math.ceil(y1 * scale)) - top
        if columns <= 0 or rows <= 0:
            raise CannotRender("the part asked for is outside the page")
        pixels = np.full((rows, columns, 4), 255, dtype=np.uint8)
        address = pixels.ctypes.data_as(ctypes.c_void_p)
        bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_BGRx, address, columns * 4)
        flags = raw.FPDF_ANNOT if annotations else 0
        raw.FPDF_RenderPageBitmap(bitmap, page.raw, -left, -top, full_width, full_height, 0, flags)
        raw.FPDFBitmap_Destroy(bitmap)
        return Picture(pixels[..., 2::-1], left, top, full_width / width, full_height / height)

    def close(self):
        for page in self.pages.values():
            page.close()
        self.document.close()


class Mupdf:
    """`said` holds its warnings on the page drawn last."""

    name = "MuPDF"

    def __init__(self, path, password=None):
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        try:
            self.document = pymupdf.open(str(path), filetype="pdf")
        except Exception as error:  # PyMuPDF raises many kinds, among them bare RuntimeError
            # Its message holds the whole path, which says nothing about the file.
            raise CannotRender(str(error).replace(str(path), pathlib.Path(path).name)) from None

        if self.document.needs_pass and not self.document.authenticate(password or ""):
            raise CannotRender("the password does not open it")
        try:
            self.page_count = self.document.page_count
        except Exception as error:
            raise CannotRender(str(error)) from None

    def page(self, index):
        try:
            return self.document[index]
        except Exception as error:
            raise CannotRender(f"page {index + 1}: {error}") from None

    def size(self, index):
        box = self.page(index).rect
        return box.width, box.height

    def draw(self, index, scale, clip=None, annotations=True):
        import pymupdf

        pymupdf.TOOLS.reset_mupdf_warnings()
        page = self.page(index)
        try:
            pixmap = page.get_pixmap(
                matrix=pymupdf.Matrix(scale, scale), clip=pymupdf.Rect(clip) if clip else None,
                colorspace="rgb", annots=annotations,
            )  # fmt: skip
        except Exception as error:
            raise CannotRender(f"page {index + 1}: {error}") from None
        self.said = pymupdf.TOOLS.mupdf_warnings()
        pixels = np.frombuffer(pixmap.samples, dtype=np.uint8)
        pixels = pixels.reshape(pixmap.h, pixmap.w, pixmap.n).copy()
        return Picture(pixels, pixmap.x, pixmap.y, scale, scale)

    def lost(self):
        """Why the page drawn last says nothing about a mark: MuPDF stopped before its end, or None."""
        for sign in ("treating as end of file", "non-page object in page tree"):
            if found := next((line for line in self.said.splitlines() if sign in line), None):
                return found
        return None

    def lays_a_field_over(self, index, rect):
        """Whether a form field crosses the rect: MuPDF draws fields above all other annotations."""
        import pymupdf

        return any(pymupdf.Rect(rect).intersects(each.rect) for each in self.page(index).widgets())

    def close(self):
        self.document.close()


class Poppler:
    """Runs `pdfinfo` and `pdftoppm -cropbox`; its coverage has 16 steps, so ask for 288 dpi or more."""

    name = "Poppler"
    SECONDS = 40
    COLOURED = False

    def __init__(self, path, password=None):
        self.path = str(path)
        self.password = ["-opw", password, "-upw", password] if password else []
        self.sizes = {}
        said = self.run("pdfinfo", *self.password, self.path).decode("utf-8", "replace")
        count = re.search(r"^Pages:\s+(\d+)", said, re.M)
        if not count:
            raise CannotRender("pdfinfo tells no number of pages")
        self.page_count = int(count.group(1))

    @classmethod
    def run(cls, *words):
        try:
            done = bounded(words, cls.SECONDS)
        except subprocess.TimeoutExpired:
            raise CannotRender(f"{words[0]} takes more than {cls.SECONDS} s") from None
        except FileNotFoundError:
            raise Missing(f"{words[0]} is not installed: apt-get install poppler-utils") from None
        if done.returncode < 0:
            raise CannotRender(f"{words[0]} died of signal {-done.returncode}")
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        weird = [line for line in said if "Weird page contents" in line]
        if weird:  # an array with anything but streams: it draws a blank page and calls that success
            raise CannotRender(weird[0])
        if done.returncode or not done.stdout:
            raise CannotRender(said[-1] if said else f"{words[0]} says nothing")
        return done.stdout

    def size(self, index):
        number = str(index + 1)
        if index not in self.sizes:
            said = self.run(
                "pdfinfo", *self.password, "-f", number, "-l", number, self.path
            ).decode("utf-8", "replace")
            size = re.search(r"^Page\s+\d+ size:\s+([\d.e+-]+) x ([\d.e+-]+) pts", said, re.M)
            turn = re.search(r"^Page\s+\d+ rot:\s+(-?\d+)", said, re.M)
            if not size:
                raise CannotRender(f"page {number}: pdfinfo tells no size")
            width, height = map(float, size.groups())
            turned = turn and int(turn.group(1)) % 180 == 90
            self.sizes[index] = (height, width) if turned else (width, height)
        return self.sizes[index]

    def draw(self, index, scale, clip=None, annotations=True):
        width, height = self.size(index)
        x0, y0, x1, y1 = clip or (0, 0, width, height)
        left, top = max(0, math.floor(x0 * scale)), max(0, math.floor(y0 * scale))
        words = ["pdftoppm", "-r", f"{scale * 72:.6f}", "-cropbox"]
        words += [] if self.COLOURED else ["-gray"]
        words += ["-f", str(index + 1), "-l", str(index + 1), "-x", str(left), "-y", str(top)]
        words += ["-W", str(math.ceil(x1 * scale) - left), "-H", str(math.ceil(y1 * scale) - top)]
        words += [] if annotations else ["-hide-annotations"]
        data = self.run(*words, *self.password, self.path)
        header = re.match(rb"P[56]\s+(\d+)\s+(\d+)\s+255\s", data)
        if not header:
            raise CannotRender(f"page {index + 1}: pdftoppm gives no picture")
        columns, rows = int(header.group(1)), int(header.group(2))
        shape = (rows, columns, 3) if self.COLOURED else (rows, columns)
        pixels = np.frombuffer(data, dtype=np.uint8, offset=header.end(), count=math.prod(shape))
        return Picture(pixels.reshape(shape), left, top, scale, scale)

    def close(self):
        pass


class PopplerInColour(Poppler):
    """Where colours are compared; all else is judged by greys, which are a third of the bytes."""

    COLOURED = True


ALL = (Pdfium, Mupdf, Poppler)
