# SPDX-License-Identifier: Apache-2.0
"""Jobs about annotations: add one and save, list many, and what a long stroke costs in bytes."""

import json
import pathlib
import shlex
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent
PYTHON_PEERS = FOLDER / "annotation_peers.py"
HIGHLIGHT = '{"type":"highlight","page":3,"rects":[[72,78,128,14]],"color":"#FFFF00"}'
POINTS = 10_000
PROBE = FOLDER.parents[1] / ".build/release/EditProbe"
TITLE = "undo, and ink of 10,000 points"


def listing(store):
    """MuPDF called directly from C, built where it is missing or old."""
    program, source = store / "bin" / "annotations", FOLDER / "annotations.c"
    if program.exists() and program.stat().st_mtime > source.stat().st_mtime:
        return program
    package = next(store.glob("venv-lite/lib/python3*/site-packages/pymupdf"))
    library = next(package.glob("libmupdf.so.*"))
    subprocess.run(
        ["cc", "-O2", "-w", source, f"-I{package / 'mupdf-devel/include'}", library, f"-Wl,-rpath,{package}", "-o", program],
        check=True,
    )  # fmt: skip
    return program


def annotated(store):
    """10,000 pages with 20,000 annotations."""
    made = store / "in" / "annotated-10000.pdf"
    if not made.exists():
        python = store / "venv-peers/bin/python"
        subprocess.run([python, PYTHON_PEERS, "pikepdf", "make", store / "in" / "pages-10000.pdf", made], check=True)
    return made


def handwriting():
    """Loops like those of a hand on a page of A4: points that chase a point that jumps."""
    points, (x, y), (dx, dy) = [], (60.0, 60.0), (1.0, 0.0)
    for index in range(POINTS):
        goal_x, goal_y = 60 + (index % 3000) * 0.15, 60 + index // 3000 * 60 + (0 if index // 20 % 2 else 20)
        dx, dy = dx * 0.93 + (goal_x - x) * 0.012, dy * 0.93 + (goal_y - y) * 0.012
        x, y = x + dx, y + dy
        points.append([round(x, 2), round(y, 2)])
    return points


def stroke(store):
    """(the stroke as an annotation for Inkstone, the strokes alone for the others)."""
    ours, theirs = (store / "in" / f"ink-{POINTS}-{name}.json" for name in ("inkstone", "peers"))
    if not ours.exists() or not theirs.exists():
        points = handwriting()
        ours.write_text(json.dumps({"type": "ink", "page": 1, "width": 2.5, "color": "#000000", "strokes": [points]}))
        theirs.write_text(json.dumps({"strokes": [points]}))
    return ours, theirs


def jobs(Job, store, inkstone, output):
    """Inkstone syncs and checks what it writes; the peers do neither."""
    inputs, out = store / "in", shlex.quote(str(output))
    mu, lists = store / "bin/mu", listing(store)
    lite, heavy = (f"{store}/{name}/bin/python {PYTHON_PEERS}" for name in ("venv-lite", "venv-peers"))
    found = []
    for name in ("text-1000p", "huge-500MB"):
        source = inputs / f"{name}.pdf"
        found.append(Job("open, add one highlight, save", source.name, "ahead of each, 5 × ahead of the Python ones", {
            "inkstone annotate": f"{inkstone} annotate {source} --add {shlex.quote(HIGHLIGHT)} -o {out}",
            "MuPDF in C, cp + incremental": f"cp {source} {out} && {mu} highlight {source} {out}",
            "PyMuPDF, cp + incremental": f"cp {source} {out} && {lite} pymupdf highlight {out}",
            "pikepdf": f"{heavy} pikepdf highlight {source} {out}",
            "pypdf": f"{heavy} pypdf highlight {source} {out} full",
            "pypdf, incremental": f"{heavy} pypdf highlight {source} {out} incremental",
        }))  # fmt: skip
    many = annotated(store)
    found.append(Job("list 20,000 annotations", many.name, "ahead of each", {
        "inkstone annotations": f"{inkstone} annotations {many} --json",
        "MuPDF in C": f"{lists} {many}",
        "PyMuPDF": f"{lite} pymupdf list {many}",
        "pikepdf": f"{heavy} pikepdf list {many}",
        "pypdf": f"{heavy} pypdf list {many}",
    }, growth=False))  # fmt: skip
    ours, theirs = stroke(store)
    source = inputs / "text-27p.pdf"
    found.append(Job(f"ink of {POINTS:,} points", source.name, "at most twice the smallest growth", {
        "inkstone annotate": f"{inkstone} annotate {source} --add {ours} -o {out}",
        "PyMuPDF, cp + incremental": f"cp {source} {out} && {lite} pymupdf ink {out} {theirs}",
    }))  # fmt: skip
    return found


def section(store):
    """What `EditProbe` tells, inside one process."""
    head = (
        f"## {TITLE}\n\nGoal: undo of the thousandth command under 1 ms, the outline under 5 ms. In one process; of "
        "the processor's time.\n\n"
    )  # fmt: skip
    if not PROBE.exists():
        return head + "Not measured: run `swift build -c release --product EditProbe`."
    told = subprocess.run(
        [PROBE, "time", store / "in" / "text-1000p.pdf"], capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    return head + "\n".join(f"- {line}" for line in told.splitlines())
