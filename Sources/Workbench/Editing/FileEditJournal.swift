// SPDX-License-Identifier: Apache-2.0
public import Editing
public import Faults
internal import Operations
public import Storage
internal import Synchronization

/// Keeps the unsaved changes of a session in a journal beside the file, or in the user's folder
/// where the file's folder cannot be written.
public final class FileEditJournal: EditJournal {
    private struct State {
        var journal: JournalFile?
        /// Where else to try, in order.
        var places: [JournalPlace]
    }

    private let path: String
    private let state: Mutex<State>

    /// The places of journals: beside the file, then the user's folder for data.
    public static var usualPlaces: [JournalPlace] {
        [.besideFile] + (JournalPlace.userData.map { [$0] } ?? [])
    }

    /// A journal for a file; nothing is written yet.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - places: where the journal may be, the best first.
    public init(for path: String, in places: [JournalPlace] = FileEditJournal.usualPlaces) {
        self.path = path
        state = Mutex(State(journal: nil, places: places))
    }

    /// Puts a record in the place of the last one.
    ///
    /// - Throws: `saveFailed`, `insufficientStorage`, `permissionDenied`.
    public func write(_ record: JournalRecord) async throws(Fault) {
        let bytes = record.bytes
        try await OwnThread.run { [self] () throws(Fault) in try write(bytes) }
    }

    private func write(_ bytes: [UInt8]) throws(Fault) {
        while true {
            let journal = try open()
            do {
                return try journal.write(bytes)
            } catch {
                guard error.code == .permissionDenied, hasAnotherPlace() else { throw error }
            }
        }
    }

    private func open() throws(Fault) -> JournalFile {
        while true {
            let (journal, place) = state.withLock { ($0.journal, $0.places.first) }
            if let journal { return journal }
            guard let place else {
                throw Fault(
                    .permissionDenied,
                    "There is no place where unsaved changes may be kept; save often."
                )
            }
            do {
                let made = try JournalFile(for: path, in: place)
                state.withLock { $0.journal = made }
                return made
            } catch {
                guard error.code == .permissionDenied, hasAnotherPlace() else { throw error }
            }
        }
    }

    private func hasAnotherPlace() -> Bool {
        state.withLock { state in
            guard state.places.count > 1 else { return false }
            state.places.removeFirst()
            state.journal = nil
            return true
        }
    }

    /// Takes the record away.
    ///
    /// - Throws: `saveFailed`, `permissionDenied`.
    public func discard() async throws(Fault) {
        guard let journal = state.withLock({ $0.journal }) else { return }
        try await OwnThread.run { () throws(Fault) in try journal.remove() }
    }
}
