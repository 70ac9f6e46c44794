// SPDX-License-Identifier: Apache-2.0
import ByteSource
import PDFSyntax
import Testing

@testable import PDFModel

/// Whole new files of damaged ones have page trees as they should be.
@Suite struct TidiedTreeTests {
    /// A document whose cross-reference had to be rebuilt.
    private func damaged(_ objects: String...) throws -> Document {
        var text = "%PDF-1.4\n"
        for (index, object) in objects.enumerated() {
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        text += "trailer\n<< /Root 1 0 R >>\n"
        let document = Document(try BaseFile(MemoryByteSource(Array(text.utf8))))
        #expect(document.base.isRebuilt)
        return document
    }

    @Test func typesBecomeWhatPagesAndNodesAreReadAs() throws {
        var document = try damaged(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [3 0 R 4 0 R] /Count 2 >>",
            "<< /Type /Pag /Parent 2 0 R >>",
            "<< /Subtype /Widget /Parent 2 0 R >>"
        )
        let before = try PageTree(document).count()
        try document.tidyPageTree()
        #expect(try document.dictionary(2)["Type"] == .name("Pages"))
        #expect(try document.dictionary(3)["Type"] == .name("Page"))
        #expect(try document.dictionary(4)["Type"] == .name("Page"))
        #expect(try document.dictionary(4)["Subtype"] == .name("Widget"))
        #expect(try PageTree(document).count() == before)
    }

    @Test func streamsAndMissingPagesBecomeDictionaries() throws {
        var document = try damaged(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>",
            "<< /Type /Page /Tag 1 /Length 2 >>\nstream\n0g\nendstream"
        )
        let before = try PageTree(document).count()
        try document.tidyPageTree()
        #expect(try document.object(ObjectID(3)).stream == nil)
        #expect(try document.dictionary(3)["Tag"] == .integer(1))
        let kids = try #require(try document.dictionary(2)["Kids"]?.array)
        let missing = try #require(kids.last?.reference)
        #expect(try document.dictionary(missing.number)["Type"] == .name("Page"))
        #expect(try PageTree(document).count() == before)
    }

    @Test func pagesHaveNoKidsAndNodesHaveAnArrayOfThem() throws {
        var document = try damaged(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids 3 0 R /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /Kids << /A 1 >> /MediaBox [0 0 30 40] >>"
        )
        #expect(try document.seenPages().map(\.size) == [[30, 40]])
        try document.tidyPageTree()
        #expect(try document.dictionary(2)["Kids"] == .array([.reference(ObjectID(3))]))
        #expect(try document.dictionary(3)["Kids"] == nil)
        #expect(try document.seenPages().map(\.size) == [[30, 40]])
        #expect(try document.treeFaults() == [])
    }

    @Test func contentsKeepOnlyStreams() throws {
        var document = try damaged(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
            "<< /Type /Page /Contents [9 0 R 6 0 R << >>] >>",
            "<< /Type /Page /Contents << /Length 47 >> >>",
            "<< /Type /Page /Contents 6 0 R >>",
            FileBuilder.stream("0 g")
        )
        try document.tidyPageTree()
        #expect(try document.dictionary(3)["Contents"] == .array([.reference(ObjectID(6))]))
        #expect(try document.dictionary(4)["Contents"] == nil)
        #expect(try document.dictionary(5)["Contents"] == .reference(ObjectID(6)))
    }

    @Test func aTreeThatRunsInACircleHasAnEnd() throws {
        var document = try damaged(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [3 0 R 2 0 R] /Count 2 >>",
            "<< /Kids [2 0 R 4 0 R] >>",
            "<< /Parent 3 0 R >>"
        )
        try document.tidyPageTree()
        #expect(try document.dictionary(4)["Type"] == .name("Page"))
    }

    @Test func aSoundFileStaysAsItIs() throws {
        var document = try FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [3 0 R] /Count 1 >>",
            "<< /Parent 2 0 R >>"
        ).document
        try document.tidyPageTree()
        #expect(!document.isChanged)
    }

    @Test(arguments: ["2 0 R", "<< /MediaBox [0 0 30 40] >>", "1 0 R /MediaBox [0 0 30 40]"])
    func aPageWithoutATreeGetsOne(pages: String) throws {
        let single = try FileBuilder(
            "<< /Type /Catalog /Pages \(pages) >>",
            "<< /MediaBox [0 0 30 40] >>"
        ).document
        let part = try single.keepingPages([0])
        #expect(try part.seenPages().map(\.size) == [[30, 40]])
        #expect(try part.treeFaults() == [])
        let other = try FileBuilder.onePage().document
        let merged = try Document.merging([
            MergeSource(single, name: "a"), MergeSource(other, name: "b"),
        ]).document
        #expect(try merged.absorbingImports().saved().seenPages().count == 2)
        #expect(try merged.seenPages().map(\.size) == [[30, 40], [200, 100]])
        #expect(try merged.treeFaults() == [])
    }
}
