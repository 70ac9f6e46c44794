# SPDX-License-Identifier: Apache-2.0
"""PDF.js as Debian ships it, served with the same files on loopback, ranges included."""

import contextlib
import http.server
import pathlib
import re
import threading

HOME = pathlib.Path("/usr/share/javascript/pdf")
FINISHED = 3
"""Its own number for a page that is drawn."""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of PDF.js, and documents under /documents/."""

    protocol_version = "HTTP/1.1"
    documents = {}

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        file = self.documents.get(path) or HOME / path.lstrip("/")
        if not file.is_file():
            return self.send_error(404)
        size, start, end = file.stat().st_size, 0, file.stat().st_size
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked:
            start, end = int(asked[1]), min(size, int(asked[2] or size - 1) + 1)
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(end - start))
        self.end_headers()
        with open(file, "rb") as source, contextlib.suppress(ConnectionError):
            source.seek(start)
            while start < end:
                piece = source.read(min(1 << 18, end - start))
                self.wfile.write(piece)
                start += len(piece)
        return None


@contextlib.contextmanager
def served(documents):
    """documents: {name: path}; gives the address."""
    handler = type("Served", (Handler,), {"documents": {f"/documents/{k}": v for k, v in documents.items()}})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # a viewer that leaves in the middle is no error
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def address(base, name):
    return f"{base}/web/viewer.html?file=/documents/{name}"


def is_drawn(page):
    """JavaScript that is true once a page, counted from 1, is drawn."""
    return (f"() => window.PDFViewerApplication?.pdfViewer?.pagesCount > 0 && window.PDFViewerApplication.pdfViewer"
            f".getPageView({page - 1})?.renderingState === {FINISHED}")  # fmt: skip


def go(page):
    return f"() => {{ window.PDFViewerApplication.page = {page}; }}"
