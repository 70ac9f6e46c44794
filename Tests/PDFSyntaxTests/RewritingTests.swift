// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import PDFSyntax
import Testing

/// Whole new files: the same document in other bytes.
@Suite struct RewritingTests {
    static let forms: [FileWritingOptions.Form] = [.streams, .classic]

    private func rewritten(
        _ document: Document,
        _ form: FileWritingOptions.Form
    ) throws -> [UInt8] {
        let sink = MemoryByteSink()
        let report = try document.write(to: sink, FileWritingOptions(form: form))
        #expect(report.byteCount == sink.count)
        return sink.bytes
    }

    private func open(_ bytes: [UInt8]) throws -> Document {
        Document(try BaseFile(MemoryByteSource(bytes)))
    }

    /// Rewrites, opens and compares; gives the new document.
    @discardableResult
    private func checkLaw(
        _ document: Document,
        _ form: FileWritingOptions.Form
    ) throws -> Document {
        let bytes = try rewritten(document, form)
        let again = try open(bytes)
        #expect(!again.base.isRebuilt)
        #expect(again.base.diagnostics.isEmpty)
        var isomorphism = Isomorphism(document, again)
        let difference = try isomorphism.difference()
        #expect(difference == nil)
        #expect(try rewritten(document, form) == bytes, "The same document, other bytes.")
        return again
    }

    /// Objects written as files have them, odd ones among them.
    private static let objects: [String] = [
        "<</A 1/B -2.50/C(a\\)b\\\\)/D<4 1>/E[1 0 R 2 0 R]/F true/G null>>",
        "[ 3 0 R\n4\t0\rR 5 0 6 0 R ]", "7 0 R", "(text) % a comment", "<</A%x\n1>>",
        "<</Length 5>>", "<</Length 6 0 R/X 1>>", "<</A<</Length 7>>/B[<</Length 8 0 R>>]>>",
        "<</A 1 /A 2 0 R>>", "<</A /B /C>>", "<</A 12abc>>", "-12", "1 ", "+3", ".5", "4.",
        "[1 0 R2 0 R]", "[1 0 R/X]", "[00001 0 R]", "<</A 1 0 R>>", "<</Type/P#61ge>>", "true",
        "<</L#65ngth 3>>", "[[[[[[[[[[]]]]]]]]]]", "<< /A << /B << /C [ << >> ] >> >> >>",
        "[99999999 0 R]", "[5 70000 R]", "[0 0 R]", "<</A(unclosed>>", "<</A [1 2>>", "[<zz41>]",
        "(\\101\\\n\r\n)", "/Name#20x", "[/]", "<</>>", "[--5 1.2.3 5-6]", "nul", "[null]",
    ]

    private func sample(_ objects: [String]) -> [UInt8] {
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 2 0 R/All \(10 + objects.count) 0 R>>")
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>")
        file.stream(4, "/X 5 0 R", Array("0 0 m".utf8))
        file.object(5, "(five)")
        file.object(6, "9")
        file.stream(7, "/Y[3 0 R]", Array("BT ET BT".utf8), length: "8")
        file.stream(8, "", Array("indirect!".utf8), length: "6 0 R")
        for (index, object) in objects.enumerated() { file.object(10 + index, object) }
        let all = (7..<10 + objects.count).map { "\($0) 0 R" }.joined(separator: " ")
        file.object(10 + objects.count, "[\(all)]")
        let start = file.table([0...10 + objects.count])
        file.trailer("/Root 1 0 R/Size \(11 + objects.count)/ID[(ab)(cd)]", start: start)
        return file.bytes
    }

    @Test(arguments: forms) func aRewrittenDocumentIsTheSame(_ form: FileWritingOptions.Form) throws
    {
        try checkLaw(try open(sample(Self.objects)), form)
    }

    @Test(arguments: objects) func everyObjectComesThroughAlone(_ object: String) throws {
        for form in Self.forms { try checkLaw(try open(sample([object])), form) }
    }

    @Test(arguments: forms) func copiedAndParsedObjectsAreTheSame(
        _ form: FileWritingOptions.Form
    ) throws {
        let document = try open(sample(Self.objects))
        var changed = document
        for id in try document.base.allObjectIDs() { changed.set(id, try document.object(id)) }
        let (copied, parsed) = (
            try open(rewritten(document, form)), try open(rewritten(changed, form))
        )
        var isomorphism = Isomorphism(copied, parsed)
        #expect(try isomorphism.difference() == nil)
        #expect(try copied.base.allObjectIDs().count == parsed.base.allObjectIDs().count)
    }

    @Test func whatWasRewrittenIsRewrittenToTheSameBytes() throws {
        for form in Self.forms {
            let once = try rewritten(try open(sample(Self.objects)), .streams)
            let twice = try rewritten(try open(once), form)
            #expect(try rewritten(try open(twice), form) == twice)
        }
    }

