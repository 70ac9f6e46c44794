// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import PDFModel
public import PDFSyntax

/// One person's work on one document: commands, undo and redo, selection, saving, autosave.
///
/// The document is a value; a command makes another one, and the history holds what tells them
/// apart. So no command says how it is taken back, and whatever `document` gives can be drawn or
/// saved while edits go on. Two sessions on one file do not know each other: the second to save
/// meets a `conflict`, and can go on with `mergeWithFile`.
public actor EditSession {
    /// What a session is told at its beginning.
    public struct Terms: Sendable {
        /// Written into annotations that are made and have no author.
        public var author: String?
        /// The date for what is made and changed; nil leaves dates as they are.
        public var date: @Sendable () -> DocumentDate?
        /// Bounds of the history.
        public var history: UndoLimits
        /// When the journal is written.
        public var autosave: AutosavePolicy
        /// Has the fonts for free text; nil for the standard fonts.
        public var shaper: (any FontShaper)?
        /// Go ahead although a change breaks digital signatures.
        public var breaksSignatures: Bool

        /// Makes terms.
        public init(
            author: String? = nil,
            date: @escaping @Sendable () -> DocumentDate? = { nil },
            history: UndoLimits = UndoLimits(),
            autosave: AutosavePolicy = AutosavePolicy(),
            shaper: (any FontShaper)? = nil,
            breaksSignatures: Bool = false
        ) {
            self.author = author
            self.date = date
            self.history = history
            self.autosave = autosave
            self.shaper = shaper
            self.breaksSignatures = breaksSignatures
        }
    }

    /// The document as it is now.
    public internal(set) var document: Document
    /// What is selected.
    public internal(set) var selection = AnnotationSelection()

    let storage: any EditStorage
    let journal: (any EditJournal)?
    let clock: any EditClock
    var terms: Terms
    var history: UndoHistory<EditionDifference>
    var saveState = SaveState()
    var policy: AutosavePolicy
    /// What a running save will have made of the file.
    var pendingSave: DocumentRebasing?
    var saving = Turnstile()
    var journalling = Turnstile()
    var autosave: Task<Void, Never>?
    var journalFault: Fault?
    /// What signatures say of a kind of change; edits never change it, a save may.
    private var verdicts: [ChangeKind: ChangeVerdict] = [:]
    private var watchers: [Int: AsyncStream<EditState>.Continuation] = [:]
    private var latestWatcher = 0

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - document: as opened, or as recovered from a journal, which makes it dirty.
    ///   - storage: saves it.
    ///   - journal: keeps unsaved changes; nil for none.
    ///   - terms: what else is to be known.
    ///   - clock: tells the time for autosave and coalescing.
    public init(
        _ document: Document,
        storage: any EditStorage,
        journal: (any EditJournal)? = nil,
        terms: Terms = Terms(),
        clock: any EditClock = SystemEditClock()
    ) {
        self.document = document
        self.storage = storage
        self.journal = journal
        self.terms = terms
        self.clock = clock
        history = UndoHistory(limits: terms.history)
        policy = terms.autosave
        if document.isChanged { saveState.edited() }
    }

    deinit {
        autosave?.cancel()
        for watcher in watchers.values { watcher.finish() }
    }

    /// What a person is shown.
    public var state: EditState {
        EditState(
            edition: saveState.current,
            undoName: history.undoName,
            redoName: history.redoName,
            isDirty: saveState.isDirty,
            isSafe: saveState.isSafe,
            isSaving: pendingSave != nil,
            journalFault: journalFault,
            selection: selection
        )
    }

    /// The document with the edition that it is of.
    public var snapshot: (document: Document, edition: Int) { (document, saveState.current) }

    /// From now on new annotations without an author get this one.
    public func writeAs(author: String?) { terms.author = author }

    /// The state after every change of it, beginning with the one now; only the newest waits for a
    /// slow reader.
    public func states() -> AsyncStream<EditState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: EditState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        latestWatcher += 1
        let number = latestWatcher
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.stopWatching(number) }
        }
        continuation.yield(state)
        return stream
    }

    private func stopWatching(_ number: Int) { watchers[number] = nil }

    func tell() {
        let state = state
        for watcher in watchers.values { watcher.yield(state) }
    }

    // MARK: Commands

    /// Does a command: all of it, or none when it throws.
    ///
    /// - Returns: what was done; a command that changes nothing is no step of the history.
    /// - Throws: `wouldBreakSignature`, `permissionDenied` (the document's, or a locked
    ///   annotation), `notFound`, `usage`, and what the change itself throws.
    @discardableResult
    public func perform(_ command: EditCommand) throws(Fault) -> EditOutcome {
        try ask(command)
        var run = CommandRun(
            document,
            name: command.name,
            terms: .init(
                date: terms.date(),
                author: terms.author,
                shaper: terms.shaper ?? StandardFontShaper()
            )
        )
        try run.run(command)
        let difference = try DocumentDifference(from: document, to: run.document)
        if difference.isEmpty { return run.outcome }
        let before = saveState.current
        let now = clock.now
        history.record(
            EditionDifference(document: difference, before: before, after: saveState.edited()),
            name: command.name,
            key: command.coalescingKey,
            at: now
        )
        document = run.document
        if run.outcome.changedPages == nil {
            selection.clear()
        } else if !run.outcome.annotations.isEmpty {
            selection.choose(Set(run.outcome.annotations))
        } else {
            try dropLostSelection()
        }
        edited(at: now)
        return run.outcome
    }

    /// Ends a gesture: the next command is a step of its own.
    public func endGesture() { history.seal() }

    /// Takes the last step back.
    ///
    /// - Returns: its name; nil when there is none.
    @discardableResult
    public func undo() throws(Fault) -> String? {
        guard let step = history.undo() else { return nil }
        step.difference.document.revert(in: &document)
        saveState.returned(to: step.difference.before)
        try dropLostSelection()
        edited(at: clock.now)
        return step.name
    }

    /// Does the step again that was taken back last.
    ///
    /// - Returns: its name; nil when there is none.
    @discardableResult
    public func redo() throws(Fault) -> String? {
        guard let step = history.redo() else { return nil }
        step.difference.document.apply(to: &document)
        saveState.returned(to: step.difference.after)
        try dropLostSelection()
        edited(at: clock.now)
        return step.name
    }

    private func edited(at time: Duration) {
        if saveState.isDirty || saveState.journalled != nil || policy.isWriting {
            policy.edited(at: time)
        } else {
            policy.settled()
        }
        scheduleAutosave()
        tell()
    }

    /// Asks the file's permissions and its digital signatures.
    private func ask(_ command: EditCommand) throws(Fault) {
        if command.changesPages {
            try document.base.require(.assemble)
            try ask(.content)
        }
        if command.changesAnnotations {
            try document.base.require(.annotate)
            try ask(.annotation)
        }
    }

    private func ask(_ change: ChangeKind) throws(Fault) {
        if terms.breaksSignatures { return }
        let verdict: ChangeVerdict
        if let known = verdicts[change] {
            verdict = known
        } else {
            verdict = try document.verdict(on: change)
            verdicts[change] = verdict
        }
        guard case .breaksSignature(let field, let reason) = verdict else { return }
        throw Fault(
            .wouldBreakSignature,
            "This would break the digital signature “\(field)”: \(reason). Work on a copy, or allow"
                + " it."
        )
    }

    /// Goes on with another document; nothing of the history fits it.
    func restart(with document: Document) {
        self.document = document
        history = UndoHistory(limits: terms.history)
        verdicts = [:]
        selection.clear()
    }

    // MARK: Selection

    /// The annotations of a page, from bottom to top.
    ///
    /// - Throws: `notFound`, `readFailed`, `invalidDocument`.
    public func annotations(onPage page: Int) throws(Fault) -> [Annotation] {
        try document.annotations(onPage: page)
    }

    /// Selects by a click, a rectangle or a lasso in the view space of a page.
    ///
    /// - Returns: everything that is selected now.
    /// - Throws: `notFound`, `readFailed`, `invalidDocument`.
    @discardableResult
    public func select(
        _ area: SelectionArea,
        onPage page: Int,
        _ mode: AnnotationSelection.Mode = .replace
    ) throws(Fault) -> AnnotationSelection {
        let hits = AnnotationSelection.hits(area, in: try annotations(onPage: page))
        selection.choose(hits, mode)
        history.seal()
        tell()
        return selection
    }

    /// Selects by name.
    public func select(
        _ references: [AnnotationReference],
        _ mode: AnnotationSelection.Mode = .replace
    ) {
        selection.choose(Set(references), mode)
        history.seal()
        tell()
    }

    private func dropLostSelection() throws(Fault) {
        if selection.isEmpty { return }
        var there: [Int: Set<String>] = [:]
        let tree = try PageTree(document)
        let count = try tree.count()
        for page in Set(selection.members.map(\.pageIndex)) where page < count {
            // A page may have thousands, and undoing must not wait for what they look like.
            there[page] = Set(try document.annotationNames(of: try tree.page(at: page)))
        }
        selection.keep { there[$0.pageIndex]?.contains($0.id) ?? false }
    }
}
