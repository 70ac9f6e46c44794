// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Deflate
import Faults
import Testing

@testable import PDFSyntax

@Suite struct CrossReferenceStreamTests {
    /// A file whose section is a stream with the rows of objects 0 to 6.
    private func file(
        _ keys: String = "/Size 7",
        widths: [Int] = [1, 3, 1],
        firstRow: Int = 0,
        pack: (inout String, [UInt8]) -> [UInt8] = { $1 }
    ) -> [UInt8] {
        var file = FileBuilder()
        file.onePage()
        let at = file.offsets
        let rows =
            [[0, 0, 255]] + (1...5).map { [1, at[$0] ?? 0, 0] } + [[1, file.position, 0]]
        let start = file.crossReferenceStream(
            6,
            "\(keys)/Root 1 0 R",
            widths: widths,
            rows: Array(rows.dropFirst(firstRow)),
            pack: pack
        )
        file.finish(start)
        return file.bytes
    }

    private func expectSound(
        _ bytes: [UInt8],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let document = try open(bytes)
        #expect(!document.base.isRebuilt, sourceLocation: location)
        #expect(try document.object(5) == five, sourceLocation: location)
        #expect(document.base.form == .stream, sourceLocation: location)
        #expect(document.base.diagnostics.isEmpty, sourceLocation: location)
    }

    @Test(arguments: [[1, 2, 1], [1, 3, 2], [2, 4, 0], [1, 7, 7], [7, 3, 1], [1, 2, 0]])
    func fieldsMayHaveAnyWidth(widths: [Int]) throws { try expectSound(file(widths: widths)) }

    @Test func aTypeFieldOfWidthZeroMeansInUse() throws {
        try expectSound(file("/Size 7/Index[1 6]", widths: [0, 3, 0], firstRow: 1))
    }

    @Test func theIndexMayHaveSeveralRuns() throws {
        try expectSound(file("/Size 7/Index[0 2 2 3 5 2]"))
        try expectSound(file("/Size 7/Index[0 1 1 1 2 1 3 1 4 1 5 1 6 1 7 0 8 0 9 0]"))
    }

    @Test func anUnknownTypeIsTheNullObject() throws {
        var file = FileBuilder()
        file.onePage()
        let at = file.offsets
        var rows = [[0, 0, 255]] + (1...5).map { [1, at[$0] ?? 0, 0] } + [[1, file.position, 0]]
        rows[5][0] = 9
        let start = file.crossReferenceStream(6, "/Size 7/Root 1 0 R", rows: rows)
        file.finish(start)
        #expect(try open(file.bytes).object(5) == .null)
    }

    @Test(arguments: 10...15)
    func predictorsAreUndone(predictor: Int) throws {
        let bytes = file { keys, data in
            keys += "/Filter/FlateDecode/DecodeParms<</Predictor \(predictor)/Columns 5>>"
            var filtered: [UInt8] = []
            for index in data.indices {
                // Up, written by hand.
                if index % 5 == 0 { filtered.append(2) }
                filtered.append(data[index] &- (index >= 5 ? data[index - 5] : 0))
            }
            return DeflateEncoder.compress(filtered)
        }
        try expectSound(bytes)
    }

    @Test(arguments: [
        "/Size 7/Index[0]", "/Size 7/Index[-1 7]", "/Size 7/Index[0 -7]",
        "/Size 7/Index[8388608 1]", "/Size 7/Index[0 99999999 1 6]", "/Size -1", "/Size(x)",
        "/Size 9223372036854775807",
    ])
    func aBrokenIndexDoesNotLoseTheFile(keys: String) throws {
        #expect(try open(file(keys)).object(5) == five)
    }

    @Test(arguments: ["[1 3]", "[1 0 1]", "[1 8 1]", "[1 -3 1]", "(x)", "[1 3(x)]"])
    func brokenWidthsDoNotLoseTheFile(widths: String) throws {
        let text = "/W[1 3 1]"
        let bytes = file().replacing(Array(text.utf8), with: Array("/W\(widths)".utf8))
        #expect(try open(bytes).object(5) == five)
    }

    @Test func objectsInStreamsAreRead() throws {
        let document = try open(FileBuilder.streamed())
        #expect(try document.object(5) == five)
        #expect(try document.object(8) == .string(Array("eight".utf8)))
        #expect(document.base.diagnostics.isEmpty)
        #expect(try document.base.allObjectIDs().map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func anObjectIsFoundInItsStreamThoughTheIndexIsWrong() throws {
        let document = try open(objectStream(place: 9))
        #expect(try document.object(5) == five)
    }

