// SPDX-License-Identifier: Apache-2.0

/// Which file, in which state: two equal identities mean that nobody wrote to it in between.
public struct FileIdentity: Sendable, Hashable {
    /// The device the file is on.
    public var device: UInt64
    /// Its number there.
    public var inode: UInt64
    /// Its size in bytes.
    public var size: Int
    /// When its bytes were last written, in nanoseconds since 1970.
    public var modifiedNanoseconds: Int64
    /// When anything about it last changed (bytes, mode, owner, names), in nanoseconds since 1970.
    public var changedNanoseconds: Int64

    /// Whether both are the same file with the same bytes.
    ///
    /// Being renamed sets the time of change, so a file that was moved is compared without it.
    func isSameContent(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode && size == other.size
            && modifiedNanoseconds == other.modifiedNanoseconds
    }
}

/// What the file system knows of a file.
package struct FileStatus: Sendable, Hashable {
    package var identity: FileIdentity
    package var links: UInt64
    /// Kind and permissions as `st_mode` has them.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32

    package var isRegular: Bool { mode & 0o170000 == 0o100000 }
    package var isFolder: Bool { mode & 0o170000 == 0o040000 }
    package var permissions: UInt32 { mode & 0o7777 }
}
