# SPDX-License-Identifier: Apache-2.0
"""A person signs: draw, place, save, finish, download; the mark is where the screen showed it.

And nothing is lost: the tab is killed, the server is killed, the network goes and comes.
"""

import papers
import placing
import pytest
from playwright.sync_api import expect
from waiting import until

KINDS = ["phone", "desk"]
MARGIN = 30
"""CSS pixels around a mark that are looked at."""


@pytest.fixture
def person(serve, device):
    """Devices on a server of one's own, on which nothing was signed yet."""
    server = serve()

    def begin(kind="phone", **options):
        return device(kind, server=server, **options)

    begin.server = server
    return begin


def bring(person, data, name="contract.pdf"):
    return person.server.client().import_pdf(data, name)["id"]


def marks(person, document):
    return person.server.client().marks(document)


def shown_mark(signer, page):
    """Where the screen shows the mark: pictures of it without its frame, with and without the ink."""
    signer.deselect()
    signer.saved()
    box = signer.mark(page).locator(".mark-ink").bounding_box()
    view = signer.page.viewport_size
    # Whole pixels: a picture of parts of them is stretched.
    left, top = max(0, int(box["x"] - MARGIN)), max(0, int(box["y"] - MARGIN))
    clip = {"x": left, "y": top, "width": min(view["width"], int(box["x"] + box["width"] + MARGIN)) - left,
            "height": min(view["height"], int(box["y"] + box["height"] + MARGIN)) - top}  # fmt: skip
    after = signer.page.screenshot(clip=clip, animations="disabled")
    ink = signer.mark(page).locator(".mark-ink")
    ink.evaluate("(mark) => { mark.style.visibility = 'hidden'; }")
    before = signer.page.screenshot(clip=clip, animations="disabled")
    ink.evaluate("(mark) => { mark.style.visibility = ''; }")
    return placing.on_screen(before, after, clip, signer.painted(page), signer.size_of(page))


# The shortest loop


@pytest.mark.parametrize("kind", KINDS)
def test_import_draw_place_finish_download(person, kind, tmp_path):
    signer = person(kind).library()
    signer.bring("contract.pdf", papers.contract())
    signer.sharp(1)
    signer.sign_at(1, 300, 200)
    expect(signer.page.locator(".save-state")).to_be_visible()
    shown = shown_mark(signer, 1)
    size = signer.size_of(1)
    offer = signer.finish()
    with signer.page.expect_download() as download:
        signer.press(offer.get_by_role("link", name=signer.words("sign.offer.download")))
    before, after = tmp_path / "before.pdf", tmp_path / "after.pdf"
    before.write_bytes(papers.contract())
    download.value.save_as(after)
    assert after.read_bytes().startswith(papers.contract()), "the original is a prefix of what was saved"
    placing.judge(shown, placing.in_file(before, after, 1, size))


@pytest.mark.parametrize("odd", papers.ODD.values(), ids=papers.ODD)
def test_the_mark_lands_where_the_screen_showed_it(person, odd, tmp_path):
    data = papers.odd_page(**odd)
    document = bring(person, data)
    signer = person("phone").open(document)
    width, height = signer.size_of(1)
    signer.sign_at(1, width * 0.45, height * 0.35)
    shown = shown_mark(signer, 1)
    signer.finish()
    before, after = tmp_path / "before.pdf", tmp_path / "after.pdf"
    before.write_bytes(data)
    after.write_bytes(person.server.client().get(f"/api/documents/{document}/file").expect(200).body)
    placing.judge(shown, placing.in_file(before, after, 1, (width, height), odd.get("user_unit", 1)))


def test_several_signatures_on_several_pages(person):
    document = bring(person, papers.pages(3, "Sign here {}"))
    signer = person("desk").open(document)
    signer.sign_at(1, 200, 300)
    signer.deselect()
    signer.go_to(3)
    signer.press_button("sign.bar.add")
    signer.press(signer.dialog("sign.kept.title").locator(".kept-use"))
    expect(signer.paper(3).locator(".place-area")).to_be_attached()
    signer.put_at(3, 300, 400)
    expect(signer.mark(3)).to_be_visible()
    until(lambda: sorted(each["page"] for each in marks(person, document).values()) == [1, 3], told="both on the server")
    signer.deselect()
    signer.finish()
    assert marks(person, document) == {}


# The pad


