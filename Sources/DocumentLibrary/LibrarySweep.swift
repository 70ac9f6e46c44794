// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Storage

/// Brings files and rows together when a library is opened, after whatever ended the last one.
///
/// The id of a document is in `transit` while its file may be there without its row: it is written
/// before the file comes and goes with the commit of the row; and it is written in the commit that
/// takes the row away, and goes after the file. So a kill is told from everything else, and only
/// what a kill left is removed:
///
///     file, no row, in transit        a killed import or deletion: the file is removed
///     file, no row, not in transit    the database was lost, or is an older copy: gets a row
///     row, no file                    somebody took the file away: marked, and unmarked when it
///                                     is back
///     row, file of another size       killed between a save and its note: the size is noted
struct LibrarySweep {
    let folder: LibraryFolder
    let now: Int64

    /// What documents are called whose names were lost.
    static let recoveredName = "Recovered document"

    private struct Row {
        var bytes: Int
        var isMissing: Bool
    }

    /// - Returns: what could not be left as it was.
    func run(_ database: inout Database) throws(Fault) -> [Diagnostic] {
        // Its failures are no failures of the library.
        for name in ["documents", "incoming"] {
            _ = try? SafeReplace.sweep(folder: folder.path + "/" + name, through: folder.files)
        }
        for name in try folder.names(in: folder.incoming) where LibraryFolder.isID(name) {
            folder.removeIncoming(name)
        }
        try finishTransit(&database)
        return try compare(&database)
    }

    private func finishTransit(_ database: inout Database) throws(Fault) {
        let ids = try database.rows(
            "SELECT id FROM transit WHERE id NOT IN (SELECT id FROM documents)"
        ) { $0.text(0) }
        for id in ids where LibraryFolder.isID(id) {
            try attempt("A file that a killed server left could not be removed.") {
                () throws(SystemError) in
                try folder.removeDocument(id)
            }
        }
        try database.run("DELETE FROM transit")
    }

    private func compare(_ database: inout Database) throws(Fault) -> [Diagnostic] {
        var rows: [String: Row] = [:]
        let found = try database.rows("SELECT id, bytes, missing FROM documents") {
            ($0.text(0), Row(bytes: $0.count(1), isMissing: $0.flag(2)))
        }
        for (id, row) in found { rows[id] = row }
        let present = try filesOfDocuments()
        return try database.transaction { (database) throws(Fault) in
            var diagnostics: [Diagnostic] = []
            // A start has a version of its own, which every row gets that is changed here.
            for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
                if let file = present[id] {
                    guard row.isMissing || row.bytes != file.size else { continue }
                    try note(file, of: id, &database)
                } else {
                    diagnostics.append(lost(id))
                    guard !row.isMissing else { continue }
                    try database.run(
                        """
                        UPDATE documents SET missing = 1, version = \(DocumentLibrary.currentVersion)
                            WHERE id = ?
                        """,
                        .text(id)
                    )
                }
            }
            for (id, file) in present.sorted(by: { $0.key < $1.key }) where rows[id] == nil {
                try adopt(id, file, &database)
                diagnostics.append(recovered(id))
            }
            return diagnostics
        }
    }

    private func filesOfDocuments() throws(Fault) -> [String: FileIdentity] {
        var present: [String: FileIdentity] = [:]
        for name in try folder.names(in: folder.documents) {
            guard let id = LibraryFolder.id(ofDocument: name) else { continue }
            let status = try attempt("A document could not be looked at.") {
                () throws(SystemError) in
                try folder.files.status(of: name, in: folder.documents.number)
            }
            if status.isRegular { present[id] = status.identity }
        }
        return present
    }

    private func note(_ file: FileIdentity, of id: String, _ database: inout Database)
        throws(Fault)
    {
        // Of a file of another size nobody has counted the pages.
        try database.run(
            """
            UPDATE documents SET missing = 0, version = \(DocumentLibrary.currentVersion), bytes = ?1,
                pages = CASE WHEN bytes = ?1 THEN pages END WHERE id = ?2
            """,
            .integer(file.size),
            .text(id)
        )
    }

    private func adopt(_ id: String, _ file: FileIdentity, _ database: inout Database)
        throws(Fault)
    {
        let modified = min(now, file.modifiedNanoseconds / 1_000_000)
        try DocumentLibrary.insert(
            NewDocument(
                id: id,
                name: Self.recoveredName,
                bytes: file.size,
                pageCount: nil,
                isEncrypted: false,
                time: modified
            ),
            &database
        )
    }

    private func lost(_ id: String) -> Diagnostic {
        Diagnostic(
            .lost,
            "The file of a document is gone; put it back, or delete the document.",
            at: Place(file: folder.documentPath(id))
        )
    }

    private func recovered(_ id: String) -> Diagnostic {
        Diagnostic(
            .repaired,
            "A file that the library did not know is a document now; its name was lost.",
            at: Place(file: folder.documentPath(id))
        )
    }
}
