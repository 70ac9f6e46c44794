# SPDX-License-Identifier: Apache-2.0
"""A person at a device: what they do in the app, found by roles and by the words on the screen."""

import contextlib
import re

import placing
from browser import Device
from playwright.sync_api import Error, expect
from waiting import until


class Person(Device):
    """Steps of journeys. Names of controls come from the app's own dictionaries."""

    # Finding

    def button(self, key, **values):
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    def press_button(self, key, **values):
        self.press(self.button(key, **values))

    def menu_item(self, key):
        return self.page.get_by_role("menuitem", name=re.compile("^" + re.escape(self.words(key))))

    def dialog(self, key):
        return self.page.get_by_role("dialog", name=self.words(key), exact=True)

    def sees(self, text):
        expect(self.page.get_by_text(text, exact=True).first).to_be_visible()

    # Library

    def library(self):
        """Goes to the library and waits for its heading."""
        self.page.goto("/#/")
        expect(self.page.get_by_role("heading", name=self.words("library.documents"), level=1)).to_be_visible()
        return self

    def card(self, name):
        """The link of a document; name: without its ending."""
        return self.page.get_by_role("listitem").filter(has_text=name).get_by_role("link")

    def bring(self, name, data):
        """Chooses a file in the picker."""
        file = {"name": name, "mimeType": "application/pdf", "buffer": data}
        self.page.locator("input[type=file]").first.set_input_files(file)

    def actions(self, name):
        """Opens the menu of a document; name: with its ending."""
        self.press_button("library.actionsOf", name=name)

    # Reading

    def open(self, document, page=None):
        """Opens a document by its address; returns when its page is sharp."""
        self.page.goto("about:blank")
        self.page.goto(f"/#/d/{document}?page={page or 1}")
        return self.sharp(page or 1)

    def paper(self, page=1):
        """A page on the screen."""
        return self.page.locator(f'.page[data-page="{page}"]')

    def sharp(self, page=1):
        expect(self.paper(page)).to_have_attribute("data-sharp", "true")
        return self

    def is_sharp(self, page):
        return self.page.locator(f'.page[data-page="{page}"][data-sharp="true"]').count() == 1

    def rests(self):
        """Waits until the first page stays where it is, as large as it is, and sharp."""
        seen = []

        def same():
            seen.append(self.paper().bounding_box() if self.is_sharp(1) else None)
            return len(seen) > 8 and seen[-1] is not None and all(each == seen[-1] for each in seen[-8:])

        until(same, told="rest")

    def place_on(self, page, x, y):
        """Where a point of a page, in points of it, is on the screen."""
        box = self.paper(page).bounding_box()
        width, height = self.size_of(page)
        return box["x"] + x * box["width"] / width, box["y"] + y * box["height"] / height

    def painted(self, page):
        """Where a page is painted: a browser puts layers on whole pixels, whatever it tells of their place.

        Its upper left corner must be on the screen.
        """
        box = self.paper(page).bounding_box()
        plain = placing.grey(self.page.screenshot(animations="disabled"))
        self.paper(page).locator("svg.page-overlay").evaluate("""(svg) => {
            const {width, height} = svg.viewBox.baseVal;
            const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
            Object.entries({width, height, fill: '#f00', class: 'sheet'}).forEach((each) => sheet.setAttribute(...each));
            svg.append(sheet);
        }""")
        covered = placing.ink(plain, placing.grey(self.page.screenshot(animations="disabled"))) > 0.2
        self.paper(page).locator("svg.page-overlay > .sheet").evaluate("(sheet) => sheet.remove()")
        ratio = self.page.evaluate("devicePixelRatio")
        rows, columns = covered.any(axis=1).argmax(), covered.any(axis=0).argmax()
        return {"x": columns / ratio, "y": rows / ratio, "width": box["width"], "height": box["height"]}

    def size_of(self, page):
        """Width and height of a page that is on the screen, in points."""
        view = self.paper(page).locator("svg.page-overlay").get_attribute("viewBox")
        return tuple(float(each) for each in view.split()[2:])

    def current(self):
        """The number in the page box."""
        return int(self.page.get_by_role("textbox", name=self.words("reader.goTo")).input_value())

    def reads(self, page):
        until(lambda: self.current() == page, told=f"page {page} as the current one, not {self.current()}")

    def go_to(self, page):
        box = self.page.get_by_role("textbox", name=self.words("reader.goTo"))
        box.fill(str(page))
        box.press("Enter")
        self.reads(page)
        return self.sharp(page)

    def zoomed(self):
        """Per cent, as told."""
        return int(re.sub(r"\D", "", self.page.locator(".zoom-value").text_content()))

    def open_panel(self, tab):
        """A part of the side panel: pages, outline, attachments."""
        if not self.page.get_by_role("complementary", name=self.words("reader.panel")).is_visible():
            self.press_button("reader.panel")
        self.press(self.page.get_by_role("tab", name=self.words(f"reader.{tab}"), exact=True))
        return self.page.get_by_role("tabpanel", name=self.words(f"reader.{tab}"))

    def look_for(self, query):
        """Searches; gives what tells the count."""
        if not self.page.get_by_role("searchbox", name=self.words("reader.find")).is_visible():
            self.press(self.page.locator(".reader-bar").get_by_role("button", name=self.words("reader.find")))
        self.page.get_by_role("searchbox", name=self.words("reader.find")).fill(query)
        return self.page.locator(".find-count")

    # Signing

    def pad(self):
        return self.dialog("sign.pad.title")

    def sheet(self):
        return self.pad().get_by_role("img", name=self.words("sign.pad.sheet"))

    def begin_signing(self):
        """Opens the pad, past the signatures that were kept."""
        self.press_button("sign.sign")
        new = self.button("sign.kept.new")
        expect(self.sheet().or_(new).first).to_be_visible()
        if new.is_visible():
            self.press(new)
        expect(self.sheet()).to_be_visible()

    def write(self, *strokes):
        """Draws on the pad; points are parts of its width and height."""
        box = self.sheet().bounding_box()
        for stroke in strokes or SIGNATURE:
            points = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in stroke]
            if self.touches:
                self.drag_finger(points)
            else:
                self.page.mouse.move(*points[0])
                self.page.mouse.down()
                for point in points[1:]:
                    self.page.mouse.move(*point, steps=4)
                self.page.mouse.up()

    def drag_finger(self, points, steps=4):
        """A finger goes along points of the screen."""
        session = self.context.new_cdp_session(self.page)

        def send(kind, *places):
            touches = [{"x": x, "y": y, "id": 1, "force": 0.5} for x, y in places]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        send("touchStart", points[0])
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            for step in range(1, steps + 1):
                part = step / steps
                send("touchMove", (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
        # It rests before it is lifted: else the browser takes the next tap for the end of a throw.
        for _ in range(4):
            self.page.wait_for_timeout(20)
            send("touchMove", points[-1])
        send("touchEnd")
        session.detach()

    def pinch(self, centre, begin, end, steps=10):
        """Two fingers go apart or together; begin, end: half their distance in CSS pixels."""
        session = self.context.new_cdp_session(self.page)
        x, y = centre

        def send(kind, *halves):
            touches = [{"x": x + side * half, "y": y, "id": index} for half in halves for index, side in enumerate((-1, 1))]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        send("touchStart", begin)
        for step in range(1, steps + 1):
            send("touchMove", begin + (end - begin) * step / steps)
        send("touchEnd")
        session.detach()

    def tap_at(self, x, y):
        """A press on the screen, in CSS pixels."""
        if self.touches:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def put_at(self, page, x, y):
        """A press on a page, in points of it."""
        self.tap_at(*self.place_on(page, x, y))

    def mark(self, page=1):
        return self.paper(page).get_by_role("button", name=self.words("sign.mark.label", page=page))

    def sign_at(self, page, x, y):
        """Writes a signature and puts it on a page."""
        self.begin_signing()
        self.write()
        self.press(self.pad().get_by_role("button", name=self.words("sign.pad.use")))
        expect(self.pad()).to_be_hidden()
        expect(self.paper(page).locator(".place-area")).to_be_attached()
        self.put_at(page, x, y)
        expect(self.mark(page).last).to_be_visible()

    def state(self):
        """What is told of saving."""
        return self.page.locator(".save-state")

    def kill_tab(self):
        """The process that draws the tab dies, as when a phone needs its memory; a new tab is there."""
        with contextlib.suppress(Error):
            self.page.goto("chrome://crash", timeout=5000)
        self.page.close()
        self.page = self.context.new_page()

    def saved(self):
        expect(self.state()).to_have_text(self.words("sign.state.saved"))
        return self

    def deselect(self):
        """Lets go of the mark, so that its frame is gone."""
        self.press(self.button("sign.bar.done"))
        expect(self.page.locator(".mark.selected")).to_have_count(0)

    def finish(self):
        """Turns the signatures into content; the offer of the file is open afterwards."""
        self.press_button("sign.bar.finish")
        asked = self.dialog("sign.finish.title")
        expect(asked).to_be_visible()
        self.press(asked.get_by_role("button", name=self.words("sign.bar.finish"), exact=True))
        offer = self.dialog("sign.finish.done")
        expect(offer).to_be_visible()
        return offer


SIGNATURE = [
    [(0.2, 0.7), (0.25, 0.35), (0.32, 0.3), (0.3, 0.6), (0.38, 0.68)],
    [(0.45, 0.65), (0.5, 0.45), (0.56, 0.62), (0.62, 0.42), (0.7, 0.64), (0.8, 0.38)],
]
"""Two strokes, neither upright nor level, so that a turn or a flip shows."""
