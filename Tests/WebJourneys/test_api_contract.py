# SPDX-License-Identifier: Apache-2.0
"""Every path and method of `Web/openapi.json` does what it says, and nothing else is routed."""

import json

import description
import papers
import pytest
from waiting import until

PDF = {"Content-Type": "application/pdf"}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")


class World:
    """A document with everything in it, and what is needed to call each operation once."""

    def __init__(self, client):
        self.client = client
        self.id = client.import_pdf(papers.furnished(), "furnished.pdf")["id"]
        self.place = f"/api/documents/{self.id}"

    def etag(self):
        return {"If-Match": self.client.get(self.place).etag}

    def edited(self):
        """The version after a signature was put."""
        return {"If-Match": self.client.put_marks(self.id, papers.ink("contract")).expect(200).etag}

    def finish(self):
        return self.client.post(f"{self.place}/edits/finish", None, self.edited())

    def operation(self):
        found = self.finish().expect(202).value["operation"]
        return f"/api/operations/{found}"

    def locked(self):
        return self.client.import_pdf(papers.encrypted(), "locked.pdf")["id"]

    def attachment(self):
        found = self.client.get(f"{self.place}/attachments").expect(200).value["attachments"]
        return found[0]["id"]

    def signature(self):
        return self.client.post("/api/signatures", papers.signature()).expect(201).value["id"]

    def stream(self):
        """The head of the events, whose body has no end."""
        from client import Answer

        response = self.client.send("GET", f"/api/events?document={self.id}")
        fields = {name.lower(): [value] for name, value in response.getheaders()}
        self.client.close()
        return Answer(response.status, fields, b"", "GET /api/events")


def put(mark):
    return {"name": "Sign", "commands": [{"do": "put", "annotation": papers.ink(mark)}]}


def undone(world):
    return {"If-Match": world.client.post(f"{world.place}/edits/undo", None, world.edited()).expect(200).etag}


def restored(world):
    world.client.delete(world.place).expect(200)
    return world.client.post(f"{world.place}/restore")


CALLS = {
    "getStatus": lambda w: w.client.get("/api/status"),
    "getSettings": lambda w: w.client.get("/api/settings"),
    "changeSettings": lambda w: w.client.patch("/api/settings", {"author": "A. Writer"}),
    "listDocuments": lambda w: w.client.get("/api/documents", query="furnished"),
    "importDocument": lambda w: w.client.post("/api/documents", papers.contract(), PDF, name="合同.pdf"),
    "getDocument": lambda w: w.client.get(w.place),
    "renameDocument": lambda w: w.client.patch(w.place, {"name": "renamed.pdf"}, w.etag()),
    "deleteDocument": lambda w: w.client.delete(w.place),
    "restoreDocument": restored,
    "duplicateDocument": lambda w: w.client.post(f"{w.place}/copies", {"name": "copy.pdf"}),
    "downloadDocument": lambda w: w.client.get(f"{w.place}/file", download=True),
    "unlockDocument": lambda w: w.client.post(f"/api/documents/{w.locked()}/unlock", {"password": "open sesame"}),
    "keepPosition": lambda w: w.client.put(f"{w.place}/position", {"page": 2, "y": 0.5}),
    "getInfo": lambda w: w.client.get(f"{w.place}/info"),
    "getPages": lambda w: w.client.get(f"{w.place}/pages"),
    "getPageImage": lambda w: w.client.get(f"{w.place}/pages/2/image", width=600, x=100, y=50, w=200, h=100),
    "getThumbnail": lambda w: w.client.get(f"{w.place}/pages/3/thumbnail", width=120),
    "getPageText": lambda w: w.client.get(f"{w.place}/pages/1/text"),
    "getSelection": lambda w: w.client.get(f"{w.place}/pages/1/selection?from=51,52&to=140,100&by=word"),
    "getLinks": lambda w: w.client.get(f"{w.place}/pages/1/links"),
    "getOutline": lambda w: w.client.get(f"{w.place}/outline"),
    "listAttachments": lambda w: w.client.get(f"{w.place}/attachments"),
    "downloadAttachment": lambda w: w.client.get(f"{w.place}/attachments/{w.attachment()}"),
    "searchDocument": lambda w: w.client.get(f"{w.place}/search", q="furnished"),
    "listRevisions": lambda w: w.client.get(f"{w.place}/revisions"),
    "downloadRevision": lambda w: w.client.get(f"{w.place}/revisions/1/file"),
    "listAnnotations": lambda w: w.client.get(f"{w.place}/annotations", page=1),
    "getEdits": lambda w: w.client.get(f"{w.place}/edits"),
    "edit": lambda w: w.client.post(f"{w.place}/edits", put("a"), {"If-Match": w.client.edits(w.id).etag}),
    "undo": lambda w: w.client.post(f"{w.place}/edits/undo", None, w.edited()),
    "redo": lambda w: w.client.post(f"{w.place}/edits/redo", None, undone(w)),
    "save": lambda w: (w.edited(), w.client.post(f"{w.place}/edits/save"))[1],
    "finish": lambda w: w.finish(),
    "listOperations": lambda w: (w.operation(), w.client.get("/api/operations"))[1],
    "getOperation": lambda w: w.client.get(w.operation()),
    "cancelOperation": lambda w: w.client.delete(w.operation()),
    "getEvents": lambda w: w.stream(),
    "listSignatures": lambda w: (w.signature(), w.client.get("/api/signatures"))[1],
    "keepSignature": lambda w: w.client.post("/api/signatures", papers.signature()),
    "useSignature": lambda w: w.client.post(f"/api/signatures/{w.signature()}/uses"),
    "forgetSignature": lambda w: w.client.delete(f"/api/signatures/{w.signature()}"),
    "getDescription": lambda w: w.client.get("/api/openapi.json"),
}
"""One call of each operation that succeeds."""

