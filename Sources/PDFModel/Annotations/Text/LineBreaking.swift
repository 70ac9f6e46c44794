// SPDX-License-Identifier: Apache-2.0

/// Breaks western text at spaces, between ideographs and, where nothing else helps, within a word.
enum LineBreaking {
    /// The lines of one paragraph; spaces at a break are left out.
    static func broken(
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
