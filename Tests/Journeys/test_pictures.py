# SPDX-License-Identifier: Apache-2.0
"""`render` and `thumbnails`, read back by Pillow and compared with PDFium called directly."""

import ctypes
import io
import json
import os
import signal
import subprocess

import numpy as np
import pikepdf
import pypdfium2.raw as raw
import pytest
from PIL import Image

from Bench import memory
from Judges import tool

from calls import INK, RECT, run

CONTRACT = tool.ROOT / "Examples" / "contract.pdf"


def drawn(path, page, width, height, password=None):
    """The pixels of a page as PDFium draws them at this size, red, green and blue."""
    document = raw.FPDF_LoadDocument(str(path).encode(), password)
    assert document, path
    handle = raw.FPDF_LoadPage(document, page)
    pixels = (ctypes.c_ubyte * (width * height * 4))()
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRx, pixels, width * 4)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
    raw.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, raw.FPDF_ANNOT)
    found = np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[:, :, 2::-1].copy()
    raw.FPDFBitmap_Destroy(bitmap)
    raw.FPDF_ClosePage(handle)
    raw.FPDF_CloseDocument(document)
    return found


def rgb(picture):
    return np.asarray(picture.convert("RGB"))


def difference(one, other):
    """Mean of how far the samples are apart, of 255."""
    return np.abs(one.astype(int) - other.astype(int)).mean()


def book(path, pages, size=(400, 300)):
    """A file of pages that each say their number in bars."""
    document = pikepdf.new()
    for number in range(pages):
        bars = " ".join(f"{20 + 12 * bit} 50 8 {100 + number % 90} re" for bit in range(20) if number >> bit & 1)
        page = document.add_blank_page(page_size=size)
        page.Contents = document.make_stream(f"0.8 0.2 0.1 rg 5 5 9 9 re {bars} f".encode())
    document.save(path)
    return path


@pytest.mark.parametrize("page", [1, 3, 5])
@pytest.mark.parametrize("width", [97, 800])
def test_a_png_has_the_very_pixels_of_pdfium(tmp_path, page, width):
    answer = run(tmp_path, "render", CONTRACT, "--page", page, "--width", width, "-o", "p.png")
    assert answer.status == 0, answer.stderr
    picture = Image.open(tmp_path / "p.png")
    assert picture.size[0] == width
    assert np.array_equal(rgb(picture), drawn(CONTRACT, page - 1, *picture.size))
    with pikepdf.open(CONTRACT) as document:
        shown = document.pages[page - 1]
        points = float(shown.mediabox[3 if shown.get("/Rotate", 0) % 180 else 2])
    assert abs(picture.info["dpi"][0] - width * 72 / points) < 0.1


@pytest.mark.parametrize("entries, size", [
    ({"Rotate": 90}, (300, 400)), ({"CropBox": [50, 20, 250, 220]}, (200, 200)),
    ({"UserUnit": 2}, (800, 600)), ({"UserUnit": 2.5, "Rotate": 270, "CropBox": [50, 20, 250, 120]}, (250, 500)),
])  # fmt: skip
@pytest.mark.parametrize("name", ["p.png", "p.jpg"])
def test_a_picture_tells_how_large_the_page_is(tmp_path, entries, size, name):
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(400, 300))
    for key, value in entries.items():
        page["/" + key] = value
    document.save(tmp_path / "a.pdf")
    for options in (["--width", 600], ["--dpi", 144], ["--dpi", 144, "--region", "10,10,50,50"]):
        answer = run(tmp_path, "render", "a.pdf", "--page", 1, *options, "--force", "-o", name)
        assert answer.status == 0, answer.stderr
        picture = Image.open(tmp_path / name)
        across, down = picture.info["dpi"]
        assert across == down
        shown = (50, 50) if "--region" in options else size
        for pixels, points in zip(picture.size, shown):
            # A JPEG tells whole dots for an inch, and a picture has whole pixels.
            assert pixels * 72 / across == pytest.approx(points, rel=0.02 if "--region" in options else 0.006)


def test_colours_and_greys_become_the_least_that_holds_them(tmp_path):
    book(tmp_path / "b.pdf", 2)
    for page in (1, 2):
        run(tmp_path, "render", "b.pdf", "--page", page, "--dpi", 150, "-o", f"{page}.png")
    assert Image.open(tmp_path / "1.png").mode == "RGB"
    run(tmp_path, "render", CONTRACT, "--page", 1, "--dpi", 30, "-o", "grey.png")
    grey = Image.open(tmp_path / "grey.png")
    pixels = drawn(CONTRACT, 0, *grey.size)
    is_grey = (pixels == pixels[:, :, :1]).all()
    assert grey.mode == ("L" if is_grey else "RGB")


