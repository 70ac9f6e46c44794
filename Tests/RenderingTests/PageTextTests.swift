// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

@testable import Rendering

@Suite("A page's text in reading order")
struct PageTextTests {
    static let turns: [AffineTransform] = [
        .identity, .turn(cosine: 0, sine: 1), .turn(cosine: -1, sine: 0),
        .turn(cosine: 0, sine: -1), .turn(cosine: 0.8, sine: 0.6), .turn(cosine: 0.6, sine: -0.8),
        // Slanted, as an oblique font is.
        AffineTransform(a: 1, b: 0, c: -0.2, d: 1, tx: 0, ty: 0),
    ]

    /// What holds for every page.
    static func checkInvariants(_ page: PageText, of extracted: [TextCharacter]) {
        #expect(page.characters.count == extracted.count)
        #expect(page.extractedIndexes.sorted() == Array(extracted.indices))
        for (position, index) in page.extractedIndexes.enumerated()
        where page.positions[index] != position {
            Issue.record("position \(position) is not found back")
        }
        var end = 0
        for line in page.lines {
            #expect(line.range.lowerBound == end)
            end = line.range.upperBound
        }
        #expect(end == extracted.count)
        var lines = 0
        for block in page.blocks {
            #expect(block.lines.lowerBound == lines)
            lines = block.lines.upperBound
        }
        #expect(lines == page.lines.count)
        var last = 0
        for word in page.words {
            let isInOrder = word.range.lowerBound >= last && !word.range.isEmpty
            let isOnItsLine =
                page.lines[word.line].range.contains(word.range.lowerBound)
                && page.lines[word.line].range.upperBound >= word.range.upperBound
            if !isInOrder || !isOnItsLine { Issue.record("\(word) is out of place") }
            last = word.range.upperBound
        }
        var isInWord = [Bool](repeating: false, count: extracted.count)
        for word in page.words { for position in word.range { isInWord[position] = true } }
        for position in isInWord.indices where !isInWord[position] {
            if Glyph(page.characters[position], at: 0) != nil {
                Issue.record("\(page.characters[position]) is in no word")
            }
        }
    }

    private func close(_ left: Quad, _ right: Quad) -> Bool {
        zip([left.p0, left.p1, left.p2, left.p3], [right.p0, right.p1, right.p2, right.p3])
            .allSatisfy { $0.distance(to: $1) < 1e-6 }
    }

