# SPDX-License-Identifier: Apache-2.0
"""The words on screen by their keys, as the app's own dictionaries have them."""

import functools
import json
import os
import pathlib
import re
import subprocess

import papers

APP = pathlib.Path(os.environ.get("INKSTONE_WEB", papers.ROOT / "Web" / "app"))
STRINGS = APP / "strings"
FILES = {"en": ("en.js", "sign.en.js"), "zh-CN": ("zh-Hans.js", "sign.zh-Hans.js")}
READ = "Promise.all(process.argv.slice(1).map((f) => import(f))).then((all) => console.log(JSON.stringify(all)))"


class Words(dict):
    """`words("library.add")`; {} in it takes named values, `count` also the form of the plural."""

    def __call__(self, key, **values):
        found = self[key]
        if isinstance(found, dict):
            found = found["one"] if values["count"] == 1 and "one" in found else found["other"]
        return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), found)


@functools.cache
def of(language):
    paths = [str(STRINGS / name) for name in FILES[language] if (STRINGS / name).exists()]
    assert paths, f"no words of {language} in {STRINGS}"
    done = subprocess.run(["node", "-e", READ, *paths], capture_output=True, text=True, timeout=30, check=True)
    found = Words()
    for module in json.loads(done.stdout):
        for each in module.values():
            found.update(each)
    return found