@pytest.mark.parametrize("name, kind", [("p.jpg", "JPEG"), ("p.webp", "WEBP")])
def test_pictures_with_loss_look_the_same(tmp_path, name, kind):
    sizes = []
    for quality in (30, 95):
        call = ["render", CONTRACT, "--page", 2, "--width", 600, "--quality", quality, "--force"]
        answer = run(tmp_path, *call, "-o", name)
        assert answer.status == 0, answer.stderr
        picture = Image.open(tmp_path / name)
        assert picture.format == kind
        assert difference(rgb(picture), drawn(CONTRACT, 1, *picture.size)) < (4 if quality == 30 else 1.5)
        sizes.append((tmp_path / name).stat().st_size)
    assert sizes[0] < sizes[1]


def test_a_region_is_cut_from_the_whole_page(tmp_path):
    run(tmp_path, "render", CONTRACT, "--page", 1, "--dpi", 144, "-o", "whole.png")
    answer = run(tmp_path, "render", CONTRACT, "--page", 1, "--dpi", 144, "--region", "72,100.5,3in,40", "-o", "part.png")
    assert answer.status == 0, answer.stderr
    whole, part = (rgb(Image.open(tmp_path / name)) for name in ("whole.png", "part.png"))
    # The page has a whole number of pixels, so they are not exactly half a point.
    height, width = part.shape[:2]
    assert height in (80, 81) and width in (432, 433)
    assert np.array_equal(part, whole[201 : 201 + height, 144 : 144 + width])
    outside = run(tmp_path, "render", CONTRACT, "--page", 1, "--dpi", 144, "--region", "500,10,300,10", "-o", "x.png", "--json")
    assert outside.status == 86 and outside.errors[0]["code"] == "outsidePage"


def test_what_lies_below_shows_where_nothing_is_painted(tmp_path):
    book(tmp_path / "b.pdf", 1)
    for colour in ("transparent", "#20E0A0", "white"):
        run(tmp_path, "render", "b.pdf", "--page", 1, "--width", 400, "--background", colour, "-o", f"{colour}.png")
    clear = Image.open(tmp_path / "transparent.png")
    assert clear.mode == "RGBA"
    assert clear.getpixel((200, 20))[3] == 0
    assert clear.getpixel((9, 290)) == (204, 51, 26, 255)
    assert Image.open(tmp_path / "#20E0A0.png").convert("RGB").getpixel((200, 20)) == (0x20, 0xE0, 0xA0)
    answer = run(tmp_path, "render", "b.pdf", "--page", 1, "--width", 40, "--background", "mauve", "-o", "x.png")
    assert answer.status == 64


def test_annotations_can_be_left_out(tmp_path):
    (tmp_path / "ink.json").write_text(INK)
    book(tmp_path / "b.pdf", 1)
    run(tmp_path, "sign", "b.pdf", "--mark", "ink.json", "--page", 1, "--rect", RECT, "--as", "annotation", "-o", "s.pdf")
    for name, options in (("with.png", ()), ("without.png", ("--no-annotations",))):
        run(tmp_path, "render", "s.pdf", "--page", 1, "--width", 400, *options, "-o", name)
    run(tmp_path, "render", "b.pdf", "--page", 1, "--width", 400, "-o", "before.png")
    shown, hidden, before = (
        rgb(Image.open(tmp_path / name)) for name in ("with.png", "without.png", "before.png")
    )
    assert np.array_equal(hidden, before) and not np.array_equal(shown, before)


def test_several_pages_go_into_a_folder(tmp_path):
    answer = run(tmp_path, "render", CONTRACT, "--page", "2-4", "--width", 90, "--format", "webp", "-o", "pages", "--json")
    assert answer.status == 0, answer.stderr
    told = answer.value["pictures"]
    assert [part["output"] for part in told] == [f"pages/contract-00{page}.webp" for page in (2, 3, 4)]
    for part in told:
        picture = Image.open(tmp_path / part["output"])
        assert picture.size == (part["width"], part["height"]) and part["width"] == 90
        assert (tmp_path / part["output"]).stat().st_size == part["bytes"]
    again = run(tmp_path, "render", CONTRACT, "--page", "2-4", "--width", 90, "--format", "webp", "-o", "pages")
    assert again.status == 73
    one_file = run(tmp_path, "render", CONTRACT, "--page", "2-4", "--width", 90, "-o", "page.png")
    assert one_file.status == 64 and not (tmp_path / "page.png").exists()


def test_one_page_goes_to_standard_output(tmp_path):
    answer = run(tmp_path, "render", CONTRACT, "--page", "last", "--width", 90, "--format", "jpeg", "-o", "-")
    assert answer.status == 0
    assert Image.open(io.BytesIO(answer.stdout)).size[0] == 90
    assert run(tmp_path, "render", CONTRACT, "--page", "all", "--width", 90, "-o", "-").status == 64


