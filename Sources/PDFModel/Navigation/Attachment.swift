// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

/// A file inside the document (ISO 32000-2, 7.11.4), without its bytes.
public struct Attachment: Sendable, Hashable {
    /// Where in the document it hangs.
    public enum Holder: Sendable, Hashable {
        /// The document, by a name or as an associated file (7.7.4, 14.13).
        case document
        /// A page, as an annotation (12.5.6.15) or as an associated file.
        case page(index: Int)
    }

    /// The name as the document gives it, which may hold anything, folders too.
    public var name: String
    /// A name for the disk: without folders, without characters that mislead, never empty, and
    /// no other attachment of the document has it.
    public var fileName: String
    /// Where it hangs first.
    public var holder: Holder
    /// What it is, for people.
    public var description: String?
    /// What it is to the document (table 43), such as Data or Source.
    public var relationship: String?
    /// Its kind, such as text/plain, as the document says.
    public var mimeType: String?
    /// How many bytes it has, as the document says; only reading it tells.
    public var statedBytes: Int?
    /// When it was made.
    public var created: DocumentDate?
    /// When it was last changed.
    public var modified: DocumentDate?
    /// The MD5 digest of its bytes, as the document says: 16 bytes.
    public var checksum: [UInt8]?
    /// Where its bytes are.
    let stream: ObjectID
}
