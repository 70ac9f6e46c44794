# SPDX-License-Identifier: Apache-2.0
"""Differences that Inkstone stands by, each with its reason: no faults, and told in the docs.

`known-differences.json` has for each run {file: {judge: reason}}; the judge is what the run calls it, "*" is any. An entry whose
difference is gone is stale, and the run that finds it so fails.
"""

import json

from . import tool, verdict

TABLE = tool.ROOT / "Tests" / "Judges" / "known-differences.json"

STOOD_BY = "stood by"


def table(run, path=None):
    """{file: {judge: reason}} of a run: corpus, rearranged, verdicts or annotations."""
    path = path or TABLE
    return json.loads(path.read_text(encoding="utf-8")).get(run, {})


def settle(known, results, said_of):
    """Puts the reason in the place of each failure that is known, and returns what is stale, as sentences.

    known: what `table` gave; results: {entry: row}; said_of(row): its {judge: verdict}, which is changed.
    """
    stale = []
    for entry, row in sorted(results.items()):
        said = said_of(row)
        for judge, reason in known.get(entry.name, {}).items():
            concerned = [judge] if judge != "*" else list(said)
            for each in concerned:
                if verdict.is_fail(said.get(each, "")):
                    said[each] = f"{STOOD_BY}: {reason} ({said[each].partition(': ')[2]})"
            if not any(is_stood_by(said.get(each, "")) for each in concerned):
                stale.append(f"STALE {entry.name}: {judge} differs no more; take it from {TABLE.name}")
    return stale


def is_stood_by(said):
    return said.startswith(STOOD_BY)
