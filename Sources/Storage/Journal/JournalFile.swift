// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Glibc
internal import Synchronization

/// A small file in which a session keeps what is not saved yet.
///
/// A new content is written under another name, synced, and takes the place of the old one in one
/// step: a kill at any moment leaves the whole old one or the whole new one. Whoever has the file
/// open holds a lock on it, so a journal whose lock can be had was left by a kill.
public final class JournalFile: Sendable {
    private let files: any FileSystem
    private let folder: OwnedDescriptor
    private let name: JournalName
    /// The file of the journal's name, with its lock; nil while there is none.
    private let current = Mutex<OwnedDescriptor?>(nil)

    /// Only the user reads what is not saved.
    private static let mode: UInt32 = 0o600
    private static let failure = "Unsaved changes could not be kept."

    /// A journal for a session; nothing is written yet.
    ///
    /// - Parameters:
    ///   - path: of the file whose changes it keeps.
    ///   - place: where it is.
    /// - Throws: `notFound`, `permissionDenied`, `saveFailed`.
    public convenience init(for path: String, in place: JournalPlace) throws(Fault) {
        try self.init(for: path, in: place, through: SystemFiles())
    }

    /// A journal on a given file system.
    package init(
        for path: String,
        in place: JournalPlace,
        through files: any FileSystem
    ) throws(Fault) {
        self.files = files
        let (folder, subject) = try place.open(for: path, of: files)
        self.folder = folder
        name = JournalName(for: subject)
    }

    /// Puts bytes in the place of what was kept; they are safe when this returns.
    ///
    /// - Throws: `permissionDenied`, `insufficientStorage`, `saveFailed`; what was kept before is
    ///   then still there.
    public func write(_ payload: [UInt8]) throws(Fault) {
        let content = JournalContent.file(payload)
        do throws(SystemError) {
            let file = try files.opened(name.draft, in: folder.number, .new(mode: Self.mode))
            do throws(SystemError) {
                try fill(file.number, with: content)
                try patiently { () throws(SystemError) in
                    try files.rename(name.draft, to: name.journal, in: folder.number)
                }
            } catch {
                try? files.unlink(name.draft, in: folder.number)
                throw error
            }
            current.withLock { $0 = file }
            try syncFolder()
        } catch { throw error.fault(Self.failure) }
    }

    /// Takes the journal away.
    ///
    /// - Throws: `permissionDenied`, `saveFailed`.
    public func remove() throws(Fault) {
        guard current.withLock({ $0 != nil }) else { return }
        do throws(SystemError) {
            try patiently { () throws(SystemError) in
                try files.unlink(name.journal, in: folder.number)
            }
            try syncFolder()
        } catch  where error.number == ENOENT {
            // Somebody else was faster.
        } catch { throw error.fault("The journal could not be removed.") }
        current.withLock { $0 = nil }
    }

    private func fill(_ file: Int32, with content: [UInt8]) throws(SystemError) {
        try patiently { () throws(SystemError) in try files.lock(file, exclusive: true) }
        var done = 0
        while done < content.count {
            let wrote = try patiently { () throws(SystemError) in
                try files.write(content[done...], to: file, at: done)
            }
            guard wrote > 0 else { throw SystemError(EIO) }
            done += wrote
        }
        try patiently { () throws(SystemError) in try files.sync(file) }
    }

    private func syncFolder() throws(SystemError) {
        do throws(SystemError) {
            try patiently { () throws(SystemError) in try files.sync(folder.number) }
        } catch  where error.number == EINVAL {
            // Some network and user-space file systems cannot sync a folder.
        }
    }
}
