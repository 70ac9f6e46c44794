// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// Where annotations stand in the file: those that turn with the page, those that do not, and those
/// of other programs that are moved.
@Suite struct AnnotationPlaceTests {
    private func first(_ document: Document) throws -> Annotation {
        try #require(try document.annotations(of: try document.page(0)).first)
    }

    private func dictionary(_ document: Document) throws -> COSDictionary {
        let list = try document.value("Annots", in: document.page(0).dictionary).array
        return try #require(try document.resolve(list?.first).dictionary)
    }

    private func numbers(_ key: COSName, _ dictionary: COSDictionary) -> [Double] {
        dictionary[key]?.array?.compactMap(\.number) ?? []
    }

    /// MuPDF and Poppler know that notes stay upright (12.5.6.4), PDFium where the flag says so:
    /// all hang them from the corner of /Rect that is the upper left one in the file.
    @Test(arguments: [0, 90, 180, 270]) func notesHangFromTheirCorner(turn: Int) throws {
        var document = try FileBuilder.onePage("/Rotate \(turn) /UserUnit 2").document
        let box = Rect(x: 40, y: 60, width: 20, height: 20)
        let note = Annotation(pageIndex: 0, kind: .note(.init()), rect: box)
        #expect(try document.add(note).flags == [.print, .noZoom, .noRotate])
        let saved = try document.saved()
        #expect(try first(saved).rect == box)
        let written = try dictionary(saved)
        let rect = numbers("Rect", written)
        let corner = Point(x: rect[0], y: rect[3])
        #expect(try saved.page(0).space.pageToView.apply(corner) == Point(x: 40, y: 60))
        #expect(rect[2] - rect[0] == 10 && rect[3] - rect[1] == 10)
        let form = try saved.value("AP", in: written).dictionary?["N"]
        let stream = try #require(try saved.resolve(form).stream)
        // Who does not zoom does not fit the form into the rect either.
        #expect(numbers("BBox", stream.dictionary) == [0, 0, 10, 10])
        #expect(stream.dictionary["Matrix"] == nil)
    }

    @Test(arguments: [90, 180, 270]) func whatStaysUprightIsMovedAndReadAgain(turn: Int) throws {
        var document = try FileBuilder.onePage("/Rotate \(turn)").document
        let kinds: [Annotation.Kind] = [
            .note(.init()), .rectangle,
            .line(.init(from: Point(x: 32, y: 52), to: Point(x: 60, y: 70))),
            .polygon(.init([Point(x: 30, y: 50), Point(x: 60, y: 50), Point(x: 45, y: 70)])),
        ]
        for (place, kind) in kinds.enumerated() {
            try document.add(
                Annotation(
                    id: "\(place)",
                    pageIndex: 0,
                    kind: kind,
                    rect: Rect(x: 30, y: 50, width: 32, height: 20),
                    flags: [.print, .noRotate]
                )
            )
        }
        let before = try document.annotations(of: try document.page(0))
        for annotation in before { try document.replace(annotation.moved(x: 3, y: -5)) }
        let after = try document.annotations(of: try document.page(0))
        for (old, new) in zip(before, after) {
            let wanted = old.moved(x: 3, y: -5)
            #expect(new.difference(from: wanted).isEmpty)
        }
        // Told anew, it turns with its page again, and stands where it stood.
        for var annotation in after {
            annotation.flags = .print
            try document.replace(annotation)
        }
        let turned = try document.annotations(of: try document.page(0))
        for (old, new) in zip(after, turned) { #expect(new.difference(from: old).isEmpty) }
    }

    /// What a cloud's /RD says, what an action does and how a text is styled is the other program's.
    @Test(
        arguments: [
            "/Subtype /Square /Rect [20 20 80 60] /RD [7 8 9 6] /BE << /S /C /I 1 >>",
            "/Subtype /Circle /Rect [20 20 80 60] /RD [1 1 1 1] /Mine (kept)",
            "/Subtype /Link /Rect [20 20 80 60] /A << /S /GoTo /D [3 0 R /Fit] >>",
            "/Subtype /Link /Rect [20 20 80 60] /A << /S /URI /URI (a) /IsMap true >> "
                + "/QuadPoints [20 60 80 60 20 20 80 20]",
            "/Subtype /FreeText /Rect [20 20 80 60] /DA (/Odd 9 Tf 1 g) /RC (<p/>) /Contents (hi) "
                + "/CL [10 10 15 15 20 20] /RD [2 2 2 2] /IT /FreeTextCallout /LE /Slash",
            "/Subtype /Ink /Rect [20 20 80 60] /InkList [[25 25 30 40] [50 50 60 55]] /Path [[1 2] [3 4]]",
            "/Subtype /Polygon /Rect [20 20 80 60] /Vertices [25 25 50 50 75 25] /IT /PolygonCloud",
            "/Subtype /Line /Rect [20 20 80 60] /L [25 25 75 55] /LL 5 /Cap true /LE [/Butt /None]",
            "/Subtype /Stamp /Rect [20 20 80 60] /Name /SBMine",
            "/Subtype /Caret /Rect [20 20 80 60] /RD [1 2 3 4] /Sy /None",
            "/Subtype /FileAttachment /Rect [20 20 80 60] /Name /PushPin",
        ],
        [0, 90]
    )
    func whatIsMovedKeepsAllElse(entries: String, turn: Int) throws {
        var file = FileBuilder.onePage("/Annots [6 0 R] /Rotate \(turn)")
        file.objects += ["<< /Type /Annot /NM (a) /AP << /N 4 0 R >> \(entries) >>"]
        var document = try file.document
        let old = try dictionary(document)
        let way = try document.page(0).space
        try document.replace(try first(document).moved(x: 8, y: 4))
        let new = try dictionary(try document.saved())
        let shift = way.viewToPage.apply(Point(x: 8, y: 4)) - way.viewToPage.apply(.zero)
        let places: Set<COSName> = [
            "Rect", "QuadPoints", "L", "CL", "Vertices", "InkList", "Path",
        ]
        #expect(new.count == old.count)
        for entry in old.entries where !places.contains(entry.key) {
            #expect(new[entry.key] == entry.value, "\(entry.key)")
        }
        for key in ["Rect", "QuadPoints", "L", "CL", "Vertices"] as [COSName] {
            let moved = numbers(key, old).enumerated().map {
                $0.element + ($0.offset % 2 == 0 ? shift.x : shift.y)
            }
            #expect(numbers(key, new) == moved, "\(key)")
        }
    }
}

extension Annotation {
    /// What differs from another, as words; small numbers count as equal.
    fileprivate func difference(from other: Annotation) -> [String] {
        let (mine, others) = (self, other)
        var found: [String] = []
        let corners = zip(Quad(mine.rect).corners, Quad(others.rect).corners)
        if corners.contains(where: { $0.distance(to: $1) > 1e-3 }) { found.append("rect") }
        switch (mine.kind, others.kind) {
        case (.line(let a), .line(let b)):
            if a.from.distance(to: b.from) + a.to.distance(to: b.to) > 1e-3 { found.append("ends") }
        case (.polygon(let a), .polygon(let b)):
            if zip(a.points, b.points).contains(where: { $0.distance(to: $1) > 1e-3 }) {
                found.append("corners")
            }
        default: break
        }
        return found
    }
}
