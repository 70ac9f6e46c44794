# SPDX-License-Identifier: Apache-2.0
"""The jobs and who does them. The first contender of a job is Inkstone."""

import os
import pathlib
import shlex
import subprocess
from typing import NamedTuple

from . import annotations, pictures, searching

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORE = pathlib.Path(os.environ.get("INKSTONE_BENCH") or pathlib.Path.home() / ".cache/inkstone-bench")
PEERS = pathlib.Path(os.environ.get("INKSTONE_PEERS") or ROOT / ".." / "shared" / "bench").resolve()
INKSTONE = os.environ.get("INKSTONE") or str(ROOT / ".build/release/inkstone")
OUTPUT = STORE / "out" / "inkstone-bench.pdf"
PARTS = STORE / "out" / "parts"

# The same places as the peers' scripts use, on A4, told from the top left.
SIGNATURE = "--page 3 --rect 380,701.89,150,50"
SEAL = "--page all --rect 430,699.89,120,120"


class Job(NamedTuple):
    """contenders: {name: command}; growth: whether the output's size is told."""

    name: str
    input: str
    goal: str
    contenders: dict
    growth: bool = True


def missing():
    """What is needed and not there, with the remedy; [] when all is."""
    needed = [STORE / "in" / name for name in
              ("text-1000p.pdf", "pages-10000.pdf", "huge-500MB.pdf", "sig.png", "seal.png")]  # fmt: skip
    needed += [STORE / "bin/mu", STORE / "bin/pf", STORE / "bin/floors", STORE / "venv-peers/bin/python"]
    needed += [PEERS / name for name in ("m_ops.js", "p_pyhanko.py", "p_pikepdf.py")]
    told = [f"missing: {path}" for path in needed if not path.exists()]
    if told:
        told.append("the peers' setup.sh (in INKSTONE_PEERS) installs peers and makes the inputs")
    if not pathlib.Path(INKSTONE).exists():
        told.append(f"missing: {INKSTONE}: run `swift build -c release`")
    return told


def words(command):
    """argv; a command with shell words runs through sh."""
    return ["sh", "-c", command] if "&&" in command else shlex.split(command)


def every():
    out, inputs = shlex.quote(str(OUTPUT)), STORE / "in"
    python, mu, pf = STORE / "venv-peers/bin/python", STORE / "bin/mu", STORE / "bin/pf"
    mutool = f"mutool run {PEERS}/m_ops.js"
    signature, seal = inputs / "sig.png", inputs / "seal.png"

    def copied(source):
        return {"cp, then sync of that file": f"cp {source} {out} && sync {out}"}

    def sign(source):
        return {"inkstone sign": f"{INKSTONE} sign {source} --mark {signature} {SIGNATURE} -o {out}"}

    huge, many, thousand = (inputs / f"{n}.pdf" for n in ("huge-500MB", "pages-10000", "text-1000p"))
    jobs = [
        Job("mark one page", "huge-500MB.pdf", "at most 1.15 × cp + sync", {
            **sign(huge), **copied(huge),
            "pyHanko, cp + incremental, no sync":
                f"cp {huge} {out} && {python} {PEERS}/p_pyhanko.py stamp {out} {signature}",
        }),
        Job("mark one page", "pages-10000.pdf", "at most 2 × cp + sync", {
            **sign(many), **copied(many),
            "mutool run, cp + incremental, no sync":
                f"cp {many} {out} && {mutool} stamp {many} {out} {signature}",
            "MuPDF in C, cp + incremental, no sync":
                f"cp {many} {out} && {mu} stamp {many} {out} {signature}",
        }),
    ]  # fmt: skip
    for source in (thousand, many, huge):
        jobs.append(Job("info", source.name, "ahead of PDFium in C, below 10 MB", {
            "inkstone info": f"{INKSTONE} info {source} --json",
            "PDFium in C": f"{pf} inspect {source}", "MuPDF in C": f"{mu} inspect {source}",
        }, growth=False))  # fmt: skip
    for source, goal in ((thousand, "at most 20 ms"), (many, "at most 100 ms")):
        jobs.append(Job("seal on every page", source.name, f"{goal}, smallest growth", {
            "inkstone stamp": f"{INKSTONE} stamp {source} --mark {seal} {SEAL} -o {out}",
            **copied(source),
            "mutool run, full save": f"{mutool} stampall {source} {out} {seal} full",
            "mutool run, cp + incremental": f"cp {source} {out} && {mutool} stampall {source} {out} {seal} inc",
            "pikepdf, raw objects": f"{python} {PEERS}/p_pikepdf.py stampallraw {source} {out} "
                                    f"{inputs}/seal-overlay-box.pdf",
        }))  # fmt: skip
    jobs += whole_files(inputs, out, mutool, mu) + encryption(inputs, out, python)
    jobs += annotations.jobs(Job, STORE, INKSTONE, OUTPUT)
    jobs += pictures.jobs(Job, STORE, INKSTONE, OUTPUT, PARTS, PEERS)
    return jobs + searching.jobs(Job, STORE, INKSTONE, OUTPUT)


