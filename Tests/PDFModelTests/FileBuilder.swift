// SPDX-License-Identifier: Apache-2.0
import ByteSource
import PDFModel
import PDFSyntax

/// A PDF file from the text of its objects, numbered from 1; the first is the catalog.
struct FileBuilder {
    var objects: [String]
    var trailer = ""
    var version = "1.7"

    init(_ objects: String...) { self.objects = objects }

    /// A stream object.
    static func stream(_ content: String, _ entries: String = "") -> String {
        "<< /Length \(content.utf8.count) \(entries) >>\nstream\n\(content)\nendstream"
    }

    /// Five objects: a catalog, a page tree and one page with content of 5 and resources.
    static func onePage(
        _ page: String = "",
        content: String = "0 0 m",
        catalog: String = ""
    ) -> FileBuilder {
        FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] >>",
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R \(page) >>",
            stream(content),
            "<< /Font << >> >>"
        )
    }

    /// A document with objects from 2, the root of its page tree, on.
    static func tree(_ objects: String...) throws -> Document {
        var file = FileBuilder("<< /Type /Catalog /Pages 2 0 R >>")
        file.objects += objects
        return try file.document
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        var text = "%PDF-\(version)\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(trailer) >>\n"
        text += "startxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// The file, opened.
    var document: Document {
        get throws { Document(try BaseFile(MemoryByteSource(bytes))) }
    }
}

extension Document {
    /// The document as it is after saving and opening again.
    func saved() throws -> Document {
        Document(
            try BaseFile(ConcatenatedByteSource(base.source, MemoryByteSource(try delta())))
        )
    }

    /// The dictionary of an object.
    func dictionary(_ number: Int) throws -> COSDictionary {
        try object(ObjectID(number)).dictionary ?? [:]
    }

    /// The page of an index, as the tree finds it.
    func page(_ index: Int) throws -> Page { try PageTree(self).page(at: index) }

    /// The XObjects that a page's resources name.
    func markNames(on page: Page) throws -> [COSName: COSObject] {
        let resources = try value("Resources", in: page.dictionary).dictionary ?? [:]
        let objects = try value("XObject", in: resources).dictionary ?? [:]
        return Dictionary(uniqueKeysWithValues: objects.entries.map { ($0.key, $0.value) })
    }

    /// The streams of a page's content, decoded, as text.
    func contents(of page: Page) throws -> [String] {
        let contents = try value("Contents", in: page.dictionary)
        return try (contents.array ?? [contents]).map { element in
            guard let stream = try resolve(element).stream else { return "" }
            return String(decoding: try decodedBytes(of: stream).bytes, as: UTF8.self)
        }
    }
}
