// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

/// Files whose objects are there, though neither cross-reference nor trailer lead to them.
@Suite struct DamageTests {
    /// The numbers of the pages that the catalog leads to, by way of nodes.
    private func pages(_ document: Document) throws -> [Int] {
        var found: [Int] = []
        func walk(_ object: COSObject?, _ depth: Int) throws {
            guard depth < 8, let node = try document.resolve(object).dictionary else { return }
            guard let kids = node["Kids"]?.array else {
                if let number = object?.reference?.number { found.append(number) }
                return
            }
            for kid in kids { try walk(kid, depth + 1) }
        }
        try walk(try document.catalog()["Pages"], 0)
        return found
    }

    /// What was found must also be found by a stranger, once something was saved.
    private func expectPages(
        _ bytes: [UInt8],
        _ numbers: [Int],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        var document = try open(bytes)
        #expect(document.base.isRebuilt, sourceLocation: location)
        #expect(try pages(document) == numbers, sourceLocation: location)
        #expect(!document.isChanged, sourceLocation: location)
        #expect(try document.delta().isEmpty, sourceLocation: location)
        _ = try document.add(five)
        let again = try open(try document.saved())
        #expect(!again.base.isRebuilt, sourceLocation: location)
        #expect(try pages(again) == numbers, sourceLocation: location)
    }

    private static let page = "<</Type/Page/MediaBox[0 0 9 9]>>"

    @Test func aCatalogThatDoesNotSayWhatItIsIsFound() throws {
        var file = FileBuilder()
        file.object(1, "<</Type/Catatalog/Pages 2 0 R>>")
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.object(3, Self.page)
        try expectPages(file.bytes, [3])
    }

    @Test func aBracketThatStandsTwiceOpensOneDictionary() throws {
        var file = FileBuilder()
        file.object(1, "<<\n<</Type/Catalog/Pages 2 0 R>>\n>>")
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.object(3, "<<<</Type/Page/MediaBox[0 0 9 9]>>")
        try expectPages(file.bytes, [3])
        let page = try Document(BaseFile(MemoryByteSource(file.bytes))).object(ObjectID(3))
        #expect(page.dictionary?["MediaBox"]?.array?.count == 4)
    }

