// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Ink
import PDFModel
import PDFSyntax
import SeededNumbers
import Testing

/// Adding, replacing and removing, among annotations of other programs.
@Suite struct AnnotationEditingTests {
    /// A page with a highlight with keys of its own, an answer to it, a window, a form field and a
    /// kind that is not known.
    private func foreign() throws -> Document {
        var file = FileBuilder.onePage(
            "/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R null << /Subtype /Square "
                + "/Rect [150 10 190 40] /Mine (kept) >>]"
        )
        file.objects += [
            "<< /Type /Annot /Subtype /Highlight /Rect [10 50 60 64] /C [1 1 0] /Mine [1 2] "
                + "/QuadPoints [10 64 60 64 10 50 60 50] /Popup 8 0 R /Contents (a\\rb) >>",
            "<< /Type /Annot /Subtype /Text /Rect [70 50 90 70] /IRT 6 0 R /NM (second) >>",
            "<< /Type /Annot /Subtype /Popup /Rect [100 0 180 40] /Parent 6 0 R >>",
            "<< /Type /Annot /Subtype /Widget /Rect [10 10 60 30] /FT /Tx /T (field) >>",
            "<< /Type /Annot /Subtype /Sound /Rect [70 10 90 30] /Sound 4 0 R >>",
        ]
        return try file.document
    }

    private func annotations(_ document: Document) throws -> [Annotation] {
        try document.annotations(of: try document.page(0))
    }

    @Test func everyKindIsTold() throws {
        let found = try annotations(try foreign())
        #expect(found.map(\.subtype) == ["Highlight", "Text", "Sound", "Square"])
        #expect(found.map(\.id) == ["object-6", "second", "object-10", "place-6"])
        #expect(found[0].contents == "a\nb")
        #expect(found[0].popup?.rect == Rect(x: 100, y: 60, width: 80, height: 40))
        #expect(found[1].reply == AnnotationReply(to: "object-6"))
        #expect(found[2].kind == .other("Sound"))
        #expect(found[0].rect == Rect(x: 10, y: 36, width: 50, height: 14))
    }

    @Test func keysOfOthersStay() throws {
        var document = try foreign()
        for var annotation in try annotations(document) {
            annotation.author = "Somebody"
            try document.replace(annotation)
        }
        let saved = try document.saved()
        #expect(try annotations(saved).allSatisfy { $0.author == "Somebody" })
        #expect(try annotations(saved).map(\.id) == annotations(foreign()).map(\.id))
        #expect(try saved.dictionary(6)["Mine"] == .array([.integer(1), .integer(2)]))
        #expect(try saved.dictionary(6)["AP"] == nil)
        #expect(try saved.dictionary(10)["Sound"] == .reference(ObjectID(4)))
        let last = try saved.value("Annots", in: saved.page(0).dictionary).array?.last
        #expect(try saved.resolve(last).dictionary?["Mine"] == .string(Array("kept".utf8)))
    }

    @Test func removingTakesWindowsAndAnswersAlong() throws {
        var document = try foreign()
        let gone = try document.remove(["object-6"], onPage: 0)
        #expect(gone == ["object-6", "second"])
        let saved = try document.saved()
        #expect(try annotations(saved).map(\.subtype) == ["Sound", "Square"])
        let left = try saved.value("Annots", in: saved.page(0).dictionary).array ?? []
        #expect(left.compactMap(\.reference) == [ObjectID(9), ObjectID(10)])
        #expect(try saved.object(ObjectID(8)) == .null)
    }

