# SPDX-License-Identifier: Apache-2.0
"""The way to every screen of the app, for whoever looks at all of them."""

import papers
from playwright.sync_api import expect


class Stage:
    """A library with documents of all kinds in it."""

    def __init__(self, server):
        client = server.client()
        self.locked = client.import_pdf(papers.encrypted(), "Locked letter.pdf")["id"]
        self.odd = client.import_pdf(papers.pages(40, "Handbook, page {}", 30), "Handbook.pdf")["id"]
        gone = client.import_pdf(papers.pages(2), "Old draft.pdf")["id"]
        client.delete(f"/api/documents/{gone}").expect(200)
        self.furnished = client.import_pdf(papers.furnished(), "Annual report.pdf")["id"]
        self.contract = client.import_pdf(papers.contract(), "Contract.pdf")["id"]
        client.post("/api/signatures", papers.signature()).expect(201)


def library(person, stage):
    person.library()
    expect(person.page.locator("li.card")).to_have_count(4)
    expect(person.page.locator("li.card img").first).to_be_visible()


def library_list(person, stage):
    library(person, stage)
    person.press_button("library.asList")
    expect(person.button("library.asGrid")).to_be_visible()


def document_menu(person, stage):
    library(person, stage)
    person.actions("Contract.pdf")
    expect(person.menu_item("library.rename")).to_be_visible()


def rename(person, stage):
    document_menu(person, stage)
    person.press(person.menu_item("library.rename"))
    expect(person.dialog("library.rename")).to_be_visible()


def properties(person, stage):
    document_menu(person, stage)
    person.press(person.menu_item("library.properties"))
    expect(person.dialog("library.properties").locator(".fact").first).to_be_visible()


def deleted(person, stage):
    person.page.goto("/#/deleted")
    expect(person.button("library.restoreOf", name="Old draft.pdf")).to_be_visible()


def reader(person, stage):
    person.open(stage.contract)


def thumbnails(person, stage):
    person.open(stage.odd)
    panel = person.open_panel("pages")
    expect(panel.locator("img").first).to_be_visible()


def outline(person, stage):
    person.open(stage.furnished)
    expect(person.open_panel("outline").get_by_role("treeitem").first).to_be_visible()


def search(person, stage):
    person.open(stage.furnished)
    expect(person.look_for("furnished")).to_have_text(person.words("reader.hitOf", now=1, all=9))


def shortcuts(person, stage):
    person.open(stage.furnished)
    person.page.keyboard.press("?")
    expect(person.dialog("reader.shortcuts")).to_be_visible()


def password(person, stage):
    person.page.goto(f"/#/d/{stage.locked}")
    expect(person.page.get_by_label(person.words("reader.password"), exact=True)).to_be_visible()


def missing(person, stage):
    person.page.goto(f"/#/d/{'0' * 16}")
    person.sees(person.words("reader.gone"))


def kept_signatures(person, stage):
    person.open(stage.contract)
    person.press_button("sign.sign")
    expect(person.dialog("sign.kept.title")).to_be_visible()


def pad(person, stage):
    person.open(stage.contract)
    person.begin_signing()
    person.write()


def placed(person, stage):
    kept_signatures(person, stage)
    person.press(person.dialog("sign.kept.title").locator(".kept-use").first)
    expect(person.paper(1).locator(".place-area")).to_be_attached()
    person.put_at(1, 300, 200)
    expect(person.mark(1).last).to_be_visible()


def finish(person, stage):
    placed(person, stage)
    person.deselect()
    person.press_button("sign.bar.finish")
    expect(person.dialog("sign.finish.title")).to_be_visible()


def settings(person, stage):
    person.page.goto("/#/settings")
    expect(person.page.get_by_role("heading", name=person.words("settings.title"))).to_be_visible()


SCREENS = {
    each.__name__: each
    for each in (library, library_list, document_menu, rename, properties, deleted, reader, thumbnails, outline, search,
                 shortcuts, password, missing, kept_signatures, pad, placed, finish, settings)
}  # fmt: skip
