// SPDX-License-Identifier: Apache-2.0
public import UnicodeText

/// How a search compares.
public struct SearchOptions: Sendable, Hashable {
    /// Whether A and a differ.
    public var matchesCase: Bool
    /// Whether é and e differ.
    public var matchesDiacritics: Bool
    /// Whether full-width and half-width forms differ, and ligatures and their letters.
    public var matchesWidth: Bool
    /// Whether a hit may not begin or end within a word.
    ///
    /// Beside Chinese and Japanese characters words begin and end everywhere.
    public var wholeWords: Bool

    /// How a search compares; by default it passes over everything that can be passed over.
    public init(
        matchesCase: Bool = false,
        matchesDiacritics: Bool = false,
        matchesWidth: Bool = false,
        wholeWords: Bool = false
    ) {
        self.matchesCase = matchesCase
        self.matchesDiacritics = matchesDiacritics
        self.matchesWidth = matchesWidth
        self.wholeWords = wholeWords
    }

    /// What is passed over.
    public var folding: TextFolding {
        var folding = TextFolding.all
        if matchesCase { folding.remove(.letterCase) }
        if matchesDiacritics { folding.remove(.diacritics) }
        if matchesWidth { folding.remove(.width) }
        return folding
    }
}
