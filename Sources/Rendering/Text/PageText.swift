// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import UnicodeText

/// The text of a page in reading order, with words, lines and blocks where they stand.
///
/// Places are in view space, whichever way the text or the page is turned. Text that is written
/// from right to left stays in logical order, in which it is read. A *position* is an index into
/// `characters`; an *extracted index* is one into what the extractor gave.
public struct PageText: Sendable {
    /// The characters in reading order.
    public let characters: [TextCharacter]
    /// The extracted index of each of `characters`.
    public let extractedIndexes: [Int]
    /// The position of each extracted character.
    public let positions: [Int]
    /// What stands between spaces, in reading order.
    public let words: [Word]
    /// Lines, in reading order.
    public let lines: [Line]
    /// Lines that stand close together, in reading order.
    public let blocks: [Block]

    /// Characters between spaces, on one line.
    public struct Word: Sendable, Hashable {
        /// Its positions; a space within, which only the layout implies, is no part of the text.
        public var range: Range<Int>
        /// What it covers; its first side runs along the text.
        public var quad: Quad
        /// Its line.
        public var line: Int
    }

    /// A line of text.
    public struct Line: Sendable, Hashable {
        /// Its positions; spaces and the line's end are among them.
        public var range: Range<Int>
        /// Its words.
        public var words: Range<Int>
        /// What it covers; its first side runs along the text.
        public var quad: Quad
        /// Whether upright characters stand below each other.
        public var isVertical: Bool
        /// Whether most of it is written from right to left.
        public var isRightToLeft: Bool
        /// Whether it ends in a hyphen that the word does not have, which goes on in the next.
        public var endsInHyphen: Bool

        /// The directions in which it is measured.
        var frame: TextFrame
        /// Whether it is the first of its block.
        var startsBlock: Bool
    }

    /// Lines that stand close together, such as a paragraph.
    public struct Block: Sendable, Hashable {
        /// Its lines.
        public var lines: Range<Int>
        /// What it covers; its first side runs along the text.
        public var quad: Quad
    }

    /// Whether there is any text, so that it can be searched.
    public var isEmpty: Bool { words.isEmpty }

    /// Puts the characters of a page in order.
    ///
    /// The time grows as that of sorting; characters without a place stay beside the one before.
    ///
    /// - Parameter extracted: as `TextExtractor.characters` gives them.
    public init(_ extracted: [TextCharacter]) {
        let blocks = ReadingOrder.blocks(of: TextRow.rows(of: TextRunBuilder.runs(of: extracted)))
        var builder = PageTextBuilder(extracted)
        for block in blocks { builder.add(block) }
        builder.findHyphens()
        characters = builder.order.map { extracted[$0] }
        extractedIndexes = builder.order
        var positions = [Int](repeating: 0, count: extracted.count)
        for (position, index) in builder.order.enumerated() { positions[index] = position }
        self.positions = positions
        words = builder.words
        lines = builder.lines
        self.blocks = builder.blocks
    }

