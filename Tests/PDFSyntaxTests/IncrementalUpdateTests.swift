// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

@Suite struct IncrementalUpdateTests {
    /// A file of each kind that an update can meet.
    enum Original: String, CaseIterable, CustomTestStringConvertible {
        case classic, streamed, hybrid, linearized
        case withoutFinalNewline, junkBefore, junkBehind, withoutID, updated
        var testDescription: String { rawValue }

        var bytes: [UInt8] {
            switch self {
            case .classic: FileBuilder.classic()
            case .streamed: FileBuilder.streamed()
            case .hybrid: FileBuilder.hybrid()
            case .linearized: FileBuilder.linearized()
            case .withoutFinalNewline: FileBuilder.classic(end: "%%EOF")
            case .junkBefore: Array("junk\n".utf8) + FileBuilder.classic()
            case .junkBehind: FileBuilder.classic() + Array("junk behind".utf8)
            case .withoutID: FileBuilder.classic(trailer: "")
            case .updated: FileBuilder.classic() + FileBuilder.foreignUpdate()
            }
        }
    }

    private let six = COSObject.string(Array("six".utf8))

    /// Object 5 changed, one added.
    private func changed(_ bytes: [UInt8]) throws -> (document: Document, added: ObjectID) {
        var document = try open(bytes)
        document.set(ObjectID(5), six)
        let added = try document.add(.dictionary(["Kind": .name("New")]))
        return (document, added)
    }

    @Test(arguments: Original.allCases)
    func theOriginalIsAPrefixAndTheChangesAreThere(original: Original) throws {
        let bytes = original.bytes
        let (document, added) = try changed(bytes)
        let output = try document.saved()
        #expect(output.starts(with: bytes))
        let again = try open(output)
        #expect(!again.base.isRebuilt)
        #expect(try again.object(5) == six)
        #expect(try again.object(added).dictionary?["Kind"] == .name("New"))
        for number in [1, 2, 3, 4] {
            #expect(try again.object(number) == document.object(number))
        }
        #expect(again.base.form == document.base.form)
        #expect(again.trailer["XRefStm"] == nil)
        #expect(try expectedSize(again) == again.trailer["Size"]?.integer)
        #expect(again.trailer["Root"] == document.base.trailer["Root"])
        #expect(again.trailer["Prev"]?.integer == document.base.startOfCrossReference)
    }

    private func expectedSize(_ document: Document) throws -> Int {
        (try document.base.allObjectIDs().last?.number ?? 0) + 1
    }

    @Test(arguments: Original.allCases)
    func aStrangerHasNothingNewAgainstTheOutput(original: Original) throws {
        let bytes = original.bytes
        try expectNoNewComplaint(try changed(bytes).document.saved(), from: bytes)
    }

    @Test(arguments: [Original.classic, .streamed, .withoutFinalNewline, .withoutID, .updated])
    func aStrangerFindsTheOutputOfASoundFileClean(original: Original) throws {
        try expectClean(try changed(original.bytes).document.saved())
    }

    @Test(arguments: Original.allCases)
    func theSameChangeGivesTheSameBytes(original: Original) throws {
        let bytes = original.bytes
        #expect(try changed(bytes).document.delta() == changed(bytes).document.delta())
    }

    @Test func nothingChangedGivesNothing() throws {
        #expect(try open(FileBuilder.classic()).delta().isEmpty)
    }

    @Test func theFirstPartOfTheIdentifierStaysAndTheSecondIsNew() throws {
        let bytes = FileBuilder.classic(trailer: "/ID[<0A0B><0A0B>]/Info 5 0 R")
        let once = try changed(bytes).document
        let first = try open(try once.saved()).trailer
        #expect(first["ID"]?.array?.first == .string([0x0A, 0x0B]))
        #expect(first["ID"]?.array?.count == 2)
        #expect(first["ID"]?.array?.last?.string?.count == 16)
        #expect(first["Info"] == .reference(ObjectID(5)))
        var other = try open(bytes)
        other.set(ObjectID(5), .null)
        #expect(try open(try other.saved()).trailer["ID"] != first["ID"])
    }

    @Test func aFileWithoutIdentifierGetsOne() throws {
        let trailer = try open(try changed(FileBuilder.classic(trailer: "")).document.saved())
            .trailer
        let id = try #require(trailer["ID"]?.array)
        #expect(id.count == 2 && id[0] == id[1] && id[0].string?.count == 16)
    }

    @Test func anIdentifierThatIsAnObjectOfItsOwnIsFollowed() throws {
        var file = FileBuilder()
        file.onePage()
        file.object(6, "[<0C><0D>]")
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R/ID 6 0 R", start: start)
        let trailer = try open(try changed(file.bytes).document.saved()).trailer
        #expect(trailer["ID"]?.array?.first == .string([0x0C]))
    }

    @Test func theTrailerMayBeChanged() throws {
        var document = try open(FileBuilder.classic(trailer: "/Odd(kept)/Gone 1"))
        let info = try document.add(.dictionary(["Title": .string([0x41])]))
        document.setTrailer("Info", .reference(info))
        document.setTrailer("Gone", .null)
        let again = try open(try document.saved())
        #expect(again.trailer["Info"] == .reference(info))
        #expect(again.trailer["Odd"] == .string(Array("kept".utf8)))
        #expect(again.trailer["Gone"] == nil)
    }