    @Test func aLostCatalogIsMadeAnew() throws {
        var file = FileBuilder()
        file.object(2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>")
        file.object(3, Self.page)
        file.object(4, "<</Type/Pages/Parent 2 0 R/Kids[5 0 R]/Count 1>>")
        file.object(5, Self.page)
        try expectPages(file.bytes, [3, 5])
        #expect(try open(file.bytes).base.diagnostics.count == 2)
    }

    @Test func aLostPageTreeIsMadeOfThePages() throws {
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 9 0 R/Lang(en)>>")
        file.object(6, Self.page)
        file.object(3, Self.page)
        file.text("trailer\n<</Root 1 0 R>>\n")
        try expectPages(file.bytes, [6, 3])
        #expect(try open(file.bytes).catalog()["Lang"] == .string(Array("en".utf8)))
    }

    @Test func aLostRootOfTheTreeLeavesItsBranches() throws {
        var file = FileBuilder()
        file.object(3, "<</Type/Pages/Kids[4 0 R]/Count 1>>")
        file.object(4, Self.page)
        file.object(5, Self.page)
        file.object(6, "<</Type/Pages/Kids[7 0 R]/Count 1>>")
        file.object(7, Self.page)
        try expectPages(file.bytes, [4, 5, 7])
    }

    @Test func manyLostPagesAreFound() throws {
        var file = FileBuilder()
        for number in 1...2500 { file.object(number, "<</Type/Page>>") }
        try expectPages(file.bytes, Array(1...2500))
    }

    @Test func pagesInObjectStreamsAreFound() throws {
        var file = FileBuilder()
        let pages = "\(Self.page) \(Self.page)"
        file.stream(9, "/Type/ObjStm/N 2/First 9", Array("3 0 4 33 \(pages)".utf8))
        try expectPages(file.bytes, [3, 4])
    }

    @Test func aCatalogThatIsNotInItsObjectStreamIsLookedFor() throws {
        // The cross-reference stream says that the catalog is in a stream which has another object.
        var file = FileBuilder()
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.object(3, Self.page)
        file.stream(7, "/Type/ObjStm/N 1/First 4", Array("5 0 (five)".utf8))
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>")
        let at = file.offsets
        let start = file.crossReferenceStream(
            6,
            "/Size 8/Root 1 0 R",
            rows: [
                [0, 0, 255], [2, 7, 3], [1, at[2] ?? 0, 0], [1, at[3] ?? 0, 0], [0, 0, 0],
                [2, 7, 0],
                [1, file.position, 0], [1, at[7] ?? 0, 0],
            ]
        )
        file.finish(start)
        try expectPages(file.bytes, [3])
    }

    @Test func aCrossReferenceStreamOfAnUnknownFilterIsDoneWithout() throws {
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.object(3, Self.page)
        let start = file.crossReferenceStream(6, "/Size 7/Root 1 0 R/Filter/Unknown", rows: [])
        file.finish(start)
        try expectPages(file.bytes, [3])
    }

    @Test func aStringWithoutAnEndHidesNoOtherObject() throws {
        var file = FileBuilder()
        file.object(9, "<</Title(never closed>>")
        file.onePage()
        file.text("trailer\n<</Root 1 0 R>>\n")
        try expectPages(file.bytes, [3])
        #expect(try open(file.bytes).object(5) == five)
    }

    @Test func aStreamWithoutAnyEndStopsAtTheNextObject() throws {
        var file = FileBuilder()
        file.onePage()
        file.stream(4, "", Array("0 0 m 9 9 l S".utf8), length: "77", end: "\n")
        file.object(6, "(six)", end: "")
        file.text("\ntrailer\n<</Root 1 0 R>>\n")
        let document = try open(file.bytes)
        #expect(try document.text(4) == "0 0 m 9 9 l S")
        #expect(try document.object(6) == .string(Array("six".utf8)))
    }

    @Test(arguments: [
        ("stream  a remark\n", 0, "data"), ("stream %comment\r\n", 0, "data"),
        ("stream ", 1, " data"), ("stream   \n", 0, "data"), ("stream\r", 0, "data"),
    ])
    func whatStandsBehindTheWordStreamIsDataWhenTheLengthSaysSo(
        line: String,
        more: Int,
        data: String
    ) throws {
        var file = FileBuilder()
        file.onePage()
        file.object(6, "<</Length \(4 + more)>>\(line)data\nendstream")
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R", start: start)
        #expect(try open(file.bytes).text(6) == data)
        // The same when the file has to be searched.
        #expect(try open(file.bytes.removingAll("startxref")).text(6) == data)
    }

    @Test func aValueWhereAKeyShouldBeDoesNotEndTheDictionary() throws {
        var file = FileBuilder()
        file.onePage()
        file.object(6, "<< ?x << /B << >> >> [ 1 >> 2 ] /A 1 >>")
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R", start: start)
        #expect(try open(file.bytes).object(6).dictionary?["A"] == .integer(1))
    }

    @Test func aFileOfNothingLeavesNothingToRepair() {
        var file = FileBuilder()
        for number in 1...50 { file.object(number, "<</Kids[\(number + 1) 0 R]>>") }
        let fault = #expect(throws: Fault.self) { try open(file.bytes) }
        #expect(fault?.code == .invalidDocument)
    }

    // MARK: Bounded work

    @Test func objectsThatOverlapAreReadOnlySoOften() throws {
        // Each of them begins at the same place, where a long array stands.
        let (count, length) = (200, 100_000)
        let numbers = (1...count).map { "\($0 + 10) 0 " }.joined()
        let array = "[" + String(repeating: "1 ", count: length) + "]"
        var file = FileBuilder()
        file.onePage()
        file.stream(
            7,
            "/Type/ObjStm/N \(count)/First \(numbers.utf8.count)",
            Array((numbers + array).utf8)
        )
        file.text("trailer\n<</Root 1 0 R>>\n")
        let document = try open(file.bytes)
        let counts = try (1...count).map { try document.object($0 + 10).array?.count ?? 0 }
        #expect(counts.first == length)
        #expect(counts.last.map { $0 < 3000 } == true)
    }

    @Test func stringsWithoutAnEndAreReadOnlySoOften() throws {
        var file = FileBuilder()
        file.onePage()
        file.text("trailer\n<</Root 1 0 R>>\n")
        for number in 10..<6000 { file.object(number, "(", end: "\n") }
        let document = try open(file.bytes)
        #expect(try pages(document) == [3])
        let lengths = try (10..<200).map { try document.object($0).string?.count ?? 0 }
        #expect(lengths.first.map { $0 > 60_000 } == true)
        #expect(lengths.last.map { $0 > 0 && $0 <= 1 << 14 } == true)
    }

    @Test func objectStreamsAreUnpackedAgainOnlySoOften() {
        var cache = ObjectStreamCache(fileSize: 1000)
        let bytes = [UInt8](repeating: 0x20, count: 40 << 20)
        let first = cache.limit
        for number in 1...40 {
            cache.insert(ObjectStream(number: number, dictionary: [:], bytes: bytes))
            #expect(cache.stream(number)?.number == number)
        }
        #expect(cache.limit == 0 && first > 0, "a small file may not be unpacked for ever")
        #expect(cache.stream(39) == nil && cache.stream(40) != nil)
    }
}
