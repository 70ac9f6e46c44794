# SPDX-License-Identifier: Apache-2.0
"""A difference that is stood by is no fault, and one that is gone is told."""

import json

from Judges import corpus, corpus_report, corpus_row, known, rearranged_report, verdicts_report
from Judges.verdict import PASS

ENTRY = corpus.Entry("a.pdf", "group", False, (), 100, 1, ("qpdf", "PDFium", "MuPDF"))


def row(**judges):
    return {"info": "opened", "repaired": False, "pages": 1, "sign": "signed", "judges": judges}


def settled(table, **judges):
    one = row(**judges)
    return one, known.settle({"a.pdf": table}, {ENTRY: one}, lambda row: row["judges"])


def test_a_known_difference_is_no_fault_and_its_reason_is_in_the_docs():
    one, stale = settled({"text": "the reason"}, text="fail: page 1", pixels=PASS)
    assert not stale and corpus_row.outcome(ENTRY, one) == "signed"
    page = corpus_report.page({ENTRY: one}, "none")
    assert "## Stood by (1 of 1)" in page and "the reason (page 1)" in page
    assert "## Faults (0 of 1)" in page and "## Signed, with a remark (0 of 1)" in page


def test_another_difference_of_the_same_file_is_a_fault():
    one, stale = settled({"text": "the reason"}, text="fail: page 1", pixels="fail: 9 pixels")
    assert not stale and corpus_row.outcome(ENTRY, one) == "fault"


def test_a_difference_that_is_gone_is_stale():
    assert settled({"text": "the reason"}, text=PASS)[1]
    assert settled({"*": "the reason"}, text=PASS, pixels="not judged: no")[1]
    assert not settled({"*": "the reason"}, text="fail: page 1", pixels=PASS)[1]


def test_what_is_stood_by_is_worse_than_good():
    good, stands = row(text=PASS), settled({"text": "so"}, text="fail: no")[0]
    assert corpus_row.worse(corpus_row.summary(ENTRY, good), corpus_row.summary(ENTRY, stands))


def test_a_job_that_is_stood_by_is_called_so():
    jobs = {"rewrite": "fail: PDFium: page 1", "merge": PASS}
    one = {"info": "opened", "pages": 1, "jobs": jobs}
    assert not known.settle({"a.pdf": {"*": "the reason"}}, {ENTRY: one}, lambda row: row["jobs"])
    assert rearranged_report.summary(one)["jobs"] == {"rewrite": "stood by"}
    assert not rearranged_report.faults(ENTRY, one)
    assert "the reason" in rearranged_report.page({ENTRY: one}, 1, "none")


def test_verdicts_that_are_stood_by_are_told_and_stale_ones_too(monkeypatch):
    answer = {"opened": True, "pages": 1, "boxes": [[0, 0, 9, 9, 0]], "status": 0, "said": []}
    others = {name: {**answer, "pages": 2, "boxes": [[0, 0, 9, 9, 0]] * 2} for name in verdicts_report.JUDGES}
    one = {**others, "inkstone": answer, "check": {"status": 0, "said": []}, "qpdf --check": {"status": 0, "said": []}}
    assert verdicts_report.faults(ENTRY, one)
    monkeypatch.setattr(verdicts_report, "STOOD_BY", {"a.pdf": {"pages": "the reason"}})
    assert not verdicts_report.faults(ENTRY, one) and not verdicts_report.stale({ENTRY: one})
    assert any("the reason" in line for _, told in verdicts_report.findings({ENTRY: one}) for line in told)
    assert verdicts_report.stale({ENTRY: {**one, "inkstone": others["qpdf"]}})


def test_every_entry_names_a_file_of_the_corpus():
    table = json.loads(known.TABLE.read_text(encoding="utf-8"))
    names = {entry.name for entry in corpus.entries()}
    told = [name for run in table.values() for name in run]
    assert told and (not names or set(told) <= names)
