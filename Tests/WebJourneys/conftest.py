# SPDX-License-Identifier: Apache-2.0
"""What every journey through the web app needs: the built programs, servers, documents."""

import contextlib
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import papers  # noqa: E402
from server import Server  # noqa: E402


@pytest.fixture(autouse=True, scope="session")
def inkstone():
    """Fails the run at once, and says what to do, when there is no binary to judge."""
    from Judges import tool

    return tool.command()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for the tests of a file that do each other no harm."""
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def serve(tmp_path):
    """Starts servers with options, each over the same folder unless another is named."""
    with contextlib.ExitStack() as running:

        def begin(*options, folder="", **named):
            place = tmp_path / folder
            place.mkdir(exist_ok=True)
            return running.enter_context(Server(place, *options, **named))

        yield begin


@pytest.fixture
def client(shared):
    each = shared.client()
    yield each
    each.close()


@pytest.fixture
def document(client):
    """A contract of one's own in the library."""
    return client.import_pdf(papers.contract(), "contract.pdf")["id"]


@pytest.fixture(scope="session")
def chromium():
    """One browser for all journeys."""
    from browser import browser

    with browser() as running:
        yield running


@pytest.fixture
def device(chromium, shared):
    """Makes devices on the shared server, or another; each is judged when the test has ended."""
    from person import Person

    made = []

    def begin(kind="desk", language="en", server=None, **options):
        made.append(Person(chromium, server or shared, kind, language, **options))
        return made[-1]

    yield begin
    for each in made:
        each.close()
    for each in made:
        each.judge()


@pytest.fixture(scope="session")
def album(tmp_path_factory):
    from screens import Album

    return Album(tmp_path_factory.mktemp("screens"))
