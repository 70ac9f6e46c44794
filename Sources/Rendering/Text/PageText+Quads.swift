// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import UnicodeText

extension PageText {
    /// What some characters cover, as a highlight marks it: one quad for each stretch of a line.
    ///
    /// - Parameter range: positions.
    /// - Returns: quads in reading order; the first side of each runs along the text.
    public func quads(of range: Range<Int>) -> [Quad] {
        quads(ofSorted: range.clamped(to: characters.indices))
    }

    /// What some characters cover that are named by their extracted indexes.
    public func quads(ofExtracted range: Range<Int>) -> [Quad] {
        let range = range.clamped(to: positions.indices)
        return quads(ofSorted: range.map { positions[$0] }.sorted())
    }

    private func quads(ofSorted places: some Sequence<Int>) -> [Quad] {
        var quads: [Quad] = []
        var stretch: Stretch?
        for position in places {
            guard let glyph = Glyph(characters[position], at: position),
                let number = stretch?.continues(to: position, lines) ?? line(of: position)
            else { continue }
            let box = lines[number].frame.local(characters[position].quad)
            if var current = stretch, current.line == number,
                current.takes(position, glyph, box, self)
            {
                current.add(position, glyph, box)
                stretch = current
            } else {
                if let stretch { quads.append(stretch.quad(lines)) }
                stretch = Stretch(line: number, position, glyph, box)
            }
        }
        if let stretch { quads.append(stretch.quad(lines)) }
        return quads
    }
}

/// Characters of a line that stand side by side.
private struct Stretch {
    let line: Int
    private var last: Int
    private var box: Rect
    /// Which way it is written, once that is known.
    private var direction: CharacterProperties.Direction

    init(line: Int, _ position: Int, _ glyph: Glyph, _ box: Rect) {
        self.line = line
        last = position
        self.box = box
        direction = glyph.isRightToLeft ? .rightToLeft : .neutral
    }

    /// The line of a later position, if it is still this one.
    func continues(to position: Int, _ lines: [PageText.Line]) -> Int? {
        lines[line].range.contains(position) ? line : nil
    }

    /// Whether a character belongs to the stretch: nothing that is seen and not meant may come
    /// to lie in its quad.
    func takes(_ position: Int, _ glyph: Glyph, _ box: Rect, _ text: PageText) -> Bool {
        let between = text.characters[(last + 1)..<max(position, last + 1)]
        if between.contains(where: { Glyph($0, at: 0) != nil }) { return false }
        if direction == .rightToLeft || glyph.isRightToLeft {
            // Both directions: only what touches.
            let slack = 0.6 * glyph.height
            return box.minX <= self.box.maxX + slack && box.maxX >= self.box.minX - slack
        }
        return true
    }

    mutating func add(_ position: Int, _ glyph: Glyph, _ box: Rect) {
        last = position
        self.box = self.box.union(box)
        if glyph.isRightToLeft { direction = .rightToLeft }
    }

    func quad(_ lines: [PageText.Line]) -> Quad { lines[line].frame.global(box) }
}
