# SPDX-License-Identifier: Apache-2.0
"""Who is let in from the network: pairing, passwords, cookies, sessions, TLS.

The servers here listen on all addresses, since only then do they ask who comes; the tests reach
them by 127.0.0.1.
"""

import datetime
import ipaddress
import json
import re
import ssl
import stat
import subprocess

import papers
import pytest
from client import Client, raw, trusting
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from events import Events
from Judges import tool
from server import Server
from waiting import until

COOKIE = "inkstone-session"
PASSWORD = "correct horse battery"
DESCRIPTION = json.loads((papers.ROOT / "Web" / "openapi.json").read_text("utf-8"))
OPEN_TO_ALL = {("get", "/api/status"), ("post", "/api/sessions")}
PLACES = {"document": "0" * 16, "session": "current", "page": "1", "revision": "1"}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("guarded"), host="0.0.0.0") as server:
        server.device = server.paired()
        yield server


def let_in(client):
    return client.get("/api/status").expect(200).value["letIn"]


def new_device(server, **options):
    token = server.device.post("/api/pairing").expect(201).value["token"]
    client = server.client(**options)
    client.post("/api/sessions", {"token": token}).expect(204)
    return client


# The door


def test_on_the_network_nothing_is_told_to_who_is_not_let_in(guarded):
    stranger = guarded.client()
    assert stranger.get("/api/status").value | {"letIn": False, "access": "paired"} == stranger.get("/api/status").value
    for path, methods in DESCRIPTION["paths"].items():
        for method in methods:
            if (method, path) in OPEN_TO_ALL:
                continue
            target = re.sub(r"\{(\w+)\}", lambda found: PLACES.get(found[1], "x"), path)
            answer = stranger.ask(method.upper(), target, {} if method in ("post", "put", "patch") else None)
            assert answer.status == 401, answer.asked
            assert set(answer.value) == {"error"}


def test_the_app_itself_is_shown_so_that_it_can_ask(guarded):
    stranger = guarded.client()
    assert b"<html" in stranger.get("/").expect(200).body.lower()
    assert stranger.get("/app.js").status == 200


def test_a_token_lets_one_device_in_once(serve):
    server = serve(host="0.0.0.0")
    first, second = server.client(), server.client()
    assert not let_in(first)
    first.post("/api/sessions", {"token": server.token}).expect(204)
    assert let_in(first)
    assert second.post("/api/sessions", {"token": server.token}).status in (401, 403)
    assert not let_in(second)


@pytest.mark.parametrize("body", [{"token": "wrong"}, {"token": ""}, {"password": "anything"}, {"token": "x" * 200}], ids=str)
def test_a_wrong_word_lets_nobody_in(guarded, body):
    stranger = guarded.client()
    answer = stranger.post("/api/sessions", body)
    assert answer.status in (400, 401, 403, 429)
    assert answer.field("set-cookie") is None and not let_in(stranger)


@pytest.mark.parametrize("value", ["", "x", "0" * 64, "' or 1=1 --", "a" * 4000])
def test_a_made_up_cookie_lets_nobody_in(guarded, value):
    stranger = guarded.client()
    for target in ("/api/documents", "/api/sessions", "/api/events"):
        assert stranger.get(target, {"Cookie": f"{COOKIE}={value}"}).status == 401


def test_the_pairing_is_printed_as_address_and_as_picture(tmp_path):
    """For a person: without --json."""
    words = [*tool.command(), "serve", "--port", "0", "--data", str(tmp_path / "data")]
    words += Server(tmp_path, host="0.0.0.0").options
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        said = []

        def all_there():
            said.append(running.stdout.readline())
            return "#pair=" in "".join(said) and "\u2580" in "".join(said)

        until(all_there, 20, "the address and the QR code")
        shown = "".join(said)
        assert re.match(r"Inkstone is at https?://[^\s]+:\d+/\n", shown)
        found = re.search(r"https?://[^\s#]+:(\d+)/#pair=([\w-]{16,})", shown)
        client = Client(int(found[1]))
        client.post("/api/sessions", {"token": found[2]}).expect(204)
        assert let_in(client)
    finally:
        running.terminate()
        running.wait(15)
        running.stdout.close()


