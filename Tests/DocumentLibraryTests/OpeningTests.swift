// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import SeededNumbers
import Testing

@testable import DocumentLibrary

/// What a library finds when it is opened.
@Suite struct OpeningTests {
    let playground: LibraryPlayground

    init() throws { playground = try LibraryPlayground() }

    /// A library of some documents, closed again.
    private func makeLibrary(count: Int = 3) throws -> [DocumentRecord] {
        let library = try playground.open()
        for number in 0..<count {
            try library.take("document \(number)", [UInt8](repeating: 1, count: number + 1))
        }
        return try library.list()
    }

    @Test func nobodyElseMayLookIntoANewLibrary() throws {
        let library = try playground.open(playground.folder + "/")
        try library.take("name")
        #expect(library.folder == playground.folder)
        #expect(try playground.mode("") == 0o700)
        for name in ["documents", "incoming"] { #expect(try playground.mode(name) == 0o700) }
        for name in playground.names(in: "") where name.hasPrefix("library.") {
            #expect(try playground.mode(name) == 0o600, "\(name)")
        }
        #expect(playground.names(in: "").contains("library.sqlite-wal"))
    }

    @Test func twoLibrariesOnOneFolderAreRefused() throws {
        let link = playground.root + "/link"
        var first: DocumentLibrary? = try playground.open()
        try first?.take("name")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: playground.folder
        )
        for path in [playground.folder, link] {
            let fault = fault { () throws(Fault) in try playground.open(path) }
            #expect(fault?.code == .conflict)
            #expect(fault?.place.file == path)
        }
        #expect(try first?.list().count == 1)
        first = nil
        #expect(try playground.open(link).list().count == 1)
    }

