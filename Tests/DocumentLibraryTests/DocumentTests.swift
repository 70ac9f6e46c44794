// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@testable import DocumentLibrary

/// Documents: importing, finding, changing.
@Suite struct DocumentTests {
    let playground: LibraryPlayground
    let library: DocumentLibrary

    init() throws {
        playground = try LibraryPlayground()
        library = try playground.open()
    }

    private func names(_ query: String? = nil, deleted: Bool = false) throws -> [String] {
        try library.list(query: query, deleted: deleted).map(\.name)
    }

    @Test func anImportedDocumentIsListedWithItsFile() throws {
        let bytes = Array("%PDF-1.7 contract".utf8)
        let record = try library.take("contract.pdf", bytes, pageCount: 3)
        #expect(record.name == "contract.pdf")
        #expect(record.bytes == bytes.count)
        #expect(record.pageCount == 3)
        #expect(!record.isEncrypted && !record.isMissing)
        #expect(record.deleted == nil && record.position == nil)
        #expect(record.created == record.modified)
        #expect(LibraryFolder.isID(record.id))
        #expect(try library.list() == [record])
        #expect(try library.record(record.id) == record)
        #expect(try library.path(of: record.id) == playground["documents/\(record.id).pdf"])
        #expect(playground.bytes("documents/\(record.id).pdf") == bytes)
        #expect(try playground.mode("documents/\(record.id).pdf") == 0o600)
        try library.checkWhole()
    }

    @Test func everythingIsThereAfterARestart() throws {
        let playground = try LibraryPlayground()
        var library = try playground.open()
        let first = try library.take("first")
        _ = try library.delete(try library.take("second").id)
        _ = try library.keepPosition(first.id, ReadingPosition(pageIndex: 4, y: 0.25))
        let before = try library.all()
        let version = try library.libraryVersion
        // Two libraries cannot be open on one folder.
        _ = consume library
        library = try playground.open()
        #expect(try library.all() == before)
        #expect(try library.libraryVersion > version)
        #expect(library.diagnostics.isEmpty)
        try library.checkWhole()
    }

    @Test func theNewestContentComesFirst() throws {
        let one = try library.take("one")
        try library.take("two")
        try library.take("three")
        #expect(try names() == ["three", "two", "one"])
        try library.noteSaved(one.id, bytes: one.bytes, pageCount: 1)
        #expect(try names() == ["one", "three", "two"])
        // A clock that is set back makes nothing older.
        playground.wait(-500)
        try library.noteSaved(one.id, bytes: one.bytes, pageCount: 1)
        #expect(try names() == ["one", "three", "two"])
    }

    @Test func neitherANameNorAPositionMovesADocument() throws {
        let one = try library.take("one")
        try library.take("two")
        _ = try library.rename(one.id, to: "three")
        let kept = try library.keepPosition(one.id, ReadingPosition(pageIndex: 2, y: 1))
        #expect(try names() == ["two", "three"])
        #expect(kept.version > one.version, "it was renamed")
        #expect(kept.modified == one.modified)
        let renamed = try library.rename(one.id, to: "four", ifVersion: kept.version)
        #expect(renamed.record.name == "four", "somebody who scrolls keeps nobody from renaming")
        #expect(kept.position == ReadingPosition(pageIndex: 2, y: 1))
    }

    @Test func documentsOfOneMillisecondStayInTheirOrder() throws {
        let still = try LibraryPlayground()
        let library = try DocumentLibrary(
            folder: still.folder,
            clock: { 5 },
            random: { still.random($0) }
        )
        for number in 0..<20 { try library.take("\(number)") }
        #expect(try library.list().map(\.name) == (0..<20).reversed().map { "\($0)" })
    }

    @Test(arguments: [
        ("CONTRACT", ["Contract with Müller.pdf"]),
        ("muller contract", ["Contract with Müller.pdf"]),
        ("ract wit", ["Contract with Müller.pdf"]),
        ("２０２６", ["２０２６ 合同", "Invoice 2026"]),
        ("合同 2026", ["２０２６ 合同"]),
        ("invoice contract", []),
        ("%", ["100% a/b_c"]),
        ("a/b", ["100% a/b_c"]),
        ("a／b", ["100% a/b_c"]),
        ("_", ["100% a/b_c"]),
        ("'; DROP TABLE documents; --", []),
        ("\u{0}", ["100% a/b_c", "２０２６ 合同", "Invoice 2026", "Contract with Müller.pdf"]),
        ("  ", ["100% a/b_c", "２０２６ 合同", "Invoice 2026", "Contract with Müller.pdf"]),
    ])
    func aSearchPassesOverCaseAccentsAndWidth(query: String, found: [String]) throws {
        for name in ["Contract with Müller.pdf", "Invoice 2026", "２０２６ 合同", "100% a/b_c"] {
            try library.take(name)
        }
        #expect(try names(query) == found.map { $0.replacing("a/b", with: "a∕b") })
    }

