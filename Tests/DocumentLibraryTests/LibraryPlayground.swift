// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import SeededNumbers
import Storage
import Synchronization
import Testing

@testable import DocumentLibrary

/// A data folder that is gone with everything in it when the test is over, and a clock that tests
/// move.
final class LibraryPlayground: Sendable {
    let root: String
    let folder: String
    private let time = Mutex<Int64>(1_700_000_000_000)
    private let numbers = Mutex(SplitMix(seed: 11))

    init() throws {
        root =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("inkstone-library-\(UUID().uuidString)").path
        folder = root + "/data"
        try FileManager.default.createDirectory(
            atPath: root,
            withIntermediateDirectories: true
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Each call is a millisecond later than the one before.
    func now() -> Int64 {
        time.withLock { time in
            time += 1
            return time
        }
    }

    func wait(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

    func random(_ count: Int) -> [UInt8] { numbers.withLock { $0.bytes(count) } }

    func open(
        _ folder: String? = nil,
        through files: any FileSystem = SystemFiles()
    ) throws(Fault) -> DocumentLibrary {
        try DocumentLibrary(
            folder: folder ?? self.folder,
            clock: { self.now() },
            random: { self.random($0) },
            through: files
        )
    }

    // MARK: Files

    subscript(_ name: String) -> String { folder + "/" + name }

    func names(in name: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: self[name]).sorted()) ?? []
    }

    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: self[name]).map { Array($0) }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: self[name])
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: self[name], toPath: self[other])
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: self[name])
        return try #require(attributes[.posixPermissions] as? Int)
    }

    /// What the disk would hold if the process were killed now: a copy of the folder, without the
    /// memory that connections share.
    func copyOfFolder(named name: String) throws -> String {
        let copy = root + "/" + name
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try? FileManager.default.removeItem(atPath: copy + "/library.sqlite-shm")
        return copy
    }
}

extension DocumentLibrary {
    /// Imports a document in two pieces.
    @discardableResult
    func take(
        _ name: String,
        _ bytes: [UInt8] = Array("%PDF-1.7 and more".utf8),
        pageCount: Int? = 1
    ) throws(Fault) -> DocumentRecord {
        let file = try beginImport(name: name, expectedBytes: bytes.count)
        try file.write(Array(bytes.prefix(bytes.count / 2)))
        try file.write(Array(bytes.dropFirst(bytes.count / 2)))
        return try file.finish(pageCount: pageCount, isEncrypted: false)
    }

    func all() throws(Fault) -> [DocumentRecord] { try list() + list(deleted: true) }

    /// Every document has its file, every file its document, and nothing else is there.
    func checkWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let records = try all()
        let manager = FileManager.default
        let files = try manager.contentsOfDirectory(atPath: folder + "/documents")
        #expect(
            Set(files) == Set(records.map { $0.id + ".pdf" }),
            sourceLocation: sourceLocation
        )
        for record in records {
            let bytes = manager.contents(atPath: try path(of: record.id))
            #expect(bytes?.count == record.bytes, sourceLocation: sourceLocation)
            #expect(!record.isMissing, sourceLocation: sourceLocation)
        }
        let incoming = try manager.contentsOfDirectory(atPath: folder + "/incoming")
        #expect(incoming.isEmpty, sourceLocation: sourceLocation)
    }
}

/// The fault that a call ends in; nil when it succeeds.
func fault<Result>(of call: () throws(Fault) -> Result) -> Fault? {
    do { _ = try call() } catch { return error }
    return nil
}

/// The code of the fault that a call ends in; nil when it succeeds.
func code<Result>(of call: () throws(Fault) -> Result) -> FaultCode? { fault(of: call)?.code }
