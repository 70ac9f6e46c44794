// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Storage

/// The data folder of a library, which nobody but the user may enter.
///
///     library.sqlite    the database, with library.sqlite-wal and -shm beside it
///     library.lock      locked for as long as a library is open on the folder
///     documents/        one file for each document, ID.pdf
///     incoming/         files that are not documents yet
///
/// Names of files are made of ids alone: sixteen hexadecimal digits.
struct LibraryFolder: Sendable {
    /// Its path, absolute and without symbolic links.
    let path: String
    let files: any FileSystem
    let root: OwnedDescriptor
    let documents: OwnedDescriptor
    let incoming: OwnedDescriptor
    /// Gives up the lock when it goes.
    private let lock: OwnedDescriptor

    static let fileMode: UInt32 = 0o600
    private static let folderMode: UInt32 = 0o700
    private static let databaseName = "library.sqlite"
    private static let lockName = "library.lock"
    private static let suffix = ".pdf"
    private static let idLength = 16

    var databasePath: String { path + "/" + Self.databaseName }

    /// Opens the folder, which is made where it is missing, and locks it.
    ///
    /// - Throws: `conflict` when another library is open on it, `permissionDenied`, `usage` when
    ///   it is a folder of other things that others may read, `unsupported` where files cannot be
    ///   locked, `insufficientStorage`, `saveFailed`.
    init(_ folder: String, of files: any FileSystem) throws(Fault) {
        self.files = files
        try Self.checkHarmless(folder, of: files)
        root = try attempt("The data folder could not be made.") { () throws(SystemError) in
            try files.privateFolder(folder)
        }
        path = try attempt("The data folder could not be found.") { () throws(SystemError) in
            try files.realPath(folder)
        }
        lock = try Self.locked(root, of: files)
        documents = try Self.subfolder("documents", of: path, files)
        incoming = try Self.subfolder("incoming", of: path, files)
        try makeDatabase()
        try attempt("The data folder could not be synced.") { () throws(SystemError) in
            try files.sync(root.number)
        }
    }

    /// Refuses to close a folder to others that was not made for a library.
    private static func checkHarmless(_ path: String, of files: any FileSystem) throws(Fault) {
        let folder: OwnedDescriptor
        do { folder = try files.opened(path, .folder) } catch  where error.number == ENOENT {
            return
        } catch  where error.number == ENOTDIR {
            throw Fault(.usage, "The data folder is a file; name a folder.", at: Place(file: path))
        } catch { throw error.fault(of: "The data folder could not be opened.") }
        let (status, names) = try attempt("The data folder could not be listed.") {
            () throws(SystemError) in
            defer { extendLifetime(folder) }
            return (
                try files.status(of: folder.number),
                Set(try files.names(in: folder.number, startingWith: ""))
            )
        }
        let others = names.subtracting([".", ".."])
        guard status.permissions & 0o077 == 0 || others.isEmpty || others.contains(databaseName)
        else {
            throw Fault(
                .usage,
                "The data folder holds other things, which others may read. Name a folder that is"
                    + " empty or does not exist.",
                at: Place(file: path)
            )
        }
    }

    private static func locked(_ root: OwnedDescriptor, of files: any FileSystem) throws(Fault)
        -> OwnedDescriptor
    {
        do {
            let file = try openedOrMade(lockName, in: root, of: files)
            try patiently { () throws(SystemError) in
                try files.lock(file.number, exclusive: true)
            }
            return file
        } catch  where error.number == EWOULDBLOCK {
            throw Fault(
                .conflict,
                "Another server uses this data folder. End it, or name another folder (--data)."
            )
        } catch  where [ENOLCK, EOPNOTSUPP, ENOSYS].contains(error.number) {
            throw Fault(
                .unsupported,
                "Files cannot be locked on this disk, so two servers could harm the library. Name a"
                    + " folder on another disk (--data).",
                cause: error.description
            )
        } catch { throw error.fault(of: "The data folder could not be locked.") }
    }

    private static func subfolder(_ name: String, of path: String, _ files: any FileSystem)
        throws(Fault) -> OwnedDescriptor
    {
        try attempt("The folders of the library could not be made.") { () throws(SystemError) in
            try files.privateFolder(path + "/" + name)
        }
    }

    /// SQLite would make the file as the umask says.
    private func makeDatabase() throws(Fault) {
        let status = try attempt("The library's database could not be made.") {
            () throws(SystemError) in
            let file = try Self.openedOrMade(Self.databaseName, in: root, of: files)
            defer { extendLifetime(file) }
            let status = try files.status(of: file.number)
            if status.isRegular, status.permissions & 0o077 != 0 {
                try files.changeMode(of: file.number, to: Self.fileMode)
            }
            return status
        }
        guard status.isRegular else {
            throw Fault(.unsupported, "The library's database is no file; move it away.")
        }
    }

    private static func openedOrMade(
        _ name: String,
        in folder: OwnedDescriptor,
        of files: any FileSystem
    ) throws(SystemError) -> OwnedDescriptor {
        do {
            return try files.opened(name, in: folder.number, .new(mode: fileMode))
        } catch  where error.number == EEXIST {
            return try files.opened(name, in: folder.number, .readNoLink)
        }
    }

    // MARK: Names

    static func documentName(_ id: String) -> String { id + suffix }

    func documentPath(_ id: String) -> String { path + "/documents/" + Self.documentName(id) }

    func incomingPath(_ id: String) -> String { path + "/incoming/" + id }

    static func isID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == idLength
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    static func id(ofDocument name: String) -> String? {
        guard name.hasSuffix(suffix), isID(name.dropLast(suffix.count)) else { return nil }
        return String(name.dropLast(suffix.count))
    }

    // MARK: Steps

    /// Makes a file in `incoming` a document; it must be synced.
    func place(_ id: String) throws(Fault) {
        try attempt("The document could not be put into the library.") {
            () throws(SystemError) in
            try move("incoming/" + id, to: "documents/" + Self.documentName(id))
            try files.sync(documents.number)
        }
    }

    private func move(_ name: String, to other: String) throws(SystemError) {
        do {
            try patiently { () throws(SystemError) in
                try files.renameExclusively(name, to: other, in: root.number)
            }
        } catch  where [ENOSYS, EINVAL, EOPNOTSUPP].contains(error.number) {
            // The name is a new id, so nothing can be in its place.
            try files.rename(name, to: other, in: root.number)
        }
    }

    /// Removes the file of a document for good; one that is not there is no failure.
    func removeDocument(_ id: String) throws(SystemError) {
        do {
            try patiently { () throws(SystemError) in
                try files.unlink(Self.documentName(id), in: documents.number)
            }
        } catch  where error.number == ENOENT {}
        try files.sync(documents.number)
    }

    func removeIncoming(_ id: String) {
        try? patiently { () throws(SystemError) in try files.unlink(id, in: incoming.number) }
    }

    /// Everything in one of the folders, through a descriptor of its own, since listing moves the
    /// place in the folder.
    func names(in folder: OwnedDescriptor) throws(Fault) -> [String] {
        try attempt("The folders of the library could not be listed.") {
            () throws(SystemError) in
            let again = try files.opened(".", in: folder.number, .folder)
            defer { extendLifetime(again) }
            return try files.names(in: again.number, startingWith: "")
        }
    }
}
