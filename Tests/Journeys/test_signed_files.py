# SPDX-License-Identifier: Apache-2.0
"""A digitally signed file is asked first: what would break its signatures is refused."""

import pytest

from Judges import placement, prefix, qpdf, signatures, tool
from Judges.verdict import PASS

from signed_fixtures import KINDS, contract, throw_away_signer

RECT = (300, 500, 160, 80)
WOULD_BREAK = 85


@pytest.fixture(scope="module")
def fixtures(tmp_path_factory):
    """{kind: path} of files signed a moment ago."""
    folder, signer, plain = tmp_path_factory.mktemp("signed"), throw_away_signer(), contract()
    made = {}
    for number, (kind, (make, _)) in enumerate(KINDS.items()):
        made[kind] = folder / f"signed-{number}.pdf"
        made[kind].write_bytes(make(plain, signer))
        assert all(each.intact and each.valid for each in signatures.read(made[kind]))
    return made


@pytest.fixture
def mark(tmp_path):
    placement.write_mark(tmp_path / "mark.pdf", 0)
    return tmp_path / "mark.pdf"


@pytest.mark.parametrize("kind", KINDS)
def test_info_tells_the_signatures(fixtures, kind):
    _, facts = tool.info(fixtures[kind])
    told = facts["signatures"]
    count = len(told) if isinstance(told, list) else told
    assert count == len(signatures.read(fixtures[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_content_mark_is_refused(fixtures, mark, tmp_path, kind):
    before, output = fixtures[kind].read_bytes(), tmp_path / "out.pdf"
    outcome = tool.sign(fixtures[kind], mark, [1], RECT, output, "--as", "content")
    assert (outcome.status, outcome.code) == (WOULD_BREAK, "wouldBreakSignature")
    assert not output.exists()
    assert fixtures[kind].read_bytes() == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_forced_content_mark_keeps_the_signed_bytes(fixtures, mark, tmp_path, kind):
    before, output = fixtures[kind].read_bytes(), tmp_path / "out.pdf"
    outcome = tool.sign(fixtures[kind], mark, [1], RECT, output, "--as", "content", "--force")
    assert outcome.succeeded, outcome
    assert prefix.judge(before, output.read_bytes()) == PASS
    assert signatures.judge(signatures.read(fixtures[kind]), signatures.read(output)) == PASS
    assert qpdf.judge(qpdf.check(fixtures[kind]), qpdf.check(output)) == PASS


@pytest.mark.parametrize("kind", KINDS)
def test_an_annotation_follows_what_the_signatures_permit(fixtures, mark, tmp_path, kind):
    source, output, allowed = fixtures[kind], tmp_path / "out.pdf", KINDS[kind][1]
    before = source.read_bytes()
    outcome = tool.sign(source, mark, [1], RECT, output, "--as", "annotation")
    assert source.read_bytes() == before
    if not allowed:
        assert (outcome.status, outcome.code) == (WOULD_BREAK, "wouldBreakSignature")
        assert not output.exists()
        return
    assert outcome.succeeded, outcome
    assert prefix.judge(before, output.read_bytes()) == PASS
    later = signatures.read(output)
    assert signatures.judge(signatures.read(source), later) == PASS
    print(f"{kind}: pyHanko on the annotation: {', '.join(each.opinion for each in later)}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_judge_sees_a_spoilt_signature(fixtures, tmp_path, kind):
    """One signed byte is another one: proof that the judge above can say no."""
    before, output = fixtures[kind].read_bytes(), tmp_path / "spoilt.pdf"
    at = before.index(b"595")
    output.write_bytes(before[:at] + b"594" + before[at + 3 :])
    verdict = signatures.judge(signatures.read(fixtures[kind]), signatures.read(output))
    assert verdict.startswith("fail")
