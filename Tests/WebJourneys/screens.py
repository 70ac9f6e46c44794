# SPDX-License-Identifier: Apache-2.0
"""Pictures of every screen, for people to look at.

They go into a temporary folder; with INKSTONE_SCREENS set, into docs/screens, from where the README
shows them.
"""

import io
import os

import papers
from PIL import Image

KEPT = papers.ROOT / "docs" / "screens"
COLOURS = 256
WIDEST = {"phone": 780, "desk": 1440, "small": 720}


class Album:
    """A folder of pictures."""

    def __init__(self, folder):
        self.kept = bool(os.environ.get("INKSTONE_SCREENS"))
        self.folder = KEPT if self.kept else folder
        self.folder.mkdir(parents=True, exist_ok=True)

    def take(self, device, name):
        """Looks at the screen; gives the file."""
        picture = Image.open(io.BytesIO(device.page.screenshot(animations="disabled", caret="hide")))
        path = self.folder / f"{name}-{device.kind}-{device.language}.png"
        if self.kept:  # small enough to be kept with the code
            widest = WIDEST[device.kind]
            size = widest, round(picture.height * widest / picture.width)
            picture = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
            picture = picture.quantize(COLOURS, dither=Image.Dither.NONE)
        picture.save(path, optimize=True)
        return path


def colours(path):
    """How many colours there are: a blank screen has one."""
    found = Image.open(path).convert("RGB").getcolors(1 << 24)
    return len(found)