AMONG_DEVICES = {
    "listSessions": lambda c, server: c.get("/api/sessions"),
    "makePairing": lambda c, server: c.post("/api/pairing"),
    "openSession": lambda c, server: server.client().post(
        "/api/sessions", {"token": c.post("/api/pairing").expect(201).value["token"]}),
    "closeSession": lambda c, server: c.delete("/api/sessions/current"),
}  # fmt: skip
"""Those that mean something only where devices are let in one by one."""


@pytest.fixture
def world(client):
    return World(client)


def test_every_operation_has_a_call():
    assert set(CALLS) | set(AMONG_DEVICES) == set(description.OPERATIONS)


@pytest.mark.parametrize("operation", CALLS)
def test_it_does_what_it_says(world, operation):
    answer = CALLS[operation](world)
    assert answer.status in description.successes(operation), (answer.asked, answer.status, answer.body[:300])
    description.check(operation, answer)


@pytest.mark.parametrize("operation", AMONG_DEVICES)
def test_it_does_what_it_says_among_devices(serve, operation):
    server = serve(host="0.0.0.0")
    answer = AMONG_DEVICES[operation](server.paired(), server)
    assert answer.status in description.successes(operation), (answer.asked, answer.status, answer.body[:300])
    description.check(operation, answer)


def test_the_description_that_is_served_is_the_one_of_the_project(client):
    assert client.get("/api/openapi.json").expect(200).value == description.WHOLE


@pytest.mark.parametrize("path", description.WHOLE["paths"])
def test_other_methods_are_not_allowed(client, document, path):
    known = {method.upper() for method in description.WHOLE["paths"][path]}
    target = path.replace("{document}", document).replace("{page}", "1").replace("{revision}", "1")
    for name in ("session", "signature", "operation", "attachment"):
        target = target.replace("{%s}" % name, "1")
    for method in sorted({*METHODS} - known):
        answer = client.ask(method, target)
        if method == "OPTIONS" and answer.status == 204:
            continue
        assert answer.expect(405)
        allowed = {each.strip() for each in answer.field("allow").split(",")}
        assert allowed - {"HEAD", "OPTIONS"} == known, answer.asked


@pytest.mark.parametrize("path", [
    "/api", "/api/", "/api/document", "/api/documents/", "/api/documents/{}/", "/api/documents/{}/nothing", "/API/status",
    "/api/status/", "/api//status", "/api/v1/documents", "/api/debug", "/metrics", "/api/documents/{}/pages/1",
    "/api/documents/{}/pages/1/image/", "/api/documents/{}/edits/clear", "/api/documents/{}/revisions/1", "/openapi.json",
    "/api/signatures/1/strokes", "/.git/config", "/api/documents/{}x", "/api/documents/{}/pages/one/text",
    "/api/documents/{}/pages/0/text", "/api/documents/{}/pages/-1/text", "/api/documents/{}/pages/99999999999999999999/text",
    "/api/documents/{}/pages/4/text", "/api/documents/{}/revisions/9/file",
])  # fmt: skip
def test_nothing_outside_is_routed(world, path):
    assert world.client.get(path.replace("{}", world.id)).status in (400, 404)


# What cannot be told by types


