# SPDX-License-Identifier: Apache-2.0
"""Existing digital signatures are as intact, and cover as much, as before. pyHanko says so.

Its opinion on what was added later is recorded and not judged: it calls any annotation added after
signing suspicious, though ISO 32000-2, 12.8.2.2 permits some.
"""

from typing import NamedTuple

from .verdict import PASS, fail, not_judged

COVERAGE = ("UNCLEAR", "CONTIGUOUS_BLOCK_FROM_START", "ENTIRE_REVISION", "ENTIRE_FILE")
"""Ascending. A revision that follows turns ENTIRE_FILE into ENTIRE_REVISION: the same bytes."""


class Signature(NamedTuple):
    field: str
    byte_range: tuple
    intact: bool
    valid: bool
    coverage: str
    opinion: str


def read(path):
    """The signatures of a file, in its own order; raises what pyHanko raises when it cannot read."""
    import logging

    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
    from pyhanko_certvalidator import ValidationContext

    logging.disable(logging.CRITICAL)
    found = []
    with open(path, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        for embedded in reader.embedded_signatures:
            ranges = tuple(int(value) for value in embedded.byte_range)
            stamp = embedded.sig_object.get("/Type") == "/DocTimeStamp"
            validate = validate_pdf_timestamp if stamp else validate_pdf_signature
            try:
                context = ValidationContext(trust_roots=[], allow_fetching=False)
                status = validate(embedded, context)
                level = status.modification_level
                found.append(Signature(
                    embedded.field_name, ranges, bool(status.intact), bool(status.valid),
                    status.coverage.name, level.name if level is not None else "not asked",
                ))  # fmt: skip
            except Exception as error:  # broken on purpose in many fixtures: the same before and after
                told = f"{type(error).__name__}: {error}"
                found.append(Signature(embedded.field_name, ranges, False, False, "UNCLEAR", told[:80]))
    return found


def judge(before, after):
    """before, after: what `read` gave."""
    if not before:
        return not_judged("pyHanko finds no signature")
    later = {(signature.field, signature.byte_range): signature for signature in after}
    for old in before:
        new = later.get((old.field, old.byte_range))
        if new is None:
            return fail(f"{old.field}: the signature is gone or covers other bytes")
        if (old.intact and not new.intact) or (old.valid and not new.valid):
            return fail(f"{old.field}: was intact={old.intact} valid={old.valid}, is {new}")
        floor = min(COVERAGE.index(old.coverage), COVERAGE.index("ENTIRE_REVISION"))
        if COVERAGE.index(new.coverage) < floor:
            return fail(f"{old.field}: covered {old.coverage}, covers {new.coverage}")
    return PASS
