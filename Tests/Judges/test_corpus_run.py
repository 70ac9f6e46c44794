# SPDX-License-Identifier: Apache-2.0
"""The corpus run itself: crashes are laid at the right door, and a worse row is called worse."""

import os
import signal

from Judges import corpus, corpus_row, pool
from Judges.verdict import PASS

ENTRY = corpus.Entry("a.pdf", "group", False, (), 100, 1, ("qpdf", "PDFium", "MuPDF"))


def row(sign="signed", **judges):
    return {"info": "opened", "repaired": False, "pages": 1, "sign": sign, "judges": judges}


def dies_on(stage):
    def work(item, tell, skip):
        tell(stage)
        if "PDFium" not in skip:
            os.kill(os.getpid(), signal.SIGKILL)
        return {"skipped": skip}

    return work


def test_a_renderer_that_dies_on_the_input_is_left_out_and_named():
    (_, answer, _), = pool.run(dies_on("PDFium: draw input page 1"), ["a.pdf"], 2)
    assert answer["skipped"] == {"PDFium": "draw input page 1: signal 9"}


def test_a_renderer_that_dies_on_the_output_is_a_fault():
    (_, answer, _), = pool.run(dies_on("PDFium: draw output page 1"), ["a.pdf"], 2)
    assert corpus_row.outcome(ENTRY, answer) == "fault"


def test_every_file_is_answered_for():
    def work(item, tell, skip):
        return {"item": item}

    answers = {item: answer["item"] for item, answer, _ in pool.run(work, list(range(20)), 3)}
    assert answers == {number: number for number in range(20)}


def test_what_two_others_open_must_not_be_refused():
    refused = row(sign="invalidDocument: beyond repair")
    assert corpus_row.outcome(ENTRY, refused) == "fault"
    assert corpus_row.outcome(ENTRY._replace(opened_by=("MuPDF",)), refused) == "refused"


def test_a_row_that_got_worse_is_told():
    good = corpus_row.summary(ENTRY, row(PDFium=PASS, text=PASS))
    unsure = corpus_row.summary(ENTRY, row(PDFium="not judged: it crashed", text=PASS))
    bad = corpus_row.summary(ENTRY, row(PDFium=PASS, text="fail: page 1"))
    refused = corpus_row.summary(ENTRY, row(sign="internal: no"))
    for worse in (unsure, bad, refused):
        assert corpus_row.worse(good, worse)
        assert not corpus_row.worse(worse, good)
    assert not corpus_row.worse(good, good)


def test_the_sample_is_the_same_each_time_and_meets_every_group():
    entries = [ENTRY._replace(name=f"{n}.pdf", group=f"g{n % 40}") for n in range(1000)]
    chosen = corpus.sample(entries)
    assert chosen == corpus.sample(list(reversed(entries)))
    assert len(chosen) == corpus.SAMPLE_SIZE
    assert {e.group for e in chosen} == {e.group for e in entries}
