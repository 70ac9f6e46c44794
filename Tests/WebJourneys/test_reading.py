# SPDX-License-Identifier: Apache-2.0
"""A person reads: scroll, zoom, go to, outline, links, search, select and copy, password, properties."""

import re

import papers
import pytest
from playwright.sync_api import expect
from waiting import until

KINDS = ["phone", "desk"]


@pytest.fixture
def person(device):
    return device


@pytest.fixture(scope="module")
def furnished(shared):
    return shared.client().import_pdf(papers.furnished(), "furnished.pdf")["id"]


@pytest.fixture(scope="module")
def long(shared):
    return shared.client().import_pdf(papers.pages(10_000, "Page number {}", 2), "long.pdf")["id"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_gets_as_sharp_as_the_screen(person, furnished, kind):
    reader = person(kind).open(furnished)
    image = reader.paper().locator("img.page-image")
    wanted = image.bounding_box()["width"] * reader.page.evaluate("devicePixelRatio")
    assert abs(image.evaluate("(image) => image.naturalWidth") - wanted) <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_pages_from_end_to_end(person, long, kind):
    reader = person(kind).open(long)
    reader.go_to(5000)
    reader.go_to(10_000)
    assert reader.page.locator(".page").count() < 30, "only what is near is there"
    reader.page.keyboard.press("Home")
    reader.reads(1)


def test_far_zoomed_in_every_page_is_still_found(person, long):
    reader = person("desk").open(long)
    for _ in range(8):
        reader.press_button("reader.zoomIn")
    assert reader.zoomed() >= 300
    reader.go_to(9_999)
    top = reader.paper(9_999).bounding_box()["y"]
    assert -5 < top < 200, "its upper edge is below the bar"
    reader.page.mouse.move(700, 500)
    reader.page.mouse.wheel(0, 400)
    until(lambda: abs(reader.paper(9_999).bounding_box()["y"] - (top - 400)) < 2, told="the page 400 pixels further up")


def test_scrolling_asks_only_for_what_is_near(person, long):
    reader = person("desk").open(long)
    asked = []
    reader.page.on("request", lambda each: asked.append(each.url) if "/image?" in each.url else None)
    reader.page.mouse.move(700, 500)
    for _ in range(60):
        reader.page.mouse.wheel(0, 4000)
    until(lambda: reader.current() > 200 and reader.is_sharp(reader.current()), told="a sharp page far down")
    assert len(asked) < 60, "of the hundreds of pages that flew past few are asked for"


def test_ctrl_and_wheel_zoom_under_the_pointer(person, furnished):
    reader = person("desk").open(furnished)
    x, y = reader.place_on(1, 200, 150)
    reader.page.mouse.move(x, y)
    reader.page.keyboard.down("Control")
    for _ in range(12):
        reader.page.mouse.wheel(0, -100)
    reader.page.keyboard.up("Control")
    until(lambda: reader.paper().bounding_box()["width"] > 1500, told="a page wider than the window")
    reader.rests()
    now = reader.place_on(1, 200, 150)
    assert abs(now[0] - x) < 4 and abs(now[1] - y) < 4, "what was under the pointer is still there"


def test_two_fingers_zoom_between_them(person, furnished):
    reader = person("phone").open(furnished)
    before = reader.paper().bounding_box()["width"]
    x, y = reader.place_on(1, 300, 300)
    reader.pinch((x, y), 40, 90)
    until(lambda: reader.paper().bounding_box()["width"] > before * 1.5, told="a larger page")
    reader.sharp()
    now = reader.place_on(1, 300, 300)
    assert abs(now[0] - x) < 12 and abs(now[1] - y) < 12, "what was between the fingers is still there"


def test_fit_width_and_fit_page(person, furnished):
    reader = person("desk").open(furnished)
    for key, side, room in (("reader.fitWidth", "width", 1440), ("reader.fitPage", "height", 900)):
        reader.press(reader.page.locator(".zoom-value"))
        reader.press(reader.menu_item(key))
        until(lambda side=side, room=room: room * 0.75 < reader.paper().bounding_box()[side] <= room, told=key)


def test_a_phone_that_is_turned_keeps_its_page_in_the_middle(person, shared):
    contract = shared.client().import_pdf(papers.contract(), "turned.pdf")["id"]  # one of its pages is broader
    reader = person("phone").open(contract)

    def middle():
        box = reader.paper().bounding_box()
        return box["x"] + box["width"] / 2

    for width, height in ((844, 390), (390, 844), (844, 390), (390, 844)):
        reader.page.set_viewport_size({"width": width, "height": height})
        until(lambda width=width: abs(middle() - width / 2) < 1, told=f"page 1 in the middle of {width} pixels")


@pytest.mark.parametrize("kind", KINDS)
def test_the_outline_leads_to_its_pages(person, furnished, kind):
    reader = person(kind).open(furnished)
    tree = reader.open_panel("outline").get_by_role("tree")
    item = tree.get_by_role("treeitem", name="Beginning")
    expect(item).to_be_visible()
    item.press("ArrowRight")
    reader.press(tree.get_by_role("treeitem", name="The end"))
    reader.reads(3)


@pytest.mark.parametrize("kind", KINDS)
def test_small_pages_lead_to_their_pages(person, furnished, kind):
    reader = person(kind).open(furnished)
    panel = reader.open_panel("pages")
    reader.press(panel.get_by_label(reader.words("reader.pageName", page=3)))
    reader.reads(3)


def test_attachments_are_offered(person, furnished):
    reader = person("desk").open(furnished)
    panel = reader.open_panel("attachments")
    with reader.page.expect_download() as download:
        reader.press(panel.get_by_role("link", name=re.compile("figures.csv")))
    assert download.value.suggested_filename == "figures.csv"


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_is_followed_and_back_leads_back(person, furnished, kind):
    reader = person(kind).open(furnished)
    link = reader.paper().get_by_role("link")
    expect(link).to_be_attached()
    reader.press(link)
    reader.reads(3)
    reader.page.go_back()
    reader.reads(1)


@pytest.mark.parametrize("kind", KINDS)
def test_search_counts_marks_and_goes_on(person, furnished, kind):
    reader = person(kind).open(furnished)
    count = reader.look_for("furnished")
    expect(count).to_have_text(reader.words("reader.hitOf", now=1, all=9))
    assert reader.paper().locator(".page-hits > *").count() >= 3
    for _ in range(3):
        reader.press_button("reader.nextHit")
    expect(count).to_have_text(reader.words("reader.hitOf", now=4, all=9))
    reader.reads(2)
    reader.press_button("reader.previousHit")
    expect(count).to_have_text(reader.words("reader.hitOf", now=3, all=9))
    reader.look_for("nowhere to be found")
    expect(count).to_have_text(reader.words("reader.noHits"))
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator(".find-bar")).to_be_hidden()


