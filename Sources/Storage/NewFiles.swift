// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults
internal import Glibc
internal import Synchronization

/// Many new files that come to the disk together, such as the parts of a document.
///
/// They are written into a folder with a name that only this module knows, and stay there until
/// all are complete and synced. Then, where the folder that shall hold them does not exist yet,
/// that folder gets its name, with all of them, in one step; into a folder that exists they are
/// moved one after the other. Killed at any moment, no name holds half a file, and what waits
/// under the hidden name the next save beside it sweeps away.
///
/// Syncing each file for itself would take longer than all the rest, so the file system is synced
/// once, before any file gets its name. What can be made again at any time need not be synced.
public final class NewFiles: Sendable {
    private let files: any FileSystem
    /// The folder that the stage is in.
    private let parent: SaveTarget
    private let stageName: String
    private let stage: OwnedDescriptor
    /// Whether the stage becomes the folder itself.
    private let isNewFolder: Bool
    private let path: String
    private let isSynced: Bool
    private let isOver = Atomic<Bool>(false)

    private static let folderMode: UInt32 = 0o777
    private static let fileMode: UInt32 = 0o666

    /// Prepares files of a folder.
    ///
    /// - Parameters:
    ///   - folder: where they shall be; it may exist already, its own folder must.
    ///   - makesFolder: whether the folder is made where it is missing.
    ///   - isSynced: whether the files are on the disk when they get their names; without that,
    ///     a machine that loses its power just then may show empty files.
    /// - Throws: `notFound`, `permissionDenied`, `insufficientStorage`, `saveFailed`, or
    ///   `unsupported` when a file has that name.
    public convenience init(
        in folder: String,
        makesFolder: Bool = true,
        isSynced: Bool = true
    ) throws(Fault) {
        try self.init(
            in: folder,
            makesFolder: makesFolder,
            isSynced: isSynced,
            through: SystemFiles(),
            swept: .shared
        )
    }

    package init(
        in folder: String,
        makesFolder: Bool = true,
        isSynced: Bool = true,
        through files: any FileSystem,
        swept: SweptFolders
    ) throws(Fault) {
        self.files = files
        var path = folder
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.isSynced = isSynced
        do throws(Fault) {
            isNewFolder = makesFolder ? try !Self.isFolder(path, of: files) : false
            parent = try SaveTarget.new(isNewFolder ? path : path + "/any", of: files)
            parent.sweep(unlessIn: swept)
            (stageName, stage) = try Self.makeStage(in: parent.folder.number, of: files)
        } catch { throw error.inFile(folder) }
    }

    deinit { discard() }

    private static func isFolder(_ path: String, of files: any FileSystem) throws(Fault) -> Bool {
        do {
            let real = try patiently { () throws(SystemError) in try files.realPath(path) }
            let status = try patiently { () throws(SystemError) in
                try files.status(of: real, in: files.workingFolder)
            }
            if status.isFolder { return true }
        } catch  where [ENOENT, ENOTDIR].contains(error.number) {
            return false
        } catch { throw error.fault("The folder could not be looked at.") }
        throw Fault(.unsupported, "There is a file of that name; name a folder.")
    }

    /// How often a name is tried anew when a sweep takes it between creation and lock.
    private static let attempts = 8

    private static func makeStage(
        in folder: Int32,
        of files: any FileSystem
    ) throws(Fault) -> (name: String, OwnedDescriptor) {
        do throws(SystemError) {
            for _ in 0..<attempts {
                let name = StageName.newParts().text
                try patiently { () throws(SystemError) in
                    try files.makeFolder(name, in: folder, mode: folderMode)
                }
                if let stage = try lockedStage(name, in: folder, of: files) { return (name, stage) }
            }
            throw SystemError(EBUSY)
        } catch { throw error.fault("No new files can be made there.") }
    }

    private static func lockedStage(
        _ name: String,
        in folder: Int32,
        of files: any FileSystem
    ) throws(SystemError) -> OwnedDescriptor? {
        do {
            let stage = try files.opened(name, in: folder, .folder)
            try lockWhereSupported(stage, exclusive: true, of: files)
            let status = try patiently { () throws(SystemError) in
                try files.status(of: stage.number)
            }
            return status.links > 0 ? stage : nil
        } catch  where [EWOULDBLOCK, ENOENT].contains(error.number) {
            return nil
        } catch {
            try? patiently { () throws(SystemError) in try files.removeFolder(name, in: folder) }
            throw error
        }
    }

    // MARK: Adding

