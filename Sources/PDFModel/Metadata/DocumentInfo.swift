// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// What the document says of itself (ISO 32000-2, 14.3.3).
public struct DocumentInfo: Sendable, Hashable {
    /// As in "1.7": the catalog's word where it is newer than the header's (7.5.2).
    public var version: String
    /// The title.
    public var title: String?
    /// Who wrote it.
    public var author: String?
    /// What it is about.
    public var subject: String?
    /// Words to find it by.
    public var keywords: String?
    /// The program that wrote the original.
    public var creator: String?
    /// The program that made the PDF file.
    public var producer: String?
    /// As in `D:20260131120000Z`.
    public var created: String?
    /// As in `D:20260131120000Z`.
    public var modified: String?
    /// Whether the content is tagged for accessibility (14.7).
    public var isTagged: Bool

    /// Reads the information dictionary, the XMP packet for what that lacks, and the catalog.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public init(_ document: Document) throws(Fault) {
        let catalog = try document.catalog()
        let info = try document.resolve(document.trailer["Info"]).dictionary ?? [:]
        let packet = try document.xmpPacket()
        func text(_ field: Field) throws(Fault) -> String? {
            let given = try document.value(field.key, in: info).string.map(TextString.decode)
            if let given, !given.isEmpty { return given }
            guard let told = packet?.properties[field]?.value, !told.isEmpty else { return given }
            return field.isDate ? DocumentDate(told)?.pdfText ?? told : told
        }
        title = try text(.title)
        author = try text(.author)
        subject = try text(.subject)
        keywords = try text(.keywords)
        creator = try text(.creator)
        producer = try text(.producer)
        created = try text(.created)
        modified = try text(.modified)
        let header = document.base.headerVersion ?? ""
        let newer = try document.value("Version", in: catalog).name?.latin1 ?? ""
        version = Self.isVersion(newer) && newer > header ? newer : header
        let marks = try document.value("MarkInfo", in: catalog).dictionary ?? [:]
        isTagged = try document.value("Marked", in: marks).boolean ?? false
    }

    /// As in 1.7 or 2.0: two digits with a point between, which compare as text.
    private static func isVersion(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 3 && bytes[1] == UInt8(ascii: ".")
            && [bytes[0], bytes[2]].allSatisfy { (0x30...0x39).contains($0) }
    }
}
