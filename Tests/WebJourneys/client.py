# SPDX-License-Identifier: Apache-2.0
"""A plain HTTP client that sends what it is told, also what no browser would send."""

import contextlib
import http.client
import json
import socket
import ssl
import urllib.parse
from typing import NamedTuple

SECONDS = 30


class Answer(NamedTuple):
    """What the server said; names of fields are in lower case."""

    status: int
    fields: dict
    body: bytes
    asked: str = ""

    @property
    def value(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The code of a fault."""
        return self.value["error"]["code"]

    @property
    def etag(self):
        return self.field("etag")

    def field(self, name):
        """All values of a field joined, or None."""
        values = self.fields.get(name.lower())
        return ", ".join(values) if values else None

    def expect(self, *statuses):
        """Itself, when its status is one of these."""
        told = self.body[:300].decode("utf-8", "replace")
        assert self.status in statuses, f"{self.asked}: {self.status}, not {statuses}: {told}"
        return self


class Client:
    """Keeps one connection and its cookies, as one device does."""

    def __init__(self, port, *, host="127.0.0.1", context=None, address="127.0.0.1", own_origin=True):
        self.port, self.host, self.context, self.address = port, host, context, address
        self.cookies = {}
        self.connection = None
        self.own_origin = own_origin

    @property
    def origin(self):
        return f"{'https' if self.context else 'http'}://{self.host}:{self.port}"

    def _connect(self):
        connection = http.client.HTTPConnection(self.address, self.port, timeout=SECONDS)
        connection.connect()
        if self.context:
            plain = connection.sock
            connection.sock = self.context.wrap_socket(plain, server_hostname=self.host)
        return connection

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def send(self, method, target, body=None, fields=(), close=False):
        """Sends a request and gives what `http.client` has of the answer, its body not yet read.

        target: sent as it is; body: bytes, an iterable of bytes (chunked), or what becomes JSON.
        """
        fields = dict(fields)
        names = {name.lower() for name in fields}
        chunked = False
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            if "content-type" not in names:
                fields["Content-Type"] = "application/json"
        elif body is not None and not isinstance(body, (bytes, bytearray)):
            chunked = True
        if self.connection is None:
            self.connection = self._connect()
        sender = self.connection
        sender.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        if "host" not in names:
            sender.putheader("Host", f"{self.host}:{self.port}")
        if self.own_origin and method not in ("GET", "HEAD") and "origin" not in names:
            sender.putheader("Origin", self.origin)
        if self.cookies and "cookie" not in names:
            sender.putheader("Cookie", "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        for name, value in fields.items():
            if value is not None:
                sender.putheader(name, value)
        if chunked:
            sender.putheader("Transfer-Encoding", "chunked")
        elif "content-length" not in names and (body is not None or method in ("POST", "PUT", "PATCH")):
            sender.putheader("Content-Length", str(len(body or b"")))
        if close:
            sender.putheader("Connection", "close")
        sender.endheaders()
        # A server that refuses answers before it has taken all; then the answer counts.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            if chunked:
                for piece in body:
                    sender.send(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                sender.send(b"0\r\n\r\n")
            elif body:
                sender.send(body)
        return sender.getresponse()

    def ask(self, method, target, body=None, fields=(), query=None, again=True):
        """One request and its whole answer."""
        if query:
            pairs = {k: str(v).lower() if isinstance(v, bool) else v for k, v in query.items()}
            target += "?" + urllib.parse.urlencode(pairs)
        fresh = self.connection is None
        try:
            response = self.send(method, target, body, fields)
            held = response.read()
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self.close()
            # A kept connection may be closed by the server at any moment between two requests.
            if fresh or not again or not (body is None or isinstance(body, (bytes, dict, list))):
                raise
            return self.ask(method, target, body, fields, again=False)
        except BaseException:
            self.close()
            raise
        answer = self._answer(response, held, f"{method} {target}")
        if response.will_close:
            self.close()
        return answer

    def _answer(self, response, held, asked):
        found = {}
        for name, value in response.getheaders():
            found.setdefault(name.lower(), []).append(value)
        for line in found.get("set-cookie", []):
            name, _, rest = line.partition("=")
            value = rest.split(";")[0]
            self.cookies[name] = value
            if not value:
                del self.cookies[name]
        return Answer(response.status, found, held, asked)

    def get(self, target, fields=(), **query):
        return self.ask("GET", target, None, fields, query)

    def post(self, target, body=None, fields=(), **query):
        return self.ask("POST", target, body, fields, query)

    def put(self, target, body=None, fields=(), **query):
        return self.ask("PUT", target, body, fields, query)

    def patch(self, target, body=None, fields=(), **query):
        return self.ask("PATCH", target, body, fields, query)

    def delete(self, target, fields=(), **query):
        return self.ask("DELETE", target, None, fields, query)

    # What tests do again and again.

    def import_pdf(self, data, name="a.pdf"):
        """Takes a file into the library; gives the document."""
        fields = {"Content-Type": "application/pdf"}
        return self.post("/api/documents", data, fields, name=name).expect(201).value

    def edits(self, document):
        """The state of editing, with its ETag."""
        return self.get(f"/api/documents/{document}/edits").expect(200)

    def put_marks(self, document, *annotations, etag=None):
        """Puts annotations as one step on the version that is there, or on the one named."""
        etag = etag or self.edits(document).etag
        commands = [{"do": "put", "annotation": each} for each in annotations]
        return self.post(f"/api/documents/{document}/edits", {"commands": commands}, {"If-Match": etag})

    def marks(self, document):
        """Signatures that can still be moved, by id."""
        found = self.get(f"/api/documents/{document}/annotations", marks=True).expect(200).value
        return {each["id"]: each for each in found["annotations"]}


def raw(port, data, seconds=SECONDS):
    """Sends bytes and gives all that comes until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(data)
        held = b""
        with contextlib.suppress(ConnectionResetError):
            while more := connection.recv(65536):
                held += more
        return held


def trusting(authority):
    """TLS that believes in one authority (PEM) and in nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=authority)
    return context
