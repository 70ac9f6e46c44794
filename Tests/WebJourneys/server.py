# SPDX-License-Identifier: Apache-2.0
"""A server of its own for each who asks: `inkstone serve` on a free port over a folder of its own.

It is stopped by its own number, never by its name. `kill` ends it as a power cut would; `start`
begins again on the same data and the same port, as a person's browser expects.
"""

import contextlib
import json
import os
import pathlib
import select
import signal
import subprocess
import threading
import time

from client import Client
from Judges import tool
from waiting import until

SECONDS_TO_LISTEN = 20
SECONDS_TO_STOP = 15


class Server:
    """`inkstone serve`: where it is, what it said, whether it lives."""

    def __init__(self, folder, *options, host=None, environment=None):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.options = [*(["--host", host] if host else []), *map(str, options)]
        if web := os.environ.get("INKSTONE_WEB"):  # where the app is, when it is not beside the program
            self.options += ["--web", web]
        self.environment = {**os.environ, **(environment or {})}
        self.port = 0
        self.secure = any(word.startswith("--tls") for word in self.options)
        self.process = None
        self.said = []
        self.log = self.folder / "stderr.log"

    def start(self):
        """Starts it and waits for the line that says where it listens."""
        assert self.process is None, "it runs already"
        words = [*tool.command(), "serve", "--json", "--port", str(self.port), "--data", str(self.data)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*words, *self.options], stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL,
                env=self.environment, start_new_session=True,
            )  # fmt: skip
        try:
            self.facts = json.loads(self._line())
        except BaseException:
            self.kill()
            raise
        self.port = self.facts["port"]
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()
        return self

    def _line(self):
        """The first line on standard output."""
        end = time.monotonic() + SECONDS_TO_LISTEN
        held = b""
        descriptor = self.process.stdout.fileno()
        while b"\n" not in held:
            ready, _, _ = select.select([descriptor], [], [], max(0, end - time.monotonic()))
            assert ready, f"no word of where it listens within {SECONDS_TO_LISTEN} s: {self.errors}"
            more = os.read(descriptor, 65536)
            assert more, f"it ended with {self.process.wait()} instead of listening: {self.errors}"
            held += more
        line, rest = held.split(b"\n", 1)
        self.said = [line, rest]
        return line

    def _listen(self, stream):
        with contextlib.suppress(ValueError, OSError):
            while more := os.read(stream.fileno(), 65536):
                self.said.append(more)

    @property
    def errors(self):
        """All that it ever said on standard error."""
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    @property
    def words(self):
        """All that it said since it was started, on both outputs."""
        return b"".join(self.said).decode("utf-8", "replace") + self.errors

    @property
    def pid(self):
        return self.process.pid

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    @property
    def url(self):
        """Without the slash at its end."""
        return f"{'https' if self.secure else 'http'}://127.0.0.1:{self.port}"

    @property
    def token(self):
        """The pairing token that it printed, as a part of an address."""
        return self.facts["pairing"].split("#pair=")[1]

    def client(self, **options):
        return Client(self.port, **options)

    def paired(self, **options):
        """A client that is let in by a new pairing token or, the first time, by the printed one."""
        client = self.client(**options)
        client.post("/api/sessions", {"token": self.token}).expect(204)
        return client

    def others(self):
        """The numbers of processes that it has started and that still run."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == self.process.pid:
                continue
            with contextlib.suppress(OSError, ValueError):
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                if int(fields[3]) == self.process.pid and fields[0] != "Z":
                    found.append(int(entry.name))
        return found

    def kill(self):
        """SIGKILL: nothing of it gets to tidy up. Its workers must find out by themselves."""
        self._end(signal.SIGKILL)

    def stop(self):
        """Asks it to end, as Ctrl-C does; gives its exit status."""
        return self._end(signal.SIGINT)

    def _end(self, kind):
        process = self.process
        if process is None:
            return None
        process.send_signal(kind)
        try:
            status = process.wait(SECONDS_TO_STOP)
            until(lambda: not self.others(), SECONDS_TO_STOP, "the end of its workers")
        finally:
            # Only what this very process began is in its session.
            if process.poll() is None or self.others():
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait(SECONDS_TO_STOP)
            process.stdout.close()
            self.process = None
        return status

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process is not None:
            self.stop()