    @Test func aLongSearchIsCutAndAnswered() throws {
        try library.take("a a")
        #expect(try names(String(repeating: "a ", count: 100_000)) == ["a a"])
    }

    @Test func aRenamedDocumentIsFoundByItsNewName() throws {
        let record = try library.take("old")
        let change = try library.rename(record.id, to: " n\u{202E}ew/ ")
        #expect(change.record.name == "new∕")
        #expect(try names("old").isEmpty)
        #expect(try names("NEW/") == ["new∕"])
    }

    @Test func aStaleVersionChangesNothing() throws {
        let record = try library.take("name")
        let renamed = try library.rename(record.id, to: "other", ifVersion: record.version)
        #expect(renamed == .made(try library.record(record.id)))
        let version = try library.libraryVersion
        let late = try library.rename(record.id, to: "late", ifVersion: record.version)
        #expect(late == .stale(renamed.record))
        let deleted = try library.delete(record.id, ifVersion: record.version)
        #expect(deleted == .stale(renamed.record))
        #expect(
            try library.restore(record.id, ifVersion: record.version) == .stale(renamed.record)
        )
        #expect(try library.libraryVersion == version)
        #expect(try names() == ["other"])
    }

    @Test func everyChangeHasAVersionOfItsOwn() throws {
        let record = try library.take("name")
        var versions = [record.version]
        let id = record.id
        versions.append(try library.rename(id, to: "other").record.version)
        versions.append(try library.noteSaved(id, bytes: record.bytes, pageCount: 2).version)
        versions.append(
            try library.noteOpened(id, pageCount: 3, isEncrypted: true).version
        )
        versions.append(try library.delete(id).record.version)
        versions.append(try library.restore(id).record.version)
        for (earlier, later) in zip(versions, versions.dropFirst()) { #expect(earlier < later) }
        #expect(try library.libraryVersion == versions.last)
    }

    @Test func whatChangesNothingKeepsTheVersion() throws {
        let record = try library.take("name")
        let place = ReadingPosition(pageIndex: 0, y: 0.5)
        let kept = try library.keepPosition(record.id, place)
        let version = try library.libraryVersion
        #expect(try library.rename(record.id, to: "name") == .made(kept))
        #expect(try library.restore(record.id) == .made(kept))
        #expect(try library.keepPosition(record.id, place) == kept)
        #expect(try library.noteOpened(record.id, pageCount: 1, isEncrypted: false) == kept)
        #expect(try library.libraryVersion == version)
    }

    @Test func aDeletedDocumentComesBackToItsPlace() throws {
        let one = try library.take("one")
        let two = try library.take("two")
        let deleted = try library.delete(one.id).record
        #expect(deleted.deleted.map { $0 > two.created } == true)
        _ = try library.delete(two.id)
        #expect(try names().isEmpty)
        #expect(try names(deleted: true) == ["two", "one"])
        #expect(try names("ONE", deleted: true) == ["one"])
        // Deleting again does not make it newer.
        #expect(try library.delete(one.id) == .made(deleted))
        _ = try library.restore(one.id)
        _ = try library.restore(two.id)
        #expect(try names() == ["two", "one"])
        try library.checkWhole()
    }

    @Test func aPurgeRemovesWhatWasDeletedLongAgo() throws {
        let old = try library.take("old")
        let new = try library.take("new")
        try library.take("kept")
        _ = try library.delete(old.id)
        playground.wait(1000)
        _ = try library.delete(new.id)
        #expect(try library.purgeDeleted(olderThan: .max).isEmpty)
        #expect(try library.purgeDeleted(olderThan: 900) == [old.id])
        #expect(try names(deleted: true) == ["new"])
        try library.checkWhole()
        #expect(try library.purgeDeleted(olderThan: 0) == [new.id])
        #expect(try names() == ["kept"])
        try library.checkWhole()
    }

    @Test func whatIsDeletedForGoodIsGone() throws {
        let one = try library.take("one")
        try library.take("two")
        let renamed = try library.rename(one.id, to: "three").record
        let stale = try library.deletePermanently(one.id, ifVersion: one.version)
        #expect(stale == .stale(renamed))
        try library.checkWhole()
        let gone = try library.deletePermanently(one.id, ifVersion: renamed.version)
        #expect(gone == .made(renamed))
        #expect(code { () throws(Fault) in try library.record(one.id) } == .notFound)
        #expect(code { () throws(Fault) in try library.deletePermanently(one.id) } == .notFound)
        #expect(try names() == ["two"])
        try library.checkWhole()
    }

    @Test func aDuplicateIsADocumentOfItsOwn() throws {
        let bytes = [UInt8](repeating: 7, count: 300_000)
        let one = try library.take("one", bytes, pageCount: 5)
        _ = try library.keepPosition(one.id, ReadingPosition(pageIndex: 3, y: 0))
        let copy = try library.duplicate(one.id, name: "one/copy")
        #expect(copy.id != one.id)
        #expect(copy.name == "one∕copy")
        #expect(copy.pageCount == 5 && copy.bytes == bytes.count && copy.position == nil)
        #expect(try names() == ["one∕copy", "one"])
        #expect(playground.bytes("documents/\(copy.id).pdf") == bytes)
        #expect(try playground.mode("documents/\(copy.id).pdf") == 0o600)
        try library.deletePermanently(one.id)
        #expect(playground.bytes("documents/\(copy.id).pdf") == bytes)
        try library.checkWhole()
    }

    @Test(arguments: ["", "0123456789abcdef", "../../etc/passwd", "' OR 1=1 --", "\u{0}"])
    func anUnknownIdIsNotFound(id: String) throws {
        try library.take("name")
        let place = ReadingPosition(pageIndex: 0, y: 0)
        #expect(code { () throws(Fault) in try library.record(id) } == .notFound)
        #expect(code { () throws(Fault) in try library.path(of: id) } == .notFound)
        #expect(code { () throws(Fault) in try library.rename(id, to: "x") } == .notFound)
        #expect(code { () throws(Fault) in try library.delete(id) } == .notFound)
        #expect(code { () throws(Fault) in try library.restore(id) } == .notFound)
        #expect(code { () throws(Fault) in try library.deletePermanently(id) } == .notFound)
        #expect(code { () throws(Fault) in try library.duplicate(id, name: "x") } == .notFound)
        #expect(code { () throws(Fault) in try library.keepPosition(id, place) } == .notFound)
        #expect(
            code { () throws(Fault) in
                try library.noteSaved(id, bytes: 1, pageCount: 1)
            } == .notFound
        )
        #expect(try names() == ["name"])
        try library.checkWhole()
    }

    @Test(arguments: [(-1, 0.0), (0, -0.1), (0, 1.1), (0, .nan), (0, .infinity)])
    func aPositionIsInAPage(page: Int, y: Double) throws {
        let record = try library.take("name")
        let place = ReadingPosition(pageIndex: page, y: y)
        #expect(code { () throws(Fault) in try library.keepPosition(record.id, place) } == .usage)
        #expect(try library.record(record.id) == record)
    }

    @Test func manyThreadsImportAndList() async throws {
        let library = library
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<10 {
                        let record = try library.take("\(task) \(number)")
                        #expect(try library.list().contains { $0.id == record.id })
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.list().count == 80)
        try library.checkWhole()
    }

    @Test func tenThousandDocumentsAreListedAndSearched() throws {
        let time = playground.now()
        try library.changing { (database) throws(Fault) in
            for number in 0..<10_000 {
                try DocumentLibrary.insert(
                    NewDocument(
                        id: library.newID(),
                        name: "Document \(number) Müller",
                        bytes: number,
                        pageCount: number,
                        isEncrypted: false,
                        time: time + Int64(number)
                    ),
                    &database
                )
            }
        }
        let all = try library.list()
        #expect(all.count == 10_000)
        #expect(all.first?.bytes == 9999 && all.last?.bytes == 0)
        #expect(try library.list(query: "mull 999").count == 19)
        #expect(try library.list(query: "mull 9999").map(\.pageCount) == [9999])
    }
}
