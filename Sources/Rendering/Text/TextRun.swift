// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import UnicodeText

/// Characters that follow each other in the file and on the page: a line, or a part of one.
struct TextRun: Sendable {
    /// The characters, as extracted; spaces and line ends after the last one seen are among them.
    var range: Range<Int>
    /// The directions of its first character, turned for vertical text.
    var frame: TextFrame
    /// What it covers, in coordinates of the frame.
    var box: Rect
    /// The height of its tallest character.
    var height: Double
    /// Whether upright characters stand below each other.
    var isVertical: Bool
    /// How many characters are seen.
    var seen: Int
    /// How many of them are written from right to left.
    var rightToLeft: Int
}

/// Cuts a page's characters into runs, looking at each once.
struct TextRunBuilder {
    private let characters: [TextCharacter]
    private let glyphs: [Glyph]
    /// For each of `glyphs` how many stand in one column with it, upright.
    private let column: [Int]
    private var runs: [TextRun] = []

    /// A gap of more than so many heights begins another column of the page, or a cell.
    private static let widestGap = 2.0
    /// Within text of both directions a piece is jumped over, which comes next.
    private static let widestJump = 30.0
    /// Lines that turn by more from one character to the next are two (the cosine of 15 degrees).
    private static let leastTurn = 0.966
    /// So many characters below each other are vertical text.
    private static let leastColumn = 3

    static func runs(of characters: [TextCharacter]) -> [TextRun] {
        var builder = TextRunBuilder(characters)
        builder.build()
        return builder.runs
    }

    private init(_ characters: [TextCharacter]) {
        self.characters = characters
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(characters.count)
        for index in characters.indices {
            if let glyph = Glyph(characters[index], at: index) { glyphs.append(glyph) }
        }
        self.glyphs = glyphs
        column = Self.columns(glyphs)
    }

    private mutating func build() {
        guard let first = glyphs.first else {
            guard !characters.isEmpty else { return }
            let frame = TextFrame(along: Point(x: 1, y: 0), across: Point(x: 0, y: 1))
            runs = [
                TextRun(
                    range: characters.indices,
                    frame: frame,
                    box: Rect(x: 0, y: 0, width: 0, height: 0),
                    height: 0,
                    isVertical: false,
                    seen: 0,
                    rightToLeft: 0
                )
            ]
            return
        }
        var run = start(first, vertical: isVertical(at: 0), at: characters.startIndex)
        for place in glyphs.indices.dropFirst() {
            let glyph = glyphs[place]
            if continues(run, place) {
                add(glyph, to: &run)
            } else {
                run.range = run.range.lowerBound..<firstAfterSpace(before: glyph.index)
                let next = run.range.upperBound
                runs.append(run)
                run = start(glyph, vertical: isVertical(at: place), at: next)
            }
        }
        run.range = run.range.lowerBound..<characters.endIndex
        runs.append(run)
    }

    /// The first character of a line whose first seen one is at `index`.
    ///
    /// What is not seen, and no space, such as a character without a place, goes with what
    /// follows it; a space goes with what was before.
    private func firstAfterSpace(before index: Int) -> Int {
        var first = index
        while first > 0, Glyph(characters[first - 1], at: 0) == nil,
            !CharacterProperties.isSpace(characters[first - 1].scalar)
        {
            first -= 1
        }
        return first
    }

    private func start(_ glyph: Glyph, vertical: Bool, at first: Int) -> TextRun {
        let frame = vertical ? glyph.frame.turned : glyph.frame
        return TextRun(
            range: first..<glyph.index + 1,
            frame: frame,
            box: frame.local(characters[glyph.index].quad),
            height: vertical ? glyph.width : glyph.height,
            isVertical: vertical,
            seen: 1,
            rightToLeft: glyph.isRightToLeft ? 1 : 0
        )
    }

    private func add(_ glyph: Glyph, to run: inout TextRun) {
        run.range = run.range.lowerBound..<glyph.index + 1
        run.box = run.box.union(run.frame.local(characters[glyph.index].quad))
        run.height = max(run.height, run.isVertical ? glyph.width : glyph.height)
        run.seen += 1
        if glyph.isRightToLeft { run.rightToLeft += 1 }
    }

    // MARK: Vertical text

    private func isVertical(at place: Int) -> Bool { column[place] > 1 }

    /// How many characters stand in the same column, for each.
    private static func columns(_ glyphs: [Glyph]) -> [Int] {
        var counts = [Int](repeating: 1, count: glyphs.count)
        var longest = 1
        var start = 0
        for place in glyphs.indices {
            let isLast = place + 1 == glyphs.count
            if !isLast, isBelow(glyphs[place + 1], glyphs[place]) { continue }
            let count = place - start + 1
            for member in start...place { counts[member] = count }
            longest = max(longest, count)
            start = place + 1
        }
        // The two characters of a short last column are seen only beside a longer one.
        let least = longest >= leastColumn ? 2 : leastColumn
        return glyphs.indices.map { place in
            counts[place] >= least || glyphs[place].isVertical ? max(2, counts[place]) : 1
        }
    }

    /// Whether a character stands right below another: one that the file writes downwards, or one
    /// of a script that may be.
    private static func isBelow(_ next: Glyph, _ glyph: Glyph) -> Bool {
        let isSaid = glyph.isVertical && next.isVertical
        guard isSaid || (glyph.isWide && next.isWide), isAlike(glyph.frame, next.frame) else {
            return false
        }
        let step = glyph.frame.local(next.center - glyph.center)
        let gap = step.y - (glyph.height + next.height) / 2
        let height = max(glyph.height, next.height)
        // Boxes are those of what is seen, so small characters stand beside the middle.
        let aside = isSaid ? 0.6 : 0.3
        return abs(step.x) < aside * max(glyph.width, next.width)
            && gap > -0.4 * height && gap < (isSaid ? widestGap : 0.7) * height
    }

    private static func isAlike(_ left: TextFrame, _ right: TextFrame) -> Bool {
        left.along.x * right.along.x + left.along.y * right.along.y > leastTurn
            && left.across.x * right.across.x + left.across.y * right.across.y > leastTurn
    }

    // MARK: Lines

    private func continues(_ run: TextRun, _ place: Int) -> Bool {
        let (last, next) = (glyphs[place - 1], glyphs[place])
        if run.isVertical || isVertical(at: place) {
            return run.isVertical && isVertical(at: place) && Self.isBelow(next, last)
        }
        guard Self.isAlike(last.frame, next.frame) else { return false }
        let step = last.frame.local(next.center - last.center)
        // At least half of the smaller one's height is on the line of the other.
        let low = max(-last.height / 2, step.y - next.height / 2)
        let high = min(last.height / 2, step.y + next.height / 2)
        guard high - low >= min(last.height, next.height) / 2 else { return false }
        let height = max(last.height, next.height)
        let widths = (last.width + next.width) / 2
        let isEnd = endsLine(between: last.index, and: next.index)
        let limit = isEnd ? 1 : Self.widestGap
        if step.x >= 0, step.x - widths <= limit * height { return true }
        let isMixed = last.isRightToLeft || next.isRightToLeft || run.rightToLeft > 0
        if isMixed {
            let jump = isEnd ? limit : Self.widestJump
            return abs(step.x) - widths <= jump * height
        }
        return step.x < 0 && -step.x - widths <= -0.3 * height
    }

    private func endsLine(between last: Int, and next: Int) -> Bool {
        characters[(last + 1)..<next].contains { $0.scalar == "\n" || $0.scalar == "\r" }
    }
}
