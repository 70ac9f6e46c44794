# SPDX-License-Identifier: Apache-2.0
"""Pages that say something: turned, cropped, slanted, and written from right to left."""


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
    """A file with a page for each (content, entries); the fonts are F (Helvetica) and H (Hebrew)."""
    kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(len(pages)))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /Resources << /Font << /F 3 0 R /H 4 0 R >> >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>",
        "",
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
