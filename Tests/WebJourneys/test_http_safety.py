# SPDX-License-Identifier: Apache-2.0
"""What strangers, other web sites and odd names cannot do to a server on the person's own machine."""

import re
import socket
import sqlite3
import stat
import urllib.parse

import papers
import pytest
from client import Client, raw

EVIL = "http://evil.example"
OPEN_DOORS = {"127.0.0.1", "localhost"}

STRAY_PATHS = [
    "/../../../../etc/passwd", "/..%2f..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%5c..%5cetc%5cpasswd", "//etc/passwd", "/app/..%00/passwd", "/%252e%252e/etc/passwd", "/./../app.js/..",
    "/api/documents/..%2f..%2flibrary.sqlite/file", "/api/documents/%2e%2e/file", "/api/documents/../../etc/passwd",
    "/api/documents/..%00/file", "/api/documents/library.sqlite/file", "/api/signatures/..%2fkey",
    "/documents/", "/library.sqlite", "/api/documents/{}%2f..%2f..%2flibrary.sqlite/file",
    "/api/documents/{}/attachments/..%2f..%2f..%2flibrary.sqlite", "/api/documents/{}.pdf/file",
    "/api/documents/{}/pages/..%2f1/text",
]  # fmt: skip

HOSTILE_NAMES = [
    "../../../etc/cron.d/evil.pdf", "..", ".", "/etc/passwd", "a/b/c.pdf", "..\\..\\windows.pdf", "C:\\x.pdf",
    "x\u0000y.pdf", "line\r\nSet-Cookie: a=b.pdf", 'quote".pdf', "\u202efdp.exe", "合同 ﬁnal — ü.pdf",
    "a" * 255, "%2e%2e%2fx.pdf", "~root", "-rf", "$(reboot).pdf", "con", "\u2215..\u2215x.pdf", ";x=y",
]  # fmt: skip


# Where it listens


def test_it_listens_on_loopback_only_unless_told(shared):
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", shared.port), timeout=5)
    with open("/proc/net/tcp", encoding="ascii") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    ours = {row[1].split(":")[0] for row in rows if row[1].endswith(f":{shared.port:04X}") and row[3] == "0A"}
    assert ours == {"0100007F"}, "listening addresses, as the kernel writes them"


# Paths and names


@pytest.mark.parametrize("path", STRAY_PATHS)
def test_no_path_leads_out_of_the_app_or_the_library(shared, client, document, path):
    target = path.replace("{}", document)
    answer = client.ask("GET", target)
    assert answer.status in (400, 404, 405), answer.asked
    for sign in (b"root:x:", b"SQLite format", b"%PDF-"):
        assert sign not in answer.body


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_file_name_never_becomes_a_path(shared, client, name):
    before = {path for path in shared.folder.rglob("*") if "thumb" not in str(path)}
    made = client.import_pdf(papers.contract(), name)
    new = {path for path in shared.folder.rglob("*") if path.suffix == ".pdf"} - before
    assert new == {shared.data / "documents" / f"{made['id']}.pdf"}
    assert re.fullmatch("[0-9a-f]{16}", made["id"])
    assert made["name"] and len(made["name"].encode()) <= 255
    assert not re.search(r"[/\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]", made["name"])

    answer = client.get(f"/api/documents/{made['id']}/file", download=True).expect(200)
    disposition = answer.field("content-disposition")
    assert disposition.startswith("attachment")
    assert answer.field("set-cookie") is None
    plain = re.search(r'filename="((?:[^"\\]|\\.)*)"', disposition)
    encoded = re.search(r"filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)(?:;|$)", disposition)
    assert plain or encoded, disposition
    if encoded:
        shown = urllib.parse.unquote(encoded[1], errors="strict")
        assert "/" not in shown and "\\" not in shown
    if plain:
        assert plain[1].isascii() and "/" not in plain[1]


def test_renaming_and_copying_take_no_path_either(shared, client, document):
    etag = client.get(f"/api/documents/{document}").expect(200).etag
    renamed = client.patch(f"/api/documents/{document}", {"name": "../../up.pdf"}, {"If-Match": etag})
    assert "/" not in renamed.expect(200).value["name"]
    copied = client.post(f"/api/documents/{document}/copies", {"name": "/tmp/../copy.pdf"}).expect(201).value
    assert "/" not in copied["name"]
    assert (shared.data / "documents" / f"{copied['id']}.pdf").read_bytes() == papers.contract()


