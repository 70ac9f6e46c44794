# SPDX-License-Identifier: Apache-2.0
"""How long a thumbnail takes that was drawn before; measured inside one process."""

import os
import pathlib
import subprocess
import tempfile

from . import jobs

TITLE = "cached thumbnail of 200 px: text-1000p.pdf"
PROBE = jobs.ROOT / ".build/release/PictureProbe"


def section():
    """What `PictureProbe` tells of fifty pages."""
    head = f"## {TITLE}\n\nGoal: under 1 ms from the cache. Fifty pages, in one process.\n\n"
    if not PROBE.exists():
        return head + "Not measured: run `swift build -c release --product PictureProbe`."
    environment = {**os.environ, "INKSTONE_RENDERER": str(pathlib.Path(jobs.INKSTONE).parent / "inkstone-renderer")}
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [PROBE, jobs.STORE / "in" / "text-1000p.pdf", folder],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    return head + "\n".join(f"- {line}" for line in told.splitlines())
