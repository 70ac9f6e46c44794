// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Storage

/// Changing what is known of documents.
///
/// Who gives the version that they know changes nothing when another device was faster.
extension DocumentLibrary {
    /// Gives a document another name, cleaned as `DocumentName` says.
    ///
    /// - Parameters:
    ///   - id: the document, which may be deleted.
    ///   - name: any text.
    ///   - version: of the record that the caller knows; nil to change any.
    /// - Returns: the document with its new name, or as it is when it changed meanwhile.
    /// - Throws: `notFound`.
    public func rename(_ id: String, to name: String, ifVersion version: Int? = nil)
        throws(Fault) -> DocumentChange
    {
        let name = DocumentName.cleaned(name)
        return try change(id, ifVersion: version) { (record, database) throws(Fault) in
            guard record.name != name else { return false }
            try database.run(
                "UPDATE documents SET name = ?, folded = ? WHERE id = ?",
                .text(name),
                .text(DocumentName.folded(name)),
                .text(id)
            )
            return true
        }
    }

    /// Puts a document among the deleted ones, from where it can be restored; its file stays.
    ///
    /// - Throws: `notFound`.
    public func delete(_ id: String, ifVersion version: Int? = nil) throws(Fault)
        -> DocumentChange
    {
        let time = now()
        return try change(id, ifVersion: version) { (record, database) throws(Fault) in
            guard record.deleted == nil else { return false }
            try database.run(
                "UPDATE documents SET deleted = ? WHERE id = ?",
                .integer(time),
                .text(id)
            )
            return true
        }
    }

    /// Takes a document back from the deleted ones, to the place where it was.
    ///
    /// - Throws: `notFound`.
    public func restore(_ id: String, ifVersion version: Int? = nil) throws(Fault)
        -> DocumentChange
    {
        try change(id, ifVersion: version) { (record, database) throws(Fault) in
            guard record.deleted != nil else { return false }
            try database.run("UPDATE documents SET deleted = NULL WHERE id = ?", .text(id))
            return true
        }
    }

    /// Keeps where a document was last read.
    ///
    /// The document stays where it is in the list, and of its version: whoever renames it must not
    /// be refused because somebody scrolled.
    ///
    /// - Returns: the document with the position.
    /// - Throws: `notFound`; `usage` for a place that is in no page.
    @discardableResult
    public func keepPosition(_ id: String, _ position: ReadingPosition) throws(Fault)
        -> DocumentRecord
    {
        guard position.pageIndex >= 0, (0...1).contains(position.y) else {
            throw Fault(.usage, "A reading position has a page and 0 to 1 of its height.")
        }
        return try noting { (database) throws(Fault) in
            try database.run(
                "UPDATE documents SET page = ?, y = ? WHERE id = ?",
                .integer(position.pageIndex),
                .real(position.y),
                .text(id)
            )
            return try Self.record(id, &database)
        }
    }

    /// Notes that the file of a document was replaced by a save.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - bytes: the size of the file now.
    ///   - pageCount: how many pages it has now.
    /// - Returns: the document as it is now.
    /// - Throws: `notFound`.
    @discardableResult
    public func noteSaved(_ id: String, bytes: Int, pageCount: Int?) throws(Fault)
        -> DocumentRecord
    {
        let time = now()
        return try change(id, ifVersion: nil) { (record, database) throws(Fault) in
            try database.run(
                """
                UPDATE documents SET bytes = ?, pages = ?, missing = 0, modified = max(modified, ?)
                    WHERE id = ?
                """,
                .integer(bytes),
                .optional(pageCount),
                .integer(time),
                .text(id)
            )
            return true
        }.record
    }

    /// Notes what opening a document told: an encrypted one shows its pages to whoever has the
    /// password, and one that was recovered was never opened.
    ///
    /// - Throws: `notFound`.
    @discardableResult
    public func noteOpened(_ id: String, pageCount: Int?, isEncrypted: Bool) throws(Fault)
        -> DocumentRecord
    {
        try change(id, ifVersion: nil) { (record, database) throws(Fault) in
            guard record.pageCount != pageCount || record.isEncrypted != isEncrypted else {
                return false
            }
            try database.run(
                "UPDATE documents SET pages = ?, encrypted = ? WHERE id = ?",
                .optional(pageCount),
                .flag(isEncrypted),
                .text(id)
            )
            return true
        }.record
    }

    /// Makes one change of a row; `body` says whether there was something to change.
    private func change(
        _ id: String,
        ifVersion version: Int?,
        _ body: (DocumentRecord, inout Database) throws(Fault) -> Bool
    ) throws(Fault) -> DocumentChange {
        try changing { (database) throws(Fault) in
            try Self.change(id, ifVersion: version, &database, body)
        }
    }

    private static func change(
        _ id: String,
        ifVersion version: Int?,
        _ database: inout Database,
        _ body: (DocumentRecord, inout Database) throws(Fault) -> Bool
    ) throws(Fault) -> DocumentChange {
        let known = try record(id, &database)
        if let version, version != known.version { return .stale(known) }
        guard try body(known, &database) else { return .made(known) }
        try grow(&database)
        try database.run("UPDATE documents SET version = \(currentVersion) WHERE id = ?", .text(id))
        return .made(try record(id, &database))
    }
}
