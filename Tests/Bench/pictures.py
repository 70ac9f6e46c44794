# SPDX-License-Identifier: Apache-2.0
"""Jobs about seeing: the first page, thumbnails, and how long one takes that is there already."""

import pathlib
import shlex
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent


def direct(store):
    """PDFium called directly from C, built where it is missing or old; and why it cannot be."""
    program, source = store / "bin" / "pictures", FOLDER / "pictures.c"
    if program.exists() and program.stat().st_mtime > source.stat().st_mtime:
        return program
    library = next(store.glob("venv-peers/lib/python3*/site-packages/pypdfium2_raw/libpdfium.so"))
    subprocess.run(
        ["cc", "-O2", source, library, f"-Wl,-rpath,{library.parent}", "-lpng", "-o", program], check=True
    )  # fmt: skip
    return program


def jobs(Job, store, inkstone, output, parts, peers):
    """What is drawn; the peers get what they need to be quick, and nothing is synced by anybody."""
    inputs, out, folder = store / "in", shlex.quote(str(output)), shlex.quote(str(parts))
    pdfium, mu, pf = direct(store), store / "bin/mu", store / "bin/pf"
    python = store / "venv-lite/bin/python"
    found = []
    for name in ("text-1000p", "pages-10000", "scan-100p"):
        source = inputs / f"{name}.pdf"
        goal = "ahead of mutool" if name == "scan-100p" else "within 1.3 × of PDFium in C with libpng, ahead of the others"
        found.append(Job("first page at 150 dpi to PNG", source.name, goal, {
            "inkstone render": f"{inkstone} render {source} --page 1 --dpi 150 --format png -o {out}",
            "PDFium in C, bare pixels": f"{pdfium} {source} 150 {out}",
            "PDFium in C, libpng level 1": f"{pdfium} {source} 150 {out}.png",
            "mutool draw": f"mutool draw -q -F png -r 150 -o {out} {source} 1",
            "pdftoppm": f"pdftoppm -png -r 150 -f 1 -l 1 -singlefile {source} {out}",
            "PyMuPDF": f"{python} {peers}/p_pymupdf.py first {source} {out}.png",
        }, growth=False))  # fmt: skip
    for name, told, goal in (
        ("text-1000p", "1,000 pages", "at most 600 ms, and 0.6 × of PDFium drawing them on one core"),
        ("scan-100p", "100 scanned pages of A4", "at most 0.7 × of MuPDF drawing them"),
    ):
        source = inputs / f"{name}.pdf"
        found.append(Job(f"thumbnails of 200 px, {told}", source.name, goal, {
            "inkstone thumbnails": f"{inkstone} thumbnails {source} --width 200 -o {folder}",
            "PDFium in C, drawn only": f"{pf} thumbs {source} 200",
            "MuPDF in C, drawn only": f"{mu} thumbs {source} {folder} none 200",
            "pdftoppm -jpeg": f"mkdir {folder} && pdftoppm -jpeg -scale-to-x 200 -scale-to-y -1 {source} {folder}/t",
            "mutool draw, 2 threads, PNG": f"mkdir {folder} && mutool draw -q -P -T 2 -w 200 -o {folder}/t%d.png {source}",
        }, growth=False))  # fmt: skip
    return found
