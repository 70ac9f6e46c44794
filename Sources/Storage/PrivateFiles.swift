// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
internal import Glibc

/// Small files in a folder that the user alone may look into, such as keys: each is there whole or
/// not at all.
public struct PrivateFiles: Sendable {
    private static let fileMode: UInt32 = 0o600
    /// What is kept here is small.
    private static let mostBytes = 1 << 20

    private let files: any FileSystem
    private let folder: OwnedDescriptor
    private let path: String

    /// A folder, made where it is missing.
    ///
    /// - Throws: `permissionDenied`, `saveFailed`.
    public init(in path: String) throws(Fault) {
        try self.init(in: path, through: SystemFiles())
    }

    package init(in path: String, through files: any FileSystem) throws(Fault) {
        self.files = files
        self.path = path
        do throws(SystemError) { folder = try files.privateFolder(path) } catch {
            throw error.fault("The private folder cannot be opened.").inFile(path)
        }
    }

    /// The bytes of a file; nil when there is none.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func bytes(of name: String) throws(Fault) -> [UInt8]? {
        let file: OpenedFile
        do throws(SystemError) {
            let descriptor = try patiently { () throws(SystemError) in
                try files.open(name, in: folder.number, .readNoLink)
            }
            do throws(Fault) {
                file = try OpenedFile.adopt(descriptor, path: "\(path)/\(name)", through: files)
            } catch { throw SystemError(EIO) }
        } catch {
            if error.number == ENOENT { return nil }
            throw Fault(
                .readFailed,
                "The file cannot be read.",
                at: Place(file: "\(path)/\(name)"),
                cause: error.description
            )
        }
        guard file.source.count <= Self.mostBytes else {
            throw Fault(
                .limitExceeded,
                "The file is too long for what is kept there.",
                at: Place(file: "\(path)/\(name)")
            )
        }
        return Array(try file.source.bytes(in: 0..<file.source.count))
    }

    /// Puts bytes into a file, in the place of what it held.
    ///
    /// - Throws: `saveFailed`, `insufficientStorage`, `permissionDenied`.
    public func write(_ bytes: [UInt8], to name: String) throws(Fault) {
        let unfinished = ".new-" + String(UInt64.random(in: 0 ... .max), radix: 16)
        do throws(SystemError) {
            let made = try files.opened(unfinished, in: folder.number, .new(mode: Self.fileMode))
            do throws(SystemError) {
                var done = 0
                while done < bytes.count {
                    done += try patiently { () throws(SystemError) in
                        try files.write(bytes[done...], to: made.number, at: done)
                    }
                }
                try patiently { () throws(SystemError) in try files.sync(made.number) }
                try patiently { () throws(SystemError) in
                    try files.rename(unfinished, to: name, in: folder.number)
                }
                try patiently { () throws(SystemError) in try files.sync(folder.number) }
            } catch {
                try? files.unlink(unfinished, in: folder.number)
                throw error
            }
        } catch {
            throw error.fault("The file could not be written.").inFile("\(path)/\(name)")
        }
    }
}