def test_search_by_keys(person, furnished):
    reader = person("desk").open(furnished)
    reader.page.keyboard.press("Control+f")
    box = reader.page.get_by_role("searchbox", name=reader.words("reader.find"))
    expect(box).to_be_focused()
    box.press_sequentially("2")
    expect(reader.page.locator(".find-count")).to_have_text(reader.words("reader.hitOf", now=1, all=3))


def test_words_are_selected_and_copied(person, furnished):
    reader = person("desk").open(furnished, 2)
    expect(reader.paper(2).locator(".page-text span").first).to_be_attached()
    # From before the second line's first word to behind the third line's last.
    reader.page.mouse.move(*reader.place_on(2, 51, 76))
    reader.page.mouse.down()
    reader.page.mouse.move(*reader.place_on(2, 100, 80), steps=5)
    reader.page.mouse.move(*reader.place_on(2, 128, 96), steps=5)
    reader.page.mouse.up()
    reader.page.keyboard.press("Control+c")
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert [line.strip() for line in copied.strip().splitlines()] == ["Furnished 2", "Furnished 2"]


def test_the_handles_of_a_finger_find_the_words(person, furnished):
    """A long press and its handles are the system's own; they ask the page which letter is below them."""
    reader = person("phone").open(furnished, 2)
    expect(reader.paper(2).locator(".page-text span").first).to_be_attached()
    begin, end = reader.place_on(2, 51, 76), reader.place_on(2, 124, 97)
    selected = reader.page.evaluate("""([[x0, y0], [x1, y1]]) => {
        const word = document.elementFromPoint(x0 + 4, y0);
        if (getComputedStyle(word).userSelect === 'none') return 'cannot be selected';
        const [from, to] = [document.caretRangeFromPoint(x0, y0), document.caretRangeFromPoint(x1, y1)];
        getSelection().setBaseAndExtent(from.startContainer, from.startOffset, to.startContainer, to.startOffset);
        return getSelection().toString();
    }""", [begin, end])  # fmt: skip
    assert [line.strip() for line in selected.strip().splitlines()] == ["Furnished 2", "Furnished 2"]


def test_what_may_not_be_copied_is_not(person, shared):
    document = shared.client().import_pdf(papers.encrypted(user="", copying=False), "kept.pdf")["id"]
    reader = person("desk").open(document)
    reader.page.evaluate("navigator.clipboard.writeText('before')")
    x, y = reader.place_on(1, 80, 55)
    reader.page.mouse.dblclick(x, y)
    reader.page.keyboard.press("Control+c")
    reader.sees(reader.words("reader.copyRefused"))
    assert reader.page.evaluate("navigator.clipboard.readText()") == "before"


@pytest.mark.parametrize("kind", KINDS)
def test_a_password_is_asked_for_and_a_wrong_one_told(person, shared, kind):
    document = shared.client().import_pdf(papers.encrypted(user=f"open {kind}"), f"locked {kind}.pdf")["id"]
    reader = person(kind)
    reader.page.goto(f"/#/d/{document}")
    box = reader.page.get_by_label(reader.words("reader.password"), exact=True)
    box.fill("not this")
    reader.press_button("reader.unlock")
    reader.sees(reader.words("reader.wrongPassword"))
    box.fill(f"open {kind}")
    reader.press_button("reader.unlock")
    reader.sharp()


def test_the_last_place_is_remembered_on_another_device(person, long):
    desk = person("desk").open(long)
    desk.go_to(77)
    until(lambda: (desk.server.client().get(f"/api/documents/{long}").value["position"] or {}).get("page") == 77,
          told="the position on the server")  # fmt: skip
    phone = person("phone")
    phone.page.goto(f"/#/d/{long}")
    phone.reads(77)


def test_everything_by_the_keyboard(person, furnished):
    reader = person("desk").open(furnished)
    for key, page in (("End", 3), ("Home", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        reader.page.keyboard.press(key)
        reader.reads(page)
    before = reader.zoomed()
    reader.page.keyboard.press("+")
    until(lambda: reader.zoomed() > before, told="a larger page")
    reader.page.keyboard.press("?")
    shown = reader.dialog("reader.shortcuts")
    expect(shown).to_be_visible()
    reader.page.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_nothing_jumps_while_pictures_come(person, furnished):
    """The layout shifts that the browser counts, from the first paint to the last picture."""
    reader = person("desk")
    reader.page.add_init_script("""
        window.shifts = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.shifts += each.value; }))
            .observe({type: 'layout-shift', buffered: true});
    """)
    reader.open(furnished)
    for page in (2, 3):
        reader.go_to(page)
    assert reader.page.evaluate("window.shifts") < 0.02
