# SPDX-License-Identifier: Apache-2.0
"""Waiting for something that happens elsewhere: looked at again and again until a deadline."""

import time

PAUSE = 0.02


def until(look, seconds=15, told="what was waited for"):
    """The first true value that `look` gives; an AssertionError names what did not come."""
    end = time.monotonic() + seconds
    while True:
        if found := look():
            return found
        if time.monotonic() > end:
            raise AssertionError(f"{told} did not come within {seconds} s; last: {found!r}")
        time.sleep(PAUSE)


def stays(look, seconds=0.5):
    """Whether `look` is true now and each time it is asked for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not look():
            return False
        time.sleep(PAUSE)
    return True
