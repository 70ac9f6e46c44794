# SPDX-License-Identifier: Apache-2.0
"""What every journey needs: the built command line, and the folders of the judges."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]


@pytest.fixture(autouse=True, scope="session")
def inkstone():
    """Fails the run at once, and says what to do, when there is no binary to judge."""
    from Judges import tool

    return tool.command()
