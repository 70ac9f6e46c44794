// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults
internal import Glibc

/// A file open for reading, with the identity that tells later whether somebody changed it.
public struct OpenedFile: Sendable {
    /// The path as it was given; it may be relative and may name a symbolic link.
    public let path: String
    /// The bytes, read in windows.
    public let source: FileByteSource
    /// Which file it is, in the state in which it was opened.
    public let identity: FileIdentity

    init(path: String, source: FileByteSource, identity: FileIdentity) {
        self.path = path
        self.source = source
        self.identity = identity
    }

    /// Opens a regular file; symbolic links are followed.
    ///
    /// - Throws: `notFound`, `permissionDenied`, `unsupported` for folders, pipes and devices, or
    ///   `readFailed`.
    public static func open(_ path: String) throws(Fault) -> OpenedFile {
        try open(path, through: SystemFiles())
    }

    /// Opens a regular file of a given file system.
    package static func open(_ path: String, through files: any FileSystem) throws(Fault)
        -> OpenedFile
    {
        do {
            let descriptor = try patiently { () throws(SystemError) in
                try files.open(path, in: files.workingFolder, .read)
            }
            return try adopt(descriptor, path: path, through: files)
        } catch let error as SystemError {
            throw error.openingFault.inFile(path)
        } catch let fault as Fault {
            throw fault.inFile(path)
        } catch {
            throw Fault(.internal, "Opening failed in an unknown way.", at: Place(file: path))
        }
    }

    /// Takes over an open descriptor, also when it throws.
    static func adopt(_ descriptor: Int32, path: String, through files: any FileSystem)
        throws(Fault) -> OpenedFile
    {
        let status: FileStatus
        do {
            status = try patiently { () throws(SystemError) in try files.status(of: descriptor) }
        } catch {
            files.close(descriptor)
            throw error.openingFault
        }
        guard status.isRegular else {
            files.close(descriptor)
            throw Fault(
                .unsupported,
                status.isFolder
                    ? "This is a folder; name a file in it."
                    : "This is a device or a pipe, not a file; copy its content into a file first."
            )
        }
        return OpenedFile(
            path: path,
            source: FileByteSource(adopting: descriptor, count: status.identity.size),
            identity: status.identity
        )
    }
}

extension SystemError {
    /// The row of the table for a failure while opening a file to read.
    fileprivate var openingFault: Fault {
        switch number {
        case ENOENT, ENOTDIR:
            Fault(.notFound, "There is no such file.", cause: description)
        case EACCES, EPERM:
            Fault(
                .permissionDenied,
                "You have no permission to read the file.",
                cause: description
            )
        case ENXIO, ENODEV:
            Fault(
                .unsupported,
                "This is a device or a pipe, not a file.",
                cause: description
            )
        default:
            Fault(.readFailed, "The file could not be opened.", cause: description)
        }
    }
}