def test_a_search_comes_line_by_line_and_has_an_end(world):
    held = world.client.get(f"{world.place}/search", q="furnished").expect(200).body
    lines = [json.loads(line) for line in held.decode().splitlines()]
    hits = [line["hit"] for line in lines if "hit" in line]
    assert [hit["page"] for hit in hits] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert all(hit["words"].lower() == "furnished" and len(hit["quads"][0]) == 8 for hit in hits)
    assert lines[-1]["end"]["count"] == 9
    none = world.client.get(f"{world.place}/search", q="nowhere to be found").body.decode().splitlines()
    assert json.loads(none[-1])["end"]["count"] == 0


def test_a_search_begins_at_the_page_named(world):
    held = world.client.get(f"{world.place}/search?q=furnished&from=2").expect(200).body
    pages = [json.loads(line)["hit"]["page"] for line in held.decode().splitlines() if '"hit"' in line]
    assert pages[0] == 2 and sorted(pages) == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_text_outline_links_and_attachments_say_what_the_file_says(world):
    text = world.client.get(f"{world.place}/pages/2/text").value
    assert text["mayCopy"] and text["hasText"]
    assert [word["text"] for word in text["lines"][0]["words"]] == ["Furnished", "2"]
    left, top = text["lines"][0]["words"][0]["quad"][:2]
    assert abs(left - 50) < 3 and abs(top - 50) < 6, "points from the top left corner"
    outline = world.client.get(f"{world.place}/outline").value["items"]
    assert [(each["title"], each["page"]) for each in outline] == [("Beginning", 1)]
    assert [(each["title"], each["page"]) for each in outline[0]["items"]] == [("The end", 3)]
    link = world.client.get(f"{world.place}/pages/1/links").value["links"][0]
    assert link["page"] == 3 and link["url"] is None
    assert min(link["quads"][0][1::2]) == pytest.approx(792 - 740, abs=0.01)
    listed = world.client.get(f"{world.place}/attachments").value["attachments"]
    assert [each["name"] for each in listed] == ["figures.csv"]
    got = world.client.get(f"{world.place}/attachments/{listed[0]['id']}")
    assert got.body == b"year,sum\n2026,12\n" and got.field("content-disposition").startswith("attachment")
    assert world.client.get(f"{world.place}/info").value["title"] == "Furnished"


def test_a_part_of_a_page_is_that_part_of_the_picture(world):
    import io

    import numpy as np
    from PIL import Image

    def picture(**query):
        answer = world.client.get(f"{world.place}/pages/1/image", **query).expect(200)
        return np.asarray(Image.open(io.BytesIO(answer.body)).convert("L"), dtype=int)

    whole, part = picture(width=612), picture(width=612, x=40, y=40, w=160, h=60)
    assert whole.shape == (792, 612) and part.shape == (60, 160)
    assert (whole < 128).any() and np.abs(whole[40:100, 40:200] - part).max() <= 48


def test_an_import_may_be_chunked(client):
    pieces = (papers.contract()[at : at + 5000] for at in range(0, len(papers.contract()), 5000))
    made = client.ask("POST", "/api/documents?name=chunks.pdf", pieces, PDF)
    assert made.status in (201, 411)
    if made.status == 201:
        assert client.get(f"/api/documents/{made.value['id']}/file").body == papers.contract()


def test_a_locked_document_opens_with_the_right_word_only(client):
    made = client.import_pdf(papers.encrypted(), "locked.pdf")
    place = f"/api/documents/{made['id']}"
    assert made["encrypted"] and made["locked"] and made["pages"] is None
    for target in ("pages", "info", "pages/1/text", "outline", "edits", "pages/1/thumbnail", "pages/1/image?width=99"):
        assert client.get(f"{place}/{target}").expect(423).code == "passwordRequired"
    assert client.post(f"{place}/unlock", {"password": "wrong"}).expect(423).code == "wrongPassword"
    assert client.get(f"{place}/pages").status == 423
    client.post(f"{place}/unlock", {"password": "open sesame"}).expect(204)
    assert client.get(f"{place}/pages").expect(200).value["count"] == 2
    assert client.get(f"{place}/pages/1/text").expect(200).value["hasText"]


def test_finishing_makes_the_mark_part_of_the_page(world):
    place = world.operation()
    done = until(lambda: (now := world.client.get(place).value)["state"] != "running" and now, told="the end of it")
    assert done["state"] == "finished" and done["error"] is None, done
    edits = world.client.edits(world.id).value
    assert not edits["dirty"] and world.client.marks(world.id) == {}
    file = world.client.get(f"{world.place}/file").expect(200).body
    assert file.startswith(papers.furnished()) and len(file) > len(papers.furnished())
    assert len(world.client.get(f"{world.place}/revisions").value["revisions"]) >= 2
