# SPDX-License-Identifier: Apache-2.0
"""Pages that say something: turned, cropped, slanted, written from right to left and downwards."""


def _file(bodies, streams):
    """A PDF file of objects; `streams` are contents by object number."""
    data, offsets = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n".encode()
        if number in streams:
            content = streams[number].encode("latin-1")
            data += f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream"
        else:
            data += body.encode("latin-1")
        data += b"\nendobj\n"
    start = len(data)
    data += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    return data + f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()


HEBREW = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /H def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfrange <61> <7A> <05D0> endbfrange endcmap end end"""
"""Reads a to z as the letters of the Hebrew alphabet."""


def document(*pages):
    """A file with a page for each (content, entries); the fonts are F (Helvetica), H (Hebrew), V (downwards)."""
    kids = " ".join(f"{9 + 2 * number} 0 R" for number in range(len(pages)))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /Resources << /Font << /F 3 0 R /H 4 0 R /V 6 0 R >> >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>",
        "",
        "<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UTF16-V /DescendantFonts [7 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /FontDescriptor 8 0 R "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>",
        "<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -120 1000 880] /Ascent 880 "
        "/Descent -120 /CapHeight 700 /ItalicAngle 0 /StemV 80 >>",
    ]
    streams = {5: HEBREW}
    for content, entries in pages:
        number = len(bodies) + 1
        box = "" if "/MediaBox" in entries else "/MediaBox [0 0 400 300]"
        bodies += [f"<< /Type /Page /Parent 2 0 R /Contents {number + 1} 0 R {box} {entries} >>", ""]
        streams[number + 1] = content
    return _file(bodies, streams)


def line(text, x, y, size=14, matrix="1 0 0 1", font="F"):
    return f"BT /{font} {size} Tf {matrix} {x} {y} Tm ({text}) Tj ET\n"


BODY = line("The quick brown fox", 60, 220) + line("jumps over the lazy dog and con-", 60, 200) + line(
    "tinues to run", 60, 184
)

SHAPES = {
    "plain": (BODY, ""),
    "turned by 90": (BODY, "/Rotate 90"),
    "turned by 180": (BODY, "/Rotate 180"),
    "turned by 270": (BODY, "/Rotate 270"),
    "cropped": (BODY, "/CropBox [40 150 380 280]"),
    "cropped and turned": (BODY, "/MediaBox [-20 -30 400 300] /CropBox [40 150 380 280] /Rotate 90"),
    "larger unit": (BODY, "/UserUnit 2"),
    "text upright on its side": (line("The quick fox", 200, 60, matrix="0 1 -1 0"), ""),
    "text head down": (line("The quick fox", 300, 200, matrix="-1 0 0 -1"), ""),
    "text along a slope": (line("The quick fox", 100, 100, matrix=".8 .6 -.6 .8"), ""),
}


DIRECTIONS = {"to the right": (1, 0), "up": (0, 1), "to the left": (-1, 0), "down": (0, -1)}
"""Where lines may run in the file's own coordinates."""


def paragraph(lines, x, y, along=(1, 0), size=14):
    """Lines that run in one direction and follow each other as they are read."""
    (a, b), (c, d) = along, (-along[1], along[0])
    return "".join(
        line(text, x - c * 16 * number, y - d * 16 * number, size, f"{a} {b} {c} {d}")
        for number, text in enumerate(lines)
    )


def columns(texts, x, y, size=14):
    """Columns that are written downwards, the first one at the right."""
    return "".join(
        f"BT /V {size} Tf {x - 20 * number} {y} Td <{text.encode('utf-16-be').hex()}> Tj ET\n"
        for number, text in enumerate(texts)
    )
