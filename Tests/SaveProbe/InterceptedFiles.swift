// SPDX-License-Identifier: Apache-2.0
package import Storage
internal import Synchronization

/// The calls of a file system that can fail; closing and being asked for the user cannot.
package enum FileCall: String, Sendable, CaseIterable {
    case realPath, open, openNameless, statusOfDescriptor, statusOfName, checkWritable, freeBytes
    case lock, clone, copyRange, read, write, truncate, startWriting, sync, reopen
    case syncAll, makeFolder, removeFolder, linkDescriptor, linkName, rename, renameExclusively,
        exchange, unlink, names
    case attributeNames, attribute, setAttribute, removeAttribute, changeOwner, changeMode,
        setModified
}

/// The real file system with a look at every call: before it happens, when it can be made to fail,
/// and after it, when the process can be made to die.
package final class InterceptedFiles: FileSystem {
    package typealias Before =
        @Sendable (_ number: Int, _ call: FileCall) throws(SystemError) -> Void

    private let real = SystemFiles()
    private let count = Mutex(0)
    private let before: Before
    private let after: @Sendable (_ number: Int, _ call: FileCall) -> Void
    /// Copies and writes do at most this many bytes at once.
    private let longestPiece: Int
    /// What the disk is said to have left; nil for the truth.
    private let pretendedFreeBytes: Int?

    package init(
        longestPiece: Int = .max,
        pretendedFreeBytes: Int? = nil,
        after: @escaping @Sendable (Int, FileCall) -> Void = { _, _ in },
        before: @escaping Before = { _, _ in }
    ) {
        self.longestPiece = longestPiece
        self.pretendedFreeBytes = pretendedFreeBytes
        self.before = before
        self.after = after
    }

    /// How many calls were made.
    package var calls: Int { count.withLock { $0 } }

    private func watch<Result>(_ call: FileCall, _ body: () throws(SystemError) -> Result)
        throws(SystemError) -> Result
    {
        let number = count.withLock { count in
            count += 1
            return count
        }
        try before(number, call)
        defer { after(number, call) }
        return try body()
    }

    package var workingFolder: Int32 { real.workingFolder }
    package var user: UInt32 { real.user }
    package func close(_ descriptor: Int32) { real.close(descriptor) }

    package func realPath(_ path: String) throws(SystemError) -> String {
        try watch(.realPath) { () throws(SystemError) in try real.realPath(path) }
    }
    package func open(_ path: String, in folder: Int32, _ kind: OpenKind) throws(SystemError)
        -> Int32
    {
        let call: FileCall = if case .nameless = kind { .openNameless } else { .open }
        return try watch(call) { () throws(SystemError) in try real.open(path, in: folder, kind) }
    }
    package func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        try watch(.statusOfDescriptor) { () throws(SystemError) in
            try real.status(of: descriptor)
        }
    }
    package func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
        try watch(.statusOfName) { () throws(SystemError) in
            try real.status(of: name, in: folder)
        }
    }
    package func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {
        try watch(.checkWritable) { () throws(SystemError) in
            try real.checkWritable(name, in: folder)
        }
    }
    package func freeBytes(at descriptor: Int32) throws(SystemError) -> Int? {
        try watch(.freeBytes) { () throws(SystemError) in
            if let pretendedFreeBytes { return pretendedFreeBytes }
            return try real.freeBytes(at: descriptor)
        }
    }
    package func lock(_ descriptor: Int32, exclusive: Bool) throws(SystemError) {
        try watch(.lock) { () throws(SystemError) in
            try real.lock(descriptor, exclusive: exclusive)
        }
    }
    package func reopen(_ descriptor: Int32) throws(SystemError) -> Int32 {
        try watch(.reopen) { () throws(SystemError) in try real.reopen(descriptor) }
    }
}

/// Folders, and many files at once.
extension InterceptedFiles {
    package func syncAll(_ descriptor: Int32) throws(SystemError) {
        try watch(.syncAll) { () throws(SystemError) in try real.syncAll(descriptor) }
    }
    package func makeFolder(_ name: String, in folder: Int32, mode: UInt32)
        throws(SystemError)
    {
        try watch(.makeFolder) { () throws(SystemError) in
            try real.makeFolder(name, in: folder, mode: mode)
        }
    }
    package func removeFolder(_ name: String, in folder: Int32) throws(SystemError) {
        try watch(.removeFolder) { () throws(SystemError) in
            try real.removeFolder(name, in: folder)
        }
    }
}

