// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import PDFSyntax
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