    /// The line of a position; the last one for the end.
    func line(of position: Int) -> Int? {
        guard !lines.isEmpty else { return nil }
        var (low, high) = (0, lines.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].range.upperBound <= position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

/// Collects the characters of a page, line after line.
struct PageTextBuilder {
    private let extracted: [TextCharacter]
    var order: [Int] = []
    var words: [PageText.Word] = []
    var lines: [PageText.Line] = []
    var blocks: [PageText.Block] = []

    init(_ extracted: [TextCharacter]) {
        self.extracted = extracted
        order.reserveCapacity(extracted.count)
    }

    mutating func add(_ block: [TextRow]) {
        let first = lines.count
        guard let frame = block.first?.frame else { return }
        var box: Rect?
        for row in block {
            add(row, startsBlock: lines.count == first)
            let rect = frame.local(row.frame.global(row.box))
            box = box?.union(rect) ?? rect
        }
        let quad = frame.global(box ?? Rect(x: 0, y: 0, width: 0, height: 0))
        blocks.append(PageText.Block(lines: first..<lines.count, quad: quad))
    }

    private mutating func add(_ row: TextRow, startsBlock: Bool) {
        let start = order.count
        let firstWord = words.count
        var splitter = WordSplitter(row: row, line: lines.count)
        for (number, run) in row.runs.enumerated() {
            for index in run.range {
                splitter.take(
                    extracted[index],
                    at: order.count,
                    isWithin: number + 1 < row.runs.count
                )
                order.append(index)
            }
        }
        splitter.finish()
        words += splitter.words
        lines.append(
            PageText.Line(
                range: start..<order.count,
                words: firstWord..<words.count,
                quad: row.frame.global(row.box),
                isVertical: row.isVertical,
                isRightToLeft: row.isRightToLeft,
                endsInHyphen: false,
                frame: row.frame,
                startsBlock: startsBlock
            )
        )
    }

    /// Looks for words that go on in the next line of their block, or of the next block.
    mutating func findHyphens() {
        for (line, next) in zip(lines.indices, lines.indices.dropFirst()) {
            guard let word = lines[line].words.last, let follower = lines[next].words.first,
                words[word].range.count > 1
            else { continue }
            let last = extracted[order[words[word].range.upperBound - 1]]
            let before = extracted[order[words[word].range.upperBound - 2]]
            let after = extracted[order[words[follower].range.lowerBound]]
            guard Hyphens.isHyphen(last.scalar) || last.traits.contains(.hyphen),
                before.scalar.properties.isAlphabetic
            else { continue }
            lines[line].endsInHyphen =
                last.traits.contains(.hyphen)
                ? after.scalar.properties.isAlphabetic : after.scalar.properties.isLowercase
        }
    }
}

/// Finds the words of a line.
private struct WordSplitter {
    let row: TextRow
    let line: Int
    var words: [PageText.Word] = []
    private var start: Int?
    private var next = 0
    /// Whether both directions may mix on it.
    private let mayMix: Bool
    private var box: Rect?
    /// The last character that is seen.
    private var last: (box: Rect, glyph: Glyph)?
    /// A space that the layout implies, and which says nothing if no gap is there.
    private var mayEnd = false

    /// A gap of more than so many heights stands for a space.
    private static let narrowestSpace = 0.25
    /// Between wide characters only a gap of as much as one of them does.
    private static let narrowestWideSpace = 1.0

    init(row: TextRow, line: Int) {
        self.row = row
        self.line = line
        mayMix = row.runs.contains { $0.rightToLeft > 0 }
    }

    mutating func take(_ character: TextCharacter, at position: Int, isWithin: Bool) {
        if CharacterProperties.isSpace(character.scalar) {
            let isImplied = character.traits.contains(.generated)
            let isLineEnd = character.scalar == "\n" || character.scalar == "\r"
            if isImplied || (isWithin && isLineEnd) { mayEnd = true } else { finish() }
            if isImplied && !isWithin && last?.glyph.isWide != true { finish() }
            return
        }
        if let glyph = Glyph(character, at: position) {
            let box = row.frame.local(character.quad)
            if let last, isGap(last, (box, glyph)) { finish() }
            last = (box, glyph)
            self.box = self.box?.union(box) ?? box
        } else if mayEnd {
            finish()
        }
        mayEnd = false
        if start == nil { start = position }
        next = position + 1
    }

    private func isGap(_ left: (box: Rect, glyph: Glyph), _ right: (box: Rect, glyph: Glyph))
        -> Bool
    {
        let gap = max(right.box.minX - left.box.maxX, left.box.minX - right.box.maxX)
        let height = max(left.glyph.height, right.glyph.height)
        // Characters that stand below each other are told apart by the whole of their column:
        // small ones have low boxes.
        if row.isVertical { return gap > Self.narrowestWideSpace * row.height }
        let areWide = left.glyph.isWide && right.glyph.isWide
        if areWide { return gap > Self.narrowestWideSpace * height }
        if mayEnd { return gap > 0 }
        // Where directions mix, what stands between comes later.
        if mayMix { return false }
        return gap > Self.narrowestSpace * height
    }

    mutating func finish() {
        mayEnd = false
        guard let first = start else { return }
        let quad = row.frame.global(
            box ?? Rect(x: row.box.minX, y: row.box.minY, width: 0, height: 0)
        )
        words.append(PageText.Word(range: first..<next, quad: quad, line: line))
        start = nil
        box = nil
        last = nil
    }
}

/// Characters that end a line within a word.
enum Hyphens {
    static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // U+0002 is how PDFium names one that it has recognised.
        case 0x2D, 0xAD, 0x2010, 0x2011, 0x02: true
        default: false
        }
    }
}
