# SPDX-License-Identifier: Apache-2.0
"""A person keeps documents: import in every way, rename, copy, find, download, print, delete and undo."""

import base64
import re

import papers
import pytest
from playwright.sync_api import expect
from waiting import until

KINDS = ["phone", "desk"]


@pytest.fixture
def person(serve, device):
    """A device on a library of its own."""
    server = serve()
    return lambda kind="desk", **options: device(kind, server=server, **options)


def names(device):
    """The names on the cards, as they stand."""
    return device.page.locator("li.card .card-name").all_text_contents()


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_library_invites(person, kind):
    owner = person(kind).library()
    owner.sees(owner.words("library.emptyTitle"))
    expect(owner.button("library.addFirst")).to_be_visible()


@pytest.mark.parametrize("kind", KINDS)
def test_a_chosen_file_is_taken_in_and_opened(person, kind):
    owner = person(kind).library()
    owner.bring("合同 2026.pdf", papers.contract())
    owner.sharp(1)
    owner.library()
    expect(owner.card("合同 2026")).to_be_visible()
    picture = owner.page.locator("li.card img")
    until(lambda: picture.evaluate("(image) => image.complete && image.naturalWidth > 0"), told="its picture")


def test_several_files_are_taken_in_newest_first(person):
    owner = person().library()
    files = [{"name": f"{n}.pdf", "mimeType": "application/pdf", "buffer": papers.pages(n)} for n in (1, 2, 3)]
    owner.page.locator("input[type=file]").first.set_input_files(files)
    expect(owner.page.locator("li.card")).to_have_count(3)
    late = owner.server.client().import_pdf(papers.contract(), "late.pdf")
    expect(owner.page.locator("li.card")).to_have_count(4)
    assert names(owner)[0] == "late", "seen without reloading, and first"
    owner.server.client().delete(f"/api/documents/{late['id']}").expect(200)
    expect(owner.page.locator("li.card")).to_have_count(3)


TRANSFER = """([kind, name, type, data]) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, {type}));
    if (kind === 'paste') {
        document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: transfer, bubbles: true, cancelable: true}));
        return;
    }
    for (const each of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(each, {dataTransfer: transfer, bubbles: true, cancelable: true}));
    }
}"""


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_a_file_is_dropped_or_pasted(person, way):
    owner = person().library()
    data = base64.b64encode(papers.contract()).decode()
    owner.page.evaluate(TRANSFER, [way, f"by {way}.pdf", "application/pdf", data])
    owner.sharp(1)
    assert [each["name"] for each in owner.server.client().get("/api/documents").value["documents"]] == [f"by {way}.pdf"]


def test_what_is_no_pdf_is_told_and_not_taken(person):
    owner = person().library()
    owner.bring("letter.pdf", b"this is a letter")
    owner.sees(owner.words("fault.invalidDocument"))
    owner.bring("letter.txt", b"this is a letter")
    owner.sees(owner.words("library.notPDF"))
    assert owner.server.client().get("/api/documents").value["documents"] == []


@pytest.mark.parametrize("kind", KINDS)
def test_rename_duplicate_properties(person, kind):
    owner = person(kind)
    owner.server.client().import_pdf(papers.furnished(), "first.pdf")
    owner.library().actions("first.pdf")
    owner.press(owner.menu_item("library.rename"))
    asked = owner.dialog("library.rename")
    asked.get_by_role("textbox").fill("second.pdf")
    owner.press(asked.get_by_role("button", name=owner.words("library.rename")))
    expect(owner.card("second")).to_be_visible()

    owner.actions("second.pdf")
    owner.press(owner.menu_item("library.duplicate"))
    expect(owner.page.locator("li.card")).to_have_count(2)

    owner.page.reload()
    owner.press(owner.page.get_by_role("button", name=re.compile("second.pdf")).first)
    owner.press(owner.menu_item("library.properties"))
    shown = owner.dialog("library.properties")
    for key, value in (("library.pageCount", "3"), ("library.docTitle", "Furnished"), ("library.mayCopy", owner.words("common.yes")),
                       ("library.digitalSignatures", owner.words("library.noSignatures")), ("library.revisions", "1")):  # fmt: skip
        row = shown.locator(".fact").filter(has=owner.page.get_by_text(owner.words(key), exact=True))
        expect(row.get_by_role("definition")).to_have_text(value)


@pytest.mark.parametrize("kind", KINDS)
def test_delete_and_undo(person, kind):
    owner = person(kind)
    owner.server.client().import_pdf(papers.contract(), "precious.pdf")
    owner.library().actions("precious.pdf")
    owner.press(owner.menu_item("library.delete"))
    expect(owner.card("precious")).to_have_count(0)
    owner.press_button("common.undo")
    expect(owner.card("precious")).to_be_visible()

    owner.actions("precious.pdf")
    owner.press(owner.menu_item("library.delete"))
    expect(owner.card("precious")).to_have_count(0)
    owner.page.goto("/#/deleted")
    owner.press_button("library.restoreOf", name="precious.pdf")
    expect(owner.button("library.restoreOf", name="precious.pdf")).to_have_count(0)
    expect(owner.library().card("precious")).to_be_visible()


def test_deleted_for_good_is_asked_first(person):
    owner = person()
    made = owner.server.client().import_pdf(papers.contract(), "old.pdf")
    owner.server.client().delete(f"/api/documents/{made['id']}").expect(200)
    owner.page.goto("/#/deleted")
    owner.press_button("library.deleteForeverOf", name="old.pdf")
    asked = owner.dialog("library.deleteForever")
    owner.press(asked.get_by_role("button", name=owner.words("library.deleteForever"), exact=True))
    owner.sees(owner.words("library.nothingDeleted"))
    assert list((owner.server.data / "documents").glob("*.pdf")) == []