@pytest.mark.parametrize("kind", KINDS)
def test_the_pad_takes_back_and_clears(person, kind):
    signer = person(kind).open(bring(person, papers.contract()))
    signer.begin_signing()
    use = signer.pad().get_by_role("button", name=signer.words("sign.pad.use"))

    def inked():
        return signer.sheet().locator("canvas").first.evaluate("""(sheet) => {
            const {width, height} = sheet;
            const canvas = Object.assign(document.createElement('canvas'), {width, height});
            const context = canvas.getContext('2d', {willReadFrequently: true});
            context.drawImage(sheet, 0, 0);
            const {data} = context.getImageData(0, 0, width, height);
            let count = 0;
            for (let at = 3; at < data.length; at += 4) count += data[at] > 0;
            return count;
        }""")

    assert inked() == 0 and not use.is_enabled()
    signer.write()
    until(lambda: inked() > 0, told="ink")
    two = inked()
    signer.press(signer.pad().get_by_role("button", name=signer.words("sign.pad.undo")))
    until(lambda: 0 < inked() < two, told="the first stroke alone")
    signer.press(signer.pad().get_by_role("button", name=signer.words("sign.pad.clear")))
    until(lambda: inked() == 0, told="an empty sheet")


def test_the_pad_is_as_wide_as_the_phone_upright_and_sideways(person):
    signer = person("phone").open(bring(person, papers.contract()))
    signer.begin_signing()
    for width, height in ((390, 844), (844, 390)):
        signer.page.set_viewport_size({"width": width, "height": height})
        until(lambda width=width: signer.sheet().bounding_box()["width"] > width * 0.85, told="the full width")
        box = signer.sheet().bounding_box()
        assert box["y"] + box["height"] <= height and box["height"] > 150


def test_the_words_keep_handwriting_and_digital_signatures_apart(person):
    signer = person("phone").open(bring(person, papers.contract()))
    signer.sign_at(1, 300, 200)
    signer.deselect()
    signer.press_button("sign.bar.finish")
    assert signer.words("sign.honest") == (
        "This is a picture of your handwriting. It does not prove that the document is unchanged."
    )
    expect(signer.dialog("sign.finish.title").get_by_text(signer.words("sign.honest"))).to_be_visible()


# Moving it


@pytest.mark.parametrize("kind", KINDS)
def test_drag_resize_delete_undo_redo(person, kind):
    document = bring(person, papers.pages(1, "Nothing much {}"))
    signer = person(kind).open(document)
    signer.sign_at(1, 300, 300)
    signer.saved()
    ink = signer.mark().locator(".mark-ink")
    first = ink.bounding_box()
    drag(signer, centre(first), (centre(first)[0] + 40, centre(first)[1] + 60))
    moved = ink.bounding_box()
    assert abs(moved["x"] - first["x"] - 40) < 3 and abs(moved["y"] - first["y"] - 60) < 3
    assert abs(moved["width"] - first["width"]) < 1

    grip = signer.mark().locator(".mark-handle[data-corner=se]").bounding_box()
    drag(signer, centre(grip), (centre(grip)[0] + 30, centre(grip)[1] + 12))
    grown = ink.bounding_box()
    assert grown["width"] > moved["width"] + 10
    aspect = (moved["width"] / moved["height"]) / (grown["width"] / grown["height"])
    assert abs(aspect - 1) < 0.02, "its shape is kept"

    signer.press_button("sign.bar.remove")
    expect(signer.mark()).to_have_count(0)
    until(lambda: marks(person, document) == {}, told="no mark on the server")
    for wanted in (grown, moved, first):
        signer.page.keyboard.press("Control+z")
        until(lambda wanted=wanted: signer.mark().count() and near(ink.bounding_box(), wanted), told="the step before")
    signer.page.keyboard.press("Control+Shift+z")
    until(lambda: near(ink.bounding_box(), moved), told="the step after")
    until(lambda: len(marks(person, document)) == 1, told="the mark on the server")


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(box, other):
    return box is not None and all(abs(box[name] - other[name]) < 2 for name in box)


def drag(signer, begin, end):
    if signer.touches:
        signer.drag_finger([begin, end], steps=8)
        return
    signer.page.mouse.move(*begin)
    signer.page.mouse.down()
    signer.page.mouse.move(*end, steps=8)
    signer.page.mouse.up()


