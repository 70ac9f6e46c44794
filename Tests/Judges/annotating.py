# SPDX-License-Identifier: Apache-2.0
"""One PDF before the judges of annotations: one of each kind is moved, and all are finished.

Moved: every object of the file is what it was, but for the annotation, and of that all but the keys
that say where it is; without it the page has the same pixels. Finished: the pages have the same
pixels, and links and form fields are what they were.
"""

import hashlib
import json
import pathlib
import re
import tempfile

import numpy as np

from . import corpus, known, tool
from .renderers import CannotRender, Mupdf, Poppler
from .verdict import PASS, fail, is_fail, not_judged, worst

WAY = (6.5, 4.25)
"""How far annotations are moved to the right and down, in points."""
PLACE = {"/Rect", "/QuadPoints", "/InkList", "/L", "/Vertices", "/CL", "/Path"}
"""The keys that say where an annotation is."""
PIXELS = 400_000
"""Of one picture of a page."""
SECOND_SCALE = 1.2
"""Pixels a point for the second opinion."""
SECOND_LEVELS = 3
"""Of 255 that MuPDF and Poppler may round otherwise."""
PAGES = 60
"""How many pages with annotations are drawn."""
NUMBER = re.compile(rb"-?\d*\.\d+|-?\d+\.")


def examine(entry, tell, skip):
    with tempfile.TemporaryDirectory(prefix="inkstone-judges-") as folder:
        return Examination(entry, pathlib.Path(folder), tell, skip).row()


