// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
internal import PDFSyntax

extension EditSession {
    /// Saves what is there now; edits go on meanwhile and stay unsaved.
    ///
    /// The history survives: what was done before the save can be taken back after it.
    ///
    /// - Returns: whether there was anything to save.
    /// - Throws: `conflict` when somebody else changed the file, which is then as they left it;
    ///   `saveFailed`, `insufficientStorage`, `permissionDenied`. Everything unsaved stays.
    @discardableResult
    public func save() async throws(Fault) -> Bool {
        if !saving.enterIfFree() { await withCheckedContinuation { saving.wait($0) } }
        defer { saving.leave() }
        guard saveState.isDirty else { return false }
        history.seal()
        let (snapshot, edition) = (document, saveState.current)
        pendingSave = try expected(snapshot)
        tell()
        let file: BaseFile
        do {
            // From now on a kill may leave either file.
            if saveState.journalled != nil { try? await writeJournal() }
            file = try await storage.save(snapshot)
        } catch {
            pendingSave = nil
            tell()
            throw error
        }
        pendingSave = nil
        try settle(DocumentRebasing(saved: snapshot, to: file), edition)
        if saveState.isDirty { await keep() } else { await discardJournal() }
        tell()
        return true
    }

    /// The file as a save of a document would leave it.
    private func expected(_ document: Document) throws(Fault) -> DocumentRebasing {
        let base = document.base
        let delta = MemoryByteSource(try document.delta())
        let file = try BaseFile(ConcatenatedByteSource(base.source, delta), openedLike: base)
        return try DocumentRebasing(saved: document, to: file)
    }

    /// Tells everything against the file that was saved.
    private func settle(_ rebasing: DocumentRebasing, _ edition: Int) throws(Fault) {
        document = try rebasing.document(document)
        saveState.saved(edition)
        do throws(Fault) {
            try history.rewrite { (step: inout EditionDifference) throws(Fault) in
                try step.document.rebase(rebasing)
            }
        } catch {
            // The document is right, and the steps before it are of no use.
            history = UndoHistory(limits: terms.history)
            throw error
        }
    }

    /// After a conflict: puts the unsaved changes on the file as it is now.
    ///
    /// The history begins anew, as its steps belong to the file that is gone.
    ///
    /// - Throws: `conflict` when both sides changed the same, and everything is as it was.
    public func mergeWithFile() async throws(Fault) {
        if !saving.enterIfFree() { await withCheckedContinuation { saving.wait($0) } }
        defer { saving.leave() }
        let newer = try await storage.reopen(like: document.base)
        let base = document.base.source
        guard try FileVersion(of: newer.source, count: base.count) == FileVersion(of: base) else {
            throw Fault(
                .conflict,
                "The file was replaced by another one; save a copy under another name."
            )
        }
        restart(with: try DocumentReplay.replay(document, on: newer))
        if document.isChanged {
            saveState.edited()
            await keep()
        } else {
            saveState.saved(saveState.current)
            await discardJournal()
        }
        tell()
    }

    // MARK: Journal

    /// Writes unsaved changes to the journal now, such as when a window is about to close.
    ///
    /// - Returns: whether everything is safe.
    @discardableResult
    public func keep() async -> Bool {
        guard journal != nil else { return !saveState.isDirty }
        if !policy.hasUnsavedEdits, !saveState.isSafe { policy.edited(at: clock.now) }
        try? await writeJournal()
        return saveState.isSafe
    }

    /// Ends the session.
    ///
    /// - Parameter discarding: throw unsaved changes away; else they are kept in the journal.
    public func close(discarding: Bool = false) async {
        autosave?.cancel()
        if discarding || !saveState.isDirty { await discardJournal() } else { await keep() }
    }

    /// When the journal is written next; nil when nothing is waiting.
    public var autosaveDeadline: Duration? { journal == nil ? nil : policy.deadline }

    /// Writes the journal if it is time.
    public func autosaveIfDue() async {
        guard policy.isDue(at: clock.now) else { return }
        // A failure is in the state, and is tried again.
        try? await writeJournal()
    }

    private func writeJournal() async throws(Fault) {
        guard let journal else { return }
        if !journalling.enterIfFree() { await withCheckedContinuation { journalling.wait($0) } }
        defer { journalling.leave() }
        let edition = saveState.current
        policy.began()
        do {
            if saveState.isDirty {
                try await journal.write(try record())
                saveState.journalled(edition)
            } else {
                try await journal.discard()
                saveState.journalDiscarded()
            }
            journalFault = nil
            policy.ended(succeeded: true, at: clock.now)
        } catch {
            journalFault = error
            policy.ended(succeeded: false, at: clock.now)
            tell()
            throw error
        }
        tell()
    }

    private func record() throws(Fault) -> JournalRecord {
        var states = [try Self.state(of: document)]
        if let pendingSave { states.append(try Self.state(of: pendingSave.document(document))) }
        return JournalRecord(states)
    }

    private static func state(of document: Document) throws(Fault) -> JournalRecord.State {
        JournalRecord.State(
            base: try FileVersion(of: document.base.source),
            delta: try document.delta()
        )
    }

    private func discardJournal() async {
        guard let journal else { return }
        if !journalling.enterIfFree() { await withCheckedContinuation { journalling.wait($0) } }
        defer { journalling.leave() }
        do {
            try await journal.discard()
            saveState.journalDiscarded()
            journalFault = nil
        } catch { journalFault = error }
        policy.settled()
    }

    /// Waits for the next deadline in a task of its own, as long as something is unsaved.
    func scheduleAutosave() {
        guard journal != nil, autosave == nil, policy.deadline != nil else { return }
        let clock = clock
        autosave = Task { [weak self] in
            while let deadline = await self?.autosaveDeadline, !Task.isCancelled {
                await clock.sleep(until: deadline)
                if Task.isCancelled { return }
                await self?.autosaveIfDue()
            }
            await self?.autosaveEnded()
        }
    }

    private func autosaveEnded() {
        autosave = nil
        scheduleAutosave()
    }
}
