# SPDX-License-Identifier: Apache-2.0
"""The words on screen by their keys, as the app's own dictionaries have them."""

import functools
import json
import re
import subprocess

import papers

STRINGS = papers.ROOT / "Web" / "app" / "strings"
FILES = {"en": ("en.js", "sign.en.js"), "zh-CN": ("zh-Hans.js", "sign.zh-Hans.js")}
READ = "Promise.all(process.argv.slice(1).map((f) => import(f))).then((all) => console.log(JSON.stringify(all)))"


class Words(dict):
    """`words("library.import")`; {} in it takes named values."""

    def __call__(self, key, **values):
        found = self[key]
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