/// Bytes.
extension InterceptedFiles {
    package func clone(_ source: Int32, to destination: Int32) throws(SystemError) {
        try watch(.clone) { () throws(SystemError) in try real.clone(source, to: destination) }
    }
    package func copyRange(
        _ source: Int32,
        at from: Int,
        to destination: Int32,
        at offset: Int,
        count: Int
    ) throws(SystemError) -> Int {
        try watch(.copyRange) { () throws(SystemError) in
            try real.copyRange(
                source,
                at: from,
                to: destination,
                at: offset,
                count: min(count, longestPiece)
            )
        }
    }
    package func read(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError)
        -> [UInt8]
    {
        try watch(.read) { () throws(SystemError) in
            try real.read(descriptor, at: offset, count: min(count, longestPiece))
        }
    }
    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int)
        throws(SystemError) -> Int
    {
        try watch(.write) { () throws(SystemError) in
            try real.write(bytes.prefix(longestPiece), to: descriptor, at: offset)
        }
    }
    package func truncate(_ descriptor: Int32, to count: Int) throws(SystemError) {
        try watch(.truncate) { () throws(SystemError) in try real.truncate(descriptor, to: count) }
    }
    package func startWriting(_ descriptor: Int32, at offset: Int, count: Int)
        throws(SystemError)
    {
        try watch(.startWriting) { () throws(SystemError) in
            try real.startWriting(descriptor, at: offset, count: count)
        }
    }
    package func sync(_ descriptor: Int32) throws(SystemError) {
        try watch(.sync) { () throws(SystemError) in try real.sync(descriptor) }
    }
}

/// Names.
extension InterceptedFiles {
    package func link(_ descriptor: Int32, as name: String, in folder: Int32)
        throws(SystemError)
    {
        try watch(.linkDescriptor) { () throws(SystemError) in
            try real.link(descriptor, as: name, in: folder)
        }
    }
    package func link(_ name: String, as other: String, in folder: Int32) throws(SystemError) {
        try watch(.linkName) { () throws(SystemError) in
            try real.link(name, as: other, in: folder)
        }
    }
    package func rename(_ name: String, to other: String, in folder: Int32)
        throws(SystemError)
    {
        try watch(.rename) { () throws(SystemError) in
            try real.rename(name, to: other, in: folder)
        }
    }
    package func renameExclusively(_ name: String, to other: String, in folder: Int32)
        throws(SystemError)
    {
        try watch(.renameExclusively) { () throws(SystemError) in
            try real.renameExclusively(name, to: other, in: folder)
        }
    }
    package func exchange(_ name: String, with other: String, in folder: Int32)
        throws(SystemError)
    {
        try watch(.exchange) { () throws(SystemError) in
            try real.exchange(name, with: other, in: folder)
        }
    }
    package func unlink(_ name: String, in folder: Int32) throws(SystemError) {
        try watch(.unlink) { () throws(SystemError) in try real.unlink(name, in: folder) }
    }
    package func names(in folder: Int32, startingWith prefix: String) throws(SystemError)
        -> [String]
    {
        try watch(.names) { () throws(SystemError) in
            try real.names(in: folder, startingWith: prefix)
        }
    }
}

/// What is known beside the bytes.
extension InterceptedFiles {
    package func attributeNames(of descriptor: Int32) throws(SystemError) -> [String] {
        try watch(.attributeNames) { () throws(SystemError) in
            try real.attributeNames(of: descriptor)
        }
    }
    package func attribute(_ name: String, of descriptor: Int32) throws(SystemError) -> [UInt8] {
        try watch(.attribute) { () throws(SystemError) in
            try real.attribute(name, of: descriptor)
        }
    }
    package func setAttribute(_ name: String, to bytes: [UInt8], of descriptor: Int32)
        throws(SystemError)
    {
        try watch(.setAttribute) { () throws(SystemError) in
            try real.setAttribute(name, to: bytes, of: descriptor)
        }
    }
    package func removeAttribute(_ name: String, of descriptor: Int32) throws(SystemError) {
        try watch(.removeAttribute) { () throws(SystemError) in
            try real.removeAttribute(name, of: descriptor)
        }
    }
    package func changeOwner(of descriptor: Int32, owner: UInt32?, group: UInt32?)
        throws(SystemError)
    {
        try watch(.changeOwner) { () throws(SystemError) in
            try real.changeOwner(of: descriptor, owner: owner, group: group)
        }
    }
    package func changeMode(of descriptor: Int32, to mode: UInt32) throws(SystemError) {
        try watch(.changeMode) { () throws(SystemError) in
            try real.changeMode(of: descriptor, to: mode)
        }
    }
    package func setModified(_ descriptor: Int32, to nanoseconds: Int64) throws(SystemError) {
        try watch(.setModified) { () throws(SystemError) in
            try real.setModified(descriptor, to: nanoseconds)
        }
    }
}
