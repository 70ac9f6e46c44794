# SPDX-License-Identifier: Apache-2.0
"""Too much, too long, too slow, too many: each has an end, and others are served meanwhile."""

import contextlib
import os
import re
import resource
import socket
import threading
import time

import papers
import pytest
from client import raw
from events import Events
from waiting import until

PATIENCE = 30
"""Seconds after which a client that trickles must have been sent away."""


def head(shared, method="GET", target="/api/status", *lines):
    """The head of a request, and its end."""
    shown = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{shared.port}", *lines]
    return "\r\n".join(shown).encode() + b"\r\n\r\n"


def status(said):
    found = re.match(rb"HTTP/1\.[01] (\d{3})", said)
    return int(found[1]) if found else None


# Bodies


@pytest.mark.parametrize("method, target", [("PATCH", "/api/settings"), ("POST", "/api/sessions"), ("POST", "/api/signatures"),
                                            ("POST", "/api/documents/{}/edits"), ("PUT", "/api/documents/{}/position")])  # fmt: skip
def test_a_body_beyond_its_limit_is_refused(client, document, method, target):
    target, fields = target.replace("{}", document), {"If-Match": "*", "Content-Type": "application/json"}
    long = b'{"author":"' + b"x" * (64 << 20) + b'"}'
    assert client.ask(method, target, long, fields).status == 413
    client.close()
    pieces = (long[place : place + 65536] for place in range(0, len(long), 65536))
    try:  # without telling its length
        assert client.ask(method, target, pieces, fields).status == 413
    except OSError:
        assert client.get("/api/status").status == 200
    client.close()


def test_an_upload_beyond_the_limit_is_refused_before_it_comes(shared, client):
    limit = client.get("/api/status").value["uploadBytes"]
    said = raw(shared.port, head(shared, "POST", "/api/documents?name=a.pdf", "Content-Type: application/pdf",
                                 f"Content-Length: {limit + 1}", "Connection: close"))  # fmt: skip
    assert status(said) == 413
    for length in ("-1", "18446744073709551616", "1e3", "0x10", "10, 20"):
        said = raw(shared.port, head(shared, "POST", "/api/documents?name=a.pdf", "Content-Type: application/pdf",
                                     f"Content-Length: {length}", "Connection: close"))  # fmt: skip
        assert status(said) in (400, 411, 413), (length, said[:60])
    assert list((shared.data / "incoming").iterdir()) == []


def test_a_length_and_chunks_at_once_are_not_believed(shared):
    """Two readers of one request must never see two different ones (RFC 9112, 6.3)."""
    said = raw(shared.port, head(shared, "PATCH", "/api/settings", "Content-Type: application/json", "Content-Length: 4",
                                 "Transfer-Encoding: chunked", "Connection: close") + b"0\r\n\r\nGET /api/documents HTTP/1.1\r\n\r\n")  # fmt: skip
    assert said.count(b"HTTP/1.1 ") == 1 and status(said) == 400, said[:200]


def test_who_waits_for_leave_to_send_is_answered_first(shared, client):
    limit = client.get("/api/status").value["uploadBytes"]
    for length, wanted in ((limit + 1, 413), (len(papers.contract()), 100)):
        with socket.create_connection(("127.0.0.1", shared.port), timeout=10) as connection:
            connection.sendall(head(shared, "POST", "/api/documents?name=a.pdf", "Content-Type: application/pdf",
                                    f"Content-Length: {length}", "Expect: 100-continue"))  # fmt: skip
            said = connection.recv(4096)
            assert status(said) == wanted
            if wanted == 100:
                connection.sendall(papers.contract())
                assert status(connection.recv(65536)) == 201


# Heads


def test_long_heads_are_refused(shared, client):
    for lines in (["X-Long: " + "x" * 200_000], [f"X-{n}: {'y' * 100}" for n in range(5000)]):
        said = raw(shared.port, head(shared, "GET", "/api/status", *lines))
        assert status(said) in (400, 413, 431, None), said[:80]
    said = raw(shared.port, head(shared, "GET", "/api/documents?" + "&".join(f"a{n}=1" for n in range(20000))))
    assert status(said) in (400, 413, 414, 431, None)
    said = raw(shared.port, head(shared, "GET", "/" + "a" * 100_000))
    assert status(said) in (400, 404, 413, 414, 431, None)
    assert client.get("/api/status").status == 200


@pytest.mark.parametrize("data", [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 40, b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n", b"\0" * 1000,
    b"GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n", b"G" * 100_000, b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\n folded: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
], ids=range(9))  # fmt: skip
def test_what_is_no_request_does_no_harm(shared, client, data):
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(data)
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        said = b""
        with contextlib.suppress(ConnectionResetError):
            while more := connection.recv(65536):
                said += more
    assert status(said) is None or 400 <= status(said) < 500 or status(said) == 505, said[:80]
    assert client.get("/api/status").status == 200


