// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Editing
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Testing

@Suite struct SavingTests {
    private let first = EditCommand.add([Samples.box(10, 10, id: "first")])
    private let second = EditCommand.add([Samples.box(100, 10, id: "second")])

    private func names(_ document: Document, page: Int = 0) throws -> [String] {
        try document.annotations(of: PageTree(document).page(at: page)).map(\.id)
    }

    @Test func theHistorySurvivesASave() async throws {
        let desk = try Desk()
        let original = desk.storage.bytes
        try await desk.session.perform(first)
        #expect(try await desk.session.save())
        #expect(try await !desk.session.save())
        #expect(desk.storage.bytes.starts(with: original))
        let saved = desk.storage.bytes
        try await desk.session.perform(second)
        #expect(try await desk.session.undo() != nil)
        #expect(await !desk.session.state.isDirty)
        #expect(try await desk.session.document.delta().isEmpty)
        // Before the save there was no annotation; the file gets a revision that says so.
        #expect(try await desk.session.undo() == "Add Rectangle")
        #expect(await desk.session.state.isDirty)
        #expect(try await desk.session.save())
        #expect(desk.storage.bytes.starts(with: saved))
        #expect(try names(try desk.reopened).isEmpty)
        #expect(try await desk.session.redo() != nil)
        #expect(try await desk.session.redo() != nil)
        #expect(try await desk.session.save())
        let last = try desk.reopened
        #expect(try names(last) == ["first", "second"])
        // Every save is a revision, and each can be had again.
        let revisions = try last.base.revisions()
        #expect(revisions.map(\.length).first == original.count)
        #expect(revisions.count == 4)
        #expect(try names(Document(last.base.atRevision(revisions[1]))) == ["first"])
    }

    @Test func editsGoOnDuringASave() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        let (session, second) = (desk.session, second)
        desk.storage.onSave { _ = try? await session.perform(second) }
        #expect(try await desk.session.save())
        #expect(try names(try desk.reopened) == ["first"])
        #expect(await desk.session.state.isDirty)
        #expect(try await names(desk.session.document) == ["first", "second"])
        desk.storage.onSave(nil)
        #expect(try await desk.session.save())
        #expect(try names(try desk.reopened) == ["first", "second"])
        for _ in 0..<2 { #expect(try await desk.session.undo() != nil) }
        #expect(try await names(desk.session.document).isEmpty)
    }

