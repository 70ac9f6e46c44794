// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax
internal import Storage
internal import Synchronization
internal import Workbench

/// The documents that are open now, and the passwords by which devices opened them.
///
/// Passwords are in memory only, and each device gives its own.
final class LiveDocuments: Sendable {
    /// One document, opened by one caller while the others wait.
    private final class Slot: Sendable {
        let document = Mutex<LiveDocument?>(nil)
        let usedMilliseconds = Mutex<Int64>(0)
    }

    private struct Key: Hashable {
        var sessionID: String
        var documentID: String
    }

    /// A document as one password opens it: another password may have other rights.
    private struct SlotKey: Hashable {
        var documentID: String
        var password: Password?
    }

    private struct State {
        var slots: [SlotKey: Slot] = [:]
        var passwords: [Key: Password] = [:]
    }

    /// So many stay open; beyond it, those that nobody has used for a while are closed.
    static let mostOpen = 24
    /// Somebody may still be at work on one that was used less long ago.
    static let idleMilliseconds: Int64 = 60_000

    private let workbench: Workbench
    private let journal: JournalPlace
    private let clock: @Sendable () -> Int64
    private let state = Mutex(State())

    init(_ workbench: Workbench, journal: JournalPlace, clock: @escaping @Sendable () -> Int64) {
        self.workbench = workbench
        self.journal = journal
        self.clock = clock
    }

    /// A document, opened if need be.
    ///
    /// - Parameters:
    ///   - id: which.
    ///   - path: where its file is.
    ///   - needsPassword: whether it was found to need one when it came.
    ///   - sessionID: the device that asks.
    /// - Returns: the document, open.
    /// - Throws: `passwordRequired` until this device has unlocked it, and as opening.
    func document(
        _ id: String,
        path: String,
        needsPassword: Bool,
        for sessionID: String
    ) throws(Fault) -> LiveDocument {
        let password = state.withLock {
            $0.passwords[Key(sessionID: sessionID, documentID: id)]
        }
        if needsPassword, password == nil {
            throw Fault(.passwordRequired, "The document is encrypted; give its password.")
        }
        let document = try open(id, path: path, password: password)
        closeIdle()
        return document
    }

    private func open(
        _ id: String,
        path: String,
        password: Password?
    ) throws(Fault) -> LiveDocument {
        let slot = state.withLock { state in
            let key = SlotKey(documentID: id, password: password)
            if let slot = state.slots[key] { return slot }
            let slot = Slot()
            state.slots[key] = slot
            return slot
        }
        slot.usedMilliseconds.withLock { $0 = clock() }
        let result: Result<LiveDocument, Fault> = slot.document.withLock { document in
            if let document { return .success(document) }
            do throws(Fault) {
                let opened = try LiveDocument(
                    id,
                    path: path,
                    password: password,
                    workbench: workbench,
                    journal: journal
                )
                document = opened
                return .success(opened)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// A document if it is open as a device opens it; nobody waits for it.
    func openNow(_ id: String, for sessionID: String) -> LiveDocument? {
        let found = state.withLock { state in
            let password = state.passwords[Key(sessionID: sessionID, documentID: id)]
            return state.slots[SlotKey(documentID: id, password: password)]
        }
        guard let slot = found else { return nil }
        return slot.document.withLockIfAvailable { $0 } ?? nil
    }

    // MARK: Passwords

    /// Tries a password, and keeps it for this device when it opens the document.
    ///
    /// - Throws: `wrongPassword`, and as opening.
    func unlock(
        _ id: String,
        path: String,
        with password: Password,
        for sessionID: String
    ) throws(Fault) {
        _ = try workbench.open(path, password: password)
        state.withLock { state in
            state.passwords[Key(sessionID: sessionID, documentID: id)] = password
        }
    }

    /// Whether a device has given the password.
    func isUnlocked(_ id: String, for sessionID: String) -> Bool {
        state.withLock { $0.passwords[Key(sessionID: sessionID, documentID: id)] != nil }
    }

    /// Forgets what a device knew.
    func forgetPasswords(of sessionID: String) {
        state.withLock { state in
            state.passwords = state.passwords.filter { $0.key.sessionID != sessionID }
        }
    }

    // MARK: Closing

    private func closeIdle() {
        let now = clock()
        let idle: [Slot] = state.withLock { state in
            guard state.slots.count > Self.mostOpen else { return [] }
            let byAge = state.slots.map { ($0.key, $0.value.usedMilliseconds.withLock { $0 }) }
                .filter { now - $0.1 > Self.idleMilliseconds }
                .sorted { $0.1 < $1.1 }
            return byAge.prefix(state.slots.count - Self.mostOpen).compactMap { id, _ in
                state.slots.removeValue(forKey: id)
            }
        }
        for slot in idle { slot.document.withLock { $0?.close() } }
    }

    /// Closes one and forgets its edits, because it goes away for good.
    func discard(_ id: String, path: String) {
        let slots = state.withLock { state in
            state.passwords = state.passwords.filter { $0.key.documentID != id }
            let gone = state.slots.filter { $0.key.documentID == id }
            for key in gone.keys { state.slots[key] = nil }
            return Array(gone.values)
        }
        for slot in slots {
            slot.document.withLock { document in
                document?.discard()
                document = nil
            }
        }
        // What another life of the server left.
        for left in (try? AbandonedJournal.all(for: path, in: journal)) ?? [] {
            try? left.remove()
        }
    }

    /// Closes all; edits that are not saved stay in their journals.
    func closeAll() {
        let slots = state.withLock { state in
            defer { state.slots = [:] }
            return Array(state.slots.values)
        }
        for slot in slots { slot.document.withLock { $0?.close() } }
    }
}
