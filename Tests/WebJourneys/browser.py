# SPDX-License-Identifier: Apache-2.0
"""Debian's Chromium as a person's device: a phone with a finger, a desk with a mouse.

A page that complains on its console, throws, or asks anybody but its own server fails the test.
"""

import contextlib
import os
import re
import shutil
from urllib.parse import urlsplit

import words
from Judges.tool import Missing
from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
SECONDS = 15

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1}
SMALL = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
SHAPES = {"phone": PHONE, "desk": DESK, "small": SMALL}
LANGUAGES = ("en", "zh-CN")

EXPECTED_REFUSALS = re.compile(r"Failed to load resource: the server responded with a status of (401|404|409|412|422|423|429)")
"""The browser writes these on the console by itself; the app has shown them to the person."""
NO_NETWORK = re.compile(r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|"
                        r"INCOMPLETE_CHUNKED_ENCODING|FAILED|ABORTED|NETWORK_CHANGED)|"
                        r"An unknown error occurred when fetching the script")  # fmt: skip


@contextlib.contextmanager
def browser():
    """One browser for many devices."""
    if not shutil.which(CHROMIUM):
        raise Missing(f"{CHROMIUM} is not installed: apt-get install chromium")
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as driver:
        running = driver.chromium.launch(
            executable_path=CHROMIUM, args=[*sandbox, "--force-color-profile=srgb", "--font-render-hinting=none"]
        )
        try:
            yield running
        finally:
            running.close()


class Device:
    """A browser context with one page, and all that went wrong in it."""

    def __init__(self, running, server, kind="desk", language="en", **options):
        self.server, self.kind, self.language = server, kind, language
        self.context = running.new_context(
            **SHAPES[kind], locale=language, base_url=server.url, accept_downloads=True, **options
        )
        self.words = words.of(language)
        self.context.set_default_timeout(SECONDS * 1000)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
        self.faults, self.strangers, self.may_lose_network = [], [], False
        self.context.on("request", self._asked)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda fault: self.faults.append(f"threw: {fault.error}"))
        self.page = self.context.new_page()

    def _asked(self, request):
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.server.url).netloc:
            self.strangers.append(request.url)

    def _said(self, message):
        if message.type not in ("error", "warning"):
            return
        if EXPECTED_REFUSALS.search(message.text) or (self.may_lose_network and NO_NETWORK.search(message.text)):
            return
        self.faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    @property
    def touches(self):
        return SHAPES[self.kind].get("has_touch", False)

    def press(self, found):
        """A tap or a click, whichever this device has."""
        if self.touches:
            found.tap()
        else:
            found.click()

    @contextlib.contextmanager
    def without_network(self):
        """The network is away meanwhile; what the browser says of that is no fault."""
        self.may_lose_network = True
        self.context.set_offline(True)
        try:
            yield
        finally:
            self.context.set_offline(False)

    def judge(self):
        """Fails where the app failed."""
        assert not self.strangers, f"asked somebody else than its server: {self.strangers}"
        assert not self.faults, self.faults

    def close(self):
        self.context.close()
