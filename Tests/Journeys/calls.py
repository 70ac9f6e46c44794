# SPDX-License-Identifier: Apache-2.0
"""Calls of the command line as a person makes them, and small files to call it with."""

import json
import subprocess
from typing import NamedTuple

from Judges import tool

INK = '{"version":1,"strokes":[{"width":3,"points":[[0,0],[40,20],[80,0]]}]}'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>'
RECT = "100,100,80,40"


class Answer(NamedTuple):
    status: int
    stdout: bytes
    stderr: str

    @property
    def text(self):
        return self.stdout.decode()

    @property
    def value(self):
        return json.loads(self.stdout)

    @property
    def errors(self):
        """What each line of JSON on standard error says."""
        return [json.loads(line)["error"] for line in self.stderr.splitlines() if '"error"' in line]


def run(folder, *words, **options):
    """Runs `inkstone words…` in a folder."""
    done = subprocess.run(
        [*tool.command(), *map(str, words)], cwd=folder, capture_output=True, timeout=60,
        stdin=subprocess.DEVNULL, preexec_fn=tool.limited, **options,
    )  # fmt: skip
    assert done.returncode >= 0, f"signal {-done.returncode}: {done.stderr[-500:]}"
    return Answer(done.returncode, done.stdout, done.stderr.decode())


def pdf(*sizes, catalog="", trailer="", entries=""):
    """A PDF file with a page of each size (width, height); a page of 400 × 300 without any."""
    sizes = sizes or ((400, 300),)
    kids = " ".join(f"{number + 3} 0 R" for number in range(len(sizes)))
    bodies = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sizes)} >>",
        *(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w} {h}] {entries} >>" for w, h in sizes),
    ]
    data, offsets = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(data)
    data += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    data += f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R {trailer} >>\n".encode()
    return data + f"startxref\n{start}\n%%EOF\n".encode()


def desk(folder):
    """A folder with a document and marks to begin with."""
    (folder / "a.pdf").write_bytes(pdf())
    (folder / "ink.json").write_text(INK)
    (folder / "seal.svg").write_text(SVG)
    return folder
