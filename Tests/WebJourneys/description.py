# SPDX-License-Identifier: Apache-2.0
"""What `Web/openapi.json` promises, and whether an answer keeps it."""

import json

import jsonschema_rs
import papers

TEXT = (papers.ROOT / "Web" / "openapi.json").read_text("utf-8")
WHOLE = json.loads(TEXT)
FAULT = {"$ref": "#/components/responses/Fault"}
OPERATIONS = {
    each["operationId"]: (method, path, each)
    for path, methods in WHOLE["paths"].items()
    for method, each in methods.items()
}
"""By operationId: method, path, what is said of it."""


def response(operation, status):
    """What is promised of an answer with this status; None when there is no word of it."""
    found = OPERATIONS[operation][2]["responses"].get(str(status))
    return WHOLE["components"]["responses"]["Fault"] if found == FAULT else found


def successes(operation):
    """Statuses that do what was asked."""
    responses = OPERATIONS[operation][2]["responses"]
    return {int(status) for status, each in responses.items() if each != FAULT and status[0] == "2"}


def check(operation, answer):
    """An AssertionError tells in what the answer differs from what is promised."""
    promised = response(operation, answer.status)
    assert promised is not None, f"{operation}: no word of {answer.status}"
    for name in promised.get("headers", {}):
        assert answer.field(name), f"{operation}: {answer.status} without {name}"
    kinds = promised.get("content", {})
    if not kinds:
        assert answer.body == b"", f"{operation}: {answer.status} has a body"
        return
    kind = (answer.field("content-type") or "").split(";")[0]
    assert kind in kinds, f"{operation}: {kind} instead of {list(kinds)}"
    if kind == "application/json" and "schema" in kinds[kind]:
        schema = {**kinds[kind]["schema"], "components": WHOLE["components"]}
        errors = [f"{list(each.instance_path)}: {each.message}" for each in jsonschema_rs.Draft202012Validator(
            schema, validate_formats=True).iter_errors(answer.value)]  # fmt: skip
        assert not errors, f"{operation}: {errors[:3]}"
