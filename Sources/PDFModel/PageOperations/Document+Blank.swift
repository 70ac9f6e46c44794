// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
public import Geometry
public import PDFSyntax

extension Document {
    /// A new document of two empty pages that lie in the file as a page does: the first is white,
    /// the second painted black.
    ///
    /// What a mark hides and what it adds is seen by placing it on both.
    ///
    /// - Parameter space: the page that both lie like.
    /// - Returns: the document; it has a base of its own, and all else as changes.
    /// - Throws: `internal` when our own base cannot be read.
    public static func whiteAndBlack(like space: PageSpace) throws(Fault) -> Document {
        var document = Document(try BaseFile(MemoryByteSource(Array(emptyFile.utf8))))
        let box = space.visibleBox
        var content = ContentWriter()
        content.operation("0 g")
        let numbers = [box.minX, box.minY, box.width, box.height].map { "\($0)" }
        content.operation(numbers.joined(separator: " ") + " re f")
        let black = try document.add(.stream(COSStream([:], data: content.bytes)))
        var kids: [COSObject] = []
        for contents in [nil, black] {
            var page: COSDictionary = [
                "Type": .name("Page"), "Parent": .reference(ObjectID(2)),
                "MediaBox": box.cosArray, "Rotate": .integer(space.rotation),
                "Resources": .dictionary([:]),
            ]
            if space.userUnit != 1 { page["UserUnit"] = .length(space.userUnit) }
            page["Contents"] = contents.map(COSObject.reference)
            kids.append(.reference(try document.add(.dictionary(page))))
        }
        document.set(
            ObjectID(2),
            .dictionary(["Type": .name("Pages"), "Kids": .array(kids), "Count": .integer(2)])
        )
        return document
    }

    /// A document without pages, with the offsets that its cross-reference names.
    private static let emptyFile = """
        %PDF-1.7
        1 0 obj
        <</Type/Catalog/Pages 2 0 R>>
        endobj
        2 0 obj
        <</Type/Pages/Kids[]/Count 0>>
        endobj
        xref
        0 3
        0000000000 65535 f\u{20}
        0000000009 00000 n\u{20}
        0000000054 00000 n\u{20}
        trailer
        <</Size 3/Root 1 0 R>>
        startxref
        100
        %%EOF

        """
}
