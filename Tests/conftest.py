# SPDX-License-Identifier: Apache-2.0
"""Lets every test say `from Judges import …`, wherever pytest was started."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
