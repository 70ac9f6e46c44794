// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

@Suite struct RepairTests {
    private func expectContents(
        _ bytes: [UInt8],
        rebuilt: Bool,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let document = try open(bytes)
        #expect(document.base.isRebuilt == rebuilt, sourceLocation: location)
        #expect(try document.object(5) == five, sourceLocation: location)
        #expect(try document.text(4) == "0 0 m 9 9 l S", sourceLocation: location)
        #expect(try document.catalog()["Pages"] != nil, sourceLocation: location)
    }

    @Test(arguments: ["junk\n", "\u{0}\u{0}\u{0}", "%!PS-Adobe-3.0 PDF-junk\r\n"])
    func offsetsMayCountFromTheStartThoughJunkStandsBeforeTheHeader(junk: String) throws {
        let bytes = FileBuilder.classic(header: junk + "%PDF-1.4\n")
        try expectContents(bytes, rebuilt: false)
        #expect(try open(bytes).base.offsetShift == 0)
        #expect(try open(bytes).base.headerVersion == "1.4")
    }

    @Test(arguments: [2, 5, 500, 1000])
    func offsetsMayCountFromTheHeader(junk: Int) throws {
        let filler = [UInt8](repeating: 0x78, count: junk)
        let bytes = filler + FileBuilder.classic()
        try expectContents(bytes, rebuilt: false)
        let document = try open(bytes)
        #expect(document.base.offsetShift == junk)
        #expect(document.base.diagnostics.map(\.severity) == [.note])
        let streamed = try open(filler + FileBuilder.streamed())
        #expect(try streamed.object(5) == five)
        #expect(streamed.base.offsetShift == junk)
    }

    @Test(arguments: [10, 2000, 100_000])
    func junkMayFollowTheEnd(count: Int) throws {
        let junk = [UInt8](repeating: 0x78, count: count)
        try expectContents(FileBuilder.classic() + junk, rebuilt: false)
    }

    @Test func aFileWithoutHeaderIsReadWhenItHasObjects() throws {
        try expectContents(FileBuilder.classic(header: "no header\n"), rebuilt: false)
        try expectContents(
            FileBuilder.classic(header: "").removingAll("startxref"),
            rebuilt: true
        )
    }