    @Test func removingTheLastLeavesTheOthersNames() throws {
        var document = try FileBuilder.onePage().document
        try document.add(AnnotationSamples.all)
        let before = document
        try document.remove(["ink", "polygon"], onPage: 0)
        let names = try annotations(document).map(\.id)
        #expect(
            names == (try annotations(before).map(\.id).filter { $0 != "ink" && $0 != "polygon" })
        )
    }

    /// Two pages that share an annotation with its window, though 12.5.2 forbids it.
    private func shared() throws -> Document {
        try FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 100] >>",
            "<< /Type /Page /Parent 2 0 R /Annots 7 0 R >>",
            "<< /Type /Page /Parent 2 0 R /Annots 7 0 R >>",
            "<< /Subtype /Text /NM (a) /P 3 0 R /Rect [20 10 40 30] /Popup 6 0 R >>",
            "<< /Subtype /Popup /Rect [50 10 90 30] /Parent 5 0 R >>",
            "[5 0 R 6 0 R]"
        ).document
    }

    @Test(arguments: [0, 1])
    func whatPagesShareLeavesThePageThatIsNamed(page: Int) throws {
        var document = try shared()
        let before = try document.annotations(of: try document.page(1 - page))
        #expect(try document.remove(["a"], onPage: page) == ["a"])
        for state in [document, try document.saved()] {
            #expect(try state.annotations(of: try state.page(page)).isEmpty)
            let others = try state.annotations(of: try state.page(1 - page))
            #expect(others.map(\.id) == ["a"])
            #expect(others.map(\.popup) == before.map(\.popup))
        }
        // From the last page too, it is gone.
        var saved = try document.saved()
        try saved.remove(["a"], onPage: 1 - page)
        for index in 0..<2 {
            #expect(try saved.saved().annotations(of: try saved.page(index)).isEmpty)
        }
    }

    @Test func whatWasAddedLeavesNothingBehind() throws {
        var document = try shared()
        let added = try document.add(
            Annotation(
                pageIndex: 1,
                kind: .rectangle,
                rect: Rect(x: 10, y: 10, width: 20, height: 20),
                color: .red
            )
        )
        let page = try document.page(1)
        let object = try #require(
            try document.value("Annots", in: page.dictionary).array?.last?.reference
        )
        try document.remove(added)
        #expect(try document.object(object) == .null)
    }

    /// What has no /Rect, or something else in its place, is nowhere until it is moved.
    @Test(arguments: ["", "/Rect [1 2 3]", "/Rect null", "/Rect (here)"])
    func whatHasNoPlaceGetsOneWhenItIsMoved(rect: String) throws {
        for kind in ["/Text", "/Square", "/Sound", "/Highlight /QuadPoints [9 20 30 20 9 9 30 9]"] {
            var document = try FileBuilder.onePage(
                "/Annots [<< /Subtype \(kind) \(rect) /NM (a) >>]"
            ).document
            let before = try #require(try annotations(document).first)
            let moved = try document.replace(before.moved(x: 12, y: 5))
            for state in [document, try document.saved()] {
                let found = try #require(try annotations(state).first)
                #expect(found.kind == moved.kind)
                #expect(abs(found.rect.x - before.rect.x - 12) < 1e-4, "\(kind)")
                #expect(abs(found.rect.y - before.rect.y - 5) < 1e-4, "\(kind)")
                let list = try state.value("Annots", in: state.page(0).dictionary).array
                let dictionary = try #require(try state.resolve(list?.first).dictionary)
                #expect(try state.value("Rect", in: dictionary).array?.count == 4)
            }
        }
    }

    @Test func inkIsReadAsItWasAddedToAThousandthOfAPoint() throws {
        var random = SplitMix(seed: 3)
        for (page, unit) in [("", 1.0), ("/Rotate 90", 1), ("/UserUnit 7.5 /Rotate 270", 7.5)] {
            var document = try FileBuilder.onePage(page).document
            let stroke = (0..<50).map { index in
                StrokePoint(
                    x: random.double(in: 10...90),
                    y: random.double(in: 10...90),
                    pressure: random.double(in: 0...1),
                    milliseconds: Double(index) * 8.3333333
                )
            }
            let added = try document.add(
                Annotation(pageIndex: 0, kind: .ink(.init([stroke])), color: .black, width: 2)
            )
            let read = try #require(try annotations(try document.saved()).first)
            #expect(read.kind == added.kind, "unit \(unit)")
            guard case .ink(let ink) = read.kind else {
                Issue.record("The ink is something else.")
                continue
            }
            for (point, drawn) in zip(ink.strokes[0], stroke) {
                #expect(abs(point.x - drawn.x) < 0.00051 && abs(point.y - drawn.y) < 0.00051)
                #expect(abs(point.pressure - drawn.pressure) < 0.00051)
                #expect(abs((point.milliseconds ?? -1) - (drawn.milliseconds ?? 0)) < 0.00051)
            }
            // Once more changes nothing.
            let state = document
            try document.replace(read)
            #expect(document.overlay == state.overlay)
        }
    }

    @Test func aWindowComesAndGoes() throws {
        var document = try foreign()
        var note = try #require(try annotations(document).first { $0.id == "second" })
        note.popup = AnnotationPopup(rect: Rect(x: 5, y: 5, width: 50, height: 20))
        try document.replace(note)
        #expect(try annotations(document).first { $0.id == "second" }?.popup == note.popup)
        note.popup = nil
        try document.replace(note)
        #expect(try annotations(document).first { $0.id == "second" }?.popup == nil)
        #expect(try annotations(document).count == 4)
    }

    @Test func namesAreGivenOnce() throws {
        var document = try FileBuilder.onePage().document
        let note = Annotation(
            pageIndex: 0,
            kind: .note(.init()),
            rect: Rect(x: 1, y: 1, width: 0, height: 0)
        )
        let first = try document.add(note)
        let second = try document.add(note)
        #expect(!first.id.isEmpty && first.id != second.id)
        #expect(first.rect.size == Size(width: 20, height: 20))
        let taken = #expect(throws: Fault.self) { try document.add(first) }
        #expect(taken?.code == .usage)
    }

    @Test(arguments: [
        (
            Annotation(pageIndex: 0, kind: .textMarkup(.init(.highlight, quads: []))),
            FaultCode.usage
        ),
        (Annotation(pageIndex: 0, kind: .ink(.init([[]]))), .usage),
        (Annotation(pageIndex: 0, kind: .rectangle), .usage),
        (
            Annotation(
                pageIndex: 0,
                kind: .rectangle,
                rect: Rect(x: 300, y: 0, width: 10, height: 10)
            ), .outsidePage
        ),
        (
            Annotation(
                pageIndex: 0,
                kind: .rectangle,
                rect: Rect(x: .nan, y: 0, width: 10, height: 10)
            ), .usage
        ),
        (
            Annotation(
                pageIndex: 3,
                kind: .rectangle,
                rect: Rect(x: 0, y: 0, width: 10, height: 10)
            ), .notFound
        ),
        (
            Annotation(
                pageIndex: 0,
                kind: .freeText(.init()),
                rect: Rect(x: 0, y: 0, width: 40, height: 20),
                contents: "张"
            ), .unsupported
        ),
        (Annotation(pageIndex: 0, kind: .other("Sound")), .unsupported),
        (
            Annotation(
                pageIndex: 0,
                kind: .note(.init()),
                reply: AnnotationReply(to: "nobody")
            ), .notFound
        ),
    ])
    func whatCannotBeDrawnIsRefused(annotation: Annotation, code: FaultCode) throws {
        var document = try FileBuilder.onePage().document
        let before = document.isChanged
        let fault = #expect(throws: Fault.self) { try document.add(annotation) }
        #expect(fault?.code == code)
        #expect(document.isChanged == before)
    }

    @Test func aBoxGrowsWithItsText() throws {
        var document = try FileBuilder.onePage().document
        let box = Rect(x: 10, y: 10, width: 60, height: 16)
        var text = Annotation(pageIndex: 0, kind: .freeText(.init()), rect: box, contents: "one")
        text = try document.add(text)
        #expect(text.rect.height > 16 && text.rect.y == 10)
        let height = text.rect.height
        text.contents = "one two three four five"
        text = try document.replace(text)
        #expect(text.rect.height > height && text.rect.width == 60)
    }

    @Test(arguments: [
        [10.0, 64, 60, 64, 10, 50, 60, 50], [10, 50, 60, 50, 60, 64, 10, 64],
        [10, 50, 60, 50, 10, 64, 60, 64], [10, 64, 60, 64, 60, 50, 10, 50],
    ])
    func quadsOfEveryOrderAreUnderstood(numbers: [Double]) throws {
        let words = numbers.map { "\($0)" }.joined(separator: " ")
        let document = try FileBuilder.onePage(
            "/Annots [<< /Subtype /Highlight /Rect [10 50 60 64] /QuadPoints [\(words)] >>]"
        ).document
        let quad = Quad(Rect(x: 10, y: 36, width: 50, height: 14))
        #expect(
            try annotations(document).first?.kind == .textMarkup(.init(.highlight, quads: [quad]))
        )
    }
}
