// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Where a save goes: an open folder and a name in it, symbolic links followed.
struct SaveTarget {
    let files: any FileSystem
    /// The path as it was given.
    let path: String
    let folder: OwnedDescriptor
    /// The path of the folder, to list it.
    let folderPath: String
    let name: String

    /// The place of a file that was opened by this path.
    static func existing(_ path: String, of files: any FileSystem) throws(Fault) -> SaveTarget {
        do {
            let resolved = try patiently { () throws(SystemError) in try files.realPath(path) }
            return try SaveTarget(resolved, given: path, of: files)
        } catch  where [ENOENT, ENOTDIR, ELOOP].contains(error.number) {
            throw .conflictBecauseGone
        } catch { throw error.fault("The folder of the file could not be opened.") }
    }

    /// The place of a file that shall be made.
    static func new(_ path: String, of files: any FileSystem) throws(Fault) -> SaveTarget {
        let (parent, name) = split(path)
        guard !name.isEmpty && name != "." && name != ".." else {
            throw Fault(.usage, "This names a folder; add the name of the file.")
        }
        do {
            let resolved = try patiently { () throws(SystemError) in try files.realPath(parent) }
            return try SaveTarget(
                resolved == "/" ? "/" + name : resolved + "/" + name,
                given: path,
                of: files
            )
        } catch  where [ENOENT, ENOTDIR, ELOOP].contains(error.number) {
            throw Fault(
                .notFound,
                "The folder of the new file does not exist; make it first.",
                cause: error.description
            )
        } catch { throw error.fault("The folder of the new file could not be opened.") }
    }

    /// What is at a path now; nil when nothing is.
    static func occupant(of path: String, of files: any FileSystem) throws(Fault) -> OpenedFile? {
        do { return try OpenedFile.open(path, through: files) } catch  where error.code == .notFound
        {
            return nil
        }
    }

    private init(_ resolved: String, given: String, of files: any FileSystem)
        throws(SystemError)
    {
        let (parent, name) = Self.split(resolved)
        self.files = files
        path = given
        folderPath = parent
        folder = try files.opened(parent, .folder)
        self.name = name
    }

    /// Folder and last name of a path.
    private static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = path[path.utf8.index(after: slash)...]
        return (slash == path.utf8.startIndex ? "/" : String(path[..<slash]), String(name))
    }

    /// Sweeps the folder once for each process.
    ///
    /// Its failures are no failures of the save.
    func sweep(unlessIn swept: SweptFolders) {
        guard
            let identity = try? patiently({ () throws(SystemError) in
                try files.status(of: folder.number).identity
            }),
            swept.isNew(identity, at: folderPath)
        else { return }
        let report = try? StageSweep(files: files).sweep(folderPath)
        if report == nil || report?.left != 0 { swept.forget(identity, at: folderPath) }
    }

    /// Has the folder swept by the next save, because this one leaves something behind.
    func needsSweep(_ swept: SweptFolders) {
        guard let status = try? files.status(of: folder.number) else { return }
        swept.forget(status.identity, at: folderPath)
    }

    /// Makes the names in the folder outlive a loss of power.
    func sync() throws(SystemError) {
        do {
            try patiently { () throws(SystemError) in try files.sync(folder.number) }
        } catch  where error.number == EINVAL {
            // Some network and user-space file systems cannot sync a folder.
        }
    }
}

extension Fault {
    static var conflictBecauseGone: Fault {
        Fault(
            .conflict,
            "The file was moved or deleted since it was opened; save under another name with -o."
        )
    }

    static var conflictBecauseChanged: Fault {
        Fault(
            .conflict,
            "The file was changed by another program since it was opened; open it again and"
                + " repeat."
        )
    }
}
