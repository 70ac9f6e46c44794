# SPDX-License-Identifier: Apache-2.0
"""A run over a few files does not cost the record of a run over all of them."""

import json

from . import corpus, corpus_row, corpus_run, measure, pool


def entry(name):
    return corpus.Entry(name, "a", False, (), 1, 1, ())


def test_a_filtered_run_keeps_the_rows_of_the_others(tmp_path, monkeypatch):
    progress = tmp_path / "rows.jsonl"
    progress.write_text(json.dumps(["kept.pdf", {"sign": "kept"}]) + "\n")
    monkeypatch.setattr(corpus_run, "PROGRESS", progress)
    monkeypatch.setattr(pool, "run", lambda work, items, jobs: [(each, {"sign": "new"}, 0.1) for each in items])
    monkeypatch.setattr(corpus_row, "outcome", lambda entry, row: "signed")
    some = [entry("some.pdf")]
    corpus_run.run(some, 1, resume=False, is_whole=False)
    both = [entry("kept.pdf"), *some]
    assert {name: row["sign"] for name, row in measure.kept(progress).items()} == {
        "kept.pdf": "kept", "some.pdf": "new"}  # fmt: skip
    corpus_run.run(both, 1, resume=False, is_whole=True)
    assert len(progress.read_text().splitlines()) == 2
