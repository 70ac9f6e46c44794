// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Storage
import Synchronization
import Testing

@testable import SaveProbe

@Suite struct JournalTests {
    private let folder: Playground
    private let file: String

    init() throws {
        folder = try Playground()
        file = folder.write([1, 2, 3], to: "a.pdf")
    }

    private var journals: [String] { folder.names.filter { $0.hasPrefix(".inkstone-") } }

    private func abandoned() throws -> [AbandonedJournal] {
        try AbandonedJournal.all(for: file, in: .besideFile)
    }

    @Test func whatAKilledSessionKeptIsFound() throws {
        do {
            let journal = try JournalFile(for: file, in: .besideFile)
            try journal.write([1])
            try journal.write([2, 3])
            #expect(journals.count == 1)
            // The session lives.
            #expect(try abandoned().isEmpty)
        }
        let found = try abandoned()
        #expect(found.map(\.payload) == [[2, 3]])
        // Nobody else gets it meanwhile.
        #expect(try abandoned().isEmpty)
        try found[0].remove()
        #expect(journals.isEmpty)
    }

    @Test func aJournalThatIsRemovedIsGone() throws {
        let journal = try JournalFile(for: file, in: .besideFile)
        try journal.remove()
        try journal.write([7])
        try journal.remove()
        #expect(journals.isEmpty)
        try journal.write([8])
        #expect(journals.count == 1)
    }

    @Test func eachFileHasItsOwn() throws {
        let other = folder.write([4], to: "b.pdf")
        do {
            try JournalFile(for: other, in: .besideFile).write([9])
            try JournalFile(for: file, in: .besideFile).write([1])
            try JournalFile(for: file, in: .besideFile).write([2])
        }
        #expect(try abandoned().map(\.payload.count) == [1, 1])
        #expect(
            try AbandonedJournal.all(for: other, in: .besideFile).map(\.payload) == [[9]]
        )
    }

    @Test func tornJournalsAndDraftsAreSwept() throws {
        do { try JournalFile(for: file, in: .besideFile).write([5, 6, 7]) }
        let name = try #require(journals.first)
        let whole = try #require(folder.content(name))
        for length in [0, 10, whole.count - 1] {
            folder.write(Array(whole.prefix(length)), to: name)
            #expect(try abandoned().isEmpty)
            #expect(journals.isEmpty)
        }
        var flipped = whole
        flipped[flipped.count - 1] ^= 1
        folder.write(flipped, to: name)
        folder.write(whole, to: name.replacing(".journal", with: ".draft"))
        #expect(try abandoned().isEmpty)
        #expect(journals.isEmpty)
    }

    @Test func everyFailureLeavesTheOldOne() throws {
        let counting = InterceptedFiles()
        let journal = try JournalFile(for: file, in: .besideFile, through: counting)
        try journal.write([1])
        let before = counting.calls
        try journal.write([1])
        let calls = counting.calls - before
        try journal.remove()
        #expect(calls > 4)
        for failing in 1...calls {
            let failed = Mutex(0)
            let files = InterceptedFiles(before: { (number, _) throws(SystemError) in
                if number == failed.withLock({ $0 }) { throw SystemError(ENOSPC) }
            })
            let journal = try JournalFile(for: file, in: .besideFile, through: files)
            try journal.write([1])
            failed.withLock { $0 = files.calls + failing }
            let fault = #expect(throws: Fault.self) { try journal.write([2, 2]) }
            #expect(fault?.code == .insufficientStorage)
            failed.withLock { $0 = 0 }
            // One whole record is there, and nothing else.
            #expect(journals.count == 1, "call \(failing)")
            try journal.write([3])
            try journal.remove()
        }
    }

    @Test func aFolderForAllIsTheUsersAlone() throws {
        let place = JournalPlace.folder(folder["data"])
        do { try JournalFile(for: file, in: place).write([1]) }
        #expect(try abandoned().isEmpty)
        let found = try AbandonedJournal.all(for: file, in: place)
        #expect(found.map(\.payload) == [[1]])
        try found[0].remove()
        _ = unsafe rmdir(folder["data"])
    }
}