# Other web sites


CHANGES = [
    ("POST", "/api/documents?name=x.pdf", b"%PDF-", {"Content-Type": "application/pdf"}),
    ("PATCH", "/api/documents/{}", {"name": "taken"}, {"If-Match": "*"}),
    ("DELETE", "/api/documents/{}", None, {}),
    ("POST", "/api/documents/{}/edits/save", None, {}),
    ("PATCH", "/api/settings", {"author": "evil"}, {}),
    ("POST", "/api/pairing", None, {}),
    ("POST", "/api/sessions", {"token": "x"}, {}),
    ("PUT", "/api/documents/{}/position", {"page": 1, "y": 0.5}, {}),
]
FOREIGN = {
    "another site": {"Origin": EVIL},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "another scheme": {"Origin": "https://127.0.0.1:{port}"},
    "no site that can be named": {"Origin": "null"},
    "a name that begins like ours": {"Origin": "http://127.0.0.1.evil.example:{port}"},
    "told by the browser": {"Origin": None, "Sec-Fetch-Site": "cross-site"},
    "a neighbour under one name": {"Origin": None, "Sec-Fetch-Site": "same-site"},
}


@pytest.mark.parametrize("fields", FOREIGN.values(), ids=FOREIGN)
def test_another_site_can_change_nothing(shared, client, document, fields):
    sent = {name: value and value.replace("{port}", str(shared.port)) for name, value in fields.items()}
    before = client.get(f"/api/documents/{document}").value
    for method, target, body, more in CHANGES:
        answer = client.ask(method, target.replace("{}", document), body, {**more, **sent})
        assert set(answer.expect(403).value) == {"error"}
    assert client.get(f"/api/documents/{document}").value == before
    assert client.get("/api/settings").value["author"] != "evil"


@pytest.mark.parametrize("fields", [{}, {"Origin": None}, {"Sec-Fetch-Site": "same-origin"}], ids=str)
def test_the_app_itself_and_plain_programs_may(client, document, fields):
    put = client.put(f"/api/documents/{document}/position", {"page": 1, "y": 0.25}, fields)
    assert put.expect(204).body == b""
    assert client.get(f"/api/documents/{document}").value["position"] == {"page": 1, "y": 0.25}


def test_no_answer_lets_another_site_read_it(client, document):
    for method in ("GET", "OPTIONS", "POST"):
        answer = client.ask(method, f"/api/documents/{document}", None, {
            "Origin": EVIL, "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Private-Network": "true",
        })  # fmt: skip
        assert not [name for name in answer.fields if name.startswith("access-control-")], answer.asked
    # A page elsewhere that shows our pictures or scripts would learn from their size.
    for target in ("/", f"/api/documents/{document}/file", f"/api/documents/{document}/pages/1/thumbnail"):
        assert client.get(target).expect(200).field("cross-origin-resource-policy") == "same-origin"


# Names that lead here by somebody else's domain


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.nip.io:{port}", "localhost.evil.example",
                                  "[::ffff:evil]", "user@127.0.0.1:{port}", "127.0.0.1:{port}.evil.example"])  # fmt: skip
def test_a_strange_host_is_misdirected(shared, host):
    client = shared.client()
    for target in ("/", "/api/status", "/api/documents"):
        answer = client.get(target, {"Host": host.replace("{port}", str(shared.port))})
        assert answer.status in (400, 421), answer.asked
        assert b"documents" not in answer.body


