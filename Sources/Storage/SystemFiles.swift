// SPDX-License-Identifier: Apache-2.0
internal import CSystem
internal import Glibc

/// The real file system: one system call for each method, nothing remembered.
package struct SystemFiles: FileSystem {
    package init() {}

    package var workingFolder: Int32 { csystem_working_folder() }
    package var user: UInt32 { geteuid() }

    /// The system's sentence for a value of errno.
    package static func words(for number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }

    package func realPath(_ path: String) throws(SystemError) -> String {
        guard let resolved = unsafe Glibc.realpath(path, nil) else { throw SystemError(errno) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    package func open(_ path: String, in folder: Int32, _ kind: OpenKind) throws(SystemError)
        -> Int32
    {
        let (how, mode): (csystem_open_kind, UInt32) =
            switch kind {
            case .read: (CSYSTEM_OPEN_READ, 0)
            case .readNoLink: (CSYSTEM_OPEN_READ_NO_LINK, 0)
            case .folder: (CSYSTEM_OPEN_FOLDER, 0)
            case .new(let mode): (CSYSTEM_OPEN_NEW, mode)
            case .nameless(let mode): (CSYSTEM_OPEN_NAMELESS, mode)
            }
        return try checked(unsafe csystem_open(folder, path, how, mode))
    }

    package func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    package func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        var found = csystem_status()
        try checked(unsafe csystem_status_of(descriptor, &found))
        return FileStatus(found)
    }

    package func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
        var found = csystem_status()
        try checked(unsafe csystem_status_at(folder, name, &found))
        return FileStatus(found)
    }

    package func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
        try checked(unsafe csystem_may_write(folder, name))
    }

    package func freeBytes(at descriptor: Int32) throws(SystemError) -> Int? {
        var bytes: Int64 = -1
        try checked(unsafe csystem_free_bytes(descriptor, &bytes))
        return bytes < 0 ? nil : Int(bytes)
    }

    package func lock(_ descriptor: Int32, exclusive: Bool) throws(SystemError) {
        try checked(csystem_lock(descriptor, exclusive ? 1 : 0))
    }

    package func reopen(_ descriptor: Int32) throws(SystemError) -> Int32 {
        try open("/proc/self/fd/\(descriptor)", in: workingFolder, .read)
    }

    package func names(in folder: Int32, startingWith prefix: String) throws(SystemError)
        -> [String]
    {
        var names: [String] = []
        var more = true
        while more {
            var failure: SystemError?
            let bytes = unsafe [CChar](unsafeUninitializedCapacity: 32 * 1024) { buffer, filled in
                let result = unsafe csystem_next_names(
                    folder,
                    prefix,
                    buffer.baseAddress,
                    buffer.count,
                    &filled
                )
                if result < 0 { failure = SystemError(-result) }
                more = result == 1
            }
            if let failure { throw failure }
            names += Self.strings(bytes)
        }
        return names
    }

    /// Splits names that each end in a zero byte.
    ///
    /// Names that are no UTF-8 are left out: none of
    /// ours is among them.
    static func strings(_ bytes: [CChar]) -> [String] {
        bytes.split(separator: 0).compactMap { name in
            String(validating: name.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}

/// Turns "minus errno" into an error.
@discardableResult
func checked<Number: SignedInteger & FixedWidthInteger>(_ result: Number) throws(SystemError)
    -> Number
{
    guard result >= 0 else { throw SystemError(Int32(truncatingIfNeeded: 0 &- result)) }
    return result
}

extension FileStatus {
    fileprivate init(_ found: csystem_status) {
        self.init(
            identity: FileIdentity(
                device: found.device,
                inode: found.inode,
                size: Int(found.size),
                modifiedNanoseconds: found.modified_ns,
                changedNanoseconds: found.changed_ns
            ),
            links: found.links,
            mode: found.mode,
            owner: found.owner,
            group: found.group
        )
    }
}