    @Test func aFolderOfOtherThingsIsLeftAsItIs() throws {
        let folder = playground.root + "/other"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/letter"))
        #expect(code { () throws(Fault) in try playground.open(folder) } == .usage)
        let manager = FileManager.default
        #expect(try manager.contentsOfDirectory(atPath: folder) == ["letter"])
        let attributes = try manager.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o755)
        // An empty folder becomes the library's own.
        try manager.removeItem(atPath: folder + "/letter")
        _ = try playground.open(folder)
        let closed = try manager.attributesOfItem(atPath: folder)
        #expect(closed[.posixPermissions] as? Int == 0o700)
    }

    @Test func aFileIsNoFolder() throws {
        let path = playground.root + "/file"
        try Data([1]).write(to: URL(fileURLWithPath: path))
        #expect(code { () throws(Fault) in try playground.open(path) } == .usage)
    }

    @Test func whatKilledUploadsLeftIsSwept() throws {
        _ = try makeLibrary()
        try playground.write([1, 2], to: "incoming/00112233445566ff")
        try playground.write([1, 2], to: "incoming/somebody's letter")
        let library = try playground.open()
        #expect(playground.names(in: "incoming") == ["somebody's letter"])
        #expect(try library.list().count == 3)
    }

    @Test func aFileInTransitIsRemovedAndAnUnknownOneKept() throws {
        let records = try makeLibrary()
        do {
            var database = try Database.open(playground["library.sqlite"])
            try database.run("INSERT INTO transit VALUES ('00112233445566aa')")
            // A document that is there is never in transit any more.
            try database.run("INSERT INTO transit VALUES (?)", .text(records[0].id))
        }
        try playground.write([1, 2], to: "documents/00112233445566aa.pdf")
        try playground.write([1, 2, 3], to: "documents/00112233445566bb.pdf")
        try playground.write([1], to: "documents/letter.pdf")
        let library = try playground.open()
        #expect(library.diagnostics.map(\.severity) == [.repaired])
        #expect(playground.bytes("documents/00112233445566aa.pdf") == nil)
        #expect(playground.bytes("documents/letter.pdf") == [1])
        let found = try library.record("00112233445566bb")
        #expect(found.name == LibrarySweep.recoveredName)
        #expect(found.bytes == 3 && found.pageCount == nil)
        #expect(Set(try library.list().map(\.id)) == Set(records.map(\.id) + [found.id]))
    }

    @Test func aLostDatabaseLosesNamesAndNoDocument() throws {
        let records = try makeLibrary()
        for name in playground.names(in: "") where name.hasPrefix("library.sqlite") {
            try playground.remove(name)
        }
        let library = try playground.open()
        #expect(library.diagnostics.count == 3)
        #expect(Set(try library.list().map(\.id)) == Set(records.map(\.id)))
        try library.checkWhole()
    }

    @Test func aMissingFileIsToldAndComesBack() throws {
        let records = try makeLibrary()
        let name = "documents/\(records[0].id).pdf"
        try playground.move(name, to: "elsewhere")
        do {
            let library = try playground.open()
            #expect(library.diagnostics.map(\.severity) == [.lost])
            let record = try library.record(records[0].id)
            #expect(record.isMissing && record.name == records[0].name)
            #expect(record.version > records[0].version)
            #expect(code { () throws(Fault) in try library.path(of: record.id) } == .notFound)
            #expect(
                code { () throws(Fault) in
                    try library.duplicate(record.id, name: "x")
                } == .notFound
            )
        }
        try playground.move("elsewhere", to: name)
        let library = try playground.open()
        #expect(library.diagnostics.isEmpty)
        #expect(try library.record(records[0].id).isMissing == false)
        #expect(try library.record(records[0].id).pageCount == records[0].pageCount)
        try library.checkWhole()
    }

    @Test func aSaveThatNobodyNotedIsNoted() throws {
        let records = try makeLibrary()
        try playground.write([1, 2, 3, 4, 5, 6, 7], to: "documents/\(records[1].id).pdf")
        let library = try playground.open()
        let record = try library.record(records[1].id)
        #expect(record.bytes == 7 && record.pageCount == nil)
        #expect(record.version > records[1].version)
        #expect(try library.record(records[0].id) == records[0])
        try library.checkWhole()
    }

    // MARK: The database

    @Test func aDamagedPageIsToldAndNothingIsTouched() throws {
        let records = try makeLibrary(count: 200)
        let whole = try #require(playground.bytes("library.sqlite"))
        let page = 4096
        #expect(whole.count > 8 * page)
        for start in stride(from: 0, to: whole.count, by: page) {
            var damaged = whole
            for index in start..<(start + page) { damaged[index] = 0xA5 }
            try playground.write(damaged, to: "library.sqlite")
            let fault = fault { () throws(Fault) in try playground.open() }
            #expect(fault?.code == .readFailed, "page at \(start)")
            #expect(fault?.message.contains("damaged") == true)
            #expect(playground.bytes("library.sqlite") == damaged)
        }
        try playground.write(Array(whole.prefix(whole.count / 2)), to: "library.sqlite")
        #expect(code { () throws(Fault) in try playground.open() } == .readFailed)
        try playground.write(whole, to: "library.sqlite")
        #expect(try playground.open().list() == records)
    }

    @Test func anIndexThatDisagreesIsDamage() throws {
        let record = try #require(try makeLibrary(count: 1).first)
        let whole = try #require(playground.bytes("library.sqlite"))
        let id = Array(record.id.utf8)
        let places = whole.indices.dropLast(id.count).filter {
            whole[$0..<($0 + id.count)].elementsEqual(id)
        }
        // In the row, and in the index that finds it.
        #expect(places.count == 2)
        for place in places {
            var damaged = whole
            damaged[place] = damaged[place] == 0x30 ? 0x31 : 0x30
            try playground.write(damaged, to: "library.sqlite")
            #expect(code { () throws(Fault) in try playground.open() } == .readFailed)
            #expect(playground.names(in: "documents") == ["\(record.id).pdf"])
        }
    }

    /// One bit that turns is found, or does not take a document away.
    @Test(arguments: UInt64(1)...8)
    func aTurnedBitLosesNoDocument(seed: UInt64) throws {
        let ids = Set(try makeLibrary(count: 40).map(\.id))
        let whole = try #require(playground.bytes("library.sqlite"))
        var numbers = SplitMix(seed: seed)
        for _ in 0..<25 {
            var damaged = whole
            let place = Int.random(in: 0..<whole.count, using: &numbers)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            for name in playground.names(in: "") where name.hasPrefix("library.sqlite-") {
                try playground.remove(name)
            }
            try playground.write(damaged, to: "library.sqlite")
            do throws(Fault) {
                let library = try playground.open()
                let found = Set(try library.all().map(\.id))
                #expect(found == ids, "seed \(seed), byte \(place)")
            } catch {
                #expect(
                    [.readFailed, .unsupported].contains(error.code),
                    "seed \(seed), byte \(place): \(error)"
                )
            }
            #expect(playground.names(in: "documents").count == ids.count)
        }
    }

    @Test func whatIsNoDatabaseIsTold() throws {
        _ = try makeLibrary()
        try playground.write(Array("This is a letter, and long enough.".utf8), to: "library.sqlite")
        #expect(code { () throws(Fault) in try playground.open() } == .readFailed)
        #expect(playground.names(in: "documents").count == 3)
    }

    @Test func theDatabaseOfAnotherProgramIsLeftAsItIs() throws {
        try FileManager.default.createDirectory(
            atPath: playground.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try playground.write([], to: "library.sqlite")
        do {
            var database = try Database.open(playground["library.sqlite"])
            try database.run("CREATE TABLE letters (text TEXT)")
        }
        #expect(code { () throws(Fault) in try playground.open() } == .unsupported)
        var database = try Database.open(playground["library.sqlite"])
        let tables = try database.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
        #expect(tables == ["letters"])
    }

    @Test func aLibraryOfANewerVersionIsLeftAsItIs() throws {
        _ = try makeLibrary()
        do {
            let database = try Database.open(playground["library.sqlite"])
            try database.execute("PRAGMA user_version = \(LibrarySchema.steps.count + 1)")
        }
        #expect(code { () throws(Fault) in try playground.open() } == .unsupported)
        #expect(playground.names(in: "documents").count == 3)
    }

    @Test(arguments: 0..<LibrarySchema.steps.count)
    func anOlderLibraryIsBroughtUpToDate(version: Int) throws {
        let id = "00112233445566aa"
        try FileManager.default.createDirectory(
            atPath: playground["documents"],
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try playground.write([1, 2, 3], to: "documents/\(id).pdf")
        try playground.write([], to: "library.sqlite")
        do {
            var database = try Database.open(playground["library.sqlite"])
            try LibrarySchema.bringUpToDate(&database, to: version)
            if version >= 1 {
                try database.run(
                    """
                    INSERT INTO documents (id, name, folded, bytes, encrypted, created, modified,
                        version) VALUES (?, 'Name', 'name', 3, 0, 1, 2, 1)
                    """,
                    .text(id)
                )
                try database.run("INSERT INTO settings VALUES ('author', 'Ada')")
            }
        }
        let library = try playground.open()
        let record = try library.record(id)
        #expect(record.name == (version >= 1 ? "Name" : LibrarySweep.recoveredName))
        #expect(try library.setting("author") == (version >= 1 ? "Ada" : nil))
        _ = try library.openSession(tokenHash: [UInt8](repeating: 1, count: 32), name: "phone")
        _ = try library.keepSignature([1])
        #expect(try library.listSessions().count == 1)
        #expect(try library.listSignatures().count == 1)
        let reached = try library.reading { (database) throws(Fault) in
            try database.first("PRAGMA user_version") { $0.count(0) }
        }
        #expect(reached == LibrarySchema.steps.count)
        try library.checkWhole()
    }

    @Test func aCommitIsSyncedAndTheSchemaIsNotTrusted() throws {
        let library = try playground.open()
        for (name, value) in [
            ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
            ("trusted_schema", "0"), ("secure_delete", "1"), ("temp_store", "2"),
        ] {
            let found = try library.reading { (database) throws(Fault) in
                try database.first("PRAGMA \(name)") { $0.text(0) }
            }
            #expect(found == value, "\(name)")
        }
        // What may wait for the disk leaves no trace in what follows.
        let record = try library.take("name")
        try library.keepPosition(record.id, ReadingPosition(pageIndex: 0, y: 0))
        #expect(
            code { () throws(Fault) in
                try library.keepPosition("nobody", ReadingPosition(pageIndex: 0, y: 0))
            } == .notFound
        )
        let after = try library.reading { (database) throws(Fault) in
            try database.first("PRAGMA synchronous") { $0.integer(0) }
        }
        #expect(after == 2)
    }
}
