// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
internal import Editing
internal import Faults
internal import JSON
internal import PDFModel
internal import PDFSyntax
internal import Rendering
internal import Storage
internal import Synchronization
internal import Workbench

/// A document that somebody reads or edits now: opened once, for all devices.
final class LiveDocument: Sendable {
    let id: String
    private let path: String
    private let password: Password?
    private let workbench: Workbench
    private let journal: JournalPlace
    private let state: Mutex<State>
    /// Held while an edit is made, so that the version it names is still the one it changes.
    ///
    /// The one who holds it may wait.
    private let turn = Mutex<Void>(())

    private struct State {
        /// The file as it was opened or saved last.
        var opened: OpenDocument
        /// The pages as pictures show them: whatever changes, but for signatures that can still be
        /// moved, makes another one.
        var backdrop: PageView
        var editor: Editor?
        var navigation: Navigation?
        /// The pages with all edits, of the edition that it was made of.
        var edited: (edition: Int, view: PageView)?
    }

    /// A session with what belongs to it.
    private struct Editor {
        var session: EditSession
        /// Editions of different sessions must not be mistaken for each other.
        var epoch: String
        /// Nothing but signatures that can be moved was changed, so undo changes nothing else.
        var hasOnlyMarks: Bool
        /// The last state that was told.
        var state: EditState
    }

    /// Opens a document; edits that a killed server left are taken up again.
    ///
    /// - Throws: as `Workbench.open`, `passwordRequired` and `wrongPassword` among them.
    init(
        _ id: String,
        path: String,
        password: Password?,
        workbench: Workbench,
        journal: JournalPlace
    ) throws(Fault) {
        self.id = id
        self.path = path
        self.password = password
        self.workbench = workbench
        self.journal = journal
        let opened = try workbench.open(path, password: password)
        let left = try workbench.unsavedChanges(of: opened, in: [journal]).first { changes in
            if case .success = changes.document { true } else { false }
        }
        state = Mutex(State(opened: opened, backdrop: try Self.view(opened.document, opened)))
        if let left { _ = try editor(recovering: left) }
    }

    /// What is drawn of a state of the document over the file as it was opened.
    private static func view(
        _ document: Document,
        _ opened: OpenDocument
    ) throws(Fault) -> PageView {
        try PageView(document) { delta in opened.renderSource(delta: delta) }
    }

    // MARK: Reading

    /// The file as it was opened or saved last.
    var opened: OpenDocument { state.withLock { $0.opened } }

    /// The pages without signatures that can still be moved.
    var backdrop: PageView { state.withLock { $0.backdrop } }

    /// The pages with all edits.
    ///
    /// - Throws: as `Document.delta`.
    func edited() throws(Fault) -> PageView {
        let (opened, editor, known) = state.withLock { ($0.opened, $0.editor, $0.edited) }
        guard let editor else { return backdrop }
        if let known, known.edition == editor.state.edition { return known.view }
        let session = editor.session
        let (document, edition) = try Waiting.result { () async throws(Fault) in
            await session.snapshot
        }
        let view = try Self.view(document, opened)
        // A save in between makes another file of it; then this is right once, and not kept.
        state.withLock { state in
            if state.opened.file.identity == opened.file.identity {
                state.edited = (edition, view)
            }
        }
        return view
    }

    /// The pages with all edits or without signatures, if they were asked for since the last edit.
    func viewNow(_ showsMarks: Bool) -> PageView? {
        state.withLock { state in
            guard showsMarks, let editor = state.editor else { return state.backdrop }
            return state.edited?.edition == editor.state.edition ? state.edited?.view : nil
        }
    }

    /// What every page is called; nil when the document names none.
    ///
    /// - Throws: as `Document.pageLabels`.
    func pageLabels() throws(Fault) -> [String]? {
        try opened.document.pageLabels(pageCount: backdrop.pageCount)
    }

    /// Outline, links and labels.
    ///
    /// - Throws: as `Navigation`.
    func navigation() throws(Fault) -> Navigation {
        if let known = state.withLock({ $0.navigation }) { return known }
        let made = try workbench.navigation(of: opened)
        state.withLock { $0.navigation = made }
        return made
    }

    /// Whether a password was given to open it.
    var hasPassword: Bool { password != nil }

    /// By which right its file is open; nil when it is not encrypted.
    var right: FileEncryption.Right? { opened.document.base.encryption?.right }

    /// Whether an edit is being made.
    var isInWork: Bool { turn.withLockIfAvailable { _ in false } ?? true }

    /// Whether there are edits that the file lacks.
    var isEdited: Bool { state.withLock { $0.editor?.state.isDirty ?? false } }

    // MARK: Editing

    /// What a client is told of the edits.
    struct Edits: Sendable {
        var version: String
        var state: EditState?
        var pagesVersion: String

