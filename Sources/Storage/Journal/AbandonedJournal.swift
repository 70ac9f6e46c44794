// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Glibc

/// What a session kept that was killed; nobody else gets it while this value is held.
public struct AbandonedJournal: Sendable {
    /// What was kept.
    public let payload: [UInt8]
    /// When it was kept, in nanoseconds since 1970.
    public let modifiedNanoseconds: Int64

    private let files: any FileSystem
    private let folder: OwnedDescriptor
    private let name: String
    /// Holds the lock.
    private let file: OwnedDescriptor

    /// More than this is no journal of a document that anybody edits.
    private static let largestFile = 2 << 30

    /// The journals of a file that killed sessions left, the newest first.
    ///
    /// Torn ones and drafts are swept on the way; those of sessions that live are left alone.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - place: where to look.
    /// - Returns: those whose lock could be had.
    /// - Throws: `notFound`, `permissionDenied`, `saveFailed` when the folder cannot be listed.
    public static func all(
        for path: String,
        in place: JournalPlace
    ) throws(Fault) -> [AbandonedJournal] {
        try all(for: path, in: place, through: SystemFiles())
    }

    /// The same on a given file system.
    package static func all(
        for path: String,
        in place: JournalPlace,
        through files: any FileSystem
    ) throws(Fault) -> [AbandonedJournal] {
        let (folder, subject) = try place.open(for: path, of: files)
        var found: [AbandonedJournal] = []
        do throws(SystemError) {
            let names = try patiently { () throws(SystemError) in
                try files.names(in: folder.number, startingWith: JournalName.prefix(for: subject))
            }
            for name in names {
                // One that cannot be looked at is somebody else's, or gone.
                if let journal = try? judge(name, in: folder, of: files) { found.append(journal) }
            }
        } catch { throw error.fault("The folder of unsaved changes could not be listed.") }
        return found.sorted { $0.modifiedNanoseconds > $1.modifiedNanoseconds }
    }

    /// Takes the journal away, since its changes are elsewhere now or are not wanted.
    ///
    /// - Throws: `permissionDenied`, `saveFailed`.
    public func remove() throws(Fault) {
        do throws(SystemError) {
            try patiently { () throws(SystemError) in try files.unlink(name, in: folder.number) }
        } catch  where error.number == ENOENT { return } catch {
            throw error.fault("The journal could not be removed.")
        }
    }

    private static func judge(
        _ name: String,
        in folder: OwnedDescriptor,
        of files: any FileSystem
    ) throws(SystemError) -> AbandonedJournal? {
        guard JournalName.isJournal(name) || JournalName.isDraft(name) else { return nil }
        let file = try files.opened(name, in: folder.number, .readNoLink)
        try patiently { () throws(SystemError) in try files.lock(file.number, exclusive: true) }
        // Only now is it certain that no session writes it; look at the name again.
        let found = try patiently { () throws(SystemError) in
            try files.status(of: name, in: folder.number)
        }
        let locked = try patiently { () throws(SystemError) in try files.status(of: file.number) }
        guard found.isRegular, found.identity.inode == locked.identity.inode,
            found.identity.size <= largestFile
        else { return nil }
        var payload: [UInt8]?
        if JournalName.isJournal(name) {
            payload = JournalContent.payload(
                of: try whole(file.number, locked.identity.size, of: files)
            )
        }
        guard let payload else {
            try patiently { () throws(SystemError) in try files.unlink(name, in: folder.number) }
            return nil
        }
        return AbandonedJournal(
            payload: payload,
            modifiedNanoseconds: locked.identity.modifiedNanoseconds,
            files: files,
            folder: folder,
            name: name,
            file: file
        )
    }

    private static func whole(
        _ file: Int32,
        _ count: Int,
        of files: any FileSystem
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try patiently { () throws(SystemError) in
                try files.read(file, at: bytes.count, count: count - bytes.count)
            }
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }
}