    @Test func theJournalIsWrittenTwoSecondsAfterTheLastEdit() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        #expect(await desk.session.autosaveDeadline == .seconds(2))
        #expect(try desk.journal.record == nil)
        // The session's own task wakes up and writes.
        let states = await desk.session.states()
        desk.clock.advance(by: .seconds(2))
        for await state in states where state.isSafe { break }
        let record = try #require(try desk.journal.record)
        #expect(record.states.count == 1)
        #expect(try await record.states[0].delta == desk.session.document.delta())
        try await desk.session.save()
        #expect(try desk.journal.record == nil)
    }

    @Test func undoingToWhatIsSavedEmptiesTheJournal() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        #expect(await desk.session.keep())
        #expect(try desk.journal.record != nil)
        try await desk.session.undo()
        desk.clock.advance(by: .seconds(2))
        await desk.session.autosaveIfDue()
        #expect(await desk.session.state.isSafe)
        _ = await desk.session.keep()
        #expect(try desk.journal.record == nil)
    }

    @Test func aFullDiskIsToldAndTriedAgain() async throws {
        let desk = try Desk()
        desk.journal.fill(true)
        try await desk.session.perform(first)
        #expect(await !desk.session.keep())
        #expect(await desk.session.state.journalFault?.code == .insufficientStorage)
        desk.journal.fill(false)
        #expect(await desk.session.keep())
        #expect(await desk.session.state.journalFault == nil)
    }

    @Test func whatWasKeptIsRecoveredToTheByte() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        try await desk.session.perform(.rotatePages([2], degrees: 90))
        try await desk.session.perform(.deletePages([3]))
        await desk.session.close()
        let record = try #require(try desk.journal.record)
        let file = try desk.reopened.base
        let recovered = try #require(try record.recover(on: file))
        #expect(!recovered.isReplayed)
        #expect(try await recovered.document.delta() == desk.session.document.delta())
        // A session goes on from there.
        let next = EditSession(recovered.document, storage: desk.storage)
        #expect(await next.state.isDirty)
        try await next.save()
        #expect(try names(try desk.reopened) == ["first"])
        #expect(try PageTree(try desk.reopened).count() == 3)
    }

    @Test func aKillDuringASaveLosesNothingWhicheverFileIsLeft() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        #expect(await desk.session.keep())
        let (session, second) = (desk.session, second)
        let before = Document(try BaseFile(MemoryByteSource(desk.storage.bytes)))
        // What the journal held while the save ran.
        let held = MemoryRecord()
        let journal = desk.journal
        desk.storage.onSave {
            _ = try? await session.perform(second)
            _ = await session.keep()
            await held.set(try? journal.record)
        }
        try await desk.session.save()
        let record = try #require(await held.record)
        #expect(record.states.count == 2)
        let old = try #require(try record.recover(on: before.base))
        #expect(try names(old.document) == ["first", "second"])
        let new = try #require(try record.recover(on: try desk.reopened.base))
        #expect(!new.isReplayed)
        #expect(try names(new.document) == ["first", "second"])
    }

    @Test func whatTheFileHasIsNotRecovered() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        await desk.session.keep()
        let record = try #require(try desk.journal.record)
        try await desk.session.save()
        #expect(try record.recover(on: try desk.reopened.base) == nil)
    }

    @Test func twoSessionsOnOneFileMeetAConflictAndNoLoss() async throws {
        let desk = try Desk()
        let other = EditSession(try desk.reopened, storage: desk.storage)
        try await desk.session.perform(first)
        try await other.perform(second)
        try await other.perform(.add([Samples.box(5, 5, page: 2, id: "elsewhere")]))
        try await desk.session.save()
        let fault = await #expect(throws: Fault.self) { try await other.save() }
        #expect(fault?.code == .conflict)
        #expect(try names(try desk.reopened) == ["first"])
        #expect(await other.state.isDirty)
        // Both marked the same page; neither is lost.
        try await other.mergeWithFile()
        try await other.save()
        #expect(try names(try desk.reopened).sorted() == ["first", "second"])
        #expect(try names(try desk.reopened, page: 2) == ["elsewhere"])
    }

    @Test func whatBothChangedDifferentlyStaysAConflict() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        try await desk.session.save()
        let other = EditSession(try desk.reopened, storage: desk.storage)
        let box = AnnotationReference(pageIndex: 0, id: "first")
        try await desk.session.perform(.move([box], x: 5, y: 0))
        try await other.perform(.move([box], x: 0, y: 5))
        try await desk.session.save()
        let before = try await other.document.delta()
        let fault = await #expect(throws: Fault.self) { try await other.mergeWithFile() }
        #expect(fault?.code == .conflict)
        #expect(try await other.document.delta() == before)
    }

    /// Whoever took it away and whoever moved it must not lose the other's change.
    @Test(arguments: [true, false], [true, false])
    func whatOneMovedAndTheOtherTookAwayIsAConflict(isAlone: Bool, movesFirst: Bool) async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        if !isAlone { try await desk.session.perform(second) }
        try await desk.session.save()
        let one = EditSession(try desk.reopened, storage: desk.storage)
        let other = EditSession(try desk.reopened, storage: desk.storage)
        let box = AnnotationReference(pageIndex: 0, id: "first")
        try await (movesFirst ? one : other).perform(.move([box], x: 5, y: 0))
        try await (movesFirst ? other : one).perform(.remove([box]))
        try await one.save()
        let fault = await #expect(throws: Fault.self) { try await other.mergeWithFile() }
        #expect(fault?.code == .conflict)
    }

    @Test func whatBothTookAwayIsGone() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        try await desk.session.save()
        let one = EditSession(try desk.reopened, storage: desk.storage)
        let other = EditSession(try desk.reopened, storage: desk.storage)
        let box = AnnotationReference(pageIndex: 0, id: "first")
        for session in [one, other] { try await session.perform(.remove([box])) }
        try await other.perform(.add([Samples.box(5, 5, page: 2, id: "elsewhere")]))
        try await one.save()
        try await other.mergeWithFile()
        try await other.save()
        #expect(try names(try desk.reopened).isEmpty)
        #expect(try names(try desk.reopened, page: 2) == ["elsewhere"])
    }

    @Test func aFileThatWasReplacedIsAConflict() async throws {
        let desk = try Desk()
        try await desk.session.perform(first)
        await desk.session.keep()
        let record = try #require(try desk.journal.record)
        desk.storage.overwrite(Samples.pages(9))
        let saving = await #expect(throws: Fault.self) { try await desk.session.save() }
        #expect(saving?.code == .conflict)
        let merging = await #expect(throws: Fault.self) { try await desk.session.mergeWithFile() }
        #expect(merging?.code == .conflict)
        let fault = #expect(throws: Fault.self) { try record.recover(on: try desk.reopened.base) }
        #expect(fault?.code == .conflict)
    }

    @Test func aRecordReadsBackAndADamagedOneIsRefused() throws {
        let record = JournalRecord([
            .init(base: try FileVersion(of: MemoryByteSource([1, 2, 3])), delta: [4, 5]),
            .init(base: try FileVersion(of: MemoryByteSource([])), delta: []),
        ])
        #expect(try JournalRecord(bytes: record.bytes) == record)
        for length in 0..<record.bytes.count {
            #expect(throws: Fault.self) {
                try JournalRecord(bytes: Array(record.bytes.prefix(length)))
            }
        }
        for place in record.bytes.indices {
            var bytes = record.bytes
            bytes[place] ^= 0xFF
            if let other = try? JournalRecord(bytes: bytes) { #expect(other != record) }
        }
    }
}

/// Holds a record.
private actor MemoryRecord {
    private(set) var record: JournalRecord?

    func set(_ record: JournalRecord??) { self.record = record ?? nil }
}