    @Test(arguments: ["", "x", "GIF89a", "<html><body>nothing</body></html>", "%PDF-1.7\n%%EOF\n"])
    func whatIsNoFileOfThisKindIsAClearError(text: String) {
        #expect { try open(Array(text.utf8)) } throws: { error in
            (error as? Fault)?.code == .invalidDocument
        }
    }

    @Test(arguments: [
        "0", "-1", "7", "99999999", "9223372036854775807", "99999999999999999999", "x", "",
    ])
    func aStartxrefThatLeadsNowhereIsRepaired(target: String) throws {
        var file = FileBuilder()
        file.onePage()
        _ = file.table([0...5])
        file.text("trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n\(target)\n%%EOF\n")
        try expectContents(file.bytes, rebuilt: true)
    }

    @Test func aFileWithoutStartxrefIsRepaired() throws {
        var file = FileBuilder()
        file.onePage()
        file.text("trailer\n<</Size 6/Root 1 0 R>>\n")
        try expectContents(file.bytes, rebuilt: true)
        let diagnostics = try open(file.bytes).base.diagnostics
        #expect(diagnostics.map(\.severity) == [.repaired])
    }

    @Test func aFileWithoutTrailerIsFoundByItsCatalog() throws {
        var file = FileBuilder()
        file.onePage()
        try expectContents(file.bytes, rebuilt: true)
    }

    @Test func aFileThatLostItsCatalogIsBeyondRepair() throws {
        var file = FileBuilder()
        file.object(5, "(five)")
        #expect { try open(file.bytes) } throws: { error in
            (error as? Fault)?.message.contains("catalog") == true
        }
    }

    @Test func objectStreamsAreFoundByScanning() throws {
        let bytes = FileBuilder.streamed().removingAll("startxref")
        let document = try open(bytes)
        #expect(document.base.isRebuilt)
        #expect(try document.object(5) == five)
        #expect(try document.object(8) == .string(Array("eight".utf8)))
        #expect(document.base.form == .stream)
    }

    @Test func theLastObjectOfANumberCountsWhenScanning() throws {
        var file = FileBuilder()
        file.onePage()
        file.object(5, "(later)")
        file.text("trailer\n<</Root 1 0 R>>\n")
        #expect(try open(file.bytes).object(5) == .string(Array("later".utf8)))
    }

    @Test func aFileEmbeddedWithoutCompressionIsNotMistakenForThisOne() throws {
        let inner = FileBuilder.classic().replacing(
            Array("(five)".utf8),
            with: Array("(evil)".utf8)
        )
        var file = FileBuilder()
        file.onePage()
        file.stream(6, "/Type/EmbeddedFile", inner)
        file.text("trailer\n<</Root 1 0 R>>\n")
        try expectContents(file.bytes, rebuilt: true)
    }

    @Test func anObjectAtAWrongOffsetIsFoundBySearching() throws {
        var file = FileBuilder()
        file.onePage()
        for number in 6...9 { file.object(number, "\(number)") }
        let start = file.position
        file.text("xref\n0 10\n")
        // Object 5 is said to be where object 3 is; the first, middle and last are right.
        for number in [0, 1, 2, 3, 4, 3, 6, 7, 8, 9] { file.text(file.line(number) + " \n") }
        file.trailer("/Size 10/Root 1 0 R", start: start)
        try expectContents(file.bytes, rebuilt: false)
        let document = try open(file.bytes)
        _ = try document.object(5)
        #expect(document.base.diagnostics.map(\.severity) == [.repaired])
    }

    @Test func anObjectThatIsNowhereIsNullAndTold() throws {
        var file = FileBuilder()
        file.onePage()
        file.object(7, "7")
        let start = file.position
        file.text("xref\n0 8\n")
        for number in 0...5 { file.text(file.line(number) + " \n") }
        file.text("0000000009 00000 n \n" + file.line(7) + " \n")
        file.trailer("/Size 8/Root 1 0 R", start: start)
        let document = try open(file.bytes)
        #expect(try document.object(6) == .null)
        #expect(document.base.diagnostics.map(\.severity) == [.lost])
    }

    @Test func aCatalogAtAWrongOffsetMakesTheTableWorthless() throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.position
        file.text("xref\n0 6\n" + file.line(0) + " \n" + file.line(2) + " \n")
        for number in 2...5 { file.text(file.line(number) + " \n") }
        file.trailer("/Size 6/Root 1 0 R", start: start)
        try expectContents(file.bytes, rebuilt: true)
    }

    @Test(arguments: [
        "0", "5", "12", "500", "-3", "99999999", "9223372036854775807", "(x)", "9 0 R",
        "4 0 R",
    ])
    func aWrongLengthIsFoundOut(length: String) throws {
        var file = FileBuilder()
        file.onePage()
        file.stream(4, "", Array("0 0 m 9 9 l S".utf8), length: length)
        let start = file.table([0...5])
        file.trailer("/Size 6/Root 1 0 R", start: start)
        try expectContents(file.bytes, rebuilt: false)
    }

    @Test func aLengthMayBeIndirect() throws {
        var file = FileBuilder()
        file.onePage()
        file.stream(4, "", Array("0 0 m 9 9 l S".utf8), length: "6 0 R")
        file.object(6, "13")
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R", start: start)
        try expectContents(file.bytes, rebuilt: false)
        let document = try open(file.bytes)
        _ = try document.text(4)
        #expect(document.base.diagnostics.isEmpty)
    }

    @Test func anObjectWithoutEndobjIsReadAndTold() throws {
        var file = FileBuilder()
        file.onePage()
        file.object(5, "(five)", end: "\n")
        let start = file.table([0...5])
        file.trailer("/Size 6/Root 1 0 R", start: start)
        try expectContents(file.bytes, rebuilt: false)
        let document = try open(file.bytes)
        _ = try document.object(5)
        #expect(document.base.diagnostics.map(\.severity) == [.repaired])
    }

    @Test(arguments: ["\nendobj\n", "endobj\n", "\nendstream endobj\n", "\r\nendstream\nendobj\n"])
    func aStreamMayEndInSeveralWays(end: String) throws {
        for length in ["13", "99"] {
            var file = FileBuilder()
            file.onePage()
            file.stream(4, "", Array("0 0 m 9 9 l S".utf8), length: length, end: end)
            let start = file.table([0...5])
            file.trailer("/Size 6/Root 1 0 R", start: start)
            #expect(try open(file.bytes).text(4)?.hasPrefix("0 0 m 9 9 l S") == true)
        }
    }

    @Test(arguments: [
        ("<</A 1/B", "A"), ("<</A 1/B>>", "A"), ("<</A 1 2/B 3>>", "A"), ("<</A 1", "A"),
        ("<</A 1/C[1 2", "A"), ("<<(odd)/A 1>>", "A"), ("<</A 1/A 1>>", "A"),
    ])
    func aBrokenDictionaryKeepsWhatCanBeRead(body: String, key: String) throws {
        var file = FileBuilder()
        file.onePage()
        file.object(6, body)
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R", start: start)
        let value = try open(file.bytes).object(6).dictionary?[COSName(key)]
        #expect(value == .integer(1))
    }

    /// Never a trap; a file or a clear error.
    @Test(arguments: ["classic", "streamed", "hybrid", "linearized"])
    func aFileCutAtAnyByteOpensOrGivesAClearError(kind: String) throws {
        let whole =
            switch kind {
            case "classic": FileBuilder.classic()
            case "streamed": FileBuilder.streamed()
            case "hybrid": FileBuilder.hybrid()
            default: FileBuilder.linearized()
            }
        var opened = 0
        for count in 0..<whole.count {
            do {
                var document = try open(Array(whole.prefix(count)))
                opened += 1
                for id in try document.base.allObjectIDs() {
                    guard let stream = try document.object(id).stream else { continue }
                    _ = try document.decodedBytes(of: stream)
                }
                let ids = try document.base.allObjectIDs()
                let before = try ids.map { id in try meaning(document, id) }
                let added = try document.add(five)
                let again = try open(try document.saved())
                #expect(!again.base.isRebuilt, "cut at \(count): \(again.base.diagnostics)")
                #expect(try again.object(added) == five, "cut of \(kind) at \(count)")
                let after = try ids.map { id in try meaning(again, id) }
                #expect(before == after, "cut of \(kind) at \(count)")
            } catch let error as Fault {
                #expect(error.code == .invalidDocument, "cut at \(count): \(error)")
                #expect(!error.message.isEmpty)
            }
        }
        #expect(opened > whole.count / 4)
    }

    /// What an object says, wherever it stands.
    private func meaning(_ document: Document, _ id: ObjectID) throws -> String {
        let object = try document.object(id)
        guard let stream = object.stream else { return "\(object)" }
        var keys = stream.dictionary
        keys["Length"] = nil
        return "\(keys) \(try document.decodedBytes(of: stream).bytes)"
    }

    @Test(arguments: [
        "1 0 obj%", "trailer(", "trailer<", "trailer%", "1 0 obj(", "1 0 obj[", "1 0 obj<<",
        "1 0 obj<</A", "stream ", "1 0 obj<<>>stream ",
    ])
    func aFileOfNothingButBeginningsIsReadInBoundedTime(beginning: String) {
        let count = 400_000 / beginning.utf8.count
        let bytes = Array(String(repeating: beginning, count: count).utf8)
        #expect(
            ContinuousClock().measure {
                _ = try? open(Array("%PDF-1.7\n".utf8) + bytes)
            } < .seconds(20)
        )
    }

    @Test func aFileWhoseEncryptionDictionaryIsNoneIsReadAsItIs() throws {
        let bytes = FileBuilder.classic(trailer: "/Encrypt 99 0 R/ID[<01><02>]")
        var document = try open(bytes)
        #expect(document.base.encryption == nil)
        #expect(document.base.diagnostics.contains { $0.severity == .lost })
        // And so it stays: a file that was written says what it is.
        _ = try document.add(.string(Array("plain".utf8)))
        let saved = try open(bytes + document.delta())
        #expect(saved.trailer["Encrypt"] == nil)
        #expect(!saved.base.isRebuilt)
    }

    @Test func anEncryptionDictionaryElsewhereIsFound() throws {
        // The cross-reference does not know the object; the handler is one that is refused.
        let bytes = FileBuilder.classic(trailer: "/Encrypt 99 0 R/ID[<01><02>]")
        let hidden = Array("99 0 obj\n<</Filter/Adobe.PubSec/V 2>>\nendobj\n".utf8)
        let fault = #expect(throws: Fault.self) {
            try open(Array(bytes.prefix(9)) + hidden + bytes.dropFirst(9))
        }
        #expect(fault?.code == .unsupported)
    }
}

extension [UInt8] {
    /// These bytes with every occurrence of a word blanked out.
    func removingAll(_ word: String) -> [UInt8] {
        replacing(
            Array(word.utf8),
            with: Array(String(repeating: " ", count: word.utf8.count).utf8)
        )
    }
}