def test_by_the_keyboard_alone(person):
    document = bring(person, papers.pages(1, "Nothing much {}"))
    signer = person("desk").open(document)
    signer.sign_at(1, 300, 300)
    signer.saved()
    ink = signer.mark().locator(".mark-ink")
    first = ink.bounding_box()
    signer.mark().focus()
    for key in ("Shift+ArrowRight", "ArrowDown"):
        signer.page.keyboard.press(key)
    until(lambda: ink.bounding_box()["x"] > first["x"] + 5 and ink.bounding_box()["y"] > first["y"], told="another place")
    signer.page.keyboard.press("+")
    until(lambda: ink.bounding_box()["width"] > first["width"] + 1, told="a larger mark")
    signer.page.keyboard.press("Delete")
    expect(signer.mark()).to_have_count(0)


def test_a_mark_over_text_is_told_at_once(person):
    signer = person("phone").open(bring(person, papers.pages(1, "Important words {}", 20)))
    signer.sign_at(1, 110, 200)
    warned = signer.page.locator(".signing-bar").get_by_text("Important")
    expect(warned).to_be_visible()


def test_a_kept_signature_is_offered_again(person):
    document = bring(person, papers.contract())
    signer = person("phone").open(document)
    signer.sign_at(1, 300, 200)
    signer.saved()
    until(lambda: len(person.server.client().get("/api/signatures").value["signatures"]) == 1, told="the kept one")
    other = person("desk").open(bring(person, papers.pages(2), "other.pdf"))
    other.press_button("sign.sign")
    expect(other.dialog("sign.kept.title").locator(".kept-use")).to_have_count(1)
    other.press(other.dialog("sign.kept.title").locator(".kept-use"))
    expect(other.paper(1).locator(".place-area")).to_be_attached()
    other.put_at(1, 300, 300)
    expect(other.mark(1)).to_be_visible()


# Nothing is lost


def test_a_killed_tab_gives_the_drawing_back(person):
    document = bring(person, papers.contract())
    signer = person("phone").open(document)
    signer.begin_signing()
    signer.write()
    until(lambda: stored(signer) > 0, told="the drawing in the browser's database")
    signer.kill_tab()
    signer.open(document)
    signer.press_button("sign.draft.goOn")
    expect(signer.sheet()).to_be_visible()
    signer.press(signer.pad().get_by_role("button", name=signer.words("sign.pad.use")))
    signer.put_at(1, 300, 200)
    expect(signer.mark(1)).to_be_visible()
    until(lambda: len(marks(person, document)) == 1, told="the mark on the server")
    (mark,) = marks(person, document).values()
    assert len(mark["strokes"]) == 2, "both strokes"


def stored(signer):
    """How many records the browser keeps for this app, in all stores."""
    return signer.page.evaluate("""async () => {
        let count = 0;
        for (const {name} of await indexedDB.databases()) {
            const db = await new Promise((resolve, reject) => {
                const asked = indexedDB.open(name);
                asked.onsuccess = () => resolve(asked.result);
                asked.onerror = () => reject(asked.error);
            });
            for (const store of db.objectStoreNames) {
                count += await new Promise((resolve) => {
                    const asked = db.transaction(store).objectStore(store).count();
                    asked.onsuccess = () => resolve(asked.result);
                });
            }
            db.close();
        }
        return count;
    }""")


def test_the_server_is_killed_while_somebody_signs(person):
    document = bring(person, papers.pages(2, "Killed {}"))
    signer = person("phone").open(document)
    signer.sign_at(1, 300, 200)
    signer.saved().deselect()
    signer.may_lose_network = True
    person.server.kill()
    signer.begin_signing()
    signer.write()
    signer.press(signer.pad().get_by_role("button", name=signer.words("sign.pad.use")))
    signer.put_at(1, 300, 400)
    expect(signer.mark(1)).to_have_count(2)
    expect(signer.state()).to_have_text(signer.words("offline.waiting", count=1))
    person.server.start()
    until(lambda: len(marks(person, document)) == 2, told="both on the server")
    signer.saved()


def test_offline_edit_online(person):
    document = bring(person, papers.pages(2, "Offline {}"))
    signer = person("phone").open(document)
    signer.sign_at(1, 300, 200)
    until(lambda: len(marks(person, document)) == 1, told="the mark on the server")
    before = top(person, document)
    with signer.without_network():
        signer.mark(1).focus()
        for _ in range(3):
            signer.page.keyboard.press("Shift+ArrowDown")
        signer.deselect()
        expect(signer.state()).to_have_text(signer.words("offline.waiting", count=1))
    until(lambda: top(person, document) > before + 25, told="the new place on the server")
    signer.saved()


