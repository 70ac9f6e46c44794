# SPDX-License-Identifier: Apache-2.0
"""Kills the server at random moments and starts it again: the library is whole, and what was
acknowledged is there. INKSTONE_KILLS says how often for each test."""

import contextlib
import hashlib
import http.client
import os
import random
import socket
import sqlite3
import threading
import time

import papers
import pikepdf
import pytest
from events import Events
from Judges import qpdf
from waiting import until

KILLS = int(os.environ.get("INKSTONE_KILLS", "5"))
GONE = (OSError, http.client.HTTPException)
"""What a client meets when its server dies."""
PDF = {"Content-Type": "application/pdf"}


@pytest.fixture
def dice():
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    return random.Random(seed)


@pytest.fixture
def server(serve):
    return serve()


class Hands:
    """Threads that do something again and again until the server is gone."""

    def __init__(self, server, *works):
        self.threads = [threading.Thread(target=self._work, args=(server.client(), work)) for work in works]
        self.faults = []
        for thread in self.threads:
            thread.start()

    def _work(self, client, work):
        try:
            with contextlib.suppress(*GONE):
                while True:
                    work(client)
        except Exception as fault:  # told by `rest`, in the thread of the test
            self.faults.append(fault)
        finally:
            client.close()

    def rest(self):
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()
        assert not self.faults, self.faults[0]


def kill_amid(server, dice, *works, least=0.02, most=0.5):
    """Kills it while the works go on, at a moment that the dice say, and starts it again."""
    hands = Hands(server, *works)
    time.sleep(dice.uniform(least, most))  # the moment itself is what is tried; nothing is waited for
    server.kill()
    hands.rest()
    server.start()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def library(server):
    """Digests of all documents by id: as downloads give them, of those put aside as they lie there."""
    client = server.client()
    found = {}
    for deleted in (False, True):
        for each in client.get("/api/documents", deleted=deleted).expect(200).value["documents"]:
            if deleted:
                file = (server.data / "documents" / f"{each['id']}.pdf").read_bytes()
            else:
                file = client.get(f"/api/documents/{each['id']}/file").expect(200).body
            found[each["id"]] = digest(file)
            assert each["bytes"] == len(file)
    client.close()
    return found


def check_whole(server):
    """Rows and files belong together, nothing half done lies about."""
    found = library(server)
    documents = server.data / "documents"
    files = {path.name for path in documents.iterdir() if not path.name.startswith(".inkstone-")}
    assert files == {f"{each}.pdf" for each in found}
    assert list((server.data / "incoming").iterdir()) == []
    with contextlib.closing(sqlite3.connect(f"file:{server.data}/library.sqlite?mode=ro", uri=True)) as rows:
        assert rows.execute("pragma integrity_check").fetchall() == [("ok",)]
    return found


# Killed while …


def test_documents_come(server, dice):
    sizes = [papers.pages(1), papers.contract(), papers.pages(300), papers.weighty(3)]
    known = {digest(each) for each in sizes}
    acknowledged = {}

    def bring(client):
        data = dice.choice(sizes)
        made = client.import_pdf(data, "coming.pdf")
        acknowledged[made["id"]] = digest(data)

    for kill in range(KILLS):
        kill_amid(server, dice, bring, bring, bring)
        found = check_whole(server)
        assert acknowledged.items() <= found.items(), f"kill {kill}: an acknowledged document is gone or another"
        assert set(found.values()) <= known, f"kill {kill}: half a document"
    assert acknowledged


def test_documents_are_read(server, dice):
    client = server.client()
    made = [client.import_pdf(data, "read.pdf")["id"] for data in (papers.contract(), papers.pages(60, "Read {}", 20))]
    place = f"/api/documents/{made[1]}"
    picture = client.get(f"{place}/pages/7/image", width=500).expect(200).body
    before, answered = library(server), []

    def look(client):
        page = dice.randint(1, 60)
        answered.append(client.get(f"{place}/pages/{page}/image", width=dice.randint(200, 900)).expect(200).status)
        client.get(f"{place}/pages/{page}/thumbnail").expect(200)
        client.put(f"{place}/position", {"page": page, "y": 0.5}).expect(204)

    def search(client):
        client.get(f"{place}/search", q=f"read {dice.randint(1, 60)}").expect(200)

    for _ in range(KILLS):
        kill_amid(server, dice, look, look, search)
        assert check_whole(server) == before
        again = server.client().get(f"{place}/pages/7/image", width=500).expect(200).body
        assert again == picture, "what is kept of pictures is whole or not believed"
    assert answered