    @Test(arguments: [Original.classic, .streamed, .hybrid])
    func aFreedObjectIsGone(original: Original) throws {
        var document = try open(original.bytes)
        document.free(ObjectID(5))
        #expect(try document.object(5) == .null)
        let output = try document.saved()
        let again = try open(output)
        #expect(try again.object(5) == .null)
        #expect(try !again.base.allObjectIDs().contains(ObjectID(5)))
        try expectNoNewComplaint(output, from: original.bytes)
    }

    @Test func manySmallObjectsGoIntoAnObjectStreamAfterAStream() throws {
        for (count, isPacked) in [(3, false), (4, true), (450, true)] {
            var document = try open(FileBuilder.streamed())
            var ids: [ObjectID] = []
            for value in 0..<count { ids.append(try document.add(.integer(value))) }
            let stream = try document.add(.stream(COSStream([:], data: Array("data".utf8))))
            let delta = try document.delta()
            #expect(String(decoding: delta, as: UTF8.self).contains("/ObjStm") == isPacked)
            let output = try document.saved()
            let again = try open(output)
            for (value, id) in ids.enumerated() {
                #expect(try again.object(id) == .integer(value))
            }
            #expect(try again.text(stream.number) == "data")
            #expect(again.base.diagnostics.isEmpty)
            try expectClean(output)
        }
    }

    @Test func theCatalogStaysOutsideObjectStreams() throws {
        var document = try open(FileBuilder.streamed())
        document.set(ObjectID(1), .dictionary(try document.catalog()))
        for value in 0..<9 { _ = try document.add(.integer(value)) }
        let text = String(decoding: try document.delta(), as: UTF8.self)
        #expect(text.contains("\n1 0 obj") || text.hasPrefix("1 0 obj"))
    }

    @Test func aStreamOfTheFileMayGetAnotherDictionary() throws {
        var document = try open(FileBuilder.classic())
        guard var stream = try document.object(4).stream else { return }
        stream.dictionary["Mark"] = .integer(1)
        document.set(ObjectID(4), .stream(stream))
        let output = try document.saved()
        let again = try open(output)
        #expect(try again.text(4) == "0 0 m 9 9 l S")
        #expect(try again.object(4).dictionary?["Mark"] == .integer(1))
        try expectClean(output)
    }

