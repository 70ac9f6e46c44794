// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// A new file being made in the folder where it will live, locked for its whole life.
///
/// It has no name until it is complete (`O_TMPFILE`), so that a kill while it is written leaves
/// nothing at all. Where the file system or a missing /proc does not allow that, it is a `.part`.
final class Stage {
    private let files: any FileSystem
    private let folder: Int32
    private let descriptor: OwnedDescriptor
    /// Its inode number, known once it has the name under which it is swapped.
    private(set) var inode: UInt64?
    /// The name that the stage has in the folder, if it has one.
    private(set) var name: String?

    var number: Int32 { descriptor.number }

    /// How often a name is tried anew when a sweep takes it between creation and lock.
    private static let attempts = 8

    /// Makes an empty stage, with `mode` less what the umask forbids.
    init(in folder: Int32, mode: UInt32, of files: any FileSystem) throws(Fault) {
        self.files = files
        self.folder = folder
        let failure = "No new file could be made in the folder."
        do {
            if let nameless = try Self.nameless(in: folder, mode: mode, of: files) {
                descriptor = nameless
                name = nil
            } else {
                (descriptor, name) = try Self.named(in: folder, mode: mode, of: files)
            }
        } catch { throw error.fault(failure) }
    }

    deinit { discard() }

    /// Takes the stage's name away; a sweep does it later where that fails.
    func discard() {
        guard let name else { return }
        try? patiently { () throws(SystemError) in try files.unlink(name, in: folder) }
        self.name = nil
    }

    /// Forgets the name because it no longer holds the new file.
    func releaseName() { name = nil }

    private static func nameless(in folder: Int32, mode: UInt32, of files: any FileSystem)
        throws(SystemError) -> OwnedDescriptor?
    {
        do {
            let descriptor = try files.opened(".", in: folder, .nameless(mode: mode))
            // Naming and re-opening it later go through /proc, which may be missing.
            _ = OwnedDescriptor(
                try patiently { () throws(SystemError) in try files.reopen(descriptor.number) },
                of: files
            )
            try lock(descriptor, of: files)
            return descriptor
        } catch  where error.meansNotSupported || [EISDIR, ENOENT].contains(error.number) {
            return nil
        }
    }

    private static func named(in folder: Int32, mode: UInt32, of files: any FileSystem)
        throws(SystemError) -> (OwnedDescriptor, String)
    {
        for _ in 0..<attempts {
            let name = StageName.newPart().text
            let descriptor = try files.opened(name, in: folder, .new(mode: mode))
            do {
                try lock(descriptor, of: files)
                let status = try patiently { () throws(SystemError) in
                    try files.status(of: descriptor.number)
                }
                // A sweep that came between creation and lock has removed the name.
                if status.links > 0 { return (descriptor, name) }
            } catch  where error.number == EWOULDBLOCK {
                continue
            } catch {
                try? patiently { () throws(SystemError) in try files.unlink(name, in: folder) }
                throw error
            }
        }
        throw SystemError(EBUSY)
    }

    private static func lock(_ descriptor: OwnedDescriptor, of files: any FileSystem)
        throws(SystemError)
    {
        try lockWhereSupported(descriptor, exclusive: true, of: files)
    }

    /// Gives the complete stage the name under which it waits to be swapped.
    func publish(replacing original: FileIdentity) throws(Fault) {
        let inode = try status().identity.inode
        let published = StageName.newStage(staged: inode, replacing: original).text
        try attempt("The new file could not be given a name.") { () throws(SystemError) in
            if let name {
                try files.rename(name, to: published, in: folder)
            } else {
                try files.link(number, as: published, in: folder)
            }
        }
        name = published
        self.inode = inode
    }

    /// Gives the complete stage its final name, which must not exist.
    func publish(as final: String) throws(Fault) {
        do {
            try patiently { () throws(SystemError) in
                if let name {
                    try files.renameExclusively(name, to: final, in: folder)
                } else {
                    try files.link(number, as: final, in: folder)
                }
            }
            name = nil
        } catch  where error.number == EEXIST {
            throw .alreadyThere
        } catch  where error.meansNotSupported && name != nil {
            try publishByLinking(as: final)
        } catch {
            throw error.fault("The new file could not be given its name.")
        }
    }

    /// For file systems that cannot rename without replacing, as NFS.
    private func publishByLinking(as final: String) throws(Fault) {
        guard let name else { return }
        do {
            try patiently { () throws(SystemError) in
                try files.link(name, as: final, in: folder)
            }
        } catch  where error.number == EEXIST {
            throw .alreadyThere
        } catch {
            throw error.fault("The new file could not be given its name.")
        }
        discard()
    }

    func status() throws(Fault) -> FileStatus {
        try attempt("The state of the new file could not be read.") { () throws(SystemError) in
            try files.status(of: number)
        }
    }
}

extension Fault {
    static var alreadyThere: Fault {
        Fault(
            .alreadyExists,
            "There is a file of that name already; choose another name, or replace it with --force."
        )
    }
}

/// Locks where locks exist.
///
/// Without them a save works as well; sweeps then touch nothing.
func lockWhereSupported(
    _ descriptor: OwnedDescriptor,
    exclusive: Bool,
    of files: any FileSystem
) throws(SystemError) {
    do {
        try patiently { () throws(SystemError) in
            try files.lock(descriptor.number, exclusive: exclusive)
        }
    } catch  where error.meansNotSupported || [ENOLCK, EBADF].contains(error.number) {
        // EBADF: NFS wants a file open for writing before it grants an exclusive lock.
    }
}