def whole_files(inputs, out, mutool, mu):
    """Rewriting, extracting and splitting: what is written is the contender's, so no growth."""
    jobs = []
    for name in ("text-1000p", "pages-10000", "huge-500MB"):
        source = inputs / f"{name}.pdf"
        jobs.append(Job("rewrite with object streams", source.name, "ahead of qpdf", {
            "inkstone rewrite": f"{INKSTONE} rewrite {source} -o {out}",
            "cp, then sync of that file": f"cp {source} {out} && sync {out}",
            "qpdf --object-streams=generate": f"qpdf --object-streams=generate {source} {out}",
        }))  # fmt: skip
    many = inputs / "pages-10000.pdf"
    jobs.append(Job("extract pages 1-10", many.name, "ahead of mutool", {
        "inkstone extract": f"{INKSTONE} extract {many} --pages 1-10 -o {out}",
        "mutool run, grafts": f"{mutool} extract {many} {out}",
        "qpdf --pages": f"qpdf {many} --pages . 1-10 -- {out}",
    }))  # fmt: skip
    small, copies = (sorted((inputs / name).glob("*.pdf")) for name in ("many-small", "copies"))
    for files, told, goal in ((small, "100 small files", "ahead of mutool"),
                              (copies, "10 × 1,000 pages", "at most a third of PDFium")):  # fmt: skip
        names = " ".join(shlex.quote(str(path)) for path in files)
        jobs.append(Job("merge", told, goal, {
            "inkstone merge": f"{INKSTONE} merge {names} -o {out}",
            "cat, then sync of that file": f"cat {names} > {out} && sync {out}",
            "mutool merge": f"mutool merge -o {out} {names}",
            "PDFium, outlines lost": f"{STORE}/venv-peers/bin/python {PEERS}/p_pdfium.py merge {out} {names}",
            "qpdf --pages, outlines lost": f"qpdf --empty --pages {names} -- {out}",
        }, growth=False))  # fmt: skip
    parts = shlex.quote(str(PARTS))
    for name, count in (("text-1000p", 1000), ("pages-10000", 10000)):
        source = inputs / f"{name}.pdf"
        size = part_bytes(source)
        write = f"mkdir {parts} && {STORE}/bin/floors write {parts} {count} {size}"
        jobs.append(Job("split into single pages", source.name, "at most 1.5 × writing the files alone", {
            "inkstone split": f"{INKSTONE} split {source} --every 1 -o {parts}",
            f"floor: {count} files of {size} bytes, then sync": f"{write} && sync -f {parts}",
            f"floor: {count} files of {size} bytes": write,
            "MuPDF in C, grafts": f"mkdir {parts} && {mu} split {source} {parts}",
        }, growth=False))  # fmt: skip
    return jobs


def part_bytes(source):
    """How large a page is as a file of its own, so that the floor writes as much as a split."""
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.unlink(missing_ok=True)
    subprocess.run(
        [INKSTONE, "extract", source, "--pages", "1", "-o", OUTPUT], check=True, stdout=subprocess.DEVNULL
    )  # fmt: skip
    return OUTPUT.stat().st_size


def encryption(inputs, out, python):
    """AES-256, 500 MB; the floor is the bare cipher over as many bytes, and sync."""
    plain, secret = inputs / "huge-500MB.pdf", STORE / "in" / "huge-500MB-aes256.pdf"
    if not secret.exists():
        subprocess.run(
            ["qpdf", "--encrypt", "user", "owner", "256", "--", plain, secret], check=True
        )  # fmt: skip
    key = f"-aes-256-cbc -K {'11' * 32} -iv {'22' * 16}"
    bare = STORE / "in" / "huge-500MB.enc"
    if not bare.exists():
        subprocess.run(words(f"openssl enc -e {key} -in {plain} -out {bare}"), check=True)
    goal = "at most 1.5 × the bare cipher, below 30 MB"
    return [
        Job("encrypt with AES-256", plain.name, goal, {
            "inkstone encrypt":
                f"{INKSTONE} encrypt {plain} --user-password user --owner-password owner -o {out}",
            "floor: openssl enc, then sync": f"openssl enc -e {key} -in {plain} -out {out} && sync {out}",
            "qpdf": f"qpdf --encrypt user owner 256 -- {plain} {out}",
            "pypdf": f"{python} {PEERS}/p_pypdf.py encrypt {plain} {out}",
        }, growth=False),
        Job("decrypt AES-256", plain.name, goal, {
            "inkstone decrypt": f"{INKSTONE} decrypt {secret} --password owner -o {out}",
            "floor: openssl enc -d, then sync": f"openssl enc -d {key} -in {bare} -out {out} && sync {out}",
            "qpdf": f"qpdf --password=owner --decrypt {secret} {out}",
            "pypdf": f"{python} {PEERS}/p_pypdf.py decrypt {secret} {out}",
        }, growth=False),
    ]  # fmt: skip
