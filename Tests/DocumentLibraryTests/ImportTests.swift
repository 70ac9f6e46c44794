// SPDX-License-Identifier: Apache-2.0
import Faults
import SaveProbe
import Testing

@testable import DocumentLibrary

/// Files on their way into the library.
@Suite struct ImportTests {
    let playground: LibraryPlayground
    let library: DocumentLibrary

    init() throws {
        playground = try LibraryPlayground()
        library = try playground.open()
    }

    @Test func whatCameSoFarCanBeReadAndIsNoDocument() throws {
        let file = try library.beginImport(name: "a/b.pdf")
        try file.write([1, 2])
        try file.write([])
        try file.write([3])
        #expect(file.name == "a∕b.pdf")
        #expect(file.count == 3)
        #expect(file.path == playground["incoming/\(file.id)"])
        #expect(playground.bytes("incoming/\(file.id)") == [1, 2, 3])
        #expect(try playground.mode("incoming/\(file.id)") == 0o600)
        #expect(try library.list().isEmpty)
        let record = try file.finish(pageCount: nil, isEncrypted: true)
        #expect(record.id == file.id && record.name == file.name && record.bytes == 3)
        #expect(record.pageCount == nil && record.isEncrypted)
        #expect(playground.names(in: "incoming").isEmpty)
        try library.checkWhole()
    }

    @Test func anAbandonedFileLeavesNothing() throws {
        let file = try library.beginImport(name: "name")
        try file.write([1])
        file.abandon()
        file.abandon()
        #expect(code { () throws(Fault) in try file.write([2]) } == .cancelled)
        #expect(
            code { () throws(Fault) in
                try file.finish(pageCount: 1, isEncrypted: false)
            } == .cancelled
        )
        #expect(playground.names(in: "incoming").isEmpty)
        try library.checkWhole()
    }

    @Test func aFileThatNobodyHoldsLeavesNothing() throws {
        do {
            let file = try library.beginImport(name: "name")
            try file.write([1])
            #expect(playground.names(in: "incoming") == [file.id])
        }
        #expect(playground.names(in: "incoming").isEmpty)
    }

    @Test func aFinishedFileIsFinishedOnce() throws {
        let file = try library.beginImport(name: "name")
        try file.write([1])
        let record = try file.finish(pageCount: 1, isEncrypted: false)
        file.abandon()
        #expect(
            code { () throws(Fault) in
                try file.finish(pageCount: 1, isEncrypted: false)
            } == .cancelled
        )
        #expect(try library.list() == [record])
        try library.checkWhole()
    }

    @Test func whatHasNoRoomIsRefusedBeforeItComes() throws {
        let playground = try LibraryPlayground()
        let free = 20 * 1024 * 1024
        let library = try playground.open(through: InterceptedFiles(pretendedFreeBytes: free))
        #expect(
            code { () throws(Fault) in
                try library.beginImport(name: "large", expectedBytes: free)
            } == .insufficientStorage
        )
        #expect(
            code { () throws(Fault) in
                try library.beginImport(name: "larger", expectedBytes: .max)
            } == .insufficientStorage
        )
        let file = try library.beginImport(name: "of unknown size")
        try file.write([1])
        #expect(
            code { () throws(Fault) in
                try file.write([UInt8](repeating: 0, count: 8 * 1024 * 1024))
            } == .insufficientStorage
        )
        file.abandon()
        #expect(playground.names(in: "incoming").isEmpty)
    }

    @Test func noIdIsGivenTwice() throws {
        let playground = try LibraryPlayground()
        let library = try DocumentLibrary(
            folder: playground.folder,
            clock: { playground.now() },
            random: { [UInt8](repeating: 1, count: $0) }
        )
        let first = try library.take("first", [1, 2, 3])
        #expect(code { () throws(Fault) in try library.take("second") } == .internal)
        #expect(
            code { () throws(Fault) in try library.duplicate(first.id, name: "x") } == .internal
        )
        #expect(playground.bytes("documents/\(first.id).pdf") == [1, 2, 3])
        try library.checkWhole()
    }
}
