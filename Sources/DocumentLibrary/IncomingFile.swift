// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Glibc
internal import Storage
internal import Synchronization

/// A file on its way into the library, in a folder of its own until it is complete.
///
/// Let go without `finish` it is removed; killed, the next start sweeps it. One thread at a time
/// writes; others wait.
public final class IncomingFile: Sendable {
    /// The id that the document will have.
    public let id: String
    /// The name that the document will have, cleaned.
    public let name: String

    private let library: DocumentLibrary
    private let state: Mutex<State>

    private struct State: Sendable {
        var count = 0
        /// Nil once the file is finished or abandoned.
        var file: OwnedDescriptor?
    }

    init(id: String, name: String, expectedBytes: Int, library: DocumentLibrary) throws(Fault) {
        self.id = id
        self.name = name
        self.library = library
        let place = library.place
        try place.checkRoom(for: max(0, expectedBytes))
        let file = try attempt("A new file could not be made in the library.") {
            () throws(SystemError) in
            try place.files.opened(
                id,
                in: place.incoming.number,
                .new(mode: LibraryFolder.fileMode)
            )
        }
        state = Mutex(State(file: file))
    }

    deinit { abandon() }

    /// Where the bytes are that came so far, to be looked at before `finish`.
    public var path: String { library.place.incomingPath(id) }

    /// How many bytes came so far.
    public var count: Int { state.withLock { $0.count } }

    /// Takes the next bytes.
    ///
    /// - Throws: `insufficientStorage`; `cancelled` when the file was abandoned; `saveFailed`.
    ///   After a failure the file can only be abandoned.
    public func write(_ bytes: [UInt8]) throws(Fault) {
        let files = library.place.files
        try library.place.checkRoom(for: bytes.count)
        try state.withLock { (state) throws(Fault) in
            guard let file = state.file else { throw Self.over }
            var done = 0
            while done < bytes.count {
                let written = try attempt("The bytes that came could not be written.") {
                    () throws(SystemError) in
                    try files.write(bytes[done...], to: file.number, at: state.count)
                }
                guard written > 0 else { throw Fault.diskFull() }
                done += written
                state.count += written
            }
        }
    }

    /// Removes the file; after `finish` it does nothing.
    public func abandon() {
        state.withLock { state in
            guard state.file != nil else { return }
            state.file = nil
            library.place.removeIncoming(id)
        }
    }

    /// Makes the file a document.
    ///
    /// - Parameters:
    ///   - pageCount: how many pages it has; nil when nobody knows.
    ///   - isEncrypted: whether it is encrypted.
    /// - Returns: what the library knows of it; it is on the disk then.
    /// - Throws: `cancelled` when the file was abandoned; `insufficientStorage`, `saveFailed`,
    ///   `permissionDenied`: nothing is left of it then.
    public func finish(pageCount: Int?, isEncrypted: Bool) throws(Fault) -> DocumentRecord {
        try state.withLock { (state) throws(Fault) in
            guard let file = state.file else { throw Self.over }
            do throws(Fault) {
                try attempt("The file could not be synced to the disk.") {
                    () throws(SystemError) in
                    try library.place.files.sync(file.number)
                }
            } catch {
                state.file = nil
                library.place.removeIncoming(id)
                throw error
            }
            state.file = nil
            return try library.admit(
                NewDocument(
                    id: id,
                    name: name,
                    bytes: state.count,
                    pageCount: pageCount,
                    isEncrypted: isEncrypted,
                    time: library.now()
                )
            )
        }
    }

    private static var over: Fault {
        Fault(.cancelled, "The file was given up or is a document already; send it again.")
    }
}
