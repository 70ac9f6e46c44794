// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

@Suite struct RevisionTests {
    /// The original and each file that a save of ours made of it.
    private func history(_ original: [UInt8], saves: Int = 3) throws -> [[UInt8]] {
        var files = [original]
        for round in 1...saves {
            var document = try open(files[round - 1])
            document.set(ObjectID(5), .integer(round))
            _ = try document.add(.integer(100 + round))
            files.append(try document.saved())
        }
        return files
    }

    @Test(arguments: [
        FileBuilder.classic(), FileBuilder.classic(end: "%%EOF"), FileBuilder.classic(end: ""),
        FileBuilder.streamed(), FileBuilder.hybrid(), FileBuilder.linearized(),
        FileBuilder.classic() + Array("junk behind\n\n".utf8),
        Array("junk before\n".utf8) + FileBuilder.classic(),
    ])
    func everySaveOfOursIsGivenBackToTheByte(original: [UInt8]) throws {
        let files = try history(original)
        let base = try open(files[3]).base
        let revisions = try base.revisions()
        #expect(revisions.map(\.number) == [1, 2, 3, 4])
        #expect(revisions.map(\.length) == files.map(\.count))
        #expect(revisions.map(\.isRecorded) == [true, true, true, false])
        for (revision, file) in zip(revisions, files) {
            let past = try base.atRevision(revision)
            #expect(Array(try past.source.bytes(in: 0..<past.source.count)) == file)
        }
    }

    @Test(arguments: [
        FileBuilder.classic(), FileBuilder.streamed(), FileBuilder.hybrid(),
        FileBuilder.linearized(),
    ])
    func theObjectsThatOurSavesWroteAreTold(original: [UInt8]) throws {
        let files = try history(original)
        #expect(try open(original).base.objectsOfOwnUpdates(limit: 100) == [])
        let base = try open(files[3]).base
        let told = try base.objectsOfOwnUpdates(limit: 100).map(\.number)
        let before = Set(try open(original).base.allObjectIDs().map(\.number))
        #expect(before.intersection(told) == [5])
        #expect(told.filter { $0 == 5 }.count == 1)
        let added = try told.map { try base.object(ObjectID($0)).integer }.compactMap(\.self)
        #expect(added == [3, 103, 102, 101])
        // An update of more is no person's.
        #expect(try base.objectsOfOwnUpdates(limit: 1) == [])
        #expect(try base.objectsOfOwnUpdates(limit: 3).count <= 3)
    }

    @Test func updatesOfOthersAreFoundByTheirEnds() throws {
        let original = FileBuilder.classic()
        let bytes = original + FileBuilder.foreignUpdate()
        let base = try open(bytes).base
        let revisions = try base.revisions()
        #expect(revisions.map(\.length) == [original.count, bytes.count])
        #expect(revisions.map(\.isRecorded) == [false, false])
        #expect(try Document(base.atRevision(revisions[0])).object(5) == five)
    }

    @Test(arguments: [FileBuilder.linearized(), FileBuilder.hybrid(), FileBuilder.classic()])
    func aFileOfOnePieceIsOneRevision(bytes: [UInt8]) throws {
        let revisions = try open(bytes).base.revisions()
        #expect(revisions.map(\.length) == [bytes.count])
        #expect(revisions.map(\.number) == [1])
    }

    @Test func aRebuiltFileIsOneRevisionUntilItIsSaved() throws {
        let bytes = FileBuilder.classic().removingAll("startxref")
        #expect(try open(bytes).base.revisions().map(\.length) == [bytes.count])
        let files = try history(bytes, saves: 2)
        #expect(try open(files[2]).base.revisions().map(\.length) == files.map(\.count))
    }

    @Test(arguments: ["99999999", "-1", "0", "7", "(x)"])
    func aRecordedLengthThatCannotBeIsNotBelieved(length: String) throws {
        let original = FileBuilder.classic()
        var file = FileBuilder(after: original)
        file.object(5, "(changed)")
        let previous = original.firstIndex(of: Array("xref\n0".utf8)) ?? 0
        let start = file.table([5...5])
        file.trailer(
            "/Size 6/Root 1 0 R/Prev \(previous)/InkstonePrefixLength \(length)",
            start: start
        )
        let revisions = try open(file.bytes).base.revisions()
        #expect(revisions.map(\.length) == [original.count, file.bytes.count])
        #expect(revisions.map(\.isRecorded) == [false, false])
    }

    @Test(arguments: [
        FileBuilder.classic(), FileBuilder.streamed(), FileBuilder.hybrid(),
        FileBuilder.linearized(),
    ])
    func restoringAsAnUpdateBringsObjectsBackAndFreesLaterOnes(original: [UInt8]) throws {
        var first = try open(original)
        first.set(ObjectID(5), .integer(1))
        let later = try first.add(.integer(2))
        guard var stream = try first.object(4).stream else { return }
        stream.dictionary["Mark"] = .integer(1)
        first.set(ObjectID(4), .stream(stream))
        var second = try open(try first.saved())
        second.free(ObjectID(5))
        second.setTrailer("Info", .reference(later))
        let bytes = try second.saved()

        let document = try open(bytes)
        let revisions = try document.base.revisions()
        let restored = try document.restoring(revisions[0])
        let output = try restored.saved()
        #expect(output.starts(with: bytes))
        let again = try open(output)
        #expect(try again.object(5) == five)
        #expect(try again.object(later) == .null)
        #expect(try again.text(4) == "0 0 m 9 9 l S")
        #expect(try again.object(4).dictionary?["Mark"] == nil)
        #expect(again.trailer["Info"] == nil)
        #expect(try again.base.revisions().count == 4)
        try expectNoNewComplaint(output, from: original)
    }

    @Test func restoringTheNewestRevisionChangesNothing() throws {
        let document = try open(try history(FileBuilder.classic())[3])
        let revisions = try document.base.revisions()
        #expect(try !document.restoring(revisions[3]).isChanged)
    }
}