def test_the_pairing_for_one_more_device_is_an_address_and_a_picture(guarded):
    made = guarded.device.post("/api/pairing").expect(201).value
    assert made["url"].endswith("#pair=" + made["token"])
    assert made["qr"].lstrip().startswith("<svg") and "http://www.w3.org/2000/svg" in made["qr"]
    assert len(made["token"]) >= 22, "128 bits or more"
    soon = datetime.datetime.fromisoformat(made["expires"]) - datetime.datetime.now(datetime.UTC)
    assert datetime.timedelta(0) < soon < datetime.timedelta(hours=25)


# Guessing


def test_guessing_ends_soon(serve):
    server = serve(host="0.0.0.0")
    guesser = server.client()
    for guess in range(40):
        answer = guesser.post("/api/sessions", {"token": f"guess{guess:040}"})
        if answer.status == 429:
            break
        assert answer.status in (401, 403)
    assert answer.expect(429) and int(answer.field("retry-after")) > 0
    assert guesser.post("/api/sessions", {"token": f"guess{0:040}"}).status == 429
    assert guesser.post("/api/sessions", {"token": server.token}).status == 204, "others' guesses keep nobody out who was invited"
    assert guesser.get("/api/status").status == 200


def test_guessing_a_password_ends_soon_and_others_stay_in(serve):
    server = serve(host="0.0.0.0")
    owner, guesser = server.paired(), server.client()
    owner.patch("/api/settings", {"password": PASSWORD}).expect(200)
    statuses = [guesser.post("/api/sessions", {"password": f"guess {guess}"}).status for guess in range(30)]
    assert 429 in statuses and set(statuses) <= {401, 403, 429}
    assert owner.get("/api/documents").status == 200


# Passwords


def test_a_password_lets_a_device_in_and_stays_secret(serve):
    server = serve(host="0.0.0.0")
    owner = server.paired()
    assert owner.patch("/api/settings", {"password": "short"}).status == 400
    assert owner.patch("/api/settings", {"password": PASSWORD}).expect(200).value["hasPassword"] is True
    other = server.client()
    assert other.get("/api/status").value["hasPassword"] is True
    assert other.post("/api/sessions", {"password": PASSWORD + "x"}).status in (401, 403)
    other.post("/api/sessions", {"password": PASSWORD}).expect(204)
    assert other.get("/api/documents").status == 200
    owner.patch("/api/settings", {"password": None}).expect(200)
    late = server.client()
    assert late.post("/api/sessions", {"password": PASSWORD}).status in (400, 401, 403)
    owner.patch("/api/settings", {"password": PASSWORD}).expect(200)
    server.stop()
    held = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    assert PASSWORD.encode() not in held
    assert b"$argon2id$" in held
    assert PASSWORD not in server.words


# Cookies and sessions


def attributes(answer):
    name, *rest = [part.strip() for part in answer.field("set-cookie").split(";")]
    return name.split("=")[0], {part.split("=")[0].lower(): part.partition("=")[2] for part in rest}


def test_the_cookie_is_kept_from_scripts_and_other_sites(guarded):
    token = guarded.device.post("/api/pairing").value["token"]
    name, told = attributes(guarded.client().post("/api/sessions", {"token": token}).expect(204))
    assert name == COOKIE
    assert "httponly" in told and told["samesite"].lower() in ("strict", "lax") and told["path"] == "/"
    assert "domain" not in told
    assert "secure" not in told, "over plain http a browser would throw it away"


def test_sessions_are_listed_and_revoked(guarded):
    phone, lost = new_device(guarded), new_device(guarded)
    listed = phone.get("/api/sessions").expect(200).value["sessions"]
    assert len(listed) >= 3 and [each["current"] for each in listed].count(True) == 1
    assert lost.cookies[COOKIE] not in json.dumps(listed)
    theirs = next(each for each in lost.get("/api/sessions").value["sessions"] if each["current"])
    with Events(lost) as events:
        phone.delete(f"/api/sessions/{theirs['id']}").expect(204)
        assert lost.get("/api/documents").status == 401
        assert not let_in(lost)
        until(lambda: events.closed, told="the end of the events of a device that was shut out")
    assert phone.get("/api/documents").status == 200
    assert theirs["id"] not in {each["id"] for each in phone.get("/api/sessions").value["sessions"]}