class Examination:
    def __init__(self, entry, folder, tell, skip):
        self.path, self.folder, self.tell, self.skip = corpus.folder() / entry.name, folder, tell, skip
        self.password = corpus.passwords().get(entry.name, "")
        self.words = ["--password", self.password] if self.password else []
        self.judges = {}

    def row(self):
        row = {"code": "", "annotations": 0, "markup": 0, "moved": [], "refused": [], "finished": 0,
               "judges": self.judges}  # fmt: skip
        self.tell("inkstone annotations")
        outcome = tool.call("annotations", self.path, *self.words)
        row["code"] = outcome.code
        if not outcome.succeeded:
            if outcome.status < 0 or outcome.code in ("internal", "unexplained"):
                self.judges["list"] = fail(f"{outcome.code}: {outcome.message[:150]}")
            return row
        told = json.loads(outcome.stdout)["annotations"]
        row["annotations"] = len(told)
        row["markup"] = sum(each["type"] != "link" for each in told)
        first = {}
        for each in told:
            first.setdefault(each["type"], each)
        for kind, annotation in sorted(first.items()):
            said = self.move(kind, annotation, row)
            if said is not None:
                self.judges["move"] = worst([self.judges.get("move", PASS), said])
        if row["markup"]:
            self.judges["finish"] = self.finish(row)
        return row

    def plainly(self, error):
        """What an error says but for the folders, which say nothing about the file."""
        return str(error).replace(str(self.path), self.path.name).replace(str(self.folder), "")[:120]

    # Moving

    def move(self, kind, annotation, row):
        self.tell(f"inkstone annotations --import, {kind}")
        wish, output = self.folder / "moved.json", self.folder / "moved.pdf"
        wish.write_text(json.dumps([shifted(annotation)]))
        outcome = tool.call("annotations", self.path, "--import", wish, "-o", output, "--force", *self.words)
        if not outcome.succeeded:
            row["refused"].append(f"{kind}: {outcome.code}")
            if outcome.code in ("outsidePage", "permissionDenied", "wouldBreakSignature"):
                return None
            return fail(f"{kind}: {outcome.code}: {outcome.message[:200]}")
        row["moved"].append(kind)
        self.tell(f"pikepdf: compare output {kind}")
        try:
            said = self.only_moved(annotation, output)
        except Exception as error:  # pikepdf raises many kinds
            said = not_judged(f"pikepdf: {self.plainly(error)}")
        if not is_fail(said):
            said = worst([said, self.same_without(annotation, output)])
        output.unlink()
        return f"{said[:6]}{kind}, {said[6:]}" if is_fail(said) else said

    def only_moved(self, annotation, output):
        import pikepdf

        # Else what pages inherit would be put into them, in objects that no file has.
        with pikepdf.open(self.path, password=self.password, inherit_page_attributes=False) as before, \
             pikepdf.open(output, password=self.password, inherit_page_attributes=False) as after:  # fmt: skip
            old, new = objects(before), objects(after)
            if lost := [number for number in old if number not in new]:
                return fail(f"objects are gone: {lost[:5]}")
            changed = [number for number in old if old[number] != new[number]]
            added = [number for number in new if number not in old]
            for key in set(before.trailer.keys()) | set(after.trailer.keys()):
                if key in ("/Root", "/Info", "/Encrypt") and bytes_of(before.trailer.get(key)) != bytes_of(
                    after.trailer.get(key)
                ):
                    return fail(f"{key} of the trailer is another")
            if len(changed) != 1 or len(added) > 1:
                return fail(f"changed are the objects {changed[:6]}, new are {added[:6]}")
            one, other = before.get_object(changed[0]), after.get_object(changed[0])
            if added:
                # It stood in the page itself, or in its list, and is an object of its own now.
                one, other = direct(one, other), after.get_object(added[0])
            return moved_alone(one, other)

    def same_without(self, annotation, output):
        """Whether the page has the same pixels before and after, both without the annotation."""
        if "PDFium" in self.skip:
            return not_judged(f"PDFium: {self.skip['PDFium']}")
        page = annotation["page"] - 1
        pictures = []
        for path, role in ((self.path, "input"), (output, "output")):
            self.tell(f"PDFium: draw {role} page {page + 1}")
            with Drawn(path, self.password) as document:
                pictures.append(document.picture(page, without=self.place_of(annotation, path)))
        if any(each is None for each in pictures):
            return not_judged("PDFium does not show the page")
        return same(*pictures, f"page {page + 1} without it")

    def place_of(self, annotation, path):
        """Where in /Annots the annotation is."""
        import pikepdf

        try:
            opened = pikepdf.open(path, password=self.password)
        except Exception:
            return None
        with opened as pdf:
            try:
                listed = list(pdf.pages[annotation["page"] - 1].get("/Annots", []))
            except Exception:
                return None
            name = annotation["id"]
            number = int(name.split("-")[1]) if name.startswith("object-") else None
            for place, each in enumerate(listed):
                if not isinstance(each, pikepdf.Dictionary):
                    continue
                if each.is_indirect and each.objgen[0] == number or str(each.get("/NM", "")) == name:
                    return place
            return int(name.split("-")[1]) if name.startswith("place-") else None

    # Finishing

    def finish(self, row):
        output = self.folder / "finished.pdf"
        self.tell("inkstone finish")
        outcome = tool.call("finish", self.path, "-o", output, "--force", *self.words, seconds=120)
        if not outcome.succeeded:
            row["refused"].append(f"finish: {outcome.code}")
            if outcome.code == "permissionDenied":
                return not_judged("permissionDenied")
            return fail(f"{outcome.code}: {outcome.message[:200]}")
        row["finished"] = sum(len(page["ids"]) for page in json.loads(outcome.stdout)["finished"])
        return worst([self.still_there(output), self.looks_the_same(output)])

    def still_there(self, output):
        """Whether links and form fields are what they were."""
        import pikepdf

        self.tell("pikepdf: compare output")
        try:
            with pikepdf.open(self.path, password=self.password) as before, \
                 pikepdf.open(output, password=self.password) as after:  # fmt: skip
                for number, (one, other) in enumerate(zip(before.pages, after.pages), 1):
                    kept = [[said(each) for each in page.get("/Annots", []) if stays(each)] for page in (one, other)]
                    if kept[0] != kept[1]:
                        return fail(f"page {number}: links or form fields are not what they were")
        except Exception as error:
            return not_judged(f"pikepdf: {self.plainly(error)}")
        return PASS

    def looks_the_same(self, output):
        if "PDFium" in self.skip:
            return not_judged(f"PDFium: {self.skip['PDFium']}")
        self.tell("PDFium: open input")
        verdicts, seen = [], 0
        with Drawn(self.path, self.password) as before, Drawn(output, self.password) as after:
            if not before.document or not after.document:
                return not_judged("PDFium does not open it") if not before.document else fail("PDFium does not open it any more")
            if before.count != after.count:
                return fail(f"PDFium sees {after.count} pages, it saw {before.count}")
            for index in range(before.count):
                self.tell(f"PDFium: draw input page {index + 1}")
                if not before.has_annotations(index):
                    continue
                if (seen := seen + 1) > PAGES:
                    break
                one = before.picture(index)
                if one is None:
                    continue
                self.tell(f"PDFium: draw output page {index + 1}")
                other = after.picture(index)
                said = fail(f"page {index + 1} is not drawn") if other is None else same(one, other, f"page {index + 1}")
                verdicts.append(self.second_opinion(said, output, index) if is_fail(said) else said)
        return worst(verdicts)


    def second_opinion(self, said, output, index):
        """What to think of a page that PDFium shows otherwise.

        An annotation without an appearance is drawn by every reader in its own way. And PDFium smooths a form that is
        content otherwise than one that is an appearance, where it lets through what is below; Poppler and MuPDF do not.
        """
        if without := self.without_appearance(index):
            return not_judged(f"page {index + 1} has no appearance for {', '.join(without)}; each reader draws its own")
        for kind in (Poppler, Mupdf):
            if kind.name in self.skip:
                continue
            self.tell(f"{kind.name}: draw input page {index + 1}")
            try:
                pictures = [kind(path, self.password).draw(index, SECOND_SCALE).grey() for path in (self.path, output)]
            except CannotRender:
                continue
            same_shape = pictures[0].shape == pictures[1].shape
            if same_shape and pictures[0].min() < 255 and np.abs(pictures[0] - pictures[1]).max() <= SECOND_LEVELS:
                return f"{known.STOOD_BY}: {kind.name} shows the same pixels, PDFium does not ({said[6:]})"
        return said

    def without_appearance(self, index):
        """The kinds of annotations on a page that are shown and say nothing of how."""
        import pikepdf

        hidden = 2 | 32
        found = []
        try:
            with pikepdf.open(self.path, password=self.password) as pdf:
                for each in pdf.pages[index].get("/Annots", []):
                    if not isinstance(each, pikepdf.Dictionary) or stays(each) or each.get("/Subtype") == "/Popup":
                        continue
                    shown = not int(each.get("/F", 0)) & hidden
                    if shown and not isinstance(each.get("/AP", {}).get("/N"), (pikepdf.Stream, pikepdf.Dictionary)):
                        found.append(str(each.get("/Subtype", "?")))
        except Exception:
            return []
        return sorted(set(found))


