# SPDX-License-Identifier: Apache-2.0
"""The whole text, page by page as PDFium extracts it, is the same before and after."""

import difflib

from .verdict import PASS, fail, not_judged

MAXIMUM_PAGES = 300
"""Pages whose text is compared; later ones cost time and show nothing new."""


def read(document):
    """The text of each page; a page whose text cannot be read is None."""
    pages = []
    for index in range(min(document.page_count, MAXIMUM_PAGES)):
        try:
            pages.append(document.text(index))
        except Exception:  # PDFium answers a page that it cannot load with several kinds
            pages.append(None)
    return pages


def judge(before, after):
    """before, after: what `read` gave."""
    if before and all(page is None for page in before):
        return not_judged("PDFium reads no page's text")
    for number, (old, new) in enumerate(zip(before, after), start=1):
        if old is None or old == new:
            continue
        if new is None:
            return fail(f"page {number}: its text cannot be read any more")
        match = difflib.SequenceMatcher(None, old[:4000], new[:4000], autojunk=False)
        change = next((c for c in match.get_opcodes() if c[0] != "equal"), None)
        told = f"{old[change[1]:change[2]]!r} became {new[change[3]:change[4]]!r}" if change else ""
        return fail(f"page {number}: text changed {told[:120]}")
    if len(before) != len(after):
        return fail(f"{len(before)} pages of text became {len(after)}")
    return PASS
