// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// Marks as stamp annotations (ISO 32000-2, 12.5.6.12).
@Suite struct AnnotationMarkTests {
    private let details = MarkPlacer.AnnotationDetails(
        name: "0a1b",
        author: "李雷",
        modified: "D:20260131120000Z"
    )

    private func marked(
        _ document: Document,
        pages: [Int] = [0],
        in rect: Rect = Rect(x: 10, y: 20, width: 40, height: 20)
    ) throws -> Document {
        var placer = try MarkPlacer(document)
        let mark = try placer.embed(Marks.picture)
        for page in try PageTree(document).pages(at: pages) {
            _ = try placer.addAnnotation(mark, on: page, in: rect, details: details)
        }
        return placer.document
    }

    private func annotations(_ document: Document, page: Int = 0) throws -> [COSDictionary] {
        try (document.value("Annots", in: document.page(page).dictionary).array ?? []).map {
            try document.resolve($0).dictionary ?? [:]
        }
    }

    @Test func theAnnotationSaysWhatItIs() throws {
        let document = try marked(try FileBuilder.onePage().document).saved()
        let annotation = try #require(try annotations(document).first)
        #expect(annotation["Type"]?.name == "Annot")
        #expect(annotation["Subtype"]?.name == "Stamp")
        #expect(annotation["NM"]?.string == Array("0a1b".utf8))
        #expect(annotation["M"]?.string == Array("D:20260131120000Z".utf8))
        #expect(annotation["T"]?.string.map(TextString.decode) == "李雷")
        #expect(annotation["F"]?.integer == 4)
        #expect(annotation["P"] == .reference(ObjectID(3)))
        #expect(annotation["Rect"] == .array([10, 60, 50, 80].map(COSObject.integer)))
        #expect(try document.page(0).dictionary["Contents"] == .reference(ObjectID(4)))
    }

    @Test func theAppearanceIsAForm() throws {
        let document = try marked(try FileBuilder.onePage().document).saved()
        let annotation = try #require(try annotations(document).first)
        let appearances = try document.value("AP", in: annotation).dictionary ?? [:]
        let form = try #require(try document.value("N", in: appearances).stream)
        #expect(form.dictionary["Subtype"]?.name == "Form")
        #expect(form.dictionary["BBox"] == .array([0, 0, 2, 1].map(COSObject.integer)))
        #expect(form.dictionary["Matrix"] == nil)
    }

    @Test(arguments: [90, 180, 270])
    func theAppearanceIsUprightOnATurnedPage(rotation: Int) throws {
        let before = try FileBuilder.onePage("/Rotate \(rotation)").document
        let document = try marked(before)
        let page = try document.page(0)
        let annotation = try #require(try annotations(document).first)
        let appearances = try document.value("AP", in: annotation).dictionary ?? [:]
        let form = try #require(try document.value("N", in: appearances).stream)
        let numbers = form.dictionary["Matrix"]?.array?.compactMap(\.number) ?? []
        try #require(numbers.count == 6)
        // Up in the form must be up as seen: 12.5.5 adds nothing but scale and translation.
        let up = Point(x: numbers[2], y: numbers[3])
        let seen = page.space.pageToView
        let start = seen.apply(Point(x: 0, y: 0))
        let end = seen.apply(up)
        #expect(end.x - start.x == 0 && end.y - start.y == -1)
    }

    @Test(arguments: [
        ("/Annots [6 0 R]", 2), ("/Annots 7 0 R", 2), ("/Annots null", 1), ("", 1),
        ("/Annots 99 0 R", 1), ("/Annots [<< /Subtype /Link >>]", 2),
    ])
    func annotationsThatAreThereStay(entry: String, count: Int) throws {
        var file = FileBuilder.onePage(entry)
        file.objects += ["<< /Type /Annot /Subtype /Link >>", "[6 0 R]"]
        let before = try file.document
        let after = try marked(before)
        #expect(after.overlay[6] == nil && after.overlay[7] == nil)
        let all = try annotations(try after.saved())
        #expect(all.count == count)
        #expect(all.last?["Subtype"]?.name == "Stamp")
    }

    @Test func aListThatPagesShareIsNotGivenToBoth() throws {
        var file = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 100] >>",
            "<< /Type /Page /Annots 5 0 R >>",
            "<< /Type /Page /Annots 5 0 R >>",
            "[6 0 R]"
        )
        file.objects.append("<< /Type /Annot /Subtype /Link >>")
        let after = try marked(try file.document, pages: [1])
        #expect(try annotations(after, page: 0).count == 1)
        #expect(try annotations(after, page: 1).count == 2)
    }

    @Test func twoOnOnePageAreBothThere() throws {
        let once = try marked(try FileBuilder.onePage().document)
        #expect(try annotations(try marked(once)).count == 2)
        #expect(try annotations(try marked(try once.saved()).saved()).count == 2)
    }
}
