#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the encrypted files beside it with qpdf 11, and the seeds of the fuzz target `encryption`.

The user's password is "user", the owner's "owner". KIND-table.pdf has a cross-reference table,
KIND-stream.pdf object streams.
"""
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SEEDS = HERE.parents[1] / "Seeds" / "encryption"
KINDS = {
    "rc4-40": ["40"],
    "rc4-128": ["128", "--use-aes=n"],
    "rc4-128-v4": ["128", "--use-aes=n", "--force-V4"],
    "aes-128": ["128", "--use-aes=y"],
    "aes-128-clear-metadata": ["128", "--use-aes=y", "--cleartext-metadata"],
    "aes-256-r5": ["256", "--force-R5"],
    "aes-256": ["256"],
    "aes-256-restricted": ["256", "--print=none", "--modify=annotate", "--extract=n"],
}
OBJECTS = [
    "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/Word(a \\(secret\\) word)>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<>>/Words[(one)<0002>()]>>",
    "<</Length 14>>\nstream\n0 0 m 9 9 l S\n\nendstream",
    "<</Type/Metadata/Subtype/XML/Length 8>>\nstream\n<secret>\nendstream",
    "<</Title(A secret title)>>",
]


def plain():
    data, offsets = b"%PDF-1.7\n", []
    for number, body in enumerate(OBJECTS, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode()
    start = len(data)
    data += f"xref\n0 {len(OBJECTS) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    data += f"trailer\n<</Size {len(OBJECTS) + 1}/Root 1 0 R/Info 6 0 R>>\n".encode()
    return data + f"startxref\n{start}\n%%EOF\n".encode()


def encrypt(source, target, kind, form, user="user"):
    subprocess.run(
        ["qpdf", "--allow-weak-crypto", "--static-id", "--static-aes-iv", f"--object-streams={form}",
         "--encrypt", user, "owner", *KINDS[kind], "--", source, target],
        check=True,
    )  # fmt: skip


def main():
    SEEDS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "plain.pdf"
        source.write_bytes(plain())
        for kind in KINDS:
            encrypt(source, HERE / f"{kind}-table.pdf", kind, "disable")
            dictionary = re.search(rb"obj\n(<< /CF.*?>>|<< /Filter /Standard.*?>>)\nendobj",
                                   (HERE / f"{kind}-table.pdf").read_bytes(), re.S)  # fmt: skip
            (SEEDS / kind).write_bytes(dictionary[1])
            if kind != "rc4-40":
                encrypt(source, HERE / f"{kind}-stream.pdf", kind, "generate")
        opens = HERE.parents[1] / "Seeds" / "document" / "encrypted-{}.pdf"
        for kind, form in (("rc4-128", "disable"), ("aes-128", "generate"), ("aes-256", "generate")):
            encrypt(source, str(opens).format(kind), kind, form, user="")


if __name__ == "__main__":
    main()
