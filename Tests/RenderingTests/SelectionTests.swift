// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

@testable import Rendering

@Suite("Selecting text")
struct SelectionTests {
    private var sheet: Typesetting {
        var sheet = Typesetting()
        sheet.line("The quick brown fox", x: 50, y: 100)
        sheet.line("jumps over it; 甲方（盖章）", x: 50, y: 114)
        sheet.line("and rests", x: 50, y: 128)
        return sheet
    }

    @Test func theCharacterAtAPointIsFound() {
        let page = sheet.page
        #expect(page.character(at: Point(x: 71, y: 105)) == 4)
        #expect(page.character(at: Point(x: 71, y: 112)) == nil)
        #expect(page.character(at: Point(x: -5, y: 105)) == nil)
    }

    @Test func charactersAreSelectedFromMiddleToMiddle() {
        // From the right half of "T" to the left half of "q".
        let selection = sheet.page.selection(from: Point(x: 53, y: 105), to: Point(x: 71, y: 105))
        #expect(selection?.text == "he")
        #expect(selection?.quads == [Quad(Rect(x: 55, y: 100, width: 10, height: 10))])
    }

    @Test func linesAreMergedToOneQuadEach() {
        let selection = sheet.page.selection(from: Point(x: 70, y: 105), to: Point(x: 75, y: 133))
        #expect(selection?.text == "quick brown fox\njumps over it; 甲方（盖章）\nand r")
        #expect(
            selection?.quads.map(\.bounds) == [
                Rect(x: 70, y: 100, width: 75, height: 10),
                Rect(x: 50, y: 114, width: 135, height: 10),
                Rect(x: 50, y: 128, width: 25, height: 10),
            ]
        )
    }

    @Test(arguments: [
        (Point(x: 82, y: 104), "quick"), (Point(x: 128, y: 117), "甲方"),
        (Point(x: 158, y: 117), "盖章"), (Point(x: 112, y: 117), "it"),
    ])
    func wordsAreSelectedWhole(_ point: Point, _ word: String) {
        #expect(sheet.page.selection(from: point, to: point, by: .word)?.text == word)
    }

    @Test func linesAreSelectedWhole() {
        let point = Point(x: 60, y: 117)
        let selection = sheet.page.selection(from: point, to: point, by: .line)
        #expect(selection?.text == "jumps over it; 甲方（盖章）")
    }

    @Test func nothingLiesBetweenAPointAndItself() {
        let point = Point(x: 60, y: 104)
        #expect(sheet.page.selection(from: point, to: point) == nil)
        #expect(PageText([]).selection(from: point, to: .zero, by: .line) == nil)
    }

    @Test func rightToLeftTextIsSelectedInItsOrder() {
        var sheet = Typesetting()
        sheet.rightToLeft("שלום עולם", right: 400, y: 100)
        // From right of everything to between the words.
        let selection = sheet.page.selection(from: Point(x: 405, y: 105), to: Point(x: 381, y: 105))
        #expect(selection?.text == "שלום")
        #expect(selection?.quads.map(\.bounds) == [Rect(x: 380, y: 100, width: 20, height: 10)])
    }

    @Test func mixedDirectionsGetAQuadForEachStretch() {
        var sheet = Typesetting()
        sheet.rightToLeft("אב 123456 גד", right: 400, y: 100)
        let page = sheet.page
        // The first word and the first two digits, which stand on the far side of the number.
        let quads = page.quads(of: 0..<5).map(\.bounds)
        #expect(
            quads == [
                Rect(x: 390, y: 100, width: 10, height: 10),
                Rect(x: 355, y: 100, width: 10, height: 10),
            ]
        )
    }

    @Test(arguments: PageTextTests.turns.indices)
    func lawsOfSelection(_ turn: Int) {
        var numbers = SplitMix(seed: UInt64(turn) + 1)
        let transform = PageTextTests.turns[turn]
        let page = PageText(sheet.transformed(by: transform))
        func point() -> Point {
            transform.apply(
                Point(x: numbers.double(in: 30...220), y: numbers.double(in: 90...150))
            )
        }
        for _ in 0..<200 {
            let (start, end) = (point(), point())
            let byCharacter = page.selection(from: start, to: end)
            #expect(byCharacter == page.selection(from: end, to: start))
            let byWord = page.selection(from: start, to: end, by: .word)
            let byLine = page.selection(from: start, to: end, by: .line)
            if let range = byCharacter?.range {
                #expect(byWord?.range.contains(range.lowerBound) == true)
                #expect(byWord?.range.contains(range.upperBound - 1) == true)
            }
            if let word = byWord?.range {
                #expect(byLine.map { $0.range.lowerBound <= word.lowerBound } == true)
                #expect(byLine.map { $0.range.upperBound >= word.upperBound } == true)
            }
            // Every character's middle is in a quad, and no other's is.
            guard let selection = byWord else { continue }
            for position in page.characters.indices {
                guard let glyph = Glyph(page.characters[position], at: position) else { continue }
                let isCovered = selection.quads.contains { quad in
                    let line = page.lines.first { $0.range.contains(position) }
                    return line.map { $0.frame.local(quad).contains($0.frame.local(glyph.center)) }
                        ?? false
                }
                #expect(isCovered == selection.range.contains(position))
            }
        }
    }
}
