// SPDX-License-Identifier: Apache-2.0

/// Why a system call failed, in the system's own words.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value of errno.
    package var number: Int32

    package init(_ number: Int32) { self.number = number }

    package var description: String { SystemFiles.words(for: number) }
}

/// How a file is opened; descriptors never pass to child processes.
package enum OpenKind: Sendable {
    /// To read, never waiting on a pipe; a symbolic link is followed.
    case read
    /// To read; a symbolic link at the end is an error.
    case readNoLink
    /// A folder.
    case folder
    /// A new file to read and write, of a name that does not exist yet.
    case new(mode: UInt32)
    /// A new file without a name; the path names its folder.
    case nameless(mode: UInt32)
}

/// Every system call of the save path: the real one is `SystemFiles`; tests put one between that
/// fails at will.
///
/// Names are relative to an open folder, so that a folder renamed or replaced meanwhile cannot
/// lead a save astray. No method retries; `EINTR` reaches the caller.
package protocol FileSystem: Sendable {
    /// The folder that means "relative to the working directory".
    var workingFolder: Int32 { get }
    /// The effective user.
    var user: UInt32 { get }

    /// The path with all symbolic links followed.
    func realPath(_ path: String) throws(SystemError) -> String
    func open(_ path: String, in folder: Int32, _ kind: OpenKind) throws(SystemError) -> Int32
    /// Closing is never worth an error: whatever matters was synced before.
    func close(_ descriptor: Int32)
    func status(of descriptor: Int32) throws(SystemError) -> FileStatus
    /// A symbolic link is described itself.
    func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus
    /// Succeeds when the effective user may write to the file.
    func checkWritable(_ name: String, in folder: Int32) throws(SystemError)
    /// Free bytes for users without privileges; nil where nobody can tell.
    func freeBytes(at descriptor: Int32) throws(SystemError) -> Int?
    /// Never waits: `EWOULDBLOCK` when another holds a lock.
    func lock(_ descriptor: Int32, exclusive: Bool) throws(SystemError)

    func clone(_ source: Int32, to destination: Int32) throws(SystemError)
    func copyRange(
        _ source: Int32,
        at from: Int,
        to destination: Int32,
        at offset: Int,
        count: Int
    ) throws(SystemError) -> Int
    func read(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8]
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int)
        throws(SystemError) -> Int
    func truncate(_ descriptor: Int32, to count: Int) throws(SystemError)
    /// Asks for write-back to begin and does not wait.
    func startWriting(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError)
    func sync(_ descriptor: Int32) throws(SystemError)
    /// Begins to sync; the descriptor must stay open until it is waited for.
    func startSync(_ descriptor: Int32) throws(SystemError) -> PendingSync
    /// Syncs everything on the file system of a descriptor: for many small files one call.
    func syncAll(_ descriptor: Int32) throws(SystemError)

    /// Another open file of the same inode, to read; works for nameless files.
    func reopen(_ descriptor: Int32) throws(SystemError) -> Int32
    /// Gives an open file, nameless or not, a name that must not exist.
    func link(_ descriptor: Int32, as name: String, in folder: Int32) throws(SystemError)
    func link(_ name: String, as other: String, in folder: Int32) throws(SystemError)
    func rename(_ name: String, to other: String, in folder: Int32) throws(SystemError)
    /// `EEXIST` where `other` exists.
    func renameExclusively(_ name: String, to other: String, in folder: Int32)
        throws(SystemError)
    /// Swaps two names in one step.
    func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError)
    func unlink(_ name: String, in folder: Int32) throws(SystemError)
    func makeFolder(_ name: String, in folder: Int32, mode: UInt32) throws(SystemError)
    func removeFolder(_ name: String, in folder: Int32) throws(SystemError)
    /// The names in a folder that begin with `prefix`, from where the descriptor stands.
    func names(in folder: Int32, startingWith prefix: String) throws(SystemError) -> [String]

    func attributeNames(of descriptor: Int32) throws(SystemError) -> [String]
    func attribute(_ name: String, of descriptor: Int32) throws(SystemError) -> [UInt8]
    func setAttribute(_ name: String, to bytes: [UInt8], of descriptor: Int32)
        throws(SystemError)
    func removeAttribute(_ name: String, of descriptor: Int32) throws(SystemError)
    /// Nil leaves owner or group as it is.
    func changeOwner(of descriptor: Int32, owner: UInt32?, group: UInt32?) throws(SystemError)
    func changeMode(of descriptor: Int32, to mode: UInt32) throws(SystemError)
    /// Sets when the bytes were last written, in nanoseconds since 1970.
    func setModified(_ descriptor: Int32, to nanoseconds: Int64) throws(SystemError)
}
