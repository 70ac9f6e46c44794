// SPDX-License-Identifier: Apache-2.0
public import Editing
public import Faults
internal import PDFSyntax
public import Storage

/// Unsaved changes that a killed session left; nobody else gets them while this is held.
public struct UnsavedChanges: Sendable {
    /// The document with the changes, or why they cannot be put on the file as it is now.
    public var document: Result<RecoveredDocument, Fault>
    /// When they were kept, in nanoseconds since 1970.
    public var keptNanoseconds: Int64
    private let journal: AbandonedJournal

    init(_ document: Result<RecoveredDocument, Fault>, _ journal: AbandonedJournal) {
        self.document = document
        keptNanoseconds = journal.modifiedNanoseconds
        self.journal = journal
    }

    /// Throws them away: a session has them now, or nobody wants them.
    ///
    /// - Throws: `permissionDenied`, `saveFailed`.
    public func discard() throws(Fault) { try journal.remove() }
}

extension Workbench {
    /// What killed sessions left of a file, the newest first.
    ///
    /// Journals whose changes are in the file already, and torn ones, are swept on the way.
    ///
    /// - Parameters:
    ///   - opened: the file as it is now.
    ///   - places: where to look.
    /// - Returns: changes, or why they do not fit.
    /// - Throws: `readFailed`, `notFound`.
    public func unsavedChanges(
        of opened: OpenDocument,
        in places: [JournalPlace] = FileEditJournal.usualPlaces
    ) throws(Fault) -> [UnsavedChanges] {
        var found: [UnsavedChanges] = []
        for place in places {
            let journals: [AbandonedJournal]
            do {
                journals = try AbandonedJournal.all(for: opened.file.path, in: place)
            } catch  where error.code == .permissionDenied { continue }
            for journal in journals {
                do {
                    let record = try JournalRecord(bytes: journal.payload)
                    if let document = try record.recover(on: opened.document.base) {
                        found.append(UnsavedChanges(.success(document), journal))
                    } else {
                        try journal.remove()
                    }
                } catch { found.append(UnsavedChanges(.failure(error), journal)) }
            }
        }
        return found.sorted { $0.keptNanoseconds > $1.keptNanoseconds }
    }

    /// Begins to edit a file.
    ///
    /// - Parameters:
    ///   - opened: the file.
    ///   - recovered: changes to go on from; the session's own journal has them before the old one
    ///     is thrown away.
    ///   - terms: as for `EditSession`; the fonts for free text are the workbench's when
    ///     none are given.
    ///   - places: where the journal may be.
    ///   - clock: tells the time for autosave.
    /// - Returns: a session that saves into the file.
    /// - Throws: why the changes do not fit; `permissionDenied`, `saveFailed` when the old journal
    ///   stays.
    public func edit(
        _ opened: OpenDocument,
        recovering recovered: UnsavedChanges? = nil,
        terms: EditSession.Terms = EditSession.Terms(),
        journalIn places: [JournalPlace] = FileEditJournal.usualPlaces,
        clock: any EditClock = SystemEditClock()
    ) async throws(Fault) -> EditSession {
        let document = try recovered?.document.get().document ?? opened.document
        var terms = terms
        terms.shaper = terms.shaper ?? shaper
        let session = EditSession(
            document,
            storage: FileEditStorage(opened.file, of: self),
            journal: FileEditJournal(for: opened.file.path, in: places),
            terms: terms,
            clock: clock
        )
        if let recovered, await session.keep() { try recovered.discard() }
        return session
    }
}