def top(person, document):
    """The upper edge of the only mark that the server has, in points."""
    (mark,) = marks(person, document).values()
    return min(y for stroke in mark["strokes"] for _, y, *_ in stroke)


def test_edits_made_offline_outlive_a_reload(person):
    document = bring(person, papers.pages(2, "Reloaded {}"))
    signer = person("phone").open(document)
    until(lambda: signer.page.evaluate("navigator.serviceWorker.controller !== null"), told="the service worker")
    signer.sign_at(1, 300, 200)
    until(lambda: len(marks(person, document)) == 1, told="the mark on the server")
    with signer.without_network():
        signer.press_button("sign.bar.remove")
        expect(signer.state()).to_have_text(signer.words("offline.waiting", count=1))
        signer.page.reload()
        signer.sharp(1)
        expect(signer.state()).to_have_text(signer.words("offline.waiting", count=1))
        expect(signer.mark(1)).to_have_count(0)
    until(lambda: marks(person, document) == {}, told="no mark on the server")
    signer.saved()


def test_edits_of_a_deleted_document_wait_until_it_is_back(person):
    document = bring(person, papers.pages(1, "Deleted {}"))
    client = person.server.client()
    signer = person("desk").open(document)
    signer.sign_at(1, 300, 200)
    until(lambda: len(marks(person, document)) == 1, told="the mark on the server")
    before = top(person, document)
    with signer.without_network():
        signer.mark(1).focus()
        for _ in range(3):
            signer.page.keyboard.press("Shift+ArrowDown")
        signer.deselect()
        expect(signer.state()).to_have_text(signer.words("offline.waiting", count=1))
        client.delete(f"/api/documents/{document}").expect(200)
    expect(signer.state()).to_have_text(signer.words("sign.state.blocked"))
    signer.sees(signer.words("offline.blocked", why=signer.words("offline.blocked.gone")))
    client.post(f"/api/documents/{document}/restore").expect(200)
    until(lambda: top(person, document) > before + 25, told="the new place on the server")
    signer.saved()


def test_small_pages_show_where_a_signature_is_now(person):
    document = bring(person, papers.pages(1, "Small {}"))
    signer = person("desk").open(document)
    small = signer.open_panel("pages").locator(".thumbnail-paper img")

    def pixels():
        """A picture of the small page; None while it is changed for another."""
        return small.evaluate(DRAWN) if small.count() == 1 else None

    until(pixels, told="the small page")
    seen = [pixels()]
    signer.sign_at(1, 300, 200)
    until(lambda: pixels() not in (None, *seen), told="the signature in the small page")
    seen.append(pixels())
    signer.mark(1).focus()
    for _ in range(5):
        signer.page.keyboard.press("Shift+ArrowDown")
    signer.deselect()
    until(lambda: pixels() not in (None, *seen), told="the signature at its new place")


DRAWN = """(image) => {
    if (!image.complete || image.naturalWidth === 0) return null;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL();
}"""


def test_two_devices_see_each_others_signatures(person):
    document = bring(person, papers.pages(1, "Together {}"))
    phone, desk = person("phone").open(document), person("desk").open(document)
    phone.sign_at(1, 300, 200)
    expect(desk.mark(1)).to_have_count(1)
    desk.mark(1).focus()
    desk.page.keyboard.press("Delete")
    expect(phone.mark(1)).to_have_count(0)
    phone.saved()
    desk.saved()


def test_two_devices_that_change_one_signature_are_asked(person):
    document = bring(person, papers.pages(1, "Disputed {}"))
    phone, desk = person("phone").open(document), person("desk").open(document)
    phone.sign_at(1, 300, 200)
    expect(desk.mark(1)).to_have_count(1)
    before = marks(person, document)
    with phone.without_network():
        phone.mark(1).focus()
        phone.page.keyboard.press("Shift+ArrowDown")
        phone.deselect()
        expect(phone.state()).to_have_text(phone.words("offline.waiting", count=1))
        desk.mark(1).focus()
        for _ in range(5):
            desk.page.keyboard.press("Shift+ArrowRight")
        until(lambda: marks(person, document) != before, told="the other place on the server")
        theirs = marks(person, document)
    asked = phone.dialog("sign.conflict.title")
    expect(asked).to_be_visible()
    assert marks(person, document) == theirs, "nobody's work is overwritten"
    phone.press(asked.get_by_role("button", name=phone.words("sign.conflict.theirs")))
    phone.saved()
    assert marks(person, document) == theirs
