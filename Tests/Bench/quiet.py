# SPDX-License-Identifier: Apache-2.0
"""Says which machine measures, and whether others used it too."""

import os
import pathlib
import platform
import time
from typing import NamedTuple

LOOK_SECONDS = 2
BUSY = 0.1
"""Of all cores; above it figures of time are worth little."""


def machine():
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text("utf-8").splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{os.cpu_count()} cores of {model}, Linux {platform.release()}"


def share():
    """How much of all cores others use while this program does nothing, 0 to 1."""

    def ticks():
        first = pathlib.Path("/proc/stat").read_text().splitlines()[0]
        numbers = [int(each) for each in first.split()[1:9]]
        return sum(numbers), numbers[3] + numbers[4]

    whole, idle = ticks()
    time.sleep(LOOK_SECONDS)  # what is measured
    later, later_idle = ticks()
    return 1 - (later_idle - idle) / max(1, later - whole)


class Noise(NamedTuple):
    """Whether nobody else used the machine, and a sentence for the page."""

    alone: bool
    sentence: str


def noise():
    used = share()
    if used <= BUSY:
        return Noise(True, "It was alone with this work.")
    told = f"others used {100 * used:.0f} % of its cores; times are longer than they need to be"
    return Noise(False, f"**Noisy: {told}.**")
