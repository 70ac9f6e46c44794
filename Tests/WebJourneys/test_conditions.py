# SPDX-License-Identifier: Apache-2.0
"""Parts of files, versions that the client has, versions that it means (RFC 9110, 13 and 14)."""

import papers
import pytest

SIZE = len(papers.contract())


@pytest.fixture(scope="module")
def file(shared):
    return f"/api/documents/{shared.client().import_pdf(papers.contract())['id']}/file"


@pytest.mark.parametrize("asked, start, end", [
    ("bytes=0-9", 0, 10), ("bytes=5-5", 5, 6), (f"bytes={SIZE - 7}-", SIZE - 7, SIZE), ("bytes=-100", SIZE - 100, SIZE),
    (f"bytes=-{SIZE * 2}", 0, SIZE), (f"bytes=100-{SIZE * 9}", 100, SIZE), ("bytes=0-", 0, SIZE),
])  # fmt: skip
def test_a_part_of_the_file(client, file, asked, start, end):
    answer = client.get(file, {"Range": asked}).expect(206)
    assert answer.body == papers.contract()[start:end]
    assert answer.field("content-range") == f"bytes {start}-{end - 1}/{SIZE}"
    assert answer.field("content-type") == "application/pdf"


@pytest.mark.parametrize("asked", [f"bytes={SIZE}-", f"bytes={SIZE * 2}-{SIZE * 3}", "bytes=-0"])
def test_a_part_that_is_not_there(client, file, asked):
    answer = client.get(file, {"Range": asked}).expect(416)
    assert answer.field("content-range") == f"bytes */{SIZE}"


@pytest.mark.parametrize("asked", ["pages=1-2", "bytes=9-3", "bytes=", "bytes=a-b", "bytes=0-1,5-9", "bytes=99999999999999999999-"])
def test_what_is_no_single_part_gets_all_or_a_clear_no(client, file, asked):
    answer = client.get(file, {"Range": asked}).expect(200, 206, 416)
    if answer.status == 200:
        assert answer.body == papers.contract()
    if answer.status == 206:  # several parts in one answer
        assert answer.field("content-type").startswith("multipart/byteranges")


def test_a_part_of_another_version_is_all_of_this_one(client, file):
    etag = client.get(file).etag
    assert client.get(file, {"Range": "bytes=0-9", "If-Range": etag}).status == 206
    other = client.get(file, {"Range": "bytes=0-9", "If-Range": '"another"'}).expect(200)
    assert other.body == papers.contract()


def test_a_head_tells_the_length_without_the_bytes(client, file):
    answer = client.ask("HEAD", file).expect(200)
    assert answer.body == b"" and answer.field("content-length") == str(SIZE)
    assert answer.field("accept-ranges") == "bytes"


def test_what_the_client_has_is_not_sent_again(client, document):
    place = f"/api/documents/{document}"
    version = client.get(f"{place}/pages").value["version"]
    for target in ("/api/documents", place, f"{place}/pages", f"{place}/file", f"{place}/edits", f"{place}/pages/1/text",
                   f"{place}/pages/1/image?width=300&v={version}", f"{place}/pages/1/thumbnail?v={version}"):  # fmt: skip
        first = client.get(target).expect(200)
        assert first.etag, target
        for known in (first.etag, f'"other", {first.etag}', "*"):
            again = client.get(target, {"If-None-Match": known})
            assert (again.status, again.body) == (304, b""), (target, known)
            assert again.etag == first.etag
        assert client.get(target, {"If-None-Match": '"other"'}).expect(200).body == first.body


def test_a_name_is_changed_on_the_version_that_was_seen(client, document):
    place = f"/api/documents/{document}"
    seen = client.get(place).etag
    assert client.patch(place, {"name": "blind.pdf"}).status == 428
    first = client.patch(place, {"name": "first.pdf"}, {"If-Match": seen}).expect(200)
    assert first.value["name"] == "first.pdf" and first.etag != seen
    assert client.patch(place, {"name": "second.pdf"}, {"If-Match": seen}).status == 412
    assert client.get(place).value["name"] == "first.pdf"
    assert client.patch(place, {"name": "third.pdf"}, {"If-Match": first.etag}).expect(200).value["name"] == "third.pdf"


def test_a_document_is_deleted_on_the_version_that_was_seen(client, document):
    place = f"/api/documents/{document}"
    seen = client.get(place).etag
    client.patch(place, {"name": "newer.pdf"}, {"If-Match": seen}).expect(200)
    assert client.delete(place, {"If-Match": seen}).status == 412
    assert client.get(place).value["deleted"] is None


def test_edits_need_the_version_that_was_seen(client, document):
    place = f"/api/documents/{document}/edits"
    body = {"commands": [{"do": "put", "annotation": papers.ink("first")}]}
    assert client.post(place, body).status == 428
    seen = client.get(place).etag
    assert client.post(place, body, {"If-Match": seen}).status == 200
    stale = client.put_marks(document, papers.ink("second"), etag=seen).expect(412)
    now = client.edits(document)
    assert stale.value["edits"] == now.value and stale.etag == now.etag
    assert list(client.marks(document)) == ["inkstone-signature-first"]
    for step in ("undo", "redo", "finish"):
        assert client.post(f"{place}/{step}").status == 428
        assert client.post(f"{place}/{step}", None, {"If-Match": seen}).status == 412


def test_edits_undo_and_redo(client, document):
    place = f"/api/documents/{document}/edits"
    first = client.put_marks(document, papers.ink("a")).expect(200)
    assert first.value["safe"] and first.value["dirty"] and first.value["undo"]
    undone = client.post(f"{place}/undo", None, {"If-Match": first.etag}).expect(200)
    assert client.marks(document) == {} and undone.value["redo"]
    redone = client.post(f"{place}/redo", None, {"If-Match": undone.etag}).expect(200)
    assert list(client.marks(document)) == ["inkstone-signature-a"]
    again = client.put_marks(document, papers.ink("a"), etag=redone.etag).expect(200)
    assert list(client.marks(document)) == ["inkstone-signature-a"], "a command that comes twice does no harm"
    gone = {"commands": [{"do": "remove", "page": 1, "id": "inkstone-signature-a"}]}
    removed = client.post(place, gone, {"If-Match": again.etag}).expect(200)
    client.post(place, gone, {"If-Match": removed.etag}).expect(200)
    assert client.marks(document) == {}
