// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import UnicodeText

/// Words to be looked for, understood once and then compared with many pages.
///
/// Rules: spaces and line ends of any number are one space. Beside characters of scripts that have
/// no spaces (Chinese, Japanese, Korean, full-width forms, Thai, Lao, Burmese, Khmer) a space may
/// be there or not. A hyphen at the end of a line may be part of the words or not. A hit begins and
/// ends with whole characters: an e is not found in an é unless accents do not count. Hits do not
/// overlap. Characters that are never seen (soft hyphens, joiners) do not count.
public struct SearchPattern: Sendable {
    /// How it compares.
    public let options: SearchOptions
    private let scalars: [UInt32]
    private let gaps: [SearchableText.Gap]
    /// What every page with a hit holds, in the form of a `TextIndex`; a hyphen in the words may be
    /// one that the page has at the end of a line, so none is kept.
    let indexKey: TextIndex.Key

    /// Longer patterns are no words that somebody looks for; it bounds the work on hostile pages.
    public static let longest = 512

    /// Understands words.
    ///
    /// - Throws: `usage` when there is nothing to look for, `limitExceeded` for a text that is
    ///   longer than `longest`.
    public init(_ words: String, options: SearchOptions = SearchOptions()) throws(Fault) {
        var folder = TextFolder(options.folding)
        // Only what stands on a page has line ends.
        let characters = words.unicodeScalars.map { scalar -> Unicode.Scalar in
            CharacterProperties.isSpace(scalar) ? " " : scalar
        }
        guard characters.count <= Self.longest else {
            throw Fault(
                .limitExceeded,
                "The words to look for are longer than \(Self.longest) characters; a part of them "
                    + "finds the place too."
            )
        }
        let text = SearchableText(characters, folder: &folder)
        guard !text.scalars.isEmpty else {
            throw Fault(.usage, "There are no words to look for.")
        }
        self.options = options
        scalars = text.scalars
        gaps = text.gaps
        var indexFolder = TextFolder(.all)
        indexKey = TextIndex.Key(TextIndex.key(of: characters, folder: &indexFolder))
    }

    /// Where the words stand in a page's characters.
    ///
    /// - Parameter characters: as the extractor gives them.
    /// - Returns: ranges of extracted indexes, ascending.
    public func hits(in characters: [TextCharacter]) -> [Range<Int>] {
        var hyphens: Set<Int> = []
        for (index, character) in characters.enumerated()
        where character.traits.contains(.hyphen) { hyphens.insert(index) }
        return hits(in: characters.map(\.scalar), hyphens: hyphens)
    }

    /// Where the words stand in a text.
    ///
    /// - Parameters:
    ///   - characters: the text.
    ///   - hyphens: the indexes of hyphens that end a line within a word, beside those that
    ///     characters tell.
    /// - Returns: ranges of indexes, ascending.
    public func hits(in characters: [Unicode.Scalar], hyphens: Set<Int> = []) -> [Range<Int>] {
        var folder = TextFolder(options.folding)
        let text = SearchableText(characters, hyphens: hyphens, folder: &folder)
        var hits: [Range<Int>] = []
        var start = 0
        while start < text.scalars.count {
            if text.scalars[start] == scalars[0], let end = match(text, at: start) {
                hits.append(Self.sources(of: start..<end, in: text))
                start = end
            } else {
                start += 1
            }
        }
        return hits
    }

    /// Where the words stand in the text of a page as it is read: what stands between words and
    /// lines is what the page shows, wherever the file has its spaces.
    ///
    /// - Parameter text: the page.
    /// - Returns: ranges of positions, ascending.
    public func hits(in text: PageText) -> [Range<Int>] {
        var scalars: [Unicode.Scalar] = []
        var positions: [Int] = []
        var hyphens: Set<Int> = []
        func append(_ scalar: Unicode.Scalar, _ position: Int) {
            scalars.append(scalar)
            positions.append(position)
        }
        for line in text.lines {
            for word in text.words[line.words] {
                for position in word.range {
                    let scalar = text.characters[position].scalar
                    if !CharacterProperties.isSpace(scalar) { append(scalar, position) }
                }
                if line.endsInHyphen, word == text.words[line.words].last {
                    hyphens.insert(scalars.count - 1)
                }
                append(" ", word.range.upperBound)
            }
            append("\n", line.range.upperBound)
        }
        // A hit begins and ends with characters that are compared, never with what stands between.
        return hits(in: scalars, hyphens: hyphens).map { hit in
            positions[hit.lowerBound]..<positions[hit.upperBound - 1] + 1
        }
    }

    /// The end of a hit that begins at a place of the text.
    private func match(_ text: SearchableText, at start: Int) -> Int? {
        var place = start
        for (number, scalar) in scalars.enumerated() {
            guard place < text.scalars.count else { return nil }
            if text.scalars[place] != scalar {
                // A hyphen that the text has only at the line's end was taken out of it.
                if scalar == 0x2D, number > 0, text.gaps[place].contains(.hyphen) { continue }
                return nil
            }
            if number > 0, !agree(gaps[number], text.gaps[place]) { return nil }
            place += 1
        }
        return isWhole(text, start..<place) ? place : nil
    }

    private func agree(_ wanted: SearchableText.Gap, _ found: SearchableText.Gap) -> Bool {
        wanted.contains(.space) == found.contains(.space)
            || !wanted.union(found).isDisjoint(with: .isOptional)
    }

    /// Whether a hit begins and ends with whole characters, and words if that is asked for.
    private func isWhole(_ text: SearchableText, _ hit: Range<Int>) -> Bool {
        let (first, last) = (hit.lowerBound, hit.upperBound - 1)
        if hit.upperBound < text.scalars.count,
            CharacterProperties.joinsPrevious(text.scalars[hit.upperBound]),
            !text.gaps[hit.upperBound].contains(.space)
        {
            return false
        }
        guard options.wholeWords else { return true }
        return isWordEdge(text, between: first - 1, and: first)
            && isWordEdge(text, between: last, and: last + 1)
    }

    private func isWordEdge(_ text: SearchableText, between left: Int, and right: Int) -> Bool {
        guard left >= 0, right < text.scalars.count else { return true }
        let gap = text.gaps[right]
        if gap.contains(.space) || gap.contains(.isOptional) { return true }
        return !CharacterProperties.isWordPart(text.scalars[left])
            || !CharacterProperties.isWordPart(text.scalars[right])
    }

    private static func sources(of hit: Range<Int>, in text: SearchableText) -> Range<Int> {
        var (low, high) = (text.sources[hit.lowerBound], text.sources[hit.lowerBound])
        // Marks may have changed places.
        for source in text.sources[hit] {
            low = min(low, source)
            high = max(high, source)
        }
        return low..<high + 1
    }
}
