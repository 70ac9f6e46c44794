// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import Rendering
import RenderingContract
import Testing
import Workbench

@Suite("Marks and the text below them")
struct TextAnchorTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func request(
        _ desk: TextDesk,
        over words: String? = nil,
        hit: Int? = nil,
        offset: Point = .zero,
        rect: Rect = Rect(x: 0, y: 0, width: 20, height: 5),
        pages: String = "all",
        kind: MarkRequest.Kind = .content
    ) throws -> MarkRequest {
        var request = MarkRequest(
            mark: PendingMark(desk.mark),
            pages: try PageList.parse(pages),
            style: MarkStyle(fit: .stretch),
            kind: kind,
            rect: { _ in rect }
        )
        request.anchor = try words.map {
            TextAnchor(try SearchPattern($0), hit: hit, offset: offset)
        }
        return request
    }

    private func code(_ body: () throws -> Void) -> FaultCode? {
        do { try body() } catch { return (error as? Fault)?.code }
        return nil
    }

    private func contract() throws -> TextDesk {
        try TextDesk(
            folder,
            [
                [TextDesk.line("甲方（ 盖章 ）", x: 100, y: 40)],
                [TextDesk.line("nothing")],
                [
                    TextDesk.line("甲方(盖章) 甲方", x: 20, y: 20),
                    TextDesk.line("(盖章)", x: 20, y: 32),
                ],
            ]
        )
    }

    @Test(arguments: MarkRequest.Kind.allCases)
    func theMarksMiddleLiesOnTheWords(_ kind: MarkRequest.Kind) throws {
        let desk = try contract()
        let marked = try desk.workbench.place(
            try request(desk, over: "甲方(盖章)", kind: kind),
            on: desk.opened
        )
        #expect(marked.placements.map(\.pageIndex) == [0, 2, 2])
        // "甲方（ 盖章 ）" is 8 × 5 points wide from 100 on.
        #expect(marked.placements[0].viewRect == Rect(x: 110, y: 42.5, width: 20, height: 5))
        #expect(marked.placements[1].viewRect.center == Point(x: 35, y: 25))
        // Of the words that are broken, "(盖章)" is the longer part.
        #expect(marked.placements[2].viewRect.center == Point(x: 30, y: 37))
    }

    @Test func oneHitCanBeChosenOverAllPages() throws {
        let desk = try contract()
        let second = try desk.workbench.place(
            try request(desk, over: "甲方（盖章）", hit: 2, offset: Point(x: 10, y: -5)),
            on: desk.opened
        )
        #expect(second.placements.map(\.pageIndex) == [2])
        #expect(second.placements[0].viewRect.center == Point(x: 45, y: 20))
        let missing = try request(desk, over: "甲方（盖章）", hit: 4)
        #expect(code { _ = try desk.workbench.place(missing, on: desk.opened) } == .textNotFound)
    }

    @Test func wordsThatAreNotThereAreAFault() throws {
        let desk = try contract()
        for pages in ["all", "2"] {
            let missing = try request(desk, over: pages == "2" ? "甲方" : "乙方", pages: pages)
            #expect(
                code { _ = try desk.workbench.place(missing, on: desk.opened) } == .textNotFound
            )
        }
    }

    @Test func wordsThatTheFileDrawsApartAreFound() throws {
        let desk = try TextDesk(
            folder,
            [
                [
                    TextDesk.line("Party A", x: 20, y: 20), TextDesk.line("below", x: 20, y: 60),
                    TextDesk.line("(seal)", x: 58, y: 20),
                ]
            ]
        )
        let marked = try desk.workbench.place(
            try request(desk, over: "party a (seal)"),
            on: desk.opened
        )
        #expect(marked.placements.map(\.viewRect.center) == [Point(x: 54, y: 25)])
        #expect(try desk.workbench.coveredText(by: marked, on: desk.opened).isEmpty)
    }

    @Test func aMarkBeyondThePageIsRefused() throws {
        let desk = try contract()
        let far = try request(desk, over: "甲方", offset: Point(x: 500, y: 0))
        #expect(code { _ = try desk.workbench.place(far, on: desk.opened) } == .outsidePage)
    }

    @Test func whatAMarkCoversIsTold() throws {
        let desk = try contract()
        let over = try request(desk, rect: Rect(x: 20, y: 15, width: 30, height: 40))
        let marked = try desk.workbench.place(over, on: desk.opened)
        let covered = try desk.workbench.coveredText(by: marked, on: desk.opened)
        #expect(covered.map(\.pageIndex) == [1, 2])
        #expect(covered.map(\.words) == [["nothing"], ["甲方(盖章)", "(盖章)"]])
        let pending = desk.workbench.beginFindingCoveredText(by: marked, on: desk.opened)
        #expect(pending?.value() == covered)
    }

    @Test func theEdgeOfALettersBoxIsNotCovered() throws {
        let desk = try contract()
        let above = try request(desk, rect: Rect(x: 20, y: 11, width: 30, height: 10), pages: "2")
        let marked = try desk.workbench.place(above, on: desk.opened)
        #expect(try desk.workbench.coveredText(by: marked, on: desk.opened).isEmpty)
    }

    @Test func theWordsAMarkIsPutOnDoNotCount() throws {
        let desk = try contract()
        var over = try request(desk, over: "(盖章)", hit: 3, pages: "3")
        #expect(code { _ = try desk.workbench.place(over, on: desk.opened) } == .textNotFound)
        over.anchor?.hit = 2
        over.avoidsText = true
        let marked = try desk.workbench.place(over, on: desk.opened)
        #expect(marked.placements.count == 1)
        // Larger, it reaches the line above.
        var large = try request(
            desk,
            over: "(盖章)",
            hit: 2,
            rect: Rect(x: 0, y: 0, width: 30, height: 30),
            pages: "3"
        )
        large.avoidsText = true
        #expect(code { _ = try desk.workbench.place(large, on: desk.opened) } == .outsidePage)
    }

    @Test func aMarkOnTextIsRefusedWhereItMustAvoidIt() throws {
        let desk = try contract()
        var onText = try request(desk, rect: Rect(x: 20, y: 20, width: 20, height: 10))
        onText.avoidsText = true
        #expect(code { _ = try desk.workbench.place(onText, on: desk.opened) } == .outsidePage)
        var beside = try request(desk, rect: Rect(x: 20, y: 70, width: 20, height: 10))
        beside.avoidsText = true
        #expect(try desk.workbench.place(beside, on: desk.opened).placements.count == 3)
    }

    @Test func withoutAnExtractorMarksWorkAndSayNothing() throws {
        let desk = try contract()
        var workbench = desk.workbench
        workbench.textExtractor = { nil }
        var onText = try request(desk, rect: Rect(x: 20, y: 20, width: 20, height: 10))
        let marked = try workbench.place(onText, on: desk.opened)
        #expect(marked.placements.count == 3)
        #expect(workbench.beginFindingCoveredText(by: marked, on: desk.opened) == nil)
        onText.avoidsText = true
        #expect(code { _ = try workbench.place(onText, on: desk.opened) } == .unsupported)
    }

    @Test func marksOnManyPagesAreNotComparedWithTheirText() throws {
        let texts = (0...Workbench.pagesLookedAt).map { _ in [TextDesk.line("text")] }
        let desk = try TextDesk(folder, texts)
        let rect = Rect(x: 20, y: 20, width: 20, height: 10)
        let marked = try desk.workbench.place(try request(desk, rect: rect), on: desk.opened)
        #expect(desk.workbench.beginFindingCoveredText(by: marked, on: desk.opened) == nil)
        #expect(desk.renderer.pagesRead.isEmpty)
        var avoiding = try request(desk, rect: rect)
        avoiding.avoidsText = true
        #expect(code { _ = try desk.workbench.place(avoiding, on: desk.opened) } == .outsidePage)
    }
}
