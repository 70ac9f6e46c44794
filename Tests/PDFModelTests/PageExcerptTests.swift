// SPDX-License-Identifier: Apache-2.0
import ByteSource
import PDFModel
import PDFSyntax
import Testing

@Suite struct PageExcerptTests {
    /// Two pages that share a font through what they inherit, and a third that nobody asks for.
    private static let book = FileBuilder(
        "<< /Type /Catalog /Pages 2 0 R /Names 10 0 R >>",
        """
        << /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /MediaBox [0 0 200 100]
        /Resources << /Font << /F 9 0 R >> >> /Rotate 90 >>
        """,
        "<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>",
        "<< /Type /Page /Parent 2 0 R /Contents [7 0 R] /Rotate 0 /UserUnit 2 >>",
        "<< /Type /Page /Parent 2 0 R /Contents 8 0 R >>",
        FileBuilder.stream("(one) Tj"),
        FileBuilder.stream("(two) Tj"),
        FileBuilder.stream("(three) Tj"),
        "<< /Type /Font /Parent 2 0 R >>",
        "<< /Dests 1 0 R >>"
    )

    private func reopened(_ document: Document, _ excerpt: [UInt8]) throws -> Document {
        Document(
            try BaseFile(ConcatenatedByteSource(document.base.source, MemoryByteSource(excerpt)))
        )
    }

    /// With its objects in object streams.
    private func packed(_ document: Document) throws -> [UInt8] {
        let sink = MemoryByteSink()
        _ = try document.write(to: sink, FileWritingOptions(form: .streams))
        return sink.bytes
    }

    @Test func itIsAFileOfThesePagesAlone() throws {
        let document = try Self.book.document
        let pages = try PageTree(document).pages(at: [1, 0])
        let bytes = try #require(try document.excerpt(of: pages))
        let excerpt = try reopened(document, bytes)
        #expect(!excerpt.base.isRebuilt)
        let found = try PageTree(excerpt).pages(at: [0, 1])
        #expect(found.map(\.space) == pages.map(\.space))
        #expect(found.map { $0.dictionary["Contents"] } == pages.map { $0.dictionary["Contents"] })
        for page in found {
            let fonts = page.dictionary["Resources"]?.dictionary?["Font"]?.dictionary
            let font = try excerpt.resolve(fonts?["F"]).dictionary
            #expect(font?["Type"]?.name == "Font")
        }
        let stream = try #require(try excerpt.object(ObjectID(7)).stream)
        #expect(try excerpt.decodedBytes(of: stream).bytes == Array("(two) Tj".utf8))
        // The third page, the catalog and what it leads to are not named.
        for number in [1, 2, 3, 4, 5, 8, 10] {
            #expect(try excerpt.object(ObjectID(number)) == .null)
        }
    }

    @Test func objectsInStreamsAreFoundThroughTheirStream() throws {
        let plain = try Self.book.document
        let packed = Document(try BaseFile(MemoryByteSource(packed(plain))))
        let pages = try PageTree(packed).pages(at: [2])
        let bytes = try #require(try packed.excerpt(of: pages))
        let excerpt = try reopened(packed, bytes)
        let found = try PageTree(excerpt).page(at: 0)
        #expect(found.space == pages[0].space)
        let contents = try #require(try excerpt.resolve(found.dictionary["Contents"]).stream)
        #expect(try excerpt.decodedBytes(of: contents).bytes == Array("(three) Tj".utf8))
    }

    @Test func aDamagedFileIsReadWhole() throws {
        let bytes = Array(
            String(decoding: Self.book.bytes, as: UTF8.self).replacing("xref", with: "xxxx").utf8
        )
        let document = Document(try BaseFile(MemoryByteSource(bytes)))
        #expect(document.base.isRebuilt)
        let pages = try PageTree(document).pages(at: [0])
        #expect(try document.excerpt(of: pages) == nil)
    }

    @Test func aPageThatUsesVeryManyObjectsIsReadWhole() throws {
        var file = FileBuilder.onePage()
        let first = file.objects.count + 1
        for _ in 0..<2_100 { file.objects.append("<< >>") }
        let states = (0..<2_100).map { "/G\($0) \(first + $0) 0 R" }.joined(separator: " ")
        file.objects[4] = "<< /ExtGState << \(states) >> >>"
        let document = try file.document
        let pages = try PageTree(document).pages(at: [0])
        #expect(try document.excerpt(of: pages) == nil)
    }
}
