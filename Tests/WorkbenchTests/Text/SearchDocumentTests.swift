// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Operations
import Rendering
import RenderingContract
import Testing
import Workbench

@Suite("Searching a document")
struct SearchDocumentTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func desk(_ count: Int, wordOn pages: Set<Int>) throws -> TextDesk {
        try TextDesk(
            folder,
            (0..<count).map { page in
                [TextDesk.line(pages.contains(page) ? "here is a seal" : "nothing to see")]
            }
        )
    }

    @Test func hitsComeInTheOrderOfPagesFromTheCurrentOneOn() throws {
        let desk = try desk(40, wordOn: [0, 3, 17, 39])
        #expect(try desk.search("seal").hits.map(\.pageIndex) == [0, 3, 17, 39])
        let wrapped = try desk.search("seal") { $0.firstPage = 10 }
        #expect(wrapped.hits.map(\.pageIndex) == [17, 39, 0, 3])
        #expect(wrapped.summary.hitCount == 4)
        #expect(wrapped.summary.pageCount == 40)
        #expect(wrapped.summary.isComplete)
    }

    @Test func aHitHasItsPlaceAndWhatStandsAroundIt() throws {
        let desk = try desk(1, wordOn: [0])
        let hit = try #require(try desk.search("SEAL").hits.first)
        #expect(hit.quads == [Quad(Rect(x: 70, y: 20, width: 20, height: 10))])
        #expect(hit.snippet?.before == "here is a ")
        #expect(hit.snippet?.words == "seal")
        #expect(hit.snippet?.after == "")
    }

    @Test func theFirstHitIsHandedOverBeforeTheRestIsRead() throws {
        let desk = try desk(300, wordOn: [0, 299])
        var read = 0
        let request = SearchRequest(try SearchPattern("seal"))
        let summary = try desk.workbench.search(request, in: desk.opened) { _ throws(Fault) in
            read = Set(desk.renderer.pagesRead).count
            return false
        }
        #expect(read < 100)
        #expect(!summary.isComplete)
        #expect(summary.hitCount == 1)
    }

    @Test func aLimitEndsTheSearch() throws {
        let desk = try desk(10, wordOn: [1, 2, 3])
        let found = try desk.search("seal") { $0.limit = 2 }
        #expect(found.hits.map(\.pageIndex) == [1, 2])
        #expect(!found.summary.isComplete)
    }

    @Test func onlyTheChosenPagesAreSearched() throws {
        let desk = try desk(10, wordOn: [1, 2, 3])
        let pages = try PageList.parse("1,3-4")
        let found = try desk.search("seal") { $0.pages = pages }
        #expect(found.hits.map(\.pageIndex) == [2, 3])
        #expect(found.summary.pageCount == 3)
        #expect(throws: Fault.self) { try desk.search("seal") { $0.pages = .page(at: 10) } }
    }

    @Test func aSecondSearchReadsOnlyPagesThatMayHaveHits() throws {
        let desk = try desk(60, wordOn: [30])
        #expect(try desk.search("nothing").hits.count == 59)
        let before = desk.renderer.pagesRead.count
        #expect(try desk.search("Seal").hits.map(\.pageIndex) == [30])
        #expect(Array(desk.renderer.pagesRead[before...]) == [30])
    }

    @Test func theIndexOutlivesTheProgram() throws {
        let path = folder.path + "/cache"
        let desk = try desk(20, wordOn: [5])
        var workbench = desk.workbench
        for (round, wanted) in [(0, 21), (1, 1)] {
            let indexes = TextIndexStore(diskFolder: path)
            workbench.textIndexes = { indexes }
            let before = desk.renderer.pagesRead.count
            var hits = 0
            _ = try workbench.search(
                SearchRequest(try SearchPattern("seal")),
                in: desk.opened
            ) { page throws(Fault) in
                hits += page.count
                return true
            }
            #expect(hits == 1)
            #expect(desk.renderer.pagesRead.count - before == wanted, "round \(round)")
        }
        removeFolder(path)
    }

    @Test func pagesWithoutTextAreTold() throws {
        let desk = try TextDesk(folder, [[TextDesk.line("seal")], [], [TextDesk.line("  ")]])
        for _ in 0..<2 {
            let found = try desk.search("seal")
            #expect(found.hits.count == 1)
            #expect(found.summary.pagesWithoutText == [1, 2])
        }
    }

    @Test func aPageThatCannotBeReadHidesNoOther() throws {
        let texts = (0..<30).map { _ in [TextDesk.line("a seal")] }
        let desk = try TextDesk(folder, texts) { FailingExtractor(inner: $0, page: 20) }
        let found = try desk.search("seal")
        #expect(found.hits.map(\.pageIndex) == (0..<30).filter { $0 != 20 })
        #expect(found.summary.diagnostics.map(\.place.pageIndex) == [20])
    }

    @Test func aDocumentOfWhichNoPageCanBeReadFails() throws {
        let desk = try TextDesk(folder, [[TextDesk.line("seal")]]) {
            FailingExtractor(inner: $0, page: 0)
        }
        #expect(throws: Fault.self) { try desk.search("seal") }
    }

    @Test func aSearchCanBeStopped() throws {
        let desk = try desk(100, wordOn: [0])
        let operation = Operation(.pdfSearch, isStopped: { true })
        let request = SearchRequest(try SearchPattern("seal"))
        var code: FaultCode?
        do {
            _ = try desk.workbench.search(request, in: desk.opened, operation: operation) {
                _ throws(Fault) in true
            }
        } catch { code = error.code }
        #expect(code == .cancelled)
    }

    @Test func withoutAnExtractorNothingIsSearched() throws {
        let desk = try desk(1, wordOn: [0])
        var workbench = desk.workbench
        workbench.textExtractor = { nil }
        var code: FaultCode?
        do {
            _ = try workbench.search(
                SearchRequest(try SearchPattern("seal")),
                in: desk.opened
            ) { _ throws(Fault) in true }
        } catch { code = error.code }
        #expect(code == .unsupported)
    }

    @Test func textIsReadPageByPage() throws {
        let desk = try TextDesk(
            folder,
            [[TextDesk.line("one"), TextDesk.line("two", y: 32)], [], [TextDesk.line("three")]]
        )
        var texts: [String] = []
        let diagnostics = try desk.workbench.readText(.all, of: desk.opened) {
            page throws(Fault) in
            #expect(page.pageIndex == texts.count)
            #expect(page.size == Size(width: 200, height: 100))
            texts.append(page.text.string)
        }
        #expect(texts == ["one\ntwo", "", "three"])
        #expect(diagnostics.isEmpty)
    }

    @Test func aPageWhoseTextCannotBeReadIsTold() throws {
        let desk = try TextDesk(folder, [[TextDesk.line("one")], [TextDesk.line("two")]]) {
            FailingExtractor(inner: $0, page: 0)
        }
        var texts: [String] = []
        let diagnostics = try desk.workbench.readText(.all, of: desk.opened) {
            page throws(Fault) in texts.append(page.text.string)
        }
        #expect(texts == ["two"])
        #expect(diagnostics.map(\.place.pageIndex) == [0])
        #expect(throws: Fault.self) {
            try desk.workbench.readText(.page(at: 0), of: desk.opened) { _ throws(Fault) in }
        }
    }
}