def test_a_device_shuts_itself_out(guarded):
    device = new_device(guarded)
    kept = dict(device.cookies)
    device.delete("/api/sessions/current").expect(204)
    assert device.get("/api/documents", {"Cookie": f"{COOKIE}={kept[COOKIE]}"}).status == 401
    assert device.delete("/api/sessions/current").status == 401


def test_sessions_outlive_the_server_and_tokens_do_not(serve):
    server = serve(host="0.0.0.0")
    device, token = server.paired(), None
    token = device.post("/api/pairing").expect(201).value["token"]
    server.kill()
    server.start()
    device.close()
    assert device.get("/api/documents").expect(200)
    assert server.client().post("/api/sessions", {"token": token}).status in (401, 403)


# TLS


def issued(folder):
    """A certificate for 127.0.0.1 that signs itself; gives (certificate file, key file)."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Inkstone test")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.IPAddress(ipaddress.ip_address("127.0.0.1")), x509.DNSName("localhost")]
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(names), critical=False).sign(key, hashes.SHA256())
    )  # fmt: skip
    pem, private = folder / "server.crt", folder / "server.key"
    pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ))  # fmt: skip
    return pem, private


def test_tls_with_a_certificate_of_ones_own(serve, tmp_path):
    pem, key = issued(tmp_path)
    server = serve("--tls-cert", pem, "--tls-key", key, host="0.0.0.0")
    context = trusting(pem.read_text())
    device = server.client(context=context)
    answer = device.post("/api/sessions", {"token": server.token}).expect(204)
    assert "secure" in attributes(answer)[1], "the cookie goes through TLS only"
    assert device.get("/api/status").value["secure"] is True
    device.import_pdf(papers.contract())
    said = raw(server.port, f"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    assert b"version" not in said, "who asks in the clear gets nothing"


def test_tls_auto_makes_an_authority_that_a_phone_can_trust(serve):
    server = serve("--tls", "auto", host="0.0.0.0")
    blind = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
    got = server.client(context=blind).get("/authority.crt").expect(200)
    assert got.field("content-type").split(";")[0] in ("application/x-x509-ca-cert", "application/pkix-cert",
                                                       "application/x-pem-file")  # fmt: skip
    pem = got.body.decode() if got.body.startswith(b"-----") else ssl.DER_cert_to_PEM_cert(got.body)
    assert "PRIVATE KEY" not in pem
    context = trusting(pem)
    device = server.client(context=context)
    device.post("/api/sessions", {"token": server.token}).expect(204)
    assert device.get("/api/status").value["secure"] is True

    with pytest.raises(ssl.SSLCertVerificationError):
        server.client(context=ssl.create_default_context()).get("/api/status")
    with pytest.raises(ssl.SSLCertVerificationError):
        Client(server.port, host="bank.example", context=context).get("/api/status")
    keys = [path for path in server.data.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    assert keys and all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in keys)

    # The phone goes on trusting it after a restart.
    server.stop()
    server.start()
    device.close()
    assert device.get("/api/documents").status == 200


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
def test_old_tls_is_refused(serve, version):
    server = serve("--tls", "auto")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with pytest.raises((ssl.SSLError, ConnectionResetError)):
        server.client(context=context).get("/api/status")


def test_half_a_certificate_is_a_wrong_call(tmp_path):
    pem, key = issued(tmp_path)
    for words in (["--tls-cert", str(pem)], ["--tls-key", str(key)], ["--tls", "sometimes"],
                  ["--tls-cert", str(key), "--tls-key", str(pem)], ["--tls-cert", "/none", "--tls-key", "/none"]):  # fmt: skip
        done = subprocess.run(
            [*tool.command(), "serve", "--port", "0", "--data", str(tmp_path / "data"), *words],
            capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        assert done.returncode not in (0, -6, -11) and done.stderr.strip(), words
