# SPDX-License-Identifier: Apache-2.0
"""The judges of re-arranged outputs say yes to what pikepdf makes in order, and no to each fault."""

import json
import shutil

import pikepdf
import pytest

from Judges import rearranged_report as report
from Judges import rearranged_row, tool
from Judges.rearranged_row import NAMES, Examination, jobs
from Judges.verdict import PASS


def write_input(path):
    with pikepdf.new() as pdf:
        for grey in (0.2, 0.5, 0.8):
            page = pdf.add_blank_page(page_size=(72, 72))
            page.Contents = pdf.make_stream(f"{grey} g 10 10 40 40 re f".encode())
        pdf.save(path)


class StandIn:
    """Does what `inkstone` is asked for, with a fault on demand."""

    def __init__(self, fault=""):
        self.fault = fault

    def info(self, path, *words, **more):
        facts = {"pages": 3, "repaired": False, "diagnostics": []}
        return tool.Outcome(0, "", "", json.dumps(facts)), facts

    def call(self, verb, source, *words, **more):
        output = words[words.index("-o") + 1]
        if self.fault == "refused":
            return tool.Outcome(65, "invalidDocument", "no", "")
        if verb == "rewrite" and self.fault == "garbage":
            shutil.copy(source, output)
            output.write_bytes(output.read_bytes()[:-40])
            return tool.Outcome(0, "", "", "")
        password = words[words.index("--password") + 1] if "--password" in words else ""
        with pikepdf.open(source, password=password) as pdf:
            pages = pdf.pages
            if verb == "move":
                pages.insert(0, pages[2])
                del pages[3]
            if verb == "delete":
                del pages[words[1] - 1]
            if verb == "extract":
                del pages[1]
            if verb == "merge":
                with pikepdf.open(words[0]) as other, pikepdf.open(source) as again:
                    pages.extend(other.pages)
                    pages.extend(again.pages)
            if self.fault == "order":
                pages.reverse()
            if self.fault == "count":
                pages.append(pages[0])
            if self.fault == "pixel":
                pages[0].contents_add(b"1 0 0 rg 30 30 4 4 re f")
            if self.fault == "message":
                pages[0].contents_add(b"<< /A >>")
            lock = pikepdf.Encryption(user=rearranged_row.USER, owner=rearranged_row.OWNER)
            pdf.save(output, encryption=lock if verb == "encrypt" else False)
        return tool.Outcome(0, "", "", "")


def examine(tmp_path, monkeypatch, fault=""):
    stand_in = StandIn(fault)
    monkeypatch.setattr(tool, "call", stand_in.call)
    monkeypatch.setattr(tool, "info", stand_in.info)
    source = tmp_path / "input.pdf"
    write_input(source)
    folder = tmp_path / "out"
    folder.mkdir()
    return Examination(source, "", folder, lambda stage: None, {}).row()


def test_outputs_in_order_are_good(tmp_path, monkeypatch):
    assert examine(tmp_path, monkeypatch)["jobs"] == dict.fromkeys(NAMES, PASS)


@pytest.mark.parametrize(
    "fault, found",
    [
        ("refused", NAMES[:-1]), ("order", NAMES), ("count", NAMES), ("pixel", NAMES),
        ("message", NAMES), ("garbage", ("rewrite", "classic")),
    ],
)  # fmt: skip
def test_every_fault_is_found(tmp_path, monkeypatch, fault, found):
    row = examine(tmp_path, monkeypatch, fault)
    assert {job for job, said in row["jobs"].items() if report.word(said) == "fault"} >= set(found) - {"decrypt"}


@pytest.mark.parametrize("count", range(1, 7))
def test_pages_are_looked_for_where_they_must_be(count):
    pages = list(range(count))
    expected = {
        "rewrite": pages, "classic": pages, "encrypt": pages, "move": [pages[-1], *pages[:-1]],
        "delete": pages[: (count - 1) // 2] + pages[(count - 1) // 2 + 1 :],
        "extract": sorted({0, count - 1}), "merge": [*pages, *[None] * rearranged_row.OTHER_PAGES, *pages],
    }  # fmt: skip
    for job in jobs(count):
        assert len(expected[job.name]) == job.pages and job.moved
        assert all(expected[job.name][here] == there for here, there in job.moved), job.name


def test_a_row_may_get_better_not_worse():
    def row(said):
        return report.summary({"info": "opened", "jobs": {"move": said}})

    good, closed = row(PASS), report.summary({"info": "invalidDocument: no", "jobs": {}})
    assert report.worse(good, good) == [] and report.worse(row("fail: x"), good) == []
    assert report.worse(good, row("fail: x")) == ["move: was good, is fault"]
    assert report.worse(good, row("refused: unsupported: x")) == ["move: was good, is refused"]
    assert report.worse(good, closed) == ["was opened, is not"] and report.worse(closed, good) == []