# Slow ones


class Trickler(threading.Thread):
    """Sends a few bytes now and then; tells after how long the server had enough."""

    def __init__(self, port, first, drop):
        super().__init__(daemon=True)
        self.port, self.first, self.drop, self.seconds = port, first, drop, None

    def run(self):
        begun = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port), timeout=0.2) as connection:
            with contextlib.suppress(ConnectionError):
                connection.sendall(self.first)
                while time.monotonic() - begun < PATIENCE + 5:
                    try:
                        if not connection.recv(4096):
                            break
                    except TimeoutError:
                        connection.sendall(self.drop)
        self.seconds = time.monotonic() - begun


ESTABLISHED = b"\1"


class Sipper(threading.Thread):
    """Asks for a large file and takes next to nothing of it."""

    def __init__(self, port, target):
        super().__init__(daemon=True)
        self.port, self.target, self.seconds = port, target, None

    def run(self):
        begun = time.monotonic()
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(1)
        connection.connect(("127.0.0.1", self.port))
        with connection, contextlib.suppress(ConnectionError):
            connection.sendall(f"GET {self.target} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            while time.monotonic() - begun < PATIENCE + 5:
                # What lies in its own buffer comes to it after the end too; the connection tells.
                if not connection.recv(1) or connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) != ESTABLISHED:
                    break
                time.sleep(0.2)  # its pace
        self.seconds = time.monotonic() - begun


def test_clients_that_trickle_are_sent_away_and_others_are_served(shared, client):
    heavy = client.import_pdf(papers.weighty(12))["id"]
    upload = head(shared, "POST", "/api/documents?name=slow.pdf", "Content-Type: application/pdf", "Content-Length: 5000000")
    slow = {
        "head": Trickler(shared.port, b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"a"),
        "nothing at all": Trickler(shared.port, b"", b""),
        "fields without an end": Trickler(shared.port, b"GET / HTTP/1.1\r\n", b"A: b\r\n"),
        "upload": Trickler(shared.port, upload + b"%PDF-1.7\n", b"x"),
        "JSON": Trickler(shared.port, head(shared, "PATCH", "/api/settings", "Content-Type: application/json",
                                           "Content-Length: 5000") + b"{", b" "),
        "answer": Sipper(shared.port, f"/api/documents/{heavy}/file"),
    }  # fmt: skip
    crowd = [Trickler(shared.port, b"GET / HTTP/1.1\r\nX: ", b"a") for _ in range(100)]
    for each in (*slow.values(), *crowd):
        each.start()
    worst = 0
    while any(each.is_alive() for each in slow.values()):
        begun = time.monotonic()
        client.get("/api/documents").expect(200)
        worst = max(worst, time.monotonic() - begun)
        next(iter(slow.values())).join(0.05)
        for each in slow.values():
            each.join(0.05)
    late = {name: each.seconds for name, each in slow.items() if each.seconds > PATIENCE}
    assert late == {}, "seconds until each was sent away"
    assert worst < 2, "others had to wait"
    for each in crowd:
        each.join(PATIENCE)
        assert each.seconds is not None and each.seconds < PATIENCE
    assert list((shared.data / "incoming").iterdir()) == []


# Many


def test_more_connections_than_fit_do_no_harm(serve):
    server = serve()
    client = server.client()
    client.get("/api/status").expect(200)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3000
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 500, hard), hard))
    try:
        with contextlib.ExitStack() as crowd:
            for _ in range(min(wanted, hard - 500)):
                try:
                    crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=2))
                except OSError:
                    break
            assert client.get("/api/status").status == 200, "who was there before is served"
        until(lambda: answers(server), told="an answer to a new client")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert server.runs


def answers(server):
    try:
        return server.client().get("/api/status").status == 200
    except OSError:
        return False


def test_a_client_that_goes_away_leaves_nothing_behind(shared, client):
    """Descriptors of the server, after many that asked and did not stay for the answer."""
    made = client.import_pdf(papers.pages(200, "Leaving {}", 30), "leave.pdf")["id"]
    client.get(f"/api/documents/{made}/pages").expect(200)
    begin = descriptors(shared)
    for page in range(1, 41):
        with socket.create_connection(("127.0.0.1", shared.port), timeout=5) as connection:
            connection.sendall(head(shared, "GET", f"/api/documents/{made}/pages/{page}/image?width=3000"))
    for _ in range(20):
        Events(client, made).close()
    until(lambda: descriptors(shared) <= begin + 4, 20, f"{begin} descriptors, as before")
    assert client.get(f"/api/documents/{made}/pages/200/thumbnail").status == 200


def descriptors(server):
    return len(os.listdir(f"/proc/{server.pid}/fd"))


def test_a_second_server_on_the_same_folder_is_refused(serve):
    first = serve()
    with pytest.raises(AssertionError, match="instead of listening"):
        serve()
    assert first.client().get("/api/status").status == 200