def test_documents_are_deleted_and_copied(server, dice):
    client = server.client()
    data, other = papers.contract(), papers.weighty(2)
    waiting = [client.import_pdf(dice.choice([data, other]), "doomed.pdf")["id"] for _ in range(KILLS * 12)]
    keep = client.import_pdf(other, "kept.pdf")["id"]
    away, aside, copied = set(), set(), set()

    def delete(client):
        if not waiting:
            client.get("/api/documents").expect(200)
            return
        each = waiting.pop()
        client.delete(f"/api/documents/{each}").expect(200)
        aside.add(each)
        if dice.random() < 0.7:
            client.delete(f"/api/documents/{each}", permanently=True).expect(204)
            away.add(each)

    def copy(client):
        copied.add(client.post(f"/api/documents/{keep}/copies", {}).expect(201).value["id"])

    for _ in range(KILLS):
        kill_amid(server, dice, delete, copy, most=0.3)
        found = check_whole(server)
        shown = {each["id"] for each in server.client().get("/api/documents").value["documents"]}
        assert not away & set(found), "deleted for good, and there again"
        assert not aside & shown, "deleted, and shown again"
        assert {keep, *copied, *waiting} <= shown
        assert set(found.values()) <= {digest(data), digest(other)}
    assert aside and copied


def test_edits_come(server, dice):
    client = server.client()
    made = [client.import_pdf(papers.pages(3, "Edited {}"), f"edited {n}.pdf")["id"] for n in range(2)]
    acknowledged, begun = {each: set() for each in made}, {each: set() for each in made}

    def mark(document):
        def put(client):
            name = f"{len(begun[document]):04}"
            begun[document].add(f"inkstone-signature-{name}")
            answer = client.put_marks(document, papers.ink(name, dice.randint(1, 3), y=dice.randint(50, 700)))
            assert answer.expect(200).value["safe"]
            acknowledged[document].add(f"inkstone-signature-{name}")

        return put

    def save(client):
        client.post(f"/api/documents/{dice.choice(made)}/edits/save").expect(200)

    for kill in range(KILLS):
        works = [mark(each) for each in made] + ([save] if kill % 2 else [])
        kill_amid(server, dice, *works)
        check_whole(server)
        client = server.client()
        for each in made:
            found = set(client.marks(each))
            assert acknowledged[each] <= found, f"kill {kill}: an acknowledged edit is lost"
            assert found <= begun[each], f"kill {kill}: nobody made this"
    assert all(acknowledged.values())
    for each in made:
        client.post(f"/api/documents/{each}/edits/save").expect(200)
        file = server.folder / "saved.pdf"
        file.write_bytes(client.get(f"/api/documents/{each}/file").body)
        assert file.read_bytes().startswith(papers.pages(3, "Edited {}"))
        assert qpdf.check(file) == qpdf.Report(frozenset(), "")


def forms(page):
    """How many drawings the content of a page places."""
    return sum(1 for operation in pikepdf.parse_content_stream(page) if str(operation.operator) == "Do")


