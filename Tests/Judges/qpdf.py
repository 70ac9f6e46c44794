# SPDX-License-Identifier: Apache-2.0
"""`qpdf --check` has nothing to say, offsets aside, that it did not say before."""

import re
import subprocess
from typing import NamedTuple

from .tool import Missing, bounded
from .verdict import PASS, fail, not_judged

SECONDS = 60

SUMMARIES = ("qpdf: operation succeeded with warnings", "qpdf: errors detected")
"""Lines that only count what other lines say."""


BLIND = ("attempted on object of type null", "giving up on reading object")
"""What qpdf says of a tree or a page that it cannot see: what is in there it cannot compare."""


class Report(NamedTuple):
    """messages: normalised; gave_up: the reason when qpdf could not read the file at all."""

    messages: frozenset
    gave_up: str


def check(path, password=None):
    words = [f"--password={password}"] if password else []
    try:
        done = bounded(["qpdf", "--check", *words, str(path)], SECONDS)
    except subprocess.TimeoutExpired:
        return Report(frozenset(), f"no answer within {SECONDS} s")
    except FileNotFoundError:
        raise Missing("qpdf is not installed: apt-get install qpdf") from None
    said = done.stderr.decode("utf-8", "replace").replace(str(path), "FILE")
    if done.returncode < 0:
        return Report(frozenset(), f"died of signal {-done.returncode}")
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith(SUMMARIES)]
    gave_up = ""
    if done.returncode == 2:
        hard = [line for line in lines if not line.startswith("WARNING")]
        gave_up = normalise(hard[0]) if hard else "errors"
    return Report(frozenset(map(normalise, lines)), gave_up)


def normalise(line):
    """Drops offsets and counts, which shift by their nature; keeps the object a message is about.

    An object is the same whether it is named with its file or, as one that could not be read, without; whether it is
    read by its own number or as the hints of a linearized file, which a changed file is no more.
    """
    line = re.sub(r"\bFILE, (?=object)", "", line).replace("linearization hint stream: ", "")
    line = re.sub(r",? ?\b(at )?offset -?\d+", "", line)
    kept = re.findall(r"object \d+ \d+", line)
    line = re.sub(r"\d+", "N", line)
    line = re.sub(r"stream N N(, stream N N)*", "streams", line)  # all of a page's, ours among them
    for words in kept:
        line = line.replace("object N N", words, 1)
    return line


def renumbered(report):
    """The report without the numbers of objects and keys, for outputs that number anew."""
    def bare(line):  # noqa: E306
        line = re.sub(r"^(WARNING: |ERROR: page N: )?(FILE( \([^)]*\))?:?,? ?)?(object stream N(, | \(object \d+ \d+\): ))?", "", line)
        return re.sub(r"object \d+ \d+", "object N N", line)

    return Report(frozenset(map(bare, report.messages)), bare(report.gave_up))


def judge(before, after):
    """before, after: `Report`s of the two files."""
    if before.gave_up and not before.messages:
        return not_judged(f"qpdf on the input: {before.gave_up}")
    if after.gave_up and not before.gave_up and after.gave_up not in before.messages:
        return fail(f"qpdf gives up: {after.gave_up}")
    new = sorted(after.messages - before.messages)
    if not new:
        return PASS
    if before.gave_up:
        return not_judged(f"qpdf gave up on the input ({before.gave_up}) and gets further now: {new[0]}")
    return fail(f"{len(new)} new messages: {new[0]}")


def unless_blind(before, said):
    """The verdict, or none where qpdf did not see all of the input, and so has more to say now."""
    if said.startswith("fail") and any(words in each for words in BLIND for each in before.messages):
        return not_judged("qpdf does not see all of the input's pages, and sees more now")
    return said