    @Test func whatCannotBeReachedStaysBehind() throws {
        var file = FileBuilder()
        file.onePage()
        file.object(6, "(nobody knows me)")
        let start = file.table([0...6])
        file.trailer("/Root 1 0 R/Size 7", start: start)
        let bytes = try rewritten(try open(file.bytes), .classic)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("nobody"))
    }

    @Test func circlesAndLongChainsNeedNoRecursion() throws {
        let count = 20_000
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 2 0 R/Next 3 0 R>>")
        file.object(2, "<</Type/Pages/Kids[]/Count 0>>")
        for number in 3..<count {
            file.object(number, "<</Next \(number + 1) 0 R/Prev \(number - 1) 0 R>>")
        }
        file.object(count, "<</Next 3 0 R/Self \(count) 0 R>>")
        let start = file.table([0...count])
        file.trailer("/Root 1 0 R/Size \(count + 1)", start: start)
        let document = try open(file.bytes)
        for form in Self.forms { try checkLaw(document, form) }
    }

    @Test func aWrongLengthIsPutRight() throws {
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 2 0 R/S 3 0 R>>")
        file.object(2, "<</Type/Pages/Kids[]/Count 0>>")
        file.stream(3, "", Array("twelve bytes".utf8), length: "5")
        let start = file.table([0...3])
        file.trailer("/Root 1 0 R/Size 4", start: start)
        let bytes = try rewritten(try open(file.bytes), .classic)
        #expect(String(decoding: bytes, as: UTF8.self).contains("<</Length 12>>"))
        #expect(try open(bytes).base.diagnostics.isEmpty)
    }

    @Test(arguments: forms) func theIdentityIsKeptMadeOrGiven(
        _ form: FileWritingOptions.Form
    ) throws {
        let document = try open(sample([]))
        func first(_ identity: FileWritingOptions.Identity) throws -> [UInt8]? {
            let sink = MemoryByteSink()
            try document.write(to: sink, FileWritingOptions(form: form, identity: identity))
            return try open(sink.bytes).trailer["ID"]?.array?.first?.string
        }
        #expect(try first(.kept) == Array("ab".utf8))
        #expect(try first(.given([1, 2])) == [1, 2])
        #expect(try first(.new)?.count == 16)
        #expect(try first(.new) == first(.new))
    }

    @Test func theTrailerOfOthersIsNotTakenOver() throws {
        var file = FileBuilder()
        file.onePage()
        let start = file.table([0...5])
        file.trailer("/Root 1 0 R/Size 6/Info<</Title(t)>>/DocChecksum/AB", start: start)
        let again = try open(try rewritten(try open(file.bytes), .streams))
        #expect(again.trailer["DocChecksum"] == nil)
        // Table 15 wants it indirect.
        let info = try #require(again.trailer["Info"]?.reference)
        #expect(try again.object(info).dictionary?["Title"] == .string(Array("t".utf8)))
    }

    @Test func theHeaderNamesWhatTheFormNeeds() throws {
        for (header, form, wanted) in [
            ("%PDF-1.3\n", FileWritingOptions.Form.streams, "1.5"),
            ("%PDF-1.3\n", .classic, "1.4"), ("%PDF-2.0\n", .classic, "2.0"),
            ("%PDF-7.7\n", .streams, "1.5"),
        ] {
            var file = FileBuilder(header)
            file.onePage()
            let start = file.table([0...5])
            file.trailer("/Root 1 0 R/Size 6", start: start)
            let bytes = try rewritten(try open(file.bytes), form)
            #expect(String(decoding: bytes.prefix(9), as: UTF8.self) == "%PDF-\(wanted)\n")
        }
    }

    @Test func aStoppedSinkEndsTheWork() throws {
        let document = try open(sample(Self.objects))
        #expect(throws: Fault.self) {
            try document.write(to: MemoryByteSink()) { _, _ throws(Fault) in
                throw Fault(.cancelled, "Stopped.")
            }
        }
    }

    @Test(arguments: forms) func whatIsHiddenIsNull(_ form: FileWritingOptions.Form) throws {
        var document = try open(sample(["<</Dest[3 0 R/Fit]>>"]))
        document.hide([3])
        let bytes = try rewritten(document, form)
        var isomorphism = Isomorphism(document, try open(bytes))
        #expect(try isomorphism.difference() == nil)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("MediaBox"))
    }

    @Test(arguments: forms) func importedObjectsAreWrittenAsTheyRead(
        _ form: FileWritingOptions.Form
    ) throws {
        var document = try open(sample([]))
        let keys = [
            "/StructParent 1", "/StructParents 2", "/Dest(a)", "/DA(/F 1 Tf)", "/D#65st(a)",
        ]
        let other = try open(
            sample(Self.objects + keys.map { "<<\($0)>>" } + ["<</S/GoTo/D(a)/X<</DA(/F)>>>>"])
        )
        var imported = try document.importing(other)
        imported.changes.structureKeyOffset = 40
        imported.changes.destinations = [Array("a".utf8): Array("b".utf8)]
        imported.changes.fonts = [Array("F".utf8): Array("G".utf8)]
        imported.changes.aliases[imported.numbers.lowerBound + 6] = ObjectID(5)
        document.update(imported)
        var catalog = try document.catalog()
        catalog["Other"] = imported.shifted(try other.catalogID()).map { .reference($0) }
        document.set(try document.catalogID(), .dictionary(catalog))
        let again = try open(rewritten(document, form))
        var isomorphism = Isomorphism(document, again)
        #expect(try isomorphism.difference() == nil)
        // The same without anything but numbers to change.
        imported.changes = ImportChanges()
        document.update(imported)
        isomorphism = Isomorphism(document, try open(rewritten(document, form)))
        #expect(try isomorphism.difference() == nil)
    }
}
