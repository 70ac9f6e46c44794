// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// What names a file, outside the document or embedded in it (ISO 32000-2, 7.11).
struct FileSpecification {
    /// The name as it is written; `nil` when there is none.
    var name: String?
    /// What the file is, for people.
    var description: String?
    /// What it is to the document (table 43), such as Data or Source.
    var relationship: String?
    /// Embedded file streams, the first of which counts.
    var embedded: COSObject?

    /// 7.11.3: /UF comes before /F; the others are of old systems.
    private static let names: [COSName] = ["UF", "F", "Unix", "Mac", "DOS"]

    /// Reads a specification: a string alone or a dictionary; `nil` for anything else.
    ///
    /// - Throws: `readFailed`.
    init?(_ object: COSObject?, of document: Document) throws(Fault) {
        let object = try document.resolve(object)
        if let bytes = object.string {
            name = TextString.decode(bytes)
            return
        }
        guard let dictionary = object.dictionary else { return nil }
        for key in Self.names {
            guard let bytes = try document.value(key, in: dictionary).string else { continue }
            name = TextString.decode(bytes)
            break
        }
        description = try document.value("Desc", in: dictionary).string.map(TextString.decode)
        relationship = try document.value("AFRelationship", in: dictionary).name?.latin1
        guard let files = try document.value("EF", in: dictionary).dictionary else { return }
        for key in Self.names where try document.value(key, in: files).stream != nil {
            embedded = files[key]
            break
        }
    }
}
