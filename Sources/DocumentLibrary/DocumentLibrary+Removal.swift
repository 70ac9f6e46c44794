// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Storage

/// Removing documents for good.
extension DocumentLibrary {
    /// Removes a document and its file, deleted before or not.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - version: of the record that the caller knows; nil to remove any.
    /// - Returns: the document as it was last, or as it is when it changed meanwhile.
    /// - Throws: `notFound`; `saveFailed` or `permissionDenied` when the document is gone from the
    ///   library, and its file could not be removed. The next start tries again.
    @discardableResult
    public func deletePermanently(_ id: String, ifVersion version: Int? = nil) throws(Fault)
        -> DocumentChange
    {
        let change = try changing { (database) throws(Fault) -> DocumentChange in
            let known = try Self.record(id, &database)
            if let version, version != known.version { return .stale(known) }
            try Self.takeRow(known.id, &database)
            try Self.grow(&database)
            return .made(known)
        }
        if case .made(let gone) = change { try removeFiles([gone.id]) }
        return change
    }

    /// Removes what was deleted at least so long ago.
    ///
    /// - Parameter milliseconds: the age; 0 removes all that is deleted.
    /// - Returns: the ids of the documents that are gone.
    /// - Throws: as `deletePermanently`.
    @discardableResult
    public func purgeDeleted(olderThan milliseconds: Int64) throws(Fault) -> [String] {
        let (last, isBeforeTime) = now().subtractingReportingOverflow(max(0, milliseconds))
        guard !isBeforeTime else { return [] }
        let ids = try changing { (database) throws(Fault) in
            let ids = try database.rows(
                "SELECT id FROM documents WHERE deleted IS NOT NULL AND deleted <= ?",
                [.integer(last)]
            ) { $0.text(0) }
            for id in ids { try Self.takeRow(id, &database) }
            if !ids.isEmpty { try Self.grow(&database) }
            return ids
        }
        try removeFiles(ids)
        return ids
    }

    private static func takeRow(_ id: String, _ database: inout Database) throws(Fault) {
        try database.run("INSERT OR REPLACE INTO transit VALUES (?)", .text(id))
        try database.run("DELETE FROM documents WHERE id = ?", .text(id))
    }

    /// Removes files whose rows are gone; all are tried, and the first failure is thrown.
    private func removeFiles(_ ids: [String]) throws(Fault) {
        var failure: Fault?
        var gone: [String] = []
        for id in ids {
            do throws(Fault) {
                try attempt("The file of a document could not be removed.") {
                    () throws(SystemError) in
                    try place.removeDocument(id)
                }
                gone.append(id)
            } catch { failure = failure ?? error.inFile(place.documentPath(id)) }
        }
        // That these are still in transit matters to nobody; the next start sees it.
        try noting { (database) throws(Fault) in
            for id in gone { try database.run("DELETE FROM transit WHERE id = ?", .text(id)) }
        }
        if let failure { throw failure }
    }
}
