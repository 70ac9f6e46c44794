// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Storage

/// Finding documents.
extension DocumentLibrary {
    /// Grows with any change of documents, settings and kept signatures, and with every start.
    ///
    /// Devices that come and go do not count.
    public var libraryVersion: Int {
        get throws(Fault) {
            try reading { (database) throws(Fault) in
                try database.first("SELECT \(Self.currentVersion)") { $0.count(0) } ?? 0
            }
        }
    }

    /// The documents, newest content first; deleted ones, those deleted last first.
    ///
    /// - Parameters:
    ///   - query: words that a name must have, in any order and anywhere; case, accents and width
    ///     do not count. Nil or without a word: all documents.
    ///   - deleted: the deleted ones instead of the others.
    /// - Returns: all of them.
    /// - Throws: `readFailed` when the disk or the database fails, as every call here.
    public func list(query: String? = nil, deleted: Bool = false) throws(Fault)
        -> [DocumentRecord]
    {
        let words = query.map(DocumentName.words) ?? []
        var sql = "SELECT \(DocumentRecord.columns) FROM documents WHERE deleted IS "
        sql += deleted ? "NOT NULL" : "NULL"
        for _ in words { sql += " AND instr(folded, ?) > 0" }
        sql += " ORDER BY \(deleted ? "deleted" : "modified") DESC, number DESC"
        return try reading { (database) throws(Fault) in
            try database.rows(sql, words.map { .text($0) }) { DocumentRecord($0) }
        }
    }

    /// What is known of a document, deleted or not.
    ///
    /// - Throws: `notFound`.
    public func record(_ id: String) throws(Fault) -> DocumentRecord {
        try reading { (database) throws(Fault) in try Self.record(id, &database) }
    }

    /// The path of a document's file.
    ///
    /// Whoever saves to it tells `noteSaved`.
    ///
    /// - Throws: `notFound`, also when the file was taken out of the data folder.
    public func path(of id: String) throws(Fault) -> String {
        let record = try record(id)
        guard !record.isMissing else {
            throw Fault(
                .notFound,
                "The file of the document is gone from the data folder; put it back and start the"
                    + " server again.",
                at: Place(file: place.documentPath(record.id))
            )
        }
        return place.documentPath(record.id)
    }

    // MARK: Rows

    static func record(_ id: String, _ database: inout Database) throws(Fault) -> DocumentRecord {
        let sql = "SELECT \(DocumentRecord.columns) FROM documents WHERE id = ?"
        guard let found = try database.first(sql, .text(id), read: { DocumentRecord($0) }) else {
            throw .noSuchDocument
        }
        return found
    }

    static func insert(_ document: NewDocument, _ database: inout Database) throws(Fault) {
        try database.run(
            """
            INSERT INTO documents
                (id, name, folded, bytes, pages, encrypted, created, modified, version)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, \(currentVersion))
            """,
            .text(document.id),
            .text(document.name),
            .text(DocumentName.folded(document.name)),
            .integer(document.bytes),
            .optional(document.pageCount),
            .flag(document.isEncrypted),
            .integer(document.time)
        )
    }

    /// The version of the library in a statement, and with that of every row that is changed: so no
    /// version of a document ever comes again.
    static let currentVersion = "(SELECT value FROM counters WHERE name = 'library')"

    /// Says that something changes; rows that are changed get the version after that.
    static func grow(_ database: inout Database, by count: Int = 1) throws(Fault) {
        try database.run(
            "UPDATE counters SET value = value + ? WHERE name = 'library'",
            .integer(count)
        )
    }
}

/// The first row of a document.
struct NewDocument: Sendable {
    var id: String
    /// Cleaned.
    var name: String
    var bytes: Int
    var pageCount: Int?
    var isEncrypted: Bool
    var time: Int64
}
