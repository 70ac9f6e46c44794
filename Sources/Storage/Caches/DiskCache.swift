// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
internal import Glibc
internal import Synchronization

/// Bytes by key in a folder, within a limit; those not used for longest go first.
///
/// What it holds can be made again, so it never fails: what cannot be read is not there, and what
/// cannot be written is not kept. Processes may share the folder. A file gets its name when it is
/// complete, and is believed only when its digests are right, so neither a kill nor a lost page of
/// the disk nor another program's file can do harm.
public final class DiskCache: Sendable {
    private let files: any FileSystem
    private let folder: OwnedDescriptor
    private let maximumBytes: Int
    private let now: @Sendable () -> Int64
    /// Bytes written since the folder was last looked through; nil before the first time.
    private let unmeasured = Mutex<Int?>(nil)

    /// One value takes no more than this share of the limit.
    private static let largestShare = 4
    /// The folder is looked through after so large a share of the limit was written.
    private static let measuredShare = 16
    /// So large a share of the limit stays free after a look.
    private static let freedShare = 8
    /// A file being written is complete long before that; older ones were left by a kill.
    private static let abandonedNanoseconds: Int64 = 3_600_000_000_000
    private static let unfinished = ".new-"
    private static let fileMode: UInt32 = 0o600

    /// Opens a cache; the folder is made where it is missing.
    ///
    /// Nil when the folder cannot be had, or others may look into it.
    ///
    /// - Parameters:
    ///   - path: a folder of its own.
    ///   - maximumBytes: how much the files may take together.
    public convenience init?(in path: String, maximumBytes: Int) {
        self.init(in: path, maximumBytes: maximumBytes, through: SystemFiles()) {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }

    /// Opens a cache on another file system and clock, which tells nanoseconds since 1970.
    package init?(
        in path: String,
        maximumBytes: Int,
        through files: any FileSystem,
        now: @escaping @Sendable () -> Int64
    ) {
        guard let folder = try? files.privateFolder(path) else { return nil }
        self.files = files
        self.folder = folder
        self.maximumBytes = max(0, maximumBytes)
        self.now = now
    }

    /// The user's folder for what can be made again (XDG Base Directory Specification), with a
    /// folder of ours in it; nil without a home.
    public static var standardFolder: String? {
        UserFolder.path("XDG_CACHE_HOME", underHome: ".cache")
    }

    // MARK: Reading and writing

    /// The bytes of a key, which count as used now; nil when they are not there.
    public func bytes(for key: String) -> [UInt8]? {
        let digest = CacheEntry.digest(of: key)
        let name = digest.description
        do throws(SystemError) {
            let file = try files.opened(name, in: folder.number, .readNoLink)
            defer { extendLifetime(file) }
            let status = try files.status(of: file.number)
            guard status.isRegular, status.identity.size <= maximumBytes else { return nil }
            let bytes = try read(file.number, count: status.identity.size)
            guard let data = CacheEntry.data(of: bytes, for: digest) else {
                try files.unlink(name, in: folder.number)
                return nil
            }
            try? files.setModified(file.number, to: now())
            return data
        } catch { return nil }
    }

    /// Keeps bytes; those of this key that are there are replaced.
    ///
    /// - Parameters:
    ///   - bytes: what to keep; not kept when they are more than a quarter of the limit.
    ///   - key: by which they are found.
    public func store(_ bytes: [UInt8], for key: String) {
        let digest = CacheEntry.digest(of: key)
        let file = CacheEntry.file(bytes, for: digest)
        guard file.count <= maximumBytes / Self.largestShare else { return }
        let unfinished = Self.unfinished + String(UInt64.random(in: 0 ... .max), radix: 16)
        do throws(SystemError) {
            let made = try files.opened(
                unfinished,
                in: folder.number,
                .new(mode: Self.fileMode)
            )
            do throws(SystemError) {
                try write(file, to: made.number)
                try files.setModified(made.number, to: now())
                try patiently { () throws(SystemError) in
                    try files.rename(unfinished, to: digest.description, in: folder.number)
                }
            } catch {
                try files.unlink(unfinished, in: folder.number)
                return
            }
        } catch { return }
        noteWritten(file.count)
    }

    /// All bytes of a file, or fewer where it was cut meanwhile.
    private func read(_ file: Int32, count: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try patiently { () throws(SystemError) in
                try files.read(file, at: bytes.count, count: count - bytes.count)
            }
            if more.isEmpty { return bytes }
            if bytes.isEmpty { bytes = more } else { bytes += more }
        }
        return bytes
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            done += try patiently { () throws(SystemError) in
                try files.write(bytes[done...], to: file, at: done)
            }
        }
    }

    // MARK: Keeping to the limit

    private func noteWritten(_ count: Int) {
        let isDue = unmeasured.withLock { unmeasured in
            let sum = unmeasured.map { $0 + count }
            let isDue = sum.map { $0 > maximumBytes / Self.measuredShare } ?? true
            unmeasured = isDue ? 0 : sum
            return isDue
        }
        if isDue { try? keepToLimit() }
    }

    private struct Found {
        var name: String
        var size: Int
        var used: Int64
    }

    /// Looks through the folder and removes what is too much; one process at a time does.
    private func keepToLimit() throws(SystemError) {
        // A lock belongs to a descriptor, and so does the place of a listing.
        let folder = try files.opened(".", in: folder.number, .folder)
        defer { extendLifetime(folder) }
        try patiently { () throws(SystemError) in try files.lock(folder.number, exclusive: true) }
        let names = try patiently { () throws(SystemError) in
            try files.names(in: folder.number, startingWith: "")
        }
        let time = now()
        var found: [Found] = []
        var sum = 0
        for name in names {
            // Folders and what else is not ours stay.
            guard let status = try? files.status(of: name, in: folder.number), status.isRegular
            else { continue }
            let identity = status.identity
            if name.hasPrefix(Self.unfinished),
                identity.modifiedNanoseconds < time - Self.abandonedNanoseconds
            {
                try? files.unlink(name, in: folder.number)
                continue
            }
            sum += identity.size
            found.append(
                Found(name: name, size: identity.size, used: identity.modifiedNanoseconds)
            )
        }
        guard sum > maximumBytes else { return }
        found.sort { $0.used < $1.used }
        let wanted = maximumBytes - maximumBytes / Self.freedShare
        for file in found where sum > wanted && !file.name.hasPrefix(Self.unfinished) {
            // Another process may have been faster.
            try? files.unlink(file.name, in: folder.number)
            sum -= file.size
        }
    }
}
