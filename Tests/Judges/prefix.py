# SPDX-License-Identifier: Apache-2.0
"""The original bytes are the first bytes of what was saved."""

from .verdict import PASS, fail


def judge(before, after):
    """before, after: bytes of the two files."""
    if len(after) < len(before):
        return fail(f"the file shrank from {len(before)} to {len(after)} bytes")
    if after.startswith(before):
        return PASS
    at = next(i for i, (a, b) in enumerate(zip(before, after)) if a != b)
    return fail(f"byte {at} of the original was changed")
