# SPDX-License-Identifier: Apache-2.0
"""The layer check on a small house: each broken rule is named with its file and line."""
import json
import pathlib
import subprocess
import sys

import pytest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "script" / "check-layers"
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def target(name, uses=(), kind="regular"):
    dependencies = [{"byName": [used, None]} for used in uses]
    return {"name": name, "type": kind, "dependencies": dependencies}


HOUSE = [
    target("CZlib", kind="system"),
    target("Faults"),
    target("Geometry"),
    target("Deflate", ["Faults", "CZlib"]),
    target("PDFSyntax", ["Faults", "Deflate"]),
    target("Storage", ["Faults", "CZlib"]),
    target("FaultsTests", ["Faults"], kind="test"),
]

RIGHT = {
    "Package.swift": LICENCE,
    "Sources/CZlib/shim.h": LICENCE,
    "Sources/Faults/Fault.swift": LICENCE + "internal import Glibc\n",
    "Sources/Geometry/Point.swift": LICENCE + "// import Foundation, said one who was wrong\n",
    "Sources/Deflate/Deflate.swift": LICENCE + "internal import CZlib\npublic import Faults\n",
    "Sources/PDFSyntax/Lexer.swift": LICENCE + "public import Faults\n",
    "Tests/FaultsTests/FaultTests.swift": LICENCE + "@testable import Faults\nimport Testing\n",
}


def complaints(folder, files={}):
    for name, text in {**RIGHT, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    package = folder / "package.json"
    package.write_text(json.dumps({"targets": HOUSE}))
    run = subprocess.run(
        [sys.executable, CHECK, "--root", folder, "--package", package],
        capture_output=True, text=True)
    assert (run.returncode != 0) == ("complaints" in run.stderr)
    return run.stdout.splitlines() if run.returncode else []


def test_a_house_in_order_passes(tmp_path):
    assert complaints(tmp_path) == []


@pytest.mark.parametrize("name, line, said", [
    ("Sources/Faults/A.swift", "import Foundation", "Foundation is not for Sources"),
    ("Sources/Faults/A.swift", "public import struct FoundationEssentials.Data",
     "FoundationEssentials is not for Sources"),
    ("Sources/PDFSyntax/A.swift", "internal import Glibc",
     "PDFSyntax is portable and imports no platform module, so not Glibc"),
    ("Sources/Geometry/A.swift", "internal import Synchronization",
     "Geometry also runs without a runtime, so it does not import Synchronization"),
    ("Sources/Faults/A.swift", "@_exported public import Deflate",
     "Deflate is not in the row of Faults in Package.swift"),
    ("Sources/PDFSyntax/A.swift", "internal import CZlib",
     "CZlib is not in the row of PDFSyntax in Package.swift"),
    ("Sources/Faults/A.swift", "import Dispatch", "Dispatch is no target of this package"),
    ("Tests/FaultsTests/A.swift", "import Deflate",
     "Deflate is not in this test target's row in Package.swift"),
])
def test_a_wrong_import_is_named_with_its_line(tmp_path, name, line, said):
    found = complaints(tmp_path, files={name: f"{LICENCE}\n{line}\n"})
    assert f"{name}:3: {said}" in found


def test_a_c_module_has_one_owner(tmp_path):
    found = complaints(
        tmp_path, files={"Sources/Storage/A.swift": LICENCE + "internal import CZlib\n"})
    assert found == [
        "Sources/Deflate/Deflate.swift:2: CZlib has one owner, yet Storage imports it too",
        "Sources/Storage/A.swift:2: CZlib has one owner, yet Deflate imports it too",
    ]


def test_a_file_without_a_licence_is_named(tmp_path):
    found = complaints(tmp_path, files={"Sources/Faults/A.swift": "struct A {}\n"})
    assert found == [
        "Sources/Faults/A.swift:1: the first line is // SPDX-License-Identifier: Apache-2.0"]
