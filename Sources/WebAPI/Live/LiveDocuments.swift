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
    }

    /// A slot, and when it was last asked for.
    private struct Place {
        var slot: Slot
        var used: Int64
    }

    private struct Key: Hashable {
        var sessionID: String
        var documentID: String
    }

    private struct State {
        var places: [String: Place] = [:]
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
        // Whether a document that another device has open needs one, its file says.
        if needsPassword, password == nil { _ = try workbench.open(path) }
        let document = try open(id, path: path, password: password)
        closeIdle()
        return document
    }

    private func open(
        _ id: String,
        path: String,
        password: Password?
    ) throws(Fault) -> LiveDocument {
        let now = clock()
        let slot = state.withLock { state in
            let slot = state.places[id]?.slot ?? Slot()
            state.places[id] = Place(slot: slot, used: now)
            return slot
        }
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

    /// A document if it is open; nobody waits for it.
    func openNow(_ id: String) -> LiveDocument? {
        guard let slot = state.withLock({ $0.places[id]?.slot }) else { return nil }
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
        let right = try workbench.open(path, password: password).document.base.encryption?.right
        state.withLock { state in
            state.passwords[Key(sessionID: sessionID, documentID: id)] = password
        }
        // The owner's password lifts what the user's forbids, for as long as the document is open.
        guard right == .owner, let open = openNow(id), open.right != .owner else { return }
        let slot = state.withLock { $0.places[id]?.slot }
        slot?.document.withLock { document in
            document?.close()
            document = nil
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
            guard state.places.count > Self.mostOpen else { return [] }
            let byAge = state.places.values.filter { now - $0.used > Self.idleMilliseconds }
                .sorted { $0.used < $1.used }
            return byAge.prefix(state.places.count - Self.mostOpen).map(\.slot)
        }
        // The place stays: who comes meanwhile waits here, and opens it again with what the
        // journal has.
        for slot in idle {
            slot.document.withLock { document in
                guard let open = document, !open.isInWork else { return }
                open.close()
                document = nil
            }
        }
        state.withLock { state in
            for (id, place) in state.places where now - place.used > Self.idleMilliseconds {
                let isClosed = place.slot.document.withLockIfAvailable { $0 == nil } ?? false
                if isClosed { state.places[id] = nil }
            }
        }
    }

    /// Closes one and forgets its edits, because it goes away for good.
    func discard(_ id: String, path: String) {
        let slot = state.withLock { state in
            state.passwords = state.passwords.filter { $0.key.documentID != id }
            return state.places.removeValue(forKey: id)?.slot
        }
        slot?.document.withLock { document in
            document?.discard()
            document = nil
        }
        // What another life of the server left.
        for left in (try? AbandonedJournal.all(for: path, in: journal)) ?? [] {
            try? left.remove()
        }
    }

    /// Closes all; edits that are not saved stay in their journals.
    func closeAll() {
        let slots = state.withLock { state in
            defer { state.places = [:] }
            return state.places.values.map(\.slot)
        }
        for slot in slots { slot.document.withLock { $0?.close() } }
    }
}