class Drawn:
    """A document in PDFium; `document` is None where it does not open."""

    def __init__(self, path, password):
        import pypdfium2

        try:
            self.document = pypdfium2.PdfDocument(str(path), password=password or None)
        except pypdfium2.PdfiumError:
            self.document = None
        self.count = len(self.document) if self.document else 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.document:
            self.document.close()

    def has_annotations(self, index):
        import pypdfium2.raw as raw

        if not (page := raw.FPDF_LoadPage(self.document.raw, index)):
            return False
        count = raw.FPDFPage_GetAnnotCount(page)
        raw.FPDF_ClosePage(page)
        return count > 0

    def picture(self, index, without=None):
        """Rows × columns × (blue, green, red, nothing), with annotations; None where it shows nothing."""
        import pypdfium2.raw as raw

        if not self.document or not (page := raw.FPDF_LoadPage(self.document.raw, index)):
            return None
        try:
            if without is not None:
                raw.FPDFPage_RemoveAnnot(page, without)
            width, height = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
            if not width > 0 < height:
                return None
            scale = min(1.5, (PIXELS / (width * height)) ** 0.5)
            columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
            if columns * rows > 4 * PIXELS:
                return None
            pixels = np.full((rows, columns, 4), 255, dtype=np.uint8)
            bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_BGRx, pixels.ctypes.data, columns * 4)
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, raw.FPDF_ANNOT)
            raw.FPDFBitmap_Destroy(bitmap)
            return pixels
        finally:
            raw.FPDF_ClosePage(page)


