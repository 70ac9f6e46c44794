// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import PDFSyntax
import Testing

@testable import PDFModel

/// Files inside the document (ISO 32000-2, 7.11).
@Suite struct AttachmentTests {
    private static let hello = FileBuilder.stream(
        "hello",
        """
        /Type /EmbeddedFile /Subtype /text#2Fplain /Params << /Size 5
        /CreationDate (D:20260131120000Z) /ModDate (nonsense)
        /CheckSum <5D41402ABC4B2A76B9719D911017C592> >>
        """
    )

    /// The attachments of a document whose objects from 4 on are these.
    private func document(
        catalog: String = "",
        page: String = "",
        _ objects: String...
    ) throws -> Document {
        try FileBuilder.pages(1, page: page, catalog: catalog, objects).document
    }

    @Test func everythingThatTheFileSaysIsTold() throws {
        let document = try document(
            catalog: "/Names << /EmbeddedFiles << /Names [(key) 5 0 R] >> >>",
            Self.hello,
            """
            << /Type /Filespec /F (old.txt) /UF <FEFF4F60002E007400780074> /Desc (What it is)
            /AFRelationship /Data /EF << /F 4 0 R >> >>
            """
        )
        let (files, diagnostics) = try document.attachments()
        let file = try #require(files.first)
        #expect(files.count == 1 && diagnostics.isEmpty)
        #expect(file.name == "你.txt" && file.fileName == "你.txt")
        #expect(file.description == "What it is" && file.relationship == "Data")
        #expect(file.mimeType == "text/plain" && file.statedBytes == 5)
        #expect(file.created?.isoText == "2026-01-31T12:00:00Z" && file.modified == nil)
        #expect(file.checksum?.count == 16 && file.holder == .document)
        let sink = MemoryByteSink()
        #expect(try document.write(file, to: sink) == [])
        #expect(sink.bytes == Array("hello".utf8))
    }

    @Test func filesOfAllPlacesAreFoundOnce() throws {
        let specification = "<< /F (a.txt) /EF << /F 4 0 R >> >>"
        let document = try document(
            catalog: """
                /Names << /EmbeddedFiles << /Kids [<< /Names [(k) 6 0 R] >>] >> >>
                /AF [6 0 R 7 0 R]
                """,
            page: """
                /Annots [<< /Subtype /FileAttachment /FS 8 0 R /Contents (Read me) >>
                << /Subtype /FileAttachment /FS \(specification) >> << /Subtype /Link >>]
                /AF [9 0 R]
                """,
            Self.hello,
            Self.hello,
            specification,
            "<< /UF (b.txt) /EF << /UF 5 0 R >> >>",
            "<< /F (c.txt) /EF << /F 10 0 R >> >>",
            "<< /F (outside.txt) >>",
            Self.hello
        )
        let (files, diagnostics) = try document.attachments()
        #expect(files.map(\.name) == ["a.txt", "b.txt", "c.txt"])
        #expect(files.map(\.holder) == [.document, .document, .page(index: 0)])
        #expect(files[2].description == "Read me")
        #expect(diagnostics.isEmpty)
    }

    @Test func whatIsMissingOrDamagedIsTold() throws {
        let document = try document(
            catalog: "/Names << /EmbeddedFiles << /Names [(a) 99 0 R (b) 5 0 R (c) 6 0 R] >> >>",
            FileBuilder.stream("hello", "/Params << /Size 7 /CheckSum <00> >>"),
            "<< /F (b) /EF << /F 4 0 R >> >>",
            "<< /F (c) /EF << /F 7 0 R >> >>",
            FileBuilder.stream("no zlib", "/Filter /FlateDecode /Params << /Size -3 >>"),
        )
        let (files, diagnostics) = try document.attachments()
        #expect(files.map(\.name) == ["b", "c"])
        #expect(files.map(\.checksum) == [nil, nil] && files[1].statedBytes == nil)
        #expect(diagnostics.map(\.message) == ["An attachment is not in the file."])
        let sink = MemoryByteSink()
        let told = try document.write(files[0], to: sink)
        #expect(told.map(\.message) == ["b has 5 bytes, not 7 as the document says."])
        let lost = try document.write(files[1], to: sink)
        #expect(lost.map(\.severity) == [.lost])
    }

    @Test func anotherChecksumIsTold() throws {
        let document = try document(
            catalog: "/AF [5 0 R]",
            FileBuilder.stream(
                "hello",
                "/Params << /CheckSum <\(String(repeating: "00", count: 16))> >>"
            ),
            "<< /F (b) /EF << /F 4 0 R >> >>"
        )
        let file = try #require(try document.attachments().files.first)
        let told = try document.write(file, to: MemoryByteSink())
        #expect(told.map(\.message) == ["b has another checksum than the document says."])
    }

    @Test func aLimitHolds() throws {
        let zeros = [UInt8](repeating: 0, count: 3 << 20)
        var document = try document(
            catalog: "/AF [4 0 R]",
            "<< /F (z) /EF << /F 5 0 R >> >>",
            "null"
        )
        for stream in [
            COSStream.deflated([:], zeros), COSStream([:], data: zeros),
        ] {
            document.set(ObjectID(5), .stream(stream))
            let file = try #require(try document.attachments().files.first)
            #expect(try document.bytes(of: file, limit: zeros.count) == zeros)
            let refusal = #expect(throws: Fault.self) {
                try document.bytes(of: file, limit: zeros.count - 1)
            }
            #expect(refusal?.code == .limitExceeded)
        }
    }

    @Test(arguments: [
        ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("C:\\Windows\\x.exe", "x.exe"),
        ("/", "attachment"), ("", "attachment"), ("..", "attachment"), (".bashrc", "bashrc"),
        ("a/", "a"), ("a\u{202E}gpj.exe", "agpj.exe"), ("a\nb\0.txt", "ab.txt"),
        ("what?*.txt", "what__.txt"), (" a. ", "a"), ("发票.pdf", "发票.pdf"),
        ("a:b", "a_b"),
    ])
    func namesAreSafe(given: String, expected: String) {
        #expect(AttachmentNames.safe(given) == expected)
    }

    @Test func aLongNameKeepsItsExtension() {
        let name = AttachmentNames.safe(String(repeating: "长", count: 200) + ".html")
        #expect(name.utf8.count <= 255 && name.hasSuffix("长.html"))
    }

    @Test func noTwoFilesHaveOneName() {
        var names = AttachmentNames()
        let found = ["a.txt", "A.TXT", "x/a.txt", "a (2).txt", "b"].map { names.name(for: $0) }
        #expect(found == ["a.txt", "A (2).TXT", "a (3).txt", "a (2) (2).txt", "b"])
        let many = (0..<20_000).map { _ in names.name(for: String(repeating: "z", count: 300)) }
        #expect(Set(many).count == many.count)
        #expect(many.allSatisfy { $0.utf8.count <= 255 })
    }
}
