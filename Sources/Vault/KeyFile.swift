// SPDX-License-Identifier: Apache-2.0
internal import CSodium
internal import Faults
internal import Glibc

/// The file that a key lies in.
///
/// A new one is written and synced under another name and then linked to its own, so that it is
/// there as a whole or not at all, and of two processes that make it at once both get one key.
struct KeyFile {
    let path: String

    private static let mode: mode_t = 0o600
    private static let othersMode: mode_t = 0o077

    func readOrMake() throws(Fault) -> [UInt8] {
        if let key = try read() { return key }
        try make()
        guard let key = try read() else {
            throw Fault(.saveFailed, "The key file was removed as soon as it was made.")
        }
        return key
    }

    /// The key; nil where there is no file.
    private func read() throws(Fault) -> [UInt8]? {
        let descriptor = unsafe Glibc.open(
            path,
            O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        )
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP:
                throw Fault(.permissionDenied, "The key file is a symbolic link; name a file.")
            case let number: throw Self.fault("The key file could not be opened.", number)
            }
        }
        defer { close(descriptor) }
        try check(descriptor)
        // One byte more than a key tells a file that is too long.
        var key = [UInt8](repeating: 0, count: SecretKey.count + 1)
        let count = unsafe Glibc.read(descriptor, &key, key.count)
        guard count >= 0 else {
            throw Fault(.readFailed, "The key file could not be read.", cause: Self.words(errno))
        }
        guard count == SecretKey.count else {
            Secrets.wipe(&key)
            throw Fault(
                .readFailed,
                "The key file is damaged: it has not \(SecretKey.count) bytes. Put it back from a"
                    + " copy; without it nothing can be opened that was sealed before."
            )
        }
        let last = Array(key[..<SecretKey.count])
        Secrets.wipe(&key)
        return last
    }

    private func check(_ descriptor: Int32) throws(Fault) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw Self.fault("The key file could not be looked at.", errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Fault(.permissionDenied, "The key file is no file; name another.")
        }
        guard status.st_uid == geteuid() else {
            throw Fault(.permissionDenied, "The key file belongs to another user.")
        }
        guard status.st_mode & Self.othersMode == 0 else {
            throw Fault(
                .permissionDenied,
                "Others may read the key file, so it may be known. Make it private (chmod 600), or"
                    + " remove it to get a new key; what was sealed before is then lost."
            )
        }
    }

    /// Makes a key, unless there is a file meanwhile.
    func make() throws(Fault) {
        let folder = folderPath
        let temporary = folder + "/.key-" + Self.randomName()
        let descriptor = unsafe Glibc.open(
            temporary,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            Self.mode
        )
        guard descriptor >= 0 else {
            throw Self.fault("The key file could not be made.", errno)
        }
        defer {
            close(descriptor)
            _ = unsafe unlink(temporary)
        }
        var key = Sodium.randomBytes(SecretKey.count)
        defer { Secrets.wipe(&key) }
        let written = unsafe write(descriptor, key, key.count)
        guard written == key.count else {
            throw Self.fault("The key file could not be written.", written < 0 ? errno : ENOSPC)
        }
        guard fsync(descriptor) == 0 else {
            throw Self.fault("The key file could not be synced.", errno)
        }
        // Another process may have been faster: then its key is the one.
        guard unsafe link(temporary, path) == 0 || errno == EEXIST else {
            throw Self.fault("The key file could not be given its name.", errno)
        }
        try sync(folder)
    }

    private func sync(_ folder: String) throws(Fault) {
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Self.fault("The folder of the key file could not be opened.", errno)
        }
        defer { close(descriptor) }
        // Some network file systems cannot sync a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw Self.fault("The folder of the key file could not be synced.", errno)
        }
    }

    private var folderPath: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    private static func randomName() -> String {
        Sodium.randomBytes(8).map { String($0, radix: 16) }.joined()
    }

    private static func words(_ number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }

    private static func fault(_ message: String, _ number: Int32) -> Fault {
        let code: FaultCode =
            switch number {
            case EACCES, EPERM, EROFS: .permissionDenied
            case ENOENT, ENOTDIR: .notFound
            case ENOSPC, EDQUOT: .insufficientStorage
            default: .saveFailed
            }
        return Fault(code, message, cause: words(number))
    }
}