def same(one, other, what):
    if one.shape != other.shape:
        return fail(f"{what}: the picture was {one.shape} and is {other.shape}")
    apart = np.abs(one[..., :3].astype(int) - other[..., :3]).max(axis=2)
    if not apart.any():
        return PASS
    rows, columns = np.nonzero(apart)
    return fail(f"{what}: {len(rows)} pixels differ, by up to {apart.max()} of 255, in columns "
                f"{columns.min()}–{columns.max()} and rows {rows.min()}–{rows.max()} of {apart.shape[1]} × {apart.shape[0]}")  # fmt: skip


def shifted(annotation):
    """The annotation as exported, `WAY` further."""

    def moved(points):
        if points and isinstance(points[0], (int, float)):
            return [value + (WAY[place] if place < 2 else 0) for place, value in enumerate(points)]
        return [moved(each) for each in points]

    result = dict(annotation)
    for key in ("rect", "from", "to", "points", "callout", "strokes"):
        if result.get(key):
            result[key] = moved(result[key])
    if result.get("quads"):
        result["quads"] = [[v + WAY[place % 2] for place, v in enumerate(quad)] for quad in result["quads"]]
    return result


def plain(value):
    """An object as text, numbers in one way of writing."""
    text = value.unparse(resolved=False) if hasattr(value, "unparse") else str(value).encode()
    return NUMBER.sub(lambda number: f"{round(float(number[0]), 6):g}".encode(), text)


def bytes_of(value):
    """What an object says, streams with their data as they stand, decrypted."""
    import pikepdf

    if isinstance(value, pikepdf.Stream):
        said = sorted((key, plain(each)) for key, each in value.stream_dict.items() if key != "/Length")
        return said, hashlib.sha256(value.read_raw_bytes()).digest()
    if isinstance(value, pikepdf.Dictionary):
        return sorted((key, plain(each)) for key, each in value.items())
    if isinstance(value, pikepdf.Array):
        return [plain(each) for each in value]
    return plain(value)


def objects(pdf):
    """{(number, generation): what it says}, without the machinery of files."""
    import pikepdf

    found = {}
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Object):
            continue  # a bare number is what it is; nothing tells which object it was
        if isinstance(each, pikepdf.Stream) and each.get("/Type") in ("/ObjStm", "/XRef"):
            continue
        found[each.objgen] = bytes_of(each)
    return found


def direct(one, other):
    """The dictionary in a page's list, or in the list itself, in whose place a reference came."""
    import pikepdf

    def listed(each):
        return list(each.get("/Annots", [])) if isinstance(each, pikepdf.Dictionary) else list(each)

    for before, after in zip(listed(one), listed(other)):
        if isinstance(before, pikepdf.Dictionary) and not before.is_indirect and after.is_indirect:
            return before
    return None


def moved_alone(one, other):
    import pikepdf

    if not isinstance(one, pikepdf.Dictionary) or not isinstance(other, pikepdf.Dictionary):
        return fail("what changed is no annotation")
    old, new = ({key: plain(each) for key, each in value.items()} for value in (one, other))
    wrong = [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]
    # Who had no name gets one.
    named = {"/NM"} if "/NM" not in old else set()
    if extra := sorted(set(wrong) - PLACE - named):
        return fail("keys changed: " + ", ".join(f"{key} {str(old.get(key))[:40]} → {str(new.get(key))[:40]}" for key in extra))
    return PASS if "/Rect" in wrong else fail("/Rect is the same")


def stays(annotation):
    """Whether it is a link or a form field."""
    import pikepdf

    return isinstance(annotation, pikepdf.Dictionary) and annotation.get("/Subtype") in ("/Link", "/Widget")


def said(annotation):
    return annotation.objgen, bytes_of(annotation)


def fallen(job, why):
    return {"code": "", "annotations": 0, "markup": 0, "moved": [], "refused": [], "finished": 0,
            "judges": {"examination": not_judged(f"{job.stage}: {why}") if job.stage.startswith(("PDFium: draw input", "PDFium: open"))
                       else fail(f"died at {job.stage}: {why}")}}  # fmt: skip
