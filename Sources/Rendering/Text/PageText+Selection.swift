// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import UnicodeText

/// By what a selection grows.
public enum TextUnit: Sendable, Hashable, CaseIterable {
    /// Character by character, as by dragging.
    case character
    /// By whole words, as after a double click. Chinese and Japanese text, which has no spaces, is
    /// divided where the kind of writing changes.
    case word
    /// By whole lines, as after a triple click.
    case line
}

/// A part of a page's text.
public struct TextSelection: Sendable, Hashable {
    /// Positions.
    public var range: Range<Int>
    /// The text, as `PageText.string(of:)` gives it.
    public var text: String
    /// What it covers, one quad for each stretch of a line.
    public var quads: [Quad]
}

extension PageText {
    /// The character at a point.
    ///
    /// - Parameter point: in view space.
    /// - Returns: its position; `nil` where no character is.
    public func character(at point: Point) -> Int? {
        guard point.isFinite else { return nil }
        for line in lines {
            let place = line.frame.local(point)
            guard line.frame.local(line.quad).contains(place) else { continue }
            for position in line.range {
                if Glyph(characters[position], at: position) != nil,
                    line.frame.local(characters[position].quad).contains(place)
                {
                    return position
                }
            }
        }
        return nil
    }

    /// What lies between two points, wherever they are: the nearest lines count.
    ///
    /// - Parameters:
    ///   - start: where it begins, in view space.
    ///   - end: where it ends; it may be before `start`.
    ///   - unit: by what it grows.
    /// - Returns: the selection; `nil` on a page without text, and where nothing lies between.
    public func selection(
        from start: Point,
        to end: Point,
        by unit: TextUnit = .character
    ) -> TextSelection? {
        guard let first = caret(at: start, unit), let last = caret(at: end, unit) else {
            return nil
        }
        // Where letters lie over each other, two carets may stand in one place and belong to
        // different characters; the selection is what both belong to, whichever came first.
        let (one, other): (Range<Int>, Range<Int>) =
            switch unit {
            case .character: (first.edge..<first.edge, last.edge..<last.edge)
            case .word: (wordRange(of: first.position), wordRange(of: last.position))
            case .line: (lines[first.line].range, lines[last.line].range)
            }
        let range =
            min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
        return selection(of: range)
    }

    /// Some characters as a selection.
    ///
    /// - Parameter range: positions.
    /// - Returns: the selection; `nil` when none of them is seen.
    public func selection(of range: Range<Int>) -> TextSelection? {
        var range = range.clamped(to: characters.indices)
        while let last = range.last, Glyph(characters[last], at: last) == nil {
            range = range.dropLast()
        }
        while let first = range.first, Glyph(characters[first], at: first) == nil {
            range = range.dropFirst()
        }
        guard !range.isEmpty else { return nil }
        return TextSelection(range: range, text: string(of: range), quads: quads(of: range))
    }

    /// The word around a position; a space is one by itself.
    private func wordRange(of position: Int) -> Range<Int> {
        guard let line = line(of: position) else { return position..<position }
        let bounds =
            words[lines[line].words].first { $0.range.contains(position) }?.range
            ?? position..<position + 1
        let kind = CharacterProperties.kind(of: characters[position].scalar)
        func isAlike(_ other: Int) -> Bool {
            let value = characters[other].scalar
            if CharacterProperties.joinsPrevious(value.value) { return true }
            return CharacterProperties.kind(of: value) == kind
        }
        var (low, high) = (position, position + 1)
        while low > bounds.lowerBound, isAlike(low - 1) { low -= 1 }
        while high < bounds.upperBound, isAlike(high) { high += 1 }
        return low..<high
    }

    /// A place between two characters, and the character that the point lies nearest to.
    private struct Caret {
        var line: Int
        /// The position behind it.
        var edge: Int
        /// The nearest character.
        var position: Int
    }

    private func caret(at point: Point, _ unit: TextUnit) -> Caret? {
        guard point.isFinite, let line = nearestLine(to: point) else { return nil }
        let frame = lines[line].frame
        let place = frame.local(point)
        var nearest: (distance: Double, position: Int, isBehind: Bool)?
        for position in lines[line].range {
            guard let glyph = Glyph(characters[position], at: position) else { continue }
            let box = frame.local(characters[position].quad)
            let distance = max(0, max(box.minX - place.x, place.x - box.maxX))
            if let known = nearest, known.distance <= distance { continue }
            let isRight = place.x > box.center.x
            nearest = (distance, position, isRight != isWrittenLeft(glyph, position))
        }
        guard let nearest else {
            return Caret(
                line: line,
                edge: lines[line].range.lowerBound,
                position: lines[line].range.lowerBound
            )
        }
        return Caret(
            line: line,
            edge: nearest.position + (nearest.isBehind ? 1 : 0),
            position: nearest.position
        )
    }

    /// Whether what follows a character stands to its left.
    private func isWrittenLeft(_ glyph: Glyph, _ position: Int) -> Bool {
        if glyph.isRightToLeft { return true }
        guard let line = line(of: position), lines[line].isRightToLeft else { return false }
        let scalar = characters[position].scalar
        return CharacterProperties.direction(of: scalar) == .neutral
            && scalar.properties.numericType != .decimal
    }

    private func nearestLine(to point: Point) -> Int? {
        var nearest: (distance: Double, line: Int)?
        for (number, line) in lines.enumerated() where !line.words.isEmpty {
            let box = line.frame.local(line.quad)
            let place = line.frame.local(point)
            let dx = max(0, max(box.minX - place.x, place.x - box.maxX))
            let dy = max(0, max(box.minY - place.y, place.y - box.maxY))
            // Beside a line is nearer than below the next.
            let distance = dx * dx + 4 * dy * dy
            if let known = nearest, known.distance <= distance { continue }
            nearest = (distance, number)
        }
        return nearest?.line
    }
}
