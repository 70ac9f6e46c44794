// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Glibc
import Storage
import Testing

@testable import SaveProbe

/// A folder that everybody may enter, gone with everything in it when the test is over.
final class Playground: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/inkstone-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        try #require(made)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        setMode("", 0o755)
    }

    deinit {
        setMode("", 0o755)
        for name in names { remove(name) }
        _ = unsafe rmdir(path)
    }

    subscript(_ name: String) -> String { path + "/" + name }

    /// Everything in the folder, sorted.
    var names: [String] {
        let files = SystemFiles()
        guard let folder = try? files.open(path, in: files.workingFolder, .folder) else {
            return []
        }
        defer { files.close(folder) }
        let all = (try? files.names(in: folder, startingWith: "")) ?? []
        return all.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// The bytes of a file; nil when there is none.
    func content(_ name: String) -> [UInt8]? {
        let descriptor = unsafe open(self[name], O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        return try? SystemFiles().read(descriptor, at: 0, count: size)
    }

    /// Writes a file as other programs do, in place.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) -> String {
        let descriptor = unsafe open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        defer { close(descriptor) }
        _ = try? SystemFiles().write(bytes[...], to: descriptor, at: 0)
        return self[name]
    }

    /// Removes a file or an empty folder.
    func remove(_ name: String) { _ = unsafe Glibc.remove(self[name]) }

    /// Renames a file, over another if need be.
    func move(_ name: String, to other: String) { _ = unsafe rename(self[name], self[other]) }

    func setMode(_ name: String, _ mode: mode_t) { _ = unsafe chmod(self[name], mode) }

    func setOwner(_ name: String, _ owner: uid_t, _ group: gid_t) {
        _ = unsafe chown(self[name], owner, group)
    }

    func hardLink(_ name: String, as other: String) { _ = unsafe link(self[name], self[other]) }

    func symbolicLink(to target: String, as name: String) {
        _ = unsafe symlink(target, self[name])
    }

    func makeFolder(_ name: String) { _ = unsafe mkdir(self[name], 0o755) }

    func makePipe(_ name: String) { _ = unsafe mkfifo(self[name], 0o600) }

    func status(_ name: String) throws -> FileStatus {
        try SystemFiles().status(of: self[name], in: SystemFiles().workingFolder)
    }
}

/// Bytes that repeat nowhere near.
func someBytes(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}

/// A save of the whole file and some bytes more.
@discardableResult
func append(
    _ bytes: [UInt8],
    to file: OpenedFile,
    force: Bool = false,
    through files: any FileSystem = SystemFiles(),
    check: (any ByteSource) throws(Fault) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
) throws(Fault) -> SaveReceipt {
    try SafeReplace.replace(
        file,
        with: SaveContent(base: file, appending: bytes),
        force: force,
        isCancelled: isCancelled,
        through: files,
        swept: SweptFolders(),
        check: check
    )
}

/// The code of the fault that a call ends in; nil when it succeeds.
func code(of call: () throws(Fault) -> Void) -> FaultCode? {
    do { try call() } catch { return error.code }
    return nil
}
