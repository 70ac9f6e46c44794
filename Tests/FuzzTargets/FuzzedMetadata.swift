// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import PDFModel
internal import PDFSyntax

/// Hostile bytes as what a document says of itself.
enum FuzzedMetadata {
    static func read(_ bytes: [UInt8]) {
        let text = TextString.decode(bytes)
        law(TextString.decode(TextString.encode(text)) == text, "Text does not come back.")
        if let plain = TextString.documentEncoded(text) {
            law(TextString.decode(plain) == text, "Text does not come back from its encoding.")
        }
        if let date = DocumentDate(text) {
            law(DocumentDate(date.pdfText) != nil, "What was written is no date.")
        }
        let file = Array(
            ("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/Metadata 3 0 R>>endobj "
                + "2 0 obj<</Kids[]/Count 0>>endobj 3 0 obj<</Length \(bytes.count)>>stream\n").utf8
        )
        let end = Array("\nendstream endobj\n".utf8)
        guard let base = try? BaseFile(MemoryByteSource(file + bytes + end)) else { return }
        var document = Document(base)
        guard let before = try? DocumentInfo(document) else { return }
        guard (try? document.setInfo([.title: "a<b", .created: "D:2026"])) != nil else { return }
        guard let after = try? DocumentInfo(document) else {
            return law(false, "What was changed cannot be read.")
        }
        law(after.title == "a<b", "The title is not what was set.")
        law(after.producer == before.producer, "What was not changed reads differently.")
    }
}
