// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// Annotations become content (ISO 32000-2, 12.5.5).
@Suite struct FinishingTests {
    @Test(arguments: AnnotationSamples.geometries)
    func allThatShowsBecomesContent(geometry: AnnotationSamples.Geometry) throws {
        var document = try geometry.document
        try document.add(AnnotationSamples.all)
        let result = try document.finishingAnnotations(onPages: [0])
        let saved = try result.document.saved()
        let page = try saved.page(0)
        let left = try saved.annotations(of: page)
        // The hidden answer went with what it answers.
        #expect(left.map(\.id) == ["link", "jump"])
        #expect(result.count == AnnotationSamples.all.count - 2)
        let marks = try saved.markNames(on: page)
        #expect(marks.count == 1)
        let form = try #require(try saved.resolve(marks.values.first).stream)
        let content = String(decoding: try saved.decodedBytes(of: form).bytes, as: UTF8.self)
        let drawn = content.split(separator: "\n").filter { $0.hasSuffix(" Do") }
        #expect(drawn.count == AnnotationSamples.all.count - 3)
    }

    /// 12.5.2 forbids that pages share an annotation, and files have it.
    @Test(arguments: [[0], [0, 1]])
    func pagesThatShareAnAnnotationAllKeepWhatItShows(pages: [Int]) throws {
        var file = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 100] >>",
            "<< /Type /Page /Parent 2 0 R /Annots [5 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /Annots [5 0 R] >>",
            "<< /Subtype /Stamp /NM (a) /P 3 0 R /Rect [20 10 60 90] /AP << /N 6 0 R >> >>"
        )
        file.objects.append(FileBuilder.stream("0 0 9 9 re f", "/BBox [0 0 10 20]"))
        let result = try (try file.document).finishingAnnotations(onPages: pages)
        #expect(result.count == pages.count)
        let saved = try result.document.saved()
        for index in 0..<2 {
            let page = try saved.page(index)
            let isFinished = pages.contains(index)
            #expect(try saved.markNames(on: page).count == (isFinished ? 1 : 0))
            #expect(try saved.annotations(of: page).map(\.id) == (isFinished ? [] : ["a"]))
        }
        #expect(try (saved.object(ObjectID(5)) == .null) == (pages.count == 2))
    }

    @Test func onlyTheChosenAreFinished() throws {
        var document = try FileBuilder.onePage().document
        try document.add(AnnotationSamples.all)
        let result = try document.finishingAnnotations(onPages: [0], ids: ["ink", "link"])
        #expect(result.finished == [0: ["ink"]])
        let left = try result.document.annotations(of: try result.document.page(0))
        #expect(left.count == AnnotationSamples.all.count - 1)
    }

    @Test func hiddenOnesAndFieldsStay() throws {
        let form = "/AP << /N 6 0 R >>"
        var file = FileBuilder.onePage(
            "/Annots [<< /Subtype /Stamp /F 2 /Rect [0 0 10 10] \(form) >> "
                + "<< /Subtype /Widget /Rect [0 0 10 10] \(form) >> "
                + "<< /Subtype /Stamp /F 32 /Rect [0 0 10 10] \(form) >>]"
        )
        file.objects.append(FileBuilder.stream("0 0 9 9 re f", "/BBox [0 0 10 10]"))
        let document = try file.document
        let result = try document.finishingAnnotations(onPages: [0])
        #expect(result.count == 0)
        #expect(!result.document.isChanged)
    }

    @Test func theAppearanceFillsItsRectAsReadersDrawIt() throws {
        var file = FileBuilder.onePage(
            "/Annots [<< /Subtype /Stamp /Rect [20 10 60 90] /AP << /N 6 0 R >> >>]"
        )
        file.objects.append(
            FileBuilder.stream("0 0 9 9 re f", "/BBox [0 0 10 20] /Matrix [0 1 -1 0 3 4]")
        )
        let result = try (try file.document).finishingAnnotations(onPages: [0])
        let page = try result.document.page(0)
        let mark = try #require(try result.document.markNames(on: page).values.first)
        let form = try #require(try result.document.resolve(mark).stream)
        let content = try result.document.decodedBytes(of: form).bytes
        // The turned box reaches from -17 to 3 and from 4 to 14.
        #expect(
            String(decoding: content, as: UTF8.self)
                == "q\n2 0 0 8 54 -22 cm\n/A0 Do\nQ\n"
        )
    }
}
