# SPDX-License-Identifier: Apache-2.0
"""`script/bench`: rounds of all contenders in turn, medians, ratios, and the page in the docs."""

import argparse
import os
import platform
import shutil
import statistics
import sys

from . import annotations, cached, jobs, memory, searching
from .measure import Failed, once, peak_bytes

REPORT = jobs.ROOT / "docs" / "benchmarks.md"
ASIDE = jobs.PARTS.with_name("parts-aside")


def arguments():
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="timed rounds after one to warm up (7)")
    parser.add_argument("--only", metavar="WORD", default="", help="jobs whose name or input has it")
    parser.add_argument("--no-write", action="store_true", help="print only, leave docs/benchmarks.md")
    return parser.parse_args()


def fresh():
    """An output that is not there yet, and nothing of earlier runs left to be written."""
    jobs.OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    for path in jobs.OUTPUT.parent.glob(jobs.OUTPUT.name + "*"):
        path.unlink()
    # Removed only at the end: for minutes ext4 gives no number of a removed file to a new one, and to find
    # another takes several times as long as to write a page.
    if jobs.PARTS.exists():
        ASIDE.mkdir(exist_ok=True)
        jobs.PARTS.rename(ASIDE / str(sum(1 for _ in ASIDE.iterdir())))
    os.sync()


def measured(job, rounds):
    """{contender: {"runs": […], "peak": bytes, "growth": bytes} or the reason why it failed}."""
    results = {name: {"runs": []} for name in job.contenders}
    size = (jobs.STORE / "in" / job.input).stat().st_size if job.growth else 0
    for turn in range(rounds + 1):
        names = list(job.contenders)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            if isinstance(results[name], str):
                continue
            fresh()
            try:
                run = once(jobs.words(job.contenders[name]))
            except (Failed, OSError) as failure:
                results[name] = str(failure)
                continue
            if turn:
                results[name]["runs"].append(run)
            if job.growth:
                results[name]["growth"] = jobs.OUTPUT.stat().st_size - size
    for name, result in results.items():
        if not isinstance(result, str):
            fresh()
            result["peak"] = peak_bytes(jobs.words(job.contenders[name]))
    fresh()
    return results


def ratio(ours, theirs):
    """Median over the rounds of ours ÷ theirs: both runs of a round met the same weather."""
    return statistics.median(a.wall / b.wall for a, b in zip(ours["runs"], theirs["runs"]))


def lines(results):
    first = next(iter(results.values()))
    for name, result in results.items():
        if isinstance(result, str):
            yield f"| {name} | failed: {result.replace('|', '/')} | | | | |"
            continue
        walls = sorted(1000 * run.wall for run in result["runs"])
        cpu = statistics.median(1000 * run.cpu for run in result["runs"])
        times = "" if result is first or isinstance(first, str) else f"{ratio(first, result):.2f}"
        peak = f"{result['peak'] / 1e6:.1f}" if result.get("peak") else ""
        growth = f"{result['growth']:,}" if "growth" in result else ""
        yield (f"| {name} | {statistics.median(walls):.1f} ({walls[0]:.1f}–{walls[-1]:.1f}) | {cpu:.1f} "
               f"| {peak} | {growth} | {times} |")  # fmt: skip


def section(job, results):
    head = "| | wall ms, median (least–most) | CPU ms | peak MB | growth, bytes | inkstone ÷ this |"
    return "\n".join([f"## {job.name}: {job.input}", "", f"Goal: {job.goal}.", "", head,
                      "| --- | ---: | ---: | ---: | ---: | ---: |", *lines(results)])  # fmt: skip


def machine():
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
    return f"{os.cpu_count()} cores of {model}, Linux {platform.release()}"


def main():
    try:
        return report(arguments())
    finally:
        shutil.rmtree(ASIDE, ignore_errors=True)


def report(options):
    """Measures, and writes the page."""
    if told := jobs.missing():
        print("\n".join(told), file=sys.stderr)
        return 2
    parts = [
        "# Benchmarks", "Made by `script/bench`; not edited by hand.",
        f"Whole processes, {options.rounds} rounds after one to warm up; in each round all contenders "
        "run in turn, each to an output that was not there before. The last column is the median over "
        "the rounds of Inkstone's wall time divided by theirs: below 1, Inkstone is faster. Inkstone "
        "syncs what it writes, re-opens and checks it; the peers do neither. Peak memory is the "
        f"largest resident set, in a run of its own. Machine: {machine()}.",
    ]  # fmt: skip
    for job in jobs.every():
        if options.only in f"{job.name}: {job.input}":
            parts.append(section(job, measured(job, options.rounds)))
            print(parts[-1], "\n", flush=True)
    for title, inside in (
        (cached.TITLE, cached.section),
        (annotations.TITLE, lambda: annotations.section(jobs.STORE)),
        (searching.TITLE, lambda: searching.section(jobs.STORE, jobs.INKSTONE, jobs.OUTPUT.parent / "cache-first")),
        (memory.TITLE, lambda: memory.section(jobs.STORE, jobs.INKSTONE, jobs.OUTPUT, jobs.PARTS)),
    ):
        if options.only in title:
            parts.append(inside())
            print(parts[-1], "\n", flush=True)
    if not options.no_write and not options.only:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
        print(f"written: {REPORT.relative_to(jobs.ROOT)}")
    return 0
