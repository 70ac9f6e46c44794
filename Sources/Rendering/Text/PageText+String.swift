// SPDX-License-Identifier: Apache-2.0
internal import UnicodeText

extension PageText {
    /// The whole text: lines end in a line feed, blocks in an empty line.
    public var string: String { string(of: characters.indices) }

    /// The text of some characters, spaces between words, a line feed between lines, an empty
    /// line between blocks.
    ///
    /// A word that goes on in the next line stands whole in the first one, without its hyphen.
    ///
    /// - Parameter range: positions.
    /// - Returns: the text, without spaces or line ends at its ends.
    public func string(of range: Range<Int>) -> String {
        let range = range.clamped(to: characters.indices)
        var text = String.UnicodeScalarView()
        guard !range.isEmpty, let first = line(of: range.lowerBound) else { return "" }
        var writer = TextWriter()
        for line in lines[first...] {
            if line.range.lowerBound >= range.upperBound { break }
            if line.range.lowerBound > range.lowerBound {
                writer.pending = line.startsBlock && !writer.isWithinWord ? .block : .line
            }
            write(line, of: range, with: &writer, into: &text)
        }
        return String(text)
    }

    /// The text of one word.
    public func string(of word: Word) -> String {
        var text = String.UnicodeScalarView()
        append(word.range, to: &text, withoutHyphen: false)
        return String(text)
    }

    private func write(
        _ line: Line,
        of range: Range<Int>,
        with writer: inout TextWriter,
        into text: inout String.UnicodeScalarView
    ) {
        for number in line.words {
            let word = words[number].range.clamped(to: range)
            if word.isEmpty { continue }
            let isCut =
                line.endsInHyphen && number + 1 == line.words.upperBound
                && range.upperBound > line.range.upperBound
            writer.separate(&text)
            append(word, to: &text, withoutHyphen: isCut)
            writer.pending = .word
            writer.isWithinWord = isCut
        }
    }

    private func append(
        _ word: Range<Int>,
        to text: inout String.UnicodeScalarView,
        withoutHyphen: Bool
    ) {
        for position in withoutHyphen ? word.dropLast() : word {
            let scalar = characters[position].scalar
            // Spaces within a word are implied where none is seen.
            if CharacterProperties.isSpace(scalar) { continue }
            let isHyphen =
                characters[position].traits.contains(.hyphen) || scalar.value == 0x02
            if isHyphen {
                text.append("-")
            } else if scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) {
                text.append(scalar)
            }
        }
    }
}

/// Knows what to put between two words.
private struct TextWriter {
    enum Separator { case nothing, word, line, block }
    var pending = Separator.nothing
    /// Whether the last word goes on in the next line.
    var isWithinWord = false
    /// Whether the line that a word was completed from begins after it.
    private var owed: Separator?

    mutating func separate(_ text: inout String.UnicodeScalarView) {
        defer { pending = .nothing }
        if isWithinWord {
            // The rest of the word comes first, then the end of its line.
            isWithinWord = false
            owed = pending
            return
        }
        let separator = pending == .block ? .block : owed ?? pending
        owed = nil
        switch separator {
        case .nothing: break
        case .word: text.append(" ")
        case .line: text.append("\n")
        case .block:
            text.append("\n")
            text.append("\n")
        }
    }
}