    @Test func linesAndWordsAreFoundWithTheirPlaces() {
        var sheet = Typesetting()
        sheet.line("The inkstone lies", x: 50, y: 100)
        sheet.line("on the desk.", x: 50, y: 114)
        sheet.line("Another paragraph", x: 50, y: 160)
        let page = sheet.page
        Self.checkInvariants(page, of: sheet.characters)
        #expect(page.string == "The inkstone lies\non the desk.\n\nAnother paragraph")
        #expect(
            page.words.map { page.string(of: $0) }.prefix(4) == ["The", "inkstone", "lies", "on"]
        )
        #expect(page.words[1].quad == Quad(Rect(x: 70, y: 100, width: 40, height: 10)))
        #expect(page.lines[1].quad == Quad(Rect(x: 50, y: 114, width: 60, height: 10)))
        #expect(page.blocks[0].quad == Quad(Rect(x: 50, y: 100, width: 85, height: 24)))
    }

    @Test(arguments: turns.indices)
    func turnedTextReadsAlike(_ turn: Int) {
        var sheet = Typesetting()
        sheet.line("Left column", x: 50, y: 100)
        sheet.line("goes on here", x: 50, y: 114)
        sheet.line("Right column", x: 250, y: 100)
        sheet.line("ends the page", x: 250, y: 114)
        let (straight, turned) = (sheet.page, PageText(sheet.transformed(by: Self.turns[turn])))
        Self.checkInvariants(turned, of: sheet.characters)
        #expect(turned.string == straight.string)
        #expect(turned.words.map(\.range) == straight.words.map(\.range))
        guard turn < 6 else { return }
        for (word, other) in zip(straight.words, turned.words) {
            #expect(close(Self.turns[turn].apply(word.quad), other.quad))
        }
        for (line, other) in zip(straight.lines, turned.lines) {
            #expect(close(Self.turns[turn].apply(line.quad), other.quad))
        }
    }

    @Test func columnsAreReadOneAfterTheOther() {
        var sheet = Typesetting()
        for line in 0..<3 { sheet.line("left \(line)", x: 50, y: 100 + Double(line) * 12) }
        for line in 0..<3 { sheet.line("right \(line)", x: 200, y: 100 + Double(line) * 12) }
        // The file draws the heading last and the page's number before it.
        sheet.line("7", x: 150, y: 700)
        sheet.line("A heading across both of the columns", x: 60, y: 60)
        let page = sheet.page
        #expect(
            page.string == "A heading across both of the columns\n\n"
                + "left 0\nleft 1\nleft 2\n\nright 0\nright 1\nright 2\n\n7"
        )
        Self.checkInvariants(page, of: sheet.characters)
    }

    @Test func tablesAreReadByRows() {
        var sheet = Typesetting()
        sheet.line("2", x: 300, y: 700)
        for row in 0..<3 {
            for column in 0..<3 {
                let place = (x: 50 + Double(column) * 100, y: 100 + Double(row) * 40)
                sheet.line("r\(row)c\(column)", x: place.x, y: place.y)
            }
        }
        let words = sheet.page.words.map { sheet.page.string(of: $0) }
        #expect(
            words == ["r0c0", "r0c1", "r0c2", "r1c0", "r1c1", "r1c2", "r2c0", "r2c1", "r2c2", "2"]
        )
    }

    @Test func linesDrawnFromTheBottomAreReadFromTheTop() {
        var sheet = Typesetting()
        for line in (0..<5).reversed() {
            sheet.line("line \(line)", x: 50, y: 100 + Double(line) * 30)
        }
        #expect(
            sheet.page.words.map { sheet.page.string(of: $0) }.filter { $0 != "line" } == [
                "0", "1", "2", "3", "4",
            ]
        )
    }

    @Test func aWordDrawnInPiecesIsOneWord() {
        var sheet = Typesetting()
        sheet.line("the seal", x: 50, y: 100)
        sheet.line("below", x: 50, y: 130)
        // "ing" stands right behind "seal", and is drawn last.
        sheet.line("ing", x: 90, y: 100)
        let page = sheet.page
        #expect(page.string == "the sealing\n\nbelow")
        Self.checkInvariants(page, of: sheet.characters)
    }

    @Test func spacesThatAreNotWrittenAreSeen() {
        var sheet = Typesetting()
        sheet.breaksLines = false
        sheet.line("two", x: 50, y: 100)
        sheet.line("words", x: 68, y: 100)
        #expect(sheet.page.string == "two words")
    }

    @Test func hyphensAtLineEndsAreJoined() {
        var sheet = Typesetting()
        sheet.line("a con-", x: 50, y: 100)
        sheet.line("tract of two par-", x: 50, y: 112)
        sheet.line("ties", x: 50, y: 124)
        sheet.line("A well-known X-", x: 50, y: 136)
        sheet.line("Ray", x: 50, y: 148)
        #expect(
            sheet.page.string == "a contract\nof two parties\nA well-known X-\nRay"
        )
    }

    /// Where the file says that it writes downwards, any script does, however far apart.
    @Test(arguments: [1.0, 1.1, 1.4])
    func whatTheFileWritesDownwardsIsOneLine(_ pitch: Double) {
        var sheet = Typesetting()
        sheet.vertical("Seal here", x: 200, y: 50, pitch: pitch, traits: .vertical)
        sheet.vertical("縦書き、。", x: 170, y: 50, pitch: pitch, traits: .vertical)
        let page = sheet.page
        #expect(page.lines.map(\.isVertical) == [true, true])
        #expect(page.lines.map { page.string(of: $0.range) } == ["Seal here", "縦書き、。"])
        Self.checkInvariants(page, of: sheet.characters)
        // Numbers in a column of a table are lines of their own.
        var table = Typesetting()
        for row in 0..<4 { table.line("\(row)", x: 50, y: 100 + Double(row) * 12) }
        #expect(table.page.string == "0\n1\n2\n3")
    }

    @Test func verticalTextIsReadByColumnsFromTheRight() {
        var sheet = Typesetting()
        sheet.vertical("春眠不覚暁", x: 200, y: 50)
        sheet.vertical("処処聞啼鳥", x: 185, y: 50)
        sheet.vertical("夜来", x: 170, y: 50)
        let page = sheet.page
        #expect(page.string == "春眠不覚暁\n処処聞啼鳥\n夜来")
        #expect(page.lines.allSatisfy { $0.isVertical })
        #expect(page.lines[0].quad.bounds == Rect(x: 200, y: 50, width: 10, height: 54))
        // Along the text is down.
        #expect(page.lines[0].quad.p0 == Point(x: 210, y: 50))
        #expect(page.lines[0].quad.p1 == Point(x: 210, y: 104))
        Self.checkInvariants(page, of: sheet.characters)
    }

    @Test func horizontalChineseIsNoColumn() {
        var sheet = Typesetting()
        sheet.line("一", x: 50, y: 100)
        sheet.line("二三四五", x: 50, y: 111)
        sheet.line("六", x: 50, y: 122)
        #expect(sheet.page.string == "一\n二三四五\n六")
        #expect(sheet.page.lines.allSatisfy { !$0.isVertical })
    }

    @Test func rightToLeftTextKeepsItsLogicalOrder() {
        var sheet = Typesetting()
        sheet.rightToLeft("שלום 123 עולם", right: 400, y: 100)
        sheet.rightToLeft("שורה שנייה", right: 400, y: 112)
        let page = sheet.page
        #expect(page.string == "שלום 123 עולם\nשורה שנייה")
        #expect(page.lines.allSatisfy { $0.isRightToLeft })
        #expect(page.words[0].quad.bounds == Rect(x: 380, y: 100, width: 20, height: 10))
    }

    @Test func aPageWithoutTextIsEmpty() {
        #expect(PageText([]).isEmpty)
        #expect(PageText([]).string == "")
        var sheet = Typesetting()
        sheet.line("   ", x: 0, y: 0)
        #expect(sheet.page.isEmpty)
        Self.checkInvariants(sheet.page, of: sheet.characters)
    }

    @Test func charactersWithoutAPlaceStayInTheText() {
        let nowhere = Point(x: .nan, y: .infinity)
        let quad = Quad(nowhere, nowhere, nowhere, nowhere)
        let lost = "lost".unicodeScalars.map { TextCharacter($0, quad: quad, fontSize: .nan) }
        #expect(PageText(lost).string == "lost")
        Self.checkInvariants(PageText(lost), of: lost)
        var sheet = Typesetting()
        sheet.line("found", x: 0, y: 0)
        let both = PageText(sheet.characters + lost)
        #expect(both.string == "foundlost")
        #expect(both.quads(of: 0..<9) == [Quad(Rect(x: 0, y: 0, width: 25, height: 10))])
    }

    /// Pages that are made to be slow or to trap.
    @Test(arguments: ["one place", "one row", "one column", "anywhere", "no numbers", "steps"])
    func hostilePagesEnd(_ kind: String) {
        var numbers = SplitMix(seed: 7)
        let count = 60_000
        let characters = (0..<count).map { index -> TextCharacter in
            let number = Double(index)
            let (x, y): (Double, Double) =
                switch kind {
                case "one place": (0, 0)
                case "one row": (number * 7, 0)
                case "one column": (0, number * 11)
                case "steps": (number * 30, number * -13)
                default: (numbers.double(in: -1e3...1e3), numbers.double(in: -1e3...1e3))
                }
            var quad = Quad(Rect(x: x, y: y, width: 5, height: 10))
            if kind == "no numbers" {
                let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0]
                quad.p0.x = odd[index % odd.count]
                quad.p2.y = odd[index / 7 % odd.count]
            }
            let scalar: Unicode.Scalar = ["a", "字", "ש", "-", "\n", " ", "\u{FFFD}"][index % 7]
            return TextCharacter(scalar, quad: quad, fontSize: 10)
        }
        let page = PageText(characters)
        Self.checkInvariants(page, of: characters)
        let seen = characters.count { Glyph($0, at: 0) != nil }
        #expect((page.selection(of: 0..<count)?.quads.count ?? 0) <= seen)
        #expect(page.string.unicodeScalars.count <= 3 * count)
        _ = page.character(at: Point(x: 3, y: 3))
        _ = page.selection(from: Point(x: -1e9, y: .nan), to: .zero)
    }
}
