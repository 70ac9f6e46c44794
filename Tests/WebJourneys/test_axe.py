# SPDX-License-Identifier: Apache-2.0
"""axe-core finds nothing on any screen, in either language; and each screen is kept as a picture."""

import os
import pathlib

import axe_playwright_python
import pytest
import screens
import tour
from browser import LANGUAGES
from playwright.sync_api import expect

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "(rules) => axe.run(document, {runOnly: {type: 'tag', values: rules}, resultTypes: ['violations']})"
DEVICES = [(kind, language) for kind in ("phone", "desk") for language in LANGUAGES]
if not os.environ.get("INKSTONE_SCREENS"):  # every screen and language once; all four where all are kept
    DEVICES = [("phone", "zh-CN"), ("desk", "en")]


@pytest.fixture(scope="module")
def stage(shared):
    return tour.Stage(shared)


def findings(person):
    """What axe finds, as lines: rule, why it matters, where."""
    person.page.evaluate(AXE)
    told = []
    for each in person.page.evaluate(RUN, RULES)["violations"]:
        for node in each["nodes"]:
            summary = " ".join(node.get("failureSummary", "").split())
            told.append(f"{each['id']} ({each['impact']}): {node['html'][:160]} — {summary[:300]}")
    return told


@pytest.mark.parametrize("kind, language", DEVICES)
@pytest.mark.parametrize("screen", tour.SCREENS)
def test_a_screen_has_no_findings(device, stage, album, screen, kind, language):
    person = device(kind, language, reduced_motion="reduce")
    tour.SCREENS[screen](person, stage)
    assert screens.colours(album.take(person, screen)) > 20, "something is to be seen"
    found = findings(person)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", ["library", "reader", "settings", "placed"])
def test_nor_has_it_in_the_dark(device, stage, screen):
    person = device("phone", color_scheme="dark", reduced_motion="reduce")
    tour.SCREENS[screen](person, stage)
    found = findings(person)
    assert not found, "\n".join(found)


def test_nor_has_the_empty_library(device, serve):
    for language in LANGUAGES:
        person = device("phone", language, server=serve(folder=language))
        person.library()
        person.sees(person.words("library.emptyTitle"))
        found = findings(person)
        assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nor_has_the_door(device, serve, album, language):
    person = device("phone", language, server=serve(host="0.0.0.0"))
    person.page.goto("/")
    expect(person.page.get_by_role("heading", name=person.words("access.title"))).to_be_visible()
    album.take(person, "door")
    found = findings(person)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", ["library", "reader", "placed", "settings", "pad"])
def test_nothing_is_cut_off_at_360_pixels(device, stage, screen):
    """Nothing reaches beyond the window, and what can be pressed is 44 pixels large (24 within text)."""
    person = device("small")
    tour.SCREENS[screen](person, stage)
    assert person.page.evaluate("document.scrollingElement.scrollWidth") <= 360
    small = person.page.evaluate("""() => [...document.querySelectorAll('button, [role=button], [role=tab], input, select')]
        .filter((each) => each.checkVisibility({visibilityProperty: true}) && !each.closest('.unseen, svg') && !each.hidden)
        .map((each) => [each.getAttribute('aria-label') ?? each.textContent, (each.closest('label') ?? each).getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
        .map(([name, box]) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`)""")
    assert small == []
