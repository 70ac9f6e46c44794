# SPDX-License-Identifier: Apache-2.0
"""What a judge says: `pass`, `fail: why`, or `not judged: why`. Never silence."""

PASS = "pass"


def fail(reason):
    return f"fail: {reason}"


def not_judged(reason):
    return f"not judged: {reason}"


def is_pass(verdict):
    return verdict == PASS


def is_fail(verdict):
    return verdict.startswith("fail")


def rank(verdict):
    """Higher is better: a pass, then an honest "not judged", then a failure."""
    return 2 if is_pass(verdict) else 0 if is_fail(verdict) else 1


def worst(verdicts):
    """The worst of several verdicts on the same matter; a pass only when all of them pass."""
    return min(verdicts, key=rank, default=not_judged("nothing to look at"))
