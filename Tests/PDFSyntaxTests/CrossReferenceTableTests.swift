// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

@Suite struct CrossReferenceTableTests {
    @Test func regularLinesAreNotReadButLookedUpInPlace() throws {
        let source = WindowedSource(FileBuilder.manyObjects(50_000), window: 4096)
        let document = Document(try BaseFile(source))
        #expect(document.base.diagnostics.isEmpty)
        // The table alone has a megabyte.
        #expect(source.bytesAsked < 100_000)
        #expect(try document.object(49_999) == .integer(49_999))
        #expect(source.bytesAsked < 120_000)
        #expect(try document.base.allObjectIDs().count == 50_000)
    }

    @Test(arguments: [" \n", " \r", "\r\n", "\n", "", "  \n", " \r\n", "   \r\n"])
    func linesOfAnyLengthAreRead(lineEnd: String) throws {
        // Without any line end the keyword `f` would run into the next number.
        let end = lineEnd.isEmpty ? "\r" : lineEnd
        let document = try open(FileBuilder.classic(lineEnd: end))
        #expect(try document.object(5) == five)
        #expect(try document.text(4) == "0 0 m 9 9 l S")
        #expect(!document.base.isRebuilt)
        #expect(document.base.diagnostics.isEmpty == (end.utf8.count == 2))
        #expect(try document.base.allObjectIDs().map(\.number) == [1, 2, 3, 4, 5])
    }

    @Test func oneLineThatIsBrokenMakesItsObjectLookedFor() throws {
        var file = FileBuilder()
        file.onePage()
        for number in 6...20 { file.object(number, "\(number)") }
        let start = file.table([0...20])
        // The middle line is looked at to tell regular tables, this one is not.
        let line = file.bytes.count - 16 * 20
        file.bytes[line + 3] = UInt8(ascii: "x")
        file.trailer("/Size 21/Root 1 0 R", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(5) == five)
        #expect(document.base.diagnostics.map(\.severity) == [.repaired])
    }

    @Test func aTableThatCountsFromOneButMeansZeroIsShifted() throws {
        for lineEnd in [" \n", "\n"] {
            var file = FileBuilder()
            file.onePage()
            let start = file.position
            file.text("xref\n1 6\n")
            for number in 0...5 { file.text(file.line(number) + lineEnd) }
            file.trailer("/Size 6/Root 1 0 R", start: start)
            let document = try open(file.bytes)
            #expect(try document.object(5) == five)
            #expect(!document.base.isRebuilt)
            #expect(document.base.diagnostics.last?.severity == .repaired)
        }
    }

    @Test func aTableMayHaveManySubsections() throws {
        var file = FileBuilder()
        file.onePage()
        for number in stride(from: 10, through: 60, by: 2) { file.object(number, "\(number)") }
        let ranges = [0...3, 4...4, 5...5] + stride(from: 10, through: 60, by: 2).map { $0...$0 }
        let start = file.table(ranges)
        file.trailer("/Size 61/Root 1 0 R", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(60) == .integer(60))
        #expect(try document.object(5) == five)
        #expect(try document.object(11) == .null)
        #expect(document.base.diagnostics.isEmpty)
    }

    @Test func anEmptySubsectionIsPassedOver() throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.position
        file.text("xref\n0 0\n0 6\n")
        for number in 0...5 { file.text(file.line(number) + " \n") }
        file.trailer("/Size 6/Root 1 0 R", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(5) == five)
        #expect(!document.base.isRebuilt)
    }

    @Test(arguments: ["6", "9000", "8388608", "99999999999", "9223372036854775807", "-6", "x"])
    func aTableThatPromisesTooMuchCostsNothing(count: String) throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.position
        file.text("xref\n0 \(count)\n")
        for number in 0...5 { file.text(file.line(number) + " \n") }
        file.trailer("/Size 6/Root 1 0 R", start: start)
        #expect(try open(file.bytes).object(5) == five)
    }

    @Test func theHighestObjectNumberIsRead() throws {
        let highest = Limits.objectNumber
        var file = FileBuilder()
        file.onePage()
        file.object(highest, "(highest)")
        let start = file.table([0...5, highest...highest])
        file.trailer("/Size \(highest + 1)/Root 1 0 R", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(highest) == .string(Array("highest".utf8)))
        #expect(document.base.diagnostics.isEmpty)
    }

    @Test func oneMoreThanTheHighestObjectNumberIsNoObject() throws {
        let beyond = Limits.objectNumber + 1
        var file = FileBuilder()
        file.onePage()
        file.object(6, "[\(beyond) 0 R 99999999999999999999 0 R 0 0 R 5 0 R]")
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(6).array?.first == .null)
        #expect(try document.object(6).array?.last == .reference(ObjectID(5)))
    }

    @Test func theNewestSectionOfAChainCounts() throws {
        var file = FileBuilder()
        file.onePage()
        var start = file.table([0...5])
        file.trailer("/Size 6/Root 1 0 R", start: start)
        // More sections than are searched one by one.
        for round in 1...20 {
            file.object(5, "(round \(round))")
            let next = file.table([5...5])
            file.trailer("/Size 6/Root 1 0 R/Prev \(start)", start: next)
            start = next
        }
        let document = try open(file.bytes)
        #expect(try document.object(5) == .string(Array("round 20".utf8)))
        #expect(try document.text(4) == "0 0 m 9 9 l S")
        #expect(try document.base.revisions().count == 21)
    }

    @Test func aChainThatRunsInACircleEnds() throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.table([0...5])
        file.trailer("/Size 6/Root 1 0 R/Prev \(start)", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(5) == five)
        #expect(document.base.diagnostics.map(\.message).contains { $0.contains("circle") })
    }

    @Test(arguments: ["0", "99999", "-1", "(x)", "9223372036854775807", "9"])
    func aPreviousSectionThatIsNoneDoesNotLoseTheFile(previous: String) throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.table([0...5])
        file.trailer("/Size 6/Root 1 0 R/Prev \(previous)", start: start)
        #expect(try open(file.bytes).object(5) == five)
    }

    @Test func aFreedObjectIsNullThoughAnOlderSectionHasIt() throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.table([0...5])
        file.trailer("/Size 6/Root 1 0 R", start: start)
        let next = file.position
        file.text("xref\n5 1\n0000000000 00001 f \n")
        file.trailer("/Size 6/Root 1 0 R/Prev \(start)", start: next)
        #expect(try open(file.bytes).object(5) == .null)
    }

    @Test func aReferenceWithAnotherGenerationIsFollowedAndNoted() throws {
        let document = try open(FileBuilder.classic())
        #expect(try document.object(ObjectID(5, 3)) == five)
        #expect(document.base.diagnostics.map(\.severity) == [.note])
    }
}

extension FileBuilder {
    /// One page and as many objects as asked, each holding its own number.
    static func manyObjects(_ count: Int) -> [UInt8] {
        var file = FileBuilder()
        file.onePage()
        for number in 6...count { file.object(number, "\(number)") }
        let start = file.table([0...count])
        file.trailer("/Size \(count + 1)/Root 1 0 R", start: start)
        return file.bytes
    }
}
