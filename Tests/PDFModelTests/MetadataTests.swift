// SPDX-License-Identifier: Apache-2.0
import PDFModel
import PDFSyntax
import Testing

@Suite struct MetadataTests {
    // MARK: Text strings (7.9.2.2)

    @Test(
        arguments: [
            ([0x41, 0xE9], "Aé"), ([0xFE, 0xFF, 0x67, 0x4E, 0x00, 0x41], "李A"),
            ([0xFF, 0xFE, 0x4E, 0x67, 0x41, 0x00], "李A"),
            ([0xEF, 0xBB, 0xBF, 0xE6, 0x9D, 0x8E], "李"),
            ([0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00], "😀"), ([], ""), ([0xFE, 0xFF], ""),
            ([0xFE, 0xFF, 0x00], ""), ([0xFE, 0xFF, 0xD8, 0x3D], "\u{FFFD}"),
            // A language in escapes: en-US.
            ([0xFE, 0xFF, 0, 0x1B, 0, 0x65, 0, 0x6E, 0, 0x55, 0, 0x53, 0, 0x1B, 0, 0x41], "A"),
            // As files have it: the letters of the language are single bytes.
            ([0xFE, 0xFF, 0, 0x1B, 0x6A, 0x61, 0, 0x1B, 0, 0x41], "A"),
            ([0xEF, 0xBB, 0xBF, 0x1B, 0x65, 0x6E, 0x1B, 0x41], "A"),
            // An escape without an end is no reason to lose the text.
            ([0xFE, 0xFF, 0, 0x1B, 0, 0x41, 0, 0x42], "\u{1B}AB"),
            // Annex D.2, where it is not Latin-1.
            ([0x18, 0x1F, 0x80, 0x92, 0x93, 0x9E, 0xA0], "\u{2D8}\u{2DC}•™ﬁž€"),
            ([0x7F, 0x9F, 0xAD], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0x0A, 0x09], "\n\t"),
        ] as [([UInt8], String)]
    )
    func textIsDecoded(bytes: [UInt8], text: String) {
        #expect(TextString.decode(bytes) == text)
    }

    @Test(arguments: ["", "Contract", "合同 Contract", "😀", "é", "a\nb", "\u{7F}", "€"])
    func whatIsEncodedIsDecodedAsItWas(text: String) {
        #expect(TextString.decode(TextString.encode(text)) == text)
    }

    @Test func plainTextStaysPlain() {
        #expect(TextString.encode("Li Lei (1)") == Array("Li Lei (1)".utf8))
        #expect(TextString.encode("é") == [0xFE, 0xFF, 0x00, 0xE9])
    }

    @Test func theDocumentEncodingIsKnownBothWays() throws {
        for byte in UInt8.min...UInt8.max where ![0x7F, 0x9F, 0xAD].contains(byte) {
            let text = TextString.decode([byte])
            #expect(TextString.documentEncoded(text) == [byte])
        }
        #expect(TextString.documentEncoded("李") == nil)
        #expect(TextString.documentEncoded("þÿ") == nil, "it would read as UTF-16")
        #expect(TextString.documentEncoded("€•ﬁ") == [0xA0, 0x80, 0x93])
    }

    // MARK: Information (14.3.3)

    @Test(arguments: [
        ("1.4", "/Version /1.7", "1.7"), ("1.7", "/Version /1.4", "1.7"), ("1.7", "", "1.7"),
        ("1.7", "/Version /2.0", "2.0"), ("2.0", "/Version /1.7", "2.0"),
        ("1.3", "/Version /foo", "1.3"), ("1.3", "/Version (1.7)", "1.3"),
        ("1.3", "/Version /9", "1.3"),
    ])
    func theNewerVersionCounts(header: String, entry: String, version: String) throws {
        var file = FileBuilder.onePage(catalog: entry)
        file.version = header
        #expect(try DocumentInfo(try file.document).version == version)
    }

    @Test func theInformationIsRead() throws {
        var file = FileBuilder.onePage(catalog: "/MarkInfo << /Marked true >>")
        file.objects.append(
            "<< /Title (Contract) /Author <FEFF674E> /Subject 7 /Producer 99 0 R "
                + "/CreationDate (D:20260131) >>"
        )
        file.trailer = "/Info 6 0 R"
        let info = try DocumentInfo(try file.document)
        #expect(info.title == "Contract")
        #expect(info.author == "李")
        #expect(info.subject == nil && info.producer == nil && info.creator == nil)
        #expect(info.created == "D:20260131")
        #expect(info.isTagged)
    }

    @Test func aDocumentWithoutInformationHasNone() throws {
        let info = try DocumentInfo(try FileBuilder.onePage().document)
        #expect(info.title == nil && info.modified == nil && !info.isTagged)
    }
}