    @Test func anObjectIsFoundInTheStreamThatItsStreamExtends() throws {
        let document = try open(
            objectStream("/Extends 9 0 R", other: "5 0 (five)", content: "8 0 (eight)")
        )
        #expect(try document.object(5) == five)
    }

    @Test func objectStreamsThatExtendEachOtherInACircleEnd() throws {
        let document = try open(
            objectStream("/Extends 9 0 R", other: "7 0 (x)", content: "8 0 (eight)")
        )
        #expect(try document.object(5) == .null)
        #expect(document.base.diagnostics.map(\.severity).contains(.lost))
    }

    @Test func anObjectStreamWhoseLengthIsInsideItselfIsNotFollowed() throws {
        // Its length is object 5, which is in it.
        let document = try open(objectStream(length: "5 0 R", content: "5 0 10     "))
        #expect(try document.object(5) == .integer(10))
    }

    @Test(arguments: ["/N 1/First 99", "/N 1/First -4", "/N 99/First 4", "/N -1/First 4", ""])
    func anObjectStreamWithAWrongHeadDoesNotTrap(head: String) throws {
        let document = try open(objectStream(head: head))
        _ = try document.object(5)
    }

    /// Object 5 in stream 7, which may extend stream 9.
    private func objectStream(
        _ keys: String = "",
        head: String = "/N 1/First 4",
        other: String = "9 0 (x)",
        length: String? = nil,
        content: String = "5 0 (five)",
        place: Int = 0
    ) -> [UInt8] {
        var file = FileBuilder()
        file.onePage()
        file.stream(7, "/Type/ObjStm\(head)\(keys)", Array(content.utf8), length: length)
        file.stream(9, "/Type/ObjStm/N 1/First 4/Extends 7 0 R", Array(other.utf8))
        let at = file.offsets
        let start = file.crossReferenceStream(
            6,
            "/Size 10/Root 1 0 R",
            rows: [[0, 0, 255]] + (1...4).map { [1, at[$0] ?? 0, 0] }
                + [
                    [2, 7, place], [1, file.position, 0], [1, at[7] ?? 0, 0], [0, 0, 0],
                    [1, at[9] ?? 0, 0],
                ]
        )
        file.finish(start)
        return file.bytes
    }

    @Test func aHybridFileShowsItsHiddenObjects() throws {
        let document = try open(FileBuilder.hybrid())
        #expect(try document.object(5) == five)
        #expect(document.base.form == .table)
        #expect(document.base.diagnostics.isEmpty)
        #expect(try document.base.allObjectIDs().map(\.number) == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func aHybridFileWhoseTableMarksHiddenObjectsFreeShowsThem() throws {
        // As 7.5.8.4 has it: the table marks 5, 6 and 7 free.
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.object(2, "<</Type/Pages/Kids[]/Count 0>>")
        file.stream(7, "/Type/ObjStm/N 1/First 4", Array("5 0 (five)".utf8))
        let hidden = file.crossReferenceStream(
            6,
            "/Size 8/Index[5 1 7 1]",
            rows: [[2, 7, 0], [1, file.offsets[7] ?? 0, 0]]
        )
        let start = file.position
        file.text("xref\n0 8\n" + file.line(0) + " \n" + file.line(1) + " \n")
        file.text(file.line(2) + " \n")
        for _ in 3...7 { file.text("0000000000 00000 f \n") }
        file.trailer("/Size 8/Root 1 0 R/XRefStm \(hidden)", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(5) == five)
        #expect(try document.base.allObjectIDs().map(\.number) == [1, 2, 5, 7])
    }

    @Test func aHybridFileWithoutItsStreamIsReadAsAnOlderReaderWould() throws {
        let bytes = FileBuilder.hybrid().replacing(
            Array("/Type/XRef".utf8),
            with: Array("/Type/XRxx".utf8)
        )
        let document = try open(bytes)
        #expect(try document.text(4) == "0 0 m 9 9 l S")
        #expect(!document.base.isRebuilt)
        #expect(document.base.diagnostics.map(\.severity) == [.repaired])
    }

    @Test func manyStreamsThatUnpackToVeryMuchAreRefused() throws {
        // Each gives 64 MB from 64 KB; all together are more than one file may cost.
        let bomb = DeflateEncoder.compress([UInt8](repeating: 0, count: 64 << 20))
        var file = FileBuilder()
        file.onePage()
        var previous = 0
        for number in 6...12 {
            let start = file.position
            file.stream(
                number,
                "/Type/XRef/W[1 3 1]/Size 7/Root 1 0 R/Prev \(previous)/Filter/FlateDecode",
                bomb
            )
            previous = start
        }
        file.finish(previous)
        #expect(throws: Fault.self) { try open(file.bytes) }
    }
}