    @Test func aRepairedFileGetsACompleteCrossReference() throws {
        for bytes in [
            FileBuilder.classic().removingAll("startxref"),
            FileBuilder.streamed().removingAll("startxref"),
            FileBuilder.gapped(),
        ] {
            let (document, added) = try changed(bytes)
            #expect(document.base.isRebuilt)
            let output = try document.saved()
            #expect(output.starts(with: bytes))
            let again = try open(output)
            #expect(!again.base.isRebuilt)
            #expect(again.trailer["Prev"] == nil)
            #expect(
                try again.base.allObjectIDs().contains(added)
                    && again.base.allObjectIDs().count >= 6
            )
            try expectClean(output)
        }
    }

    @Test func aHybridFileWithAMisplacedObjectKeepsItsHiddenObjects() throws {
        var file = FileBuilder()
        file.onePage()
        for number in 8...20 { file.object(number, "\(number)") }
        file.stream(7, "/Type/ObjStm/N 1/First 4", Array("6 0 (hidden)".utf8))
        let hidden = file.crossReferenceStream(
            21,
            "/Size 22/Index[6 2]",
            rows: [[2, 7, 0], [1, file.offsets[7] ?? 0, 0]]
        )
        // Object 5 is said to be where object 3 is; the first, middle and last are right.
        let start = file.position
        file.text("xref\n0 22\n")
        for number in [0, 1, 2, 3, 4, 3, 0, 0] + Array(8...21) {
            file.text(file.line(number) + " \n")
        }
        file.trailer("/Size 22/Root 1 0 R/XRefStm \(hidden)", start: start)
        var document = try open(file.bytes)
        #expect(try document.object(5) == five)
        #expect(!document.base.isRebuilt)
        document.set(ObjectID(8), six)
        let output = try document.saved()
        let again = try open(output)
        for number in 1...21 where number != 8 {
            #expect(try again.object(number) == document.object(number), "\(number)")
        }
        #expect(try again.object(6) == .string(Array("hidden".utf8)))
        #expect(again.base.diagnostics.isEmpty)
        try expectClean(output)
    }

    @Test func aFileCutInsideAStreamIsClosedFirst() throws {
        var file = FileBuilder()
        file.onePage()
        file.text("trailer\n<</Root 1 0 R>>\n")
        file.stream(6, "", Array("cut her".utf8), length: "500", end: "")
        let (document, added) = try changed(file.bytes)
        let delta = String(decoding: try document.delta(), as: UTF8.self)
        #expect(delta.hasPrefix("\nendstream\nendobj\n"))
        let again = try open(try document.saved())
        #expect(try again.object(added).dictionary?["Kind"] == .name("New"))
        #expect(try again.text(6) == "cut her")
        try expectClean(try document.saved())
    }

    @Test func anObjectThatTheEndCutsIsWrittenAgain() throws {
        for cut in ["<</A(abc", "[1 2", "<</A 1", "(abc", "<</A<00", "7"] {
            var file = FileBuilder()
            file.onePage()
            file.object(6, cut, end: "")
            let (document, _) = try changed(file.bytes)
            let before = try document.object(6)
            let again = try open(try document.saved())
            #expect(try again.object(6) == before, "\(cut)")
            try expectClean(try document.saved())
        }
    }

    @Test func objectsAreAddedWhenTheHighestNumberIsInUse() throws {
        let highest = Limits.objectNumber
        for isStream in [false, true] {
            var file = FileBuilder()
            file.onePage()
            file.object(highest, "(highest)")
            let start: Int
            if isStream {
                let at = file.offsets
                start = file.crossReferenceStream(
                    6,
                    "/Index[0 7 \(highest) 1]/Size \(highest + 1)/Root 1 0 R",
                    rows: [[0, 0, 255]] + (1...5).map { [1, at[$0] ?? 0, 0] }
                        + [[1, file.position, 0], [1, at[highest] ?? 0, 0]]
                )
                file.finish(start)
            } else {
                start = file.table([0...5, highest...highest])
                file.trailer("/Size \(highest + 1)/Root 1 0 R", start: start)
            }
            var document = try open(file.bytes)
            var ids: [ObjectID] = []
            for value in 0..<5 { ids.append(try document.add(.integer(value))) }
            #expect(ids.allSatisfy { $0.number < 20 })
            let again = try open(try document.saved())
            #expect(!again.base.isRebuilt)
            #expect(again.trailer["Size"] == .integer(highest + 1))
            for (value, id) in ids.enumerated() {
                #expect(try again.object(id) == .integer(value))
            }
            #expect(try again.object(highest) == .string(Array("highest".utf8)))
            #expect(try again.base.allObjectIDs().allSatisfy { $0.number <= highest })
        }
    }

    @Test(arguments: ["99999999999", "9223372036854775807", "-4", "2"])
    func aWrongSizeDoesNotLeadToImpossibleNumbers(size: String) throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.table([0...5])
        file.trailer("/Size \(size)/Root 1 0 R", start: start)
        let (document, added) = try changed(file.bytes)
        #expect(added == ObjectID(6))
        #expect(try open(try document.saved()).trailer["Size"] == .integer(7))
    }

    @Test func aTableCannotNameOffsetsOfMoreThanTenDigits() throws {
        var document = Document(
            try BaseFile(LongSource(FileBuilder.classic(), count: 10_000_000_000))
        )
        document.set(ObjectID(5), six)
        #expect { try document.delta() } throws: { ($0 as? Fault)?.code == .limitExceeded }
    }

    @Test func updatesFollowUpdates() throws {
        for original in [Original.classic, .streamed, .hybrid, .linearized] {
            var bytes = original.bytes
            for round in 1...15 {
                var document = try open(bytes)
                document.set(ObjectID(5), .integer(round))
                bytes = try document.saved()
            }
            let document = try open(bytes)
            #expect(try document.object(5) == .integer(15))
            #expect(document.base.diagnostics.isEmpty)
            try expectNoNewComplaint(bytes, from: original.bytes)
        }
    }
}

/// A file that is far longer than its bytes: the rest is zeros behind the header.
private final class LongSource: ByteSource {
    private let bytes: [UInt8]
    let count: Int

    init(_ bytes: [UInt8], count: Int) {
        self.bytes = bytes
        self.count = count
    }

    func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        // Offsets count from the start, and the trailer is asked for at the end.
        range.map { index in
            if index < bytes.count { return bytes[index] }
            let fromEnd = count - index
            return fromEnd <= bytes.count ? bytes[bytes.count - fromEnd] : 0x20
        }[...]
    }

    func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        try bytes(in: offset..<min(offset + 4096, count))
    }
}

extension FileBuilder {
    /// What another program appended to `classic()`: object 5 written again.
    static func foreignUpdate() -> [UInt8] {
        let original = classic()
        var file = FileBuilder(after: original)
        file.object(5, "(changed)")
        let previous = original.firstIndex(of: Array("xref\n0".utf8)) ?? 0
        let start = file.table([5...5])
        file.trailer("/Size 6/Root 1 0 R/Prev \(previous)/ID[<01><03>]", start: start)
        return Array(file.bytes.dropFirst(original.count))
    }

    /// Without a cross-reference, and with numbers that nothing has.
    static func gapped() -> [UInt8] {
        var file = FileBuilder()
        file.onePage()
        file.object(9, "(nine)")
        file.object(300, "(three hundred)")
        file.text("trailer\n<</Root 1 0 R/Size 301>>\n")
        return file.bytes
    }
}

extension [UInt8] {
    /// Where a row of bytes begins.
    func firstIndex(of row: [UInt8]) -> Int? {
        indices.first { self[$0...].starts(with: row) }
    }
}