@pytest.mark.parametrize("kind", KINDS)
def test_search_by_name(person, kind):
    owner = person(kind)
    for name in ("Lease 2025.pdf", "Lease 2026.pdf", "Übung.pdf"):
        owner.server.client().import_pdf(papers.contract(), name)
    owner.library()
    box = owner.page.get_by_role("searchbox", name=owner.words("library.search"))
    box.fill("lease")
    expect(owner.page.locator("li.card")).to_have_count(2)
    box.fill("ubung")
    expect(owner.card("Übung")).to_be_visible()
    expect(owner.page.locator("li.card")).to_have_count(1)
    box.fill("nothing like it")
    owner.sees(owner.words("library.nothingFound"))


def test_the_download_is_the_file(person, tmp_path):
    owner = person()
    owner.server.client().import_pdf(papers.contract(), "合同.pdf")
    owner.library().actions("合同.pdf")
    with owner.page.expect_download() as download:
        owner.press(owner.menu_item("library.download"))
    assert download.value.suggested_filename == "合同.pdf"
    download.value.save_as(tmp_path / "got.pdf")
    assert (tmp_path / "got.pdf").read_bytes() == papers.contract()


def test_pages_are_printed(person):
    owner = person()
    owner.page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
    owner.server.client().import_pdf(papers.pages(2), "printed.pdf")
    owner.library().actions("printed.pdf")
    owner.press(owner.menu_item("library.print"))
    asked = owner.page.get_by_role("dialog")
    owner.press(asked.get_by_role("button", name=owner.words("reader.print"), exact=True))
    until(lambda: owner.page.evaluate("window.printed") == 1, told="the browser's window for printing")


def test_a_second_device_sees_the_same_library(person):
    desk, phone = person("desk").library(), person("phone").library()
    phone.bring("from the phone.pdf", papers.contract())
    expect(desk.card("from the phone")).to_be_visible()
    desk.actions("from the phone.pdf")
    desk.press(desk.menu_item("library.rename"))
    asked = desk.dialog("library.rename")
    asked.get_by_role("textbox").fill("from both.pdf")
    desk.press(asked.get_by_role("button", name=desk.words("library.rename")))
    expect(phone.library().card("from both")).to_be_visible()


@pytest.mark.parametrize("language, heading", [("en", "Documents"), ("zh-CN", "文档")])
def test_it_speaks_the_browsers_language(person, language, heading):
    owner = person(language=language).library()
    assert owner.page.locator("html").get_attribute("lang").lower().startswith(language[:2])
    assert owner.words("library.documents") == heading
    owner.sees(heading)



def test_a_new_tab_shows_the_file_with_its_edits(person):
    owner = person()
    client = owner.server.client()
    document = client.import_pdf(papers.pages(1), "edited.pdf")["id"]
    client.put_marks(document, papers.ink("first")).expect(200)
    assert client.get(f"/api/documents/{document}").value["edited"]
    owner.library().actions("edited.pdf")
    owner.press(owner.menu_item("library.print"))
    other = owner.dialog("library.print").get_by_role("link", name=owner.words("reader.printElsewhere"))
    with owner.context.expect_page() as opened:
        owner.press(other)
    until(lambda: not client.get(f"/api/documents/{document}").value["edited"], told="the saved edits")
    opened.value.close()


SHARE = """([name, type, data]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(data), (each) => each.charCodeAt(0))], name, {type}));
    const form = document.createElement('form');
    Object.assign(form, {method: 'POST', action: '/share-target', enctype: 'multipart/form-data'});
    const input = document.createElement('input');
    Object.assign(input, {type: 'file', name: 'file', files: transfer.files});
    form.append(input);
    document.body.append(form);
    form.submit();
}"""


def share(owner, name, kind, data):
    """What the system does when another app shares a file, and what any page of the web can do too."""
    controlled = "navigator.serviceWorker.controller !== null"
    until(lambda: owner.page.evaluate(controlled), told="the service worker")
    with owner.page.expect_navigation():
        owner.page.evaluate(SHARE, [name, kind, base64.b64encode(data).decode()])


def test_a_shared_file_is_taken_in_when_the_person_says_so(person):
    owner = person().library()
    client = owner.server.client()
    share(owner, "bill.pdf", "application/pdf", papers.contract())
    asked = owner.page.get_by_role("dialog", name=owner.words("offline.receiveOne", name="bill.pdf"), exact=True)
    expect(asked).to_be_visible()
    assert client.get("/api/documents").value["documents"] == [], "nothing is sent before"
    owner.press(asked.get_by_role("button", name=owner.words("offline.receive"), exact=True))
    owner.sharp(1)
    assert [each["name"] for each in client.get("/api/documents").value["documents"]] == ["bill.pdf"]

    owner.library()
    share(owner, "spam.pdf", "application/pdf", papers.contract())
    asked = owner.page.get_by_role("dialog", name=owner.words("offline.receiveOne", name="spam.pdf"), exact=True)
    owner.press(asked.get_by_role("button", name=owner.words("offline.receiveNot"), exact=True))
    expect(asked).to_be_hidden()
    waiting = "caches.open('inkstone-received').then((cache) => cache.keys()).then((keys) => keys.length)"
    until(lambda: owner.page.evaluate(waiting) == 0, told="that it is gone from the device")
    assert len(client.get("/api/documents").value["documents"]) == 1


def test_a_shared_file_that_is_no_pdf_is_refused(person):
    owner = person().library()
    share(owner, "page.html", "text/html", b"<p>not a document</p>")
    owner.sees(owner.words("offline.receivedRefused"))
    assert owner.server.client().get("/api/documents").value["documents"] == []