    /// Adds a file that is made while it is written; may be called from several threads.
    ///
    /// - Parameters:
    ///   - name: its name, without a folder.
    ///   - isCancelled: asked between pieces.
    ///   - produce: makes the bytes.
    ///   - check: looks at the file; at a small one before it is written.
    /// - Throws: `alreadyExists` for a name given twice, `insufficientStorage`, `permissionDenied`,
    ///   `saveFailed`, `cancelled`, and what `produce` and `check` throw.
    public func add(
        _ name: String,
        isCancelled: () -> Bool = { false },
        producing produce: (any ByteSink) throws(Fault) -> Void,
        check: (any ByteSource) throws(Fault) -> Void = { _ in }
    ) throws(Fault) {
        let file = try make(name)
        let isChecked = try withoutActuallyEscaping(isCancelled) { isCancelled throws(Fault) in
            let writer = StageWriter(files: files, stage: file.number, isCancelled: isCancelled)
            let sink = StageSink(writer, at: 0)
            try produce(sink)
            let small = sink.unwritten
            if let small { try check(MemoryByteSource(small)) }
            try sink.flush()
            return small != nil
        }
        if isChecked { return }
        let again = try attempt("The new file could not be opened again.") {
            () throws(SystemError) in
            try files.open(name, in: stage.number, .readNoLink)
        }
        try check(try OpenedFile.adopt(again, path: name, through: files).source)
    }

    /// Makes sure that none of the names is taken, before any work is done.
    ///
    /// - Throws: `alreadyExists`, `saveFailed`.
    public func checkFree(_ names: [String]) throws(Fault) {
        if isNewFolder { return }
        // Listing moves the place in the folder, so it is done through a descriptor of its own.
        let taken = try attempt("The folder could not be listed.") { () throws(SystemError) in
            let folder = try files.opened(".", in: parent.folder.number, .folder)
            defer { extendLifetime(folder) }
            return Set(try files.names(in: folder.number, startingWith: ""))
        }
        if let name = names.first(where: taken.contains) {
            throw .alreadyThere.inFile(path + "/" + name)
        }
    }

    private func make(_ name: String) throws(Fault) -> OwnedDescriptor {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")),
            !name.utf8.contains(0)
        else { throw Fault(.usage, "“\(name)” cannot be the name of a file.") }
        do {
            return try files.opened(name, in: stage.number, .new(mode: Self.fileMode))
        } catch  where error.number == EEXIST {
            throw .alreadyThere.inFile(path + "/" + name)
        } catch { throw error.fault("A new file could not be made.").inFile(path + "/" + name) }
    }

    // MARK: Ending

    /// Gives the files their names.
    ///
    /// - Parameters:
    ///   - names: of all files that were added, in the order in which they shall appear.
    ///   - replacing: replace files of these names that are there.
    ///   - isCancelled: asked once all files are synced, before the first gets its name.
    /// - Throws: `alreadyExists`, `insufficientStorage`, `permissionDenied`, `saveFailed`,
    ///   `cancelled`; nothing new has a name then, unless files were replaced.
    public func publish(
        _ names: [String],
        replacing: Bool = false,
        isCancelled: () -> Bool = { false }
    ) throws(Fault) {
        do throws(Fault) {
            if isSynced {
                try attempt("The new files could not be synced to the disk.") {
                    () throws(SystemError) in
                    try files.syncAll(stage.number)
                }
            }
            if isCancelled() { throw .savingCancelled }
            if isNewFolder {
                try publishFolder()
            } else {
                try publishEach(names, replacing: replacing)
            }
        } catch { throw error.inFile(path) }
    }

    private func publishFolder() throws(Fault) {
        do {
            try patiently { () throws(SystemError) in
                try files.renameExclusively(stageName, to: parent.name, in: parent.folder.number)
            }
        } catch  where error.number == EEXIST {
            throw Fault(.alreadyExists, "The folder was made meanwhile by another program.")
        } catch { throw error.fault("The folder could not be given its name.") }
        isOver.store(true, ordering: .relaxed)
        try syncFolder()
    }

    private func syncFolder() throws(Fault) {
        guard isSynced else { return }
        do { try parent.sync() } catch { throw error.fault("The folder could not be synced.") }
    }

    private func publishEach(_ names: [String], replacing: Bool) throws(Fault) {
        let folder = parent.folder.number
        var done = 0
        do throws(Fault) {
            for name in names {
                try publish(name, in: folder, replacing: replacing)
                done += 1
            }
            try syncFolder()
        } catch {
            // What replaced another file cannot be taken back without losing both.
            if !replacing {
                for name in names.prefix(done) {
                    try? patiently { () throws(SystemError) in
                        try files.unlink(name, in: folder)
                    }
                }
            }
            throw error
        }
        discard()
    }

    private func publish(_ name: String, in folder: Int32, replacing: Bool) throws(Fault) {
        let staged = stageName + "/" + name
        do {
            try patiently { () throws(SystemError) in
                if replacing {
                    try files.rename(staged, to: name, in: folder)
                } else {
                    try files.renameExclusively(staged, to: name, in: folder)
                }
            }
        } catch  where error.number == EEXIST {
            throw .alreadyThere.inFile(path + "/" + name)
        } catch  where error.meansNotSupported && !replacing {
            try attempt("A new file could not be given its name.") { () throws(SystemError) in
                try files.link(staged, as: name, in: folder)
            }
        } catch {
            throw error.fault("A new file could not be given its name.")
                .inFile(path + "/" + name)
        }
    }

    /// Takes everything away that has no name yet.
    private func discard() {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        try? files.removeStage(stageName, open: stage.number, in: parent.folder.number)
    }
}
