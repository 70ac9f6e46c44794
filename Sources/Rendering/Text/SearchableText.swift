// SPDX-License-Identifier: Apache-2.0
internal import UnicodeText

/// Text as a search goes through it: folded, spaces and the hyphens at line ends taken out and
/// noted.
struct SearchableText: Sendable {
    /// What is compared; no spaces.
    private(set) var scalars: [UInt32] = []
    /// For each of `scalars` the index of the character it came from.
    private(set) var sources: [Int] = []
    /// For each of `scalars` what stood before it.
    private(set) var gaps: [Gap] = []

    /// What may stand between two characters that are compared.
    struct Gap: OptionSet, Sendable {
        let rawValue: UInt8
        /// Spaces or line ends.
        static let space = Gap(rawValue: 1)
        /// A hyphen and a line end, within a word.
        static let hyphen = Gap(rawValue: 2)
        /// One of the two beside it belongs to a script without spaces.
        static let isOptional = Gap(rawValue: 4)
    }

    /// Looks at text once.
    ///
    /// - Parameters:
    ///   - characters: what stands there.
    ///   - hyphens: the indexes of hyphens that are known to end a line within a word.
    ///   - folder: folds them.
    init(
        _ characters: [Unicode.Scalar],
        hyphens: Set<Int> = [],
        folder: inout TextFolder
    ) {
        let folded = FoldedText(characters, folder: &folder)
        let breaks = Self.hyphens(in: characters).union(hyphens)
        scalars.reserveCapacity(folded.scalars.count)
        sources.reserveCapacity(folded.scalars.count)
        gaps.reserveCapacity(folded.scalars.count)
        /// The next character of the text that was not looked at for spaces and hyphens.
        var next = 0
        var gap: Gap = []
        for (scalar, source) in zip(folded.scalars, folded.sources) {
            while next <= source {
                if CharacterProperties.isSpace(characters[next]) { gap.insert(.space) }
                if !breaks.isEmpty, breaks.contains(next) { gap.insert(.hyphen) }
                next += 1
            }
            if scalar == 0x20 || CharacterProperties.isSpace(characters[source]) { continue }
            if !breaks.isEmpty, breaks.contains(source) { continue }
            if gap.contains(.hyphen) { gap.remove(.space) }
            let standsFree =
                CharacterProperties.standsWithoutSpaces(scalar)
                || CharacterProperties.standsWithoutSpaces(characters[source].value)
            if standsFree || isFree { gap.insert(.isOptional) }
            isFree = standsFree
            scalars.append(scalar)
            sources.append(source)
            gaps.append(gap)
            gap = []
        }
        endsInGap = next < characters.count || !gap.isEmpty
    }

    /// Whether the last of `scalars` belongs to a script without spaces.
    private var isFree = false
    /// Whether something that is not compared follows the last of `scalars`.
    private(set) var endsInGap = false

    /// Hyphens that end a line, with a letter or digit before, and one at the start of the next.
    private static func hyphens(in characters: [Unicode.Scalar]) -> Set<Int> {
        var found: Set<Int> = []
        for index in characters.indices where Hyphens.isHyphen(characters[index]) {
            guard index > 0, CharacterProperties.isWordPart(characters[index - 1].value) else {
                continue
            }
            var next = index + 1
            var endsLine = characters[index].value == 0x02
            while next < characters.count, next - index < Self.longestEnd,
                CharacterProperties.isSpace(characters[next])
            {
                if characters[next] == "\n" || characters[next] == "\r" { endsLine = true }
                next += 1
            }
            if endsLine, next < characters.count,
                CharacterProperties.isWordPart(characters[next].value)
            {
                found.insert(index)
            }
        }
        return found
    }

    /// A hyphen before more spaces than this ends no word.
    private static let longestEnd = 16
}
