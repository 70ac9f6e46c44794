# SPDX-License-Identifier: Apache-2.0
"""Listens to server-sent events as a browser does, on a connection of its own."""

import contextlib
import json
import threading

from client import Client
from waiting import until


class Events:
    """What came so far, in order; `closed` once the server has ended it."""

    def __init__(self, client, document=None):
        self.client = Client(client.port, host=client.host, context=client.context)
        self.client.cookies = dict(client.cookies)
        target = "/api/events" + (f"?document={document}" if document else "")
        self.response = self.client.send("GET", target, fields={"Accept": "text/event-stream"})
        assert self.response.status == 200, self.response.status
        self.socket = self.client.connection.sock
        self.socket.settimeout(None)
        self.came, self.comments, self.closed = [], 0, False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        kind, data = None, []
        with contextlib.suppress(OSError, ValueError, AttributeError):
            while line := self.response.readline():
                line = line.decode().rstrip("\r\n")
                if line.startswith(":"):
                    self.comments += 1
                elif line.startswith("event:"):
                    kind = line[6:].strip()
                elif line.startswith("data:"):
                    data.append(line[5:].strip())
                elif not line and data:
                    self.came.append((kind, json.loads("\n".join(data))))
                    kind, data = None, []
        self.closed = True

    def of(self, kind):
        return [value for each, value in self.came if each == kind]

    def wait(self, kind, which=lambda value: True, seconds=15):
        """The first event of a kind that is meant; those that came before count too."""
        look = lambda: next((value for value in self.of(kind) if which(value)), None)  # noqa: E731
        return until(look, seconds, f"an event `{kind}`")

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(2)
        self.client.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