def test_signatures_are_finished(server, dice):
    """Killed in the middle of it, a signature is still to be moved or part of the page, never gone or both."""
    for kill in range(KILLS):
        client = server.client()
        document = client.import_pdf(papers.pages(2, "Finished {}"), "finished.pdf")["id"]
        place = f"/api/documents/{document}"
        etag = client.put_marks(document, papers.ink("last", 1), papers.ink("first", 2)).expect(200).etag
        client.post(f"{place}/edits/finish", None, {"If-Match": etag}).expect(202)
        client.close()
        time.sleep(dice.uniform(0, 0.08))  # the moment itself is what is tried
        server.kill()
        server.start()
        client = server.client()
        file = server.folder / f"{kill}.pdf"
        file.write_bytes(client.get(f"{place}/file").expect(200).body)
        assert qpdf.check(file) == qpdf.Report(frozenset(), "")
        marks = len(client.marks(document))
        assert marks in (0, 2), f"kill {kill}: {marks} marks"
        # What was not in the file yet is among the edits that wait.
        client.post(f"{place}/edits/save").expect(200)
        file.write_bytes(client.get(f"{place}/file").expect(200).body)
        assert [forms(page) for page in pikepdf.open(file).pages] == [1 - marks // 2] * 2, f"kill {kill}: {marks} marks"
        check_whole(server)


def test_marks_of_an_unsaved_document_outlive_many_kills(server):
    client = server.client()
    document = client.import_pdf(papers.contract(), "unsaved.pdf")["id"]
    for number in range(3):
        client.put_marks(document, papers.ink(f"{number}")).expect(200)
        client.close()
        server.kill()
        server.start()
        assert len(client.marks(document)) == number + 1
        assert client.get(f"/api/documents/{document}").value["edited"] is True


# Cut off


def test_an_upload_that_is_cut_off_leaves_nothing(server):
    client = server.client()
    before = client.get("/api/documents").value
    data = papers.weighty(3)
    incoming = server.data / "incoming"

    def taken():
        return sum(path.stat().st_size for path in incoming.iterdir())

    head = f"POST /api/documents?name=cut.pdf HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Content-Type: application/pdf\r\nContent-Length: {len(data)}\r\n\r\n"
    for cut in (1, 100, len(data) // 2, len(data) - 1):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(head.encode() + data[:cut])
            until(lambda cut=cut: taken() == cut, told=f"{cut} bytes in incoming")
        until(lambda: list(incoming.iterdir()) == [], 5, "nothing in incoming")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head.encode() + data[: len(data) // 2])  # and gone before it is read
    with contextlib.suppress(*GONE):
        client.send("POST", "/api/documents?name=cut.pdf", chunks_cut_off(data), PDF)
    client.close()
    # Whoever goes while bytes are still on their way is noticed by the pace of the body.
    until(lambda: client.get("/api/status").status == 200 and not list(incoming.iterdir()), 30, "nothing in incoming")
    assert client.get("/api/documents").value == before
    check_whole(server)


def chunks_cut_off(data):
    yield data[: 1 << 20]
    raise ConnectionAbortedError


# Two devices


def test_two_devices_see_each_others_edits_and_overwrite_nothing(server):
    phone, desk = server.client(), server.client()
    document = phone.import_pdf(papers.contract(), "shared.pdf")["id"]
    with Events(desk, document) as seen:
        etag = desk.edits(document).etag
        first = phone.put_marks(document, papers.ink("phone")).expect(200)
        told = seen.wait("edits", lambda each: each["version"] == first.value["version"])
        assert told["document"] == document
        stale = desk.put_marks(document, papers.ink("desk", y=300), etag=etag).expect(412)
        assert stale.value["edits"]["version"] == first.value["version"]
        desk.put_marks(document, papers.ink("desk", y=300), etag=stale.etag).expect(200)
        assert set(phone.marks(document)) == {"inkstone-signature-phone", "inkstone-signature-desk"}


def test_many_devices_at_once_lose_nothing(server):
    document = server.client().import_pdf(papers.contract(), "crowded.pdf")["id"]
    refused = []

    def device(number):
        client = server.client()
        for mark in range(5):
            answer = client.put_marks(document, papers.ink(f"{number}-{mark}"))
            while answer.status == 412:
                refused.append(number)
                answer = client.put_marks(document, papers.ink(f"{number}-{mark}"), etag=answer.etag)
            answer.expect(200)

    threads = [threading.Thread(target=device, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    wanted = {f"inkstone-signature-{number}-{mark}" for number in range(6) for mark in range(5)}
    assert set(server.client().marks(document)) == wanted
    assert refused, "nobody ever met anybody"


def test_a_change_of_the_library_is_told(server):
    phone, desk = server.client(), server.client()
    with Events(desk) as seen:
        versions = []
        for change in ("import", "rename", "delete", "restore"):
            before = len(seen.of("library"))
            if change == "import":
                place = f"/api/documents/{phone.import_pdf(papers.contract())['id']}"
            elif change == "rename":
                phone.patch(place, {"name": "told.pdf"}, {"If-Match": phone.get(place).etag}).expect(200)
            elif change == "delete":
                phone.delete(place).expect(200)
            else:
                phone.post(f"{place}/restore").expect(200)
            until(lambda: len(seen.of("library")) > before, told=f"word of: {change}")
            versions.append(seen.of("library")[-1]["version"])
        assert len(set(versions)) == 4


def test_it_ends_in_good_order_whatever_goes_on(server):
    client = server.client()
    document = client.import_pdf(papers.pages(100, "Ending {}", 30), "ending.pdf")["id"]
    client.put_marks(document, papers.ink("end")).expect(200)
    streams = [Events(client, document) for _ in range(20)]

    def look(each):
        each.get(f"/api/documents/{document}/pages/{random.randint(1, 100)}/image", width=1500)

    hands = Hands(server, look, look, look)
    assert server.stop() in (0, 130, -2)
    hands.rest()
    until(lambda: all(each.closed for each in streams), told="the end of all streams")
    server.start()
    assert list(server.client().marks(document)) == ["inkstone-signature-end"]
    check_whole(server)