        var value: JSONValue {
            [
                "version": JSONValue(version), "undo": .optional(state?.undoName),
                "redo": .optional(state?.redoName), "dirty": JSONValue(state?.isDirty ?? false),
                "safe": JSONValue(state?.isSafe ?? true),
                "saving": JSONValue(state?.isSaving ?? false),
                "pagesVersion": JSONValue(pagesVersion),
            ]
        }
    }

    /// The edits as they are now.
    var edits: Edits { state.withLock { Self.edits($0) } }

    private static func edits(_ state: State) -> Edits {
        Edits(
            version: state.editor.map { "\($0.epoch)-\($0.state.edition)" } ?? "0-0",
            state: state.editor?.state,
            pagesVersion: state.backdrop.version
        )
    }

    /// What became of a change.
    enum Change: Sendable {
        case done(Edits)
        /// The version that was named is not the one there is.
        case stale(Edits)
    }

    /// Makes a change to the version that the client means, and answers when it is on the disk.
    ///
    /// - Parameters:
    ///   - version: the one that is meant; nil for whichever there is.
    ///   - author: of new annotations.
    ///   - change: is handed the session; says whether only signatures that can be moved changed.
    /// - Returns: the edits after it, or that the version is not the one there is.
    /// - Throws: what the change throws; `saveFailed` when it cannot be kept.
    func change(
        from version: String?,
        author: String,
        _ change: @escaping @Sendable (EditSession) async throws(Fault) -> ChangedParts
    ) throws(Fault) -> Change {
        let result: Result<Change, Fault> = turn.withLock { _ in
            do throws(Fault) {
                let now = edits
                if let version, version != now.version { return .success(.stale(now)) }
                let editor = try editor(recovering: nil)
                let session = editor.session
                let (parts, state, document) = try Waiting.result { () async throws(Fault) in
                    await session.writeAs(author: author)
                    let parts = try await change(session)
                    await session.keep()
                    let state = await session.state
                    guard state.isSafe || !state.isDirty else {
                        throw state.journalFault
                            ?? Fault(.saveFailed, "The edit is made and could not be kept safe.")
                    }
                    return (parts, state, await session.document)
                }
                return .success(.done(try settle(editor, parts, state, document)))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// What a change changed.
    enum ChangedParts: Sendable {
        /// Nothing but signatures that can be moved.
        case marks
        /// Who knows: other annotations, content.
        case anything
        /// One step back or forth.
        case step
        /// The file was saved, after which it is opened anew.
        case saved
        /// The file was saved, and content changed.
        case finished
    }

    /// Takes note of a change that was made.
    private func settle(
        _ editor: Editor,
        _ parts: ChangedParts,
        _ editState: EditState,
        _ document: Document
    ) throws(Fault) -> Edits {
        var editor = editor
        editor.state = editState
        if parts == .anything { editor.hasOnlyMarks = false }
        var opened = self.opened
        if parts == .saved || parts == .finished {
            opened = try workbench.open(path, password: password)
        }
        let showsAnother: Bool
        switch parts {
        case .marks, .saved: showsAnother = false
        case .step: showsAnother = !editor.hasOnlyMarks
        case .anything, .finished: showsAnother = true
        }
        // What was finished can be taken back, and then pages look different.
        if parts == .finished { editor.hasOnlyMarks = false }
        let view = showsAnother ? try Self.view(document, opened) : nil
        let (settled, now) = (editor, opened)
        return state.withLock { state in
            state.editor = settled
            if parts == .saved || parts == .finished {
                state.opened = now
                state.navigation = nil
                state.edited = nil
            }
            if let view { state.backdrop = view }
            return Self.edits(state)
        }
    }

    /// The session; made when the first edit comes.
    private func editor(recovering left: UnsavedChanges?) throws(Fault) -> Editor {
        if let editor = state.withLock({ $0.editor }) { return editor }
        let opened = opened
        let (workbench, journal) = (workbench, journal)
        let clock = workbench.clock
        let (session, editState, document) = try Waiting.result { () async throws(Fault) in
            let session = try await workbench.edit(
                opened,
                recovering: left,
                terms: EditSession.Terms(date: { DocumentDate(clock().pdfDate) }),
                journalIn: [journal]
            )
            return (session, await session.state, await session.document)
        }
        let epoch = Digest(bytes: workbench.random(6)).description
        let editor = Editor(
            session: session,
            epoch: epoch,
            hasOnlyMarks: left == nil,
            state: editState
        )
        let view = left == nil ? nil : try Self.view(document, opened)
        state.withLock { state in
            state.editor = editor
            if let view { state.backdrop = view }
        }
        return editor
    }

    /// Ends the session; what is not saved stays in the journal.
    func close() {
        guard let editor = state.withLock({ $0.editor }) else { return }
        try? Waiting.result { () async throws(Fault) in await editor.session.close() }
    }

    /// Ends the session and forgets what is not saved: the document goes away for good.
    func discard() {
        guard let editor = state.withLock({ $0.editor }) else { return }
        try? Waiting.result { () async throws(Fault) in
            await editor.session.close(discarding: true)
        }
    }
}
