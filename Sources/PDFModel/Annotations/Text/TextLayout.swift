// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Text broken into lines of a width.
struct TextLayout {
    /// From the top.
    var lines: [ShapedText]
    /// From one baseline to the next, in points.
    var lineHeight: Double
    /// From the top to the first baseline, in points.
    var ascent: Double

    /// How high the lines are together.
    var height: Double { Double(lines.count) * lineHeight }

    /// More lines than any page has.
    private static let lineLimit = 10_000
    /// More characters than any page has.
    static let characterLimit = 200_000

    /// Breaks text at spaces, between ideographs and, where nothing else helps, within a word.
    ///
    /// - Throws: `unsupported` for letters that no font has, `limitExceeded`.
    init(
        _ text: String,
        _ style: Annotation.FreeText,
        width: Double,
        _ shaper: any FontShaper
    ) throws(Fault) {
        let metrics = shaper.metrics(style.typeface)
        lineHeight = metrics.lineHeight * style.fontSize
        ascent = metrics.ascent * style.fontSize
        lines = []
        guard text.utf8.count <= Self.characterLimit else {
            throw Fault(.limitExceeded, "The text has more than \(Self.characterLimit) bytes.")
        }
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let shaped = try shaper.shape(String(paragraph), style.typeface, size: style.fontSize)
            for line in Self.broken(Array(paragraph), shaped.advances, width) {
                guard lines.count < Self.lineLimit else {
                    throw Fault(.limitExceeded, "The text has more than \(Self.lineLimit) lines.")
                }
                lines.append(try shaper.shape(line, style.typeface, size: style.fontSize))
            }
        }
    }

    /// The lines of one paragraph; spaces at a break are left out.
    private static func broken(
        _ characters: [Character],
        _ advances: [Double],
        _ width: Double
    ) -> [String] {
        guard advances.count == characters.count else { return [String(characters)] }
        // What fits on paper must not miss it by rounding.
        let limit = width + 1e-6
        var lines: [String] = []
        var start = 0
        var used = 0.0
        var lastBreak: Int?
        var index = 0
        while index < characters.count {
            used += advances[index]
            if used > limit, index > start, characters[index] != " " {
                let end = lastBreak ?? index
                lines.append(String(trimmed(characters[start..<end])))
                start = end
                while start < characters.count, characters[start] == " ", start < index {
                    start += 1
                }
                used = 0
                lastBreak = nil
                index = start
                continue
            }
            if mayBreak(after: index, characters) { lastBreak = index + 1 }
            index += 1
        }
        lines.append(String(trimmed(characters[start...])))
        return lines
    }

    private static func trimmed(_ line: ArraySlice<Character>) -> ArraySlice<Character> {
        var line = line
        while line.last == " " { line = line.dropLast() }
        return line
    }

    private static func mayBreak(after index: Int, _ characters: [Character]) -> Bool {
        let character = characters[index]
        if character == " " || character == "-" || character == "\u{200B}" { return true }
        guard index + 1 < characters.count else { return false }
        return isIdeograph(character) || isIdeograph(characters[index + 1])
    }

    /// Scripts that break between letters.
    private static func isIdeograph(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return (0x2E80...0x2FFF).contains(value) || (0x3040...0x30FF).contains(value)
            || (0x3400...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value)
            || (0x20000...0x3FFFF).contains(value)
    }
}