@pytest.mark.parametrize("words", [
    ["--page", 1], ["--page", 1, "--width", 90, "--dpi", 90], ["--page", 1, "--width", 0],
    ["--page", 1, "--width", 70000], ["--page", 1, "--width", 90, "--quality", 50],
    ["--page", 1, "--width", 90, "--region", "1,2,3,auto"],
])  # fmt: skip
def test_calls_that_are_wrong_say_so(tmp_path, words):
    assert run(tmp_path, "render", CONTRACT, *words, "-o", "x.png").status == 64
    assert list(tmp_path.iterdir()) == []


def test_an_encrypted_file_is_shown_by_its_password(tmp_path):
    book(tmp_path / "b.pdf", 1)
    with pikepdf.open(tmp_path / "b.pdf") as document:
        document.save(
            tmp_path / "e.pdf",
            encryption=pikepdf.Encryption(owner="own", user="use", allow=pikepdf.Permissions(extract=False)),
        )
    call = ["render", "e.pdf", "--page", 1, "--width", 300, "-o", "p.png"]
    assert run(tmp_path, *call).status == 81
    assert run(tmp_path, *call, "--password", "no").status == 82
    answer = run(tmp_path, *call, "--password", "use")
    assert answer.status == 0, answer.stderr
    picture = Image.open(tmp_path / "p.png")
    assert np.array_equal(rgb(picture), drawn(tmp_path / "b.pdf", 0, *picture.size))


# Thumbnails


def test_thumbnails_of_all_pages(tmp_path):
    book(tmp_path / "b.pdf", 30)
    answer = run(tmp_path, "thumbnails", "b.pdf", "--width", 120, "-o", "t", "--json")
    assert answer.status == 0, answer.stderr
    names = sorted(path.name for path in (tmp_path / "t").iterdir())
    assert names == [f"b-{page:03}.jpg" for page in range(1, 31)]
    for page in (1, 17, 30):
        picture = Image.open(tmp_path / "t" / f"b-{page:03}.jpg")
        assert picture.size == (120, 90)
        assert difference(rgb(picture), drawn(tmp_path / "b.pdf", page - 1, 120, 90)) < 6


def test_after_an_edit_the_pictures_are_the_new_ones(tmp_path):
    (tmp_path / "ink.json").write_text(INK)
    book(tmp_path / "b.pdf", 3)
    call = ["thumbnails", "b.pdf", "--width", 120, "--format", "png", "--force", "-o"]
    run(tmp_path, *call, "before")
    run(tmp_path, "sign", "b.pdf", "--mark", "ink.json", "--page", 2, "--rect", RECT, "--in-place")
    run(tmp_path, *call, "after")
    same = [
        np.array_equal(*(rgb(Image.open(tmp_path / folder / f"b-00{page}.png")) for folder in ("before", "after")))
        for page in (1, 2, 3)
    ]
    assert same == [True, False, True]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("exists", [False, True])
def test_stopped_in_the_middle_no_picture_has_a_name(tmp_path, stop, exists):
    book(tmp_path / "b.pdf", 600)
    if exists:
        (tmp_path / "t").mkdir()
    process = subprocess.Popen(
        [*tool.command(), "thumbnails", "b.pdf", "--width", "600", "-o", "t", "--progress", "json"],
        cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    for line in process.stderr:
        progress = json.loads(line)["progress"]
        if progress["stage"] == "processing" and progress["done"] < 300:
            process.send_signal(stop)
            break
    process.stderr.read()
    status = process.wait()
    assert status == (130 if stop == signal.SIGINT else -signal.SIGKILL)
    shown = {path.name for path in tmp_path.iterdir() if not path.name.startswith(".")}
    assert shown == ({"b.pdf", "t"} if exists else {"b.pdf"})
    if exists:
        assert [path for path in (tmp_path / "t").iterdir() if not path.name.startswith(".")] == []
    if stop == signal.SIGINT:
        assert not [path for path in tmp_path.rglob(".inkstone-*")]
        return
    # The next call beside it sweeps away what the kill left.
    again = run(tmp_path, "thumbnails", "b.pdf", "--pages", "1", "--width", "20", "-o", "t")
    assert again.status == 0, again.stderr
    assert not [path for path in tmp_path.rglob(".inkstone-*")]


@pytest.mark.parametrize("call", [
    ["thumbnails", "b.pdf", "--width", 100, "-o", "t/"], ["search", "b.pdf", "nowhere"],
    ["render", "b.pdf", "--page", 700, "--dpi", 300, "-o", "p.png"],
])  # fmt: skip
def test_memory_is_bounded_and_no_worker_stays(tmp_path, monkeypatch, call):
    monkeypatch.chdir(tmp_path)
    book(tmp_path / "b.pdf", 1500)
    found = memory.watch([*tool.command(), *map(str, call)], {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert found.parent < 100e6 and found.worker < 150e6 and found.left == 0
    assert 1 <= found.workers <= len(os.sched_getaffinity(0))
