// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Glibc
internal import Storage

/// How documents come into the library.
extension DocumentLibrary {
    /// How often a file that changes while it is copied is copied again.
    private static let copiesTried = 5

    /// Begins to take in a file whose bytes come piece by piece.
    ///
    /// - Parameters:
    ///   - name: as it came with the file; it is cleaned.
    ///   - expectedBytes: how many bytes will come, when that is known; what has no room is
    ///     refused before it comes.
    /// - Returns: the file, empty.
    /// - Throws: `insufficientStorage`, `permissionDenied`, `saveFailed`.
    public func beginImport(name: String, expectedBytes: Int? = nil) throws(Fault)
        -> IncomingFile
    {
        try IncomingFile(
            id: newDocumentID(),
            name: DocumentName.cleaned(name),
            expectedBytes: expectedBytes ?? 0,
            library: self
        )
    }

    /// Makes another document of the same bytes.
    ///
    /// The kernel copies, or lets both files share their blocks until one changes. The copy begins
    /// without a reading position.
    ///
    /// - Parameters:
    ///   - id: the document, as it is on the disk.
    ///   - name: of the copy; it is cleaned.
    /// - Returns: the copy.
    /// - Throws: `notFound`, `insufficientStorage`, `permissionDenied`, `saveFailed`; `conflict`
    ///   when it is saved over and over meanwhile.
    public func duplicate(_ id: String, name: String) throws(Fault) -> DocumentRecord {
        let original = try record(id)
        let copy = try newDocumentID()
        let size = try copyFile(try path(of: original.id), to: copy)
        return try admit(
            NewDocument(
                id: copy,
                name: DocumentName.cleaned(name),
                bytes: size,
                // Saved just now, its pages may be others.
                pageCount: size == original.bytes ? original.pageCount : nil,
                isEncrypted: original.isEncrypted,
                time: now()
            )
        )
    }

    private func copyFile(_ path: String, to id: String) throws(Fault) -> Int {
        for _ in 1..<Self.copiesTried {
            do { return try copyFileOnce(path, to: id) } catch  where error.code == .conflict {
                continue
            }
        }
        return try copyFileOnce(path, to: id)
    }

    private func copyFileOnce(_ path: String, to id: String) throws(Fault) -> Int {
        let original = try OpenedFile.open(path, through: place.files)
        try place.checkRoom(for: original.identity.size)
        do throws(Fault) {
            let receipt = try SafeReplace.create(
                place.incomingPath(id),
                with: SaveContent(base: original),
                replacing: false,
                isCancelled: { false },
                through: place.files,
                swept: SweptFolders(),
                check: { _ in }
            )
            return receipt.file.identity.size
        } catch {
            // Its remedies are for the command line.
            throw Fault(error.code, "The document could not be copied.", cause: error.cause)
        }
    }

    /// Makes a synced file in `incoming` a document: the file first, then its row, and before both
    /// a note that there may be one without the other.
    ///
    ///     note the id in transit     killed now: the file in `incoming` is swept
    ///     move the file, sync        killed now: the file is removed, because it is in transit
    ///     row in, note out           it is a document
    func admit(_ document: NewDocument) throws(Fault) -> DocumentRecord {
        do throws(Fault) {
            try changing { (database) throws(Fault) in
                try database.run("INSERT INTO transit VALUES (?)", .text(document.id))
            }
            try place.place(document.id)
            return try changing { (database) throws(Fault) in
                try Self.grow(&database)
                try Self.insert(document, &database)
                try database.run("DELETE FROM transit WHERE id = ?", .text(document.id))
                return try Self.record(document.id, &database)
            }
        } catch {
            takeBack(document.id)
            throw error
        }
    }

    /// Leaves nothing of a file that could not become a document; what stays, the next start finds
    /// in transit.
    private func takeBack(_ id: String) {
        place.removeIncoming(id)
        // A commit may have come to the disk all the same; then there is nothing to take back.
        guard
            let isDocument = try? reading({ (database) throws(Fault) in
                try database.first("SELECT 1 FROM documents WHERE id = ?", .text(id)) { _ in true }
            }) ?? false, !isDocument, (try? place.removeDocument(id)) != nil
        else { return }
        try? changing { (database) throws(Fault) in
            try database.run("DELETE FROM transit WHERE id = ?", .text(id))
        }
    }
}

extension LibraryFolder {
    /// So much stays free for the database and for other programs.
    private static let reservedBytes = 16 * 1024 * 1024

    /// Refuses what would fill the disk.
    ///
    /// - Throws: `insufficientStorage`.
    func checkRoom(for bytes: Int) throws(Fault) {
        let free = try attempt("The free space of the disk could not be read.") {
            () throws(SystemError) in
            try files.freeBytes(at: incoming.number)
        }
        guard let free else { return }
        let (needed, isTooMuch) = bytes.addingReportingOverflow(Self.reservedBytes)
        guard !isTooMuch, needed <= free else { throw .diskFull() }
    }
}