def test_no_host_and_two_hosts_are_refused(shared):
    for lines in ("GET /api/status HTTP/1.1\r\n", f"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:{shared.port}\r\nHost: evil.example\r\n"):
        said = raw(shared.port, f"{lines}Connection: close\r\n\r\n".encode())
        assert re.match(rb"HTTP/1.1 (400|421) ", said), said[:80]
    said = raw(shared.port, b"GET http://evil.example/api/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert re.match(rb"HTTP/1.1 (400|404|421) ", said), said[:80]


@pytest.mark.parametrize("host", sorted(OPEN_DOORS))
def test_its_own_names_are_let_in(shared, host):
    client = Client(shared.port, host=host)
    assert client.get("/api/status").expect(200).value["access"] == "open"
    assert client.post("/api/sessions", {"token": "no such"}).status in (400, 401, 403)


def test_a_name_is_let_in_when_it_was_named(serve):
    server = serve("--allow-host", "desk.home.arpa")
    assert Client(server.port, host="desk.home.arpa").get("/api/status").status == 200
    assert Client(server.port, host="chair.home.arpa").get("/api/status").status == 421


# Fields of every answer


def every_kind_of_answer(client, document):
    """Pages of the app, scripts, JSON, pictures, files, empty answers, faults of all kinds."""
    yield client.get("/").expect(200)
    yield client.get("/app.js").expect(200)
    yield client.get("/nothing/here").expect(404)
    yield client.get("/api/nothing").expect(404)
    yield client.get("/api/status").expect(200)
    yield client.get("/api/openapi.json").expect(200)
    yield client.get("/api/documents").expect(200)
    yield client.get(f"/api/documents/{document}/file").expect(200)
    yield client.get(f"/api/documents/{document}/file", {"Range": "bytes=0-3"}).expect(206)
    yield client.get(f"/api/documents/{document}/file", {"Range": "bytes=99999999-"}).expect(416)
    yield client.get(f"/api/documents/{document}/pages/1/image", width=200).expect(200)
    yield client.get(f"/api/documents/{document}/pages/1/thumbnail").expect(200)
    yield client.get(f"/api/documents/{document}/search", q="contract").expect(200)
    kept = client.get(f"/api/documents/{document}/pages").expect(200)
    yield client.get(f"/api/documents/{document}/pages", {"If-None-Match": kept.etag}).expect(304)
    yield client.put(f"/api/documents/{document}/position", {"page": 1, "y": 0}).expect(204)
    yield client.ask("BREW", "/api/status").expect(405)
    yield client.get(f"/api/documents/{'0' * 16}").expect(404)
    yield client.patch("/api/settings", b"{", {"Content-Type": "application/json"}).expect(400)
    yield client.patch("/api/settings", {"author": "x"}, {"Origin": EVIL}).expect(403)
    yield client.get("/api/status", {"Host": "evil.example"}).expect(421)


def test_every_answer_carries_the_policies(client, document):
    for answer in every_kind_of_answer(client, document):
        policy = {part.split()[0]: part.strip().partition(" ")[2] for part in answer.field("content-security-policy").split(";") if part.strip()}
        assert policy["default-src"] == "'none'", answer.asked
        assert policy["frame-ancestors"] == "'none'" and policy["base-uri"] == "'none'", answer.asked
        assert policy.get("script-src", "'none'") in ("'none'", "'self' 'wasm-unsafe-eval'"), answer.asked
        assert policy.get("style-src", "'none'") in ("'none'", "'self'"), answer.asked
        for sources in policy.values():
            assert not re.search(r"unsafe-inline|'unsafe-eval'|https?:|\*", sources), answer.asked
        assert answer.field("x-content-type-options") == "nosniff", answer.asked
        assert answer.field("referrer-policy") in ("no-referrer", "same-origin"), answer.asked
        assert answer.field("x-frame-options") in ("DENY", None), answer.asked
        if answer.body:
            assert answer.field("content-type"), answer.asked
        assert answer.field("server") is None or not re.search(r"\d", answer.field("server"))


def test_answers_of_the_interface_are_kept_by_nobody_but_the_device(client, document):
    for target in (f"/api/documents/{document}", f"/api/documents/{document}/pages/1/text", "/api/documents", "/api/settings"):
        cached = client.get(target).expect(200).field("cache-control") or ""
        assert re.search("no-store|no-cache|private", cached), (target, cached)
    version = client.get(f"/api/documents/{document}/pages").value["version"]
    cached = client.get(f"/api/documents/{document}/pages/1/image", width=300, v=version).expect(200).field("cache-control")
    assert "private" in cached and "immutable" in cached, cached
    stale = client.get(f"/api/documents/{document}/pages/1/image", width=300, v="another").field("cache-control") or ""
    assert "immutable" not in stale


def test_the_signer_is_embedded_only_where_it_was_allowed(serve):
    server = serve("--allow-embed", "https://office.example")
    policy = server.client().get("/").expect(200).field("content-security-policy")
    frames = re.search(r"frame-ancestors ([^;]*)", policy)[1].split()
    assert set(frames) - {"'self'"} == {"https://office.example"}
    elsewhere = serve(folder="other").client().get("/").field("content-security-policy")
    assert "frame-ancestors 'none'" in elsewhere


# What is on the disk and in the log


def test_the_data_folder_is_the_persons_alone(shared, client, document):
    client.post("/api/signatures", papers.signature()).expect(201)
    client.get(f"/api/documents/{document}/pages/1/thumbnail").expect(200)
    client.put_marks(document, papers.ink("modes")).expect(200)
    assert stat.S_IMODE(shared.data.stat().st_mode) == 0o700
    found = 0
    for path in shared.data.rglob("*"):
        mode = path.lstat().st_mode
        assert not stat.S_ISLNK(mode)
        assert stat.S_IMODE(mode) == (0o700 if stat.S_ISDIR(mode) else 0o600), path
        found += 1
    assert found > 3


def test_a_folder_that_others_may_enter_is_closed_or_refused(serve, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o755)
    try:
        server = serve()
    except AssertionError as refused:
        assert re.search("permission|mode|0700", str(refused))
    else:
        assert stat.S_IMODE(server.data.stat().st_mode) == 0o700


def test_a_kept_signature_is_encrypted_at_rest(shared, client):
    kept = client.post("/api/signatures", papers.signature()).expect(201).value
    assert client.get("/api/signatures").value["signatures"][0]["strokes"] == papers.signature()["strokes"]
    for path in shared.data.rglob("*"):
        if path.is_file():
            held = path.read_bytes()
            assert b"40.123" not in held and b"33.25" not in held and b'"strokes"' not in held, path
    client.delete(f"/api/signatures/{kept['id']}").expect(204)


@pytest.mark.parametrize("options", [[], ["--log", "requests"]], ids=["usual", "requests"])
def test_the_log_holds_no_words_of_documents_and_no_names(serve, options):
    server = serve(*options)
    client = server.client()
    made = client.import_pdf(papers.secret(), "mumblecrust agreement.pdf")
    place = f"/api/documents/{made['id']}"
    assert papers.SECRET_WORDS.split()[0] in client.get(f"{place}/pages/1/text").expect(200).body.decode()
    assert b"hit" in client.get(f"{place}/search", q="marzipan").expect(200).body
    client.get(f"{place}/pages/2/image", width=400).expect(200)
    client.get(f"{place}/selection", **{"from": "50,50"}).expect(400, 404)
    client.get("/api/documents", query="mumblecrust").expect(200)
    client.put_marks(made["id"], papers.ink("log")).expect(200)
    client.post(f"{place}/unlock", {"password": "hunter-of-snarks"})
    client.post("/api/documents", b"nothing of a quibblefrost", {"Content-Type": "application/pdf"},
                name="mumblecrust 2.pdf").expect(422)  # fmt: skip
    server.stop()
    assert made["id"] not in server.words
    for word in (*papers.SECRET_WORDS.split(), "mumblecrust", "hunter-of-snarks"):
        assert word not in server.words
    assert ("/api/documents/{document}" in server.words) == bool(options), "its kind, when that is asked for"


# Uploads that are no documents


@pytest.mark.parametrize("kind", ["application/pdf"])
@pytest.mark.parametrize("data", [b"", b"hello", b"<html>%PDF", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, b"PK\x03\x04" + b"x" * 5000],
                         ids=["nothing", "words", "html", "png", "zip"])  # fmt: skip
def test_what_is_no_pdf_is_refused_and_leaves_nothing(shared, client, kind, data):
    before = client.get("/api/documents").value
    answer = client.post("/api/documents", data, {"Content-Type": kind}, name="a.pdf")
    assert answer.expect(400, 422).code in ("invalidDocument", "usage")
    assert client.get("/api/documents").value == before
    assert list((shared.data / "incoming").iterdir()) == []


@pytest.mark.parametrize("kind", ["text/html", "image/png", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_another_type_than_pdf_is_refused(client, kind):
    assert client.post("/api/documents", papers.contract(), {"Content-Type": kind}, name="a.pdf").status == 415


def test_json_must_say_that_it_is_json(client, document):
    """A form of another site can send text/plain without asking first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client.patch("/api/settings", b'{"author":"x"}', {"Content-Type": kind})
        assert answer.status in (400, 415), kind


# The secrets of the library


def test_the_database_holds_no_token_in_the_clear(serve):
    server = serve("--host", "0.0.0.0")
    client = server.paired()
    token = client.cookies["inkstone-session"]
    server.stop()
    held = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    assert token.encode() not in held
    with sqlite3.connect(server.data / "library.sqlite") as library:
        assert library.execute("select count(*) from sessions").fetchone() == (1,)
