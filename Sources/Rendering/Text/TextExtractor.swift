// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry

/// A page whose text is wanted.
public struct TextRequest: Sendable {
    /// The document.
    public var source: RenderSource
    /// Which page, counted from 0.
    public var pageIndex: Int
    /// How the page as seen lies to the page in the file.
    public var space: PageSpace
    /// On which terms.
    public var terms: RequestTerms

    /// Asks for the text of a page.
    public init(
        source: RenderSource,
        pageIndex: Int,
        space: PageSpace,
        terms: RequestTerms = RequestTerms()
    ) {
        self.source = source
        self.pageIndex = pageIndex
        self.space = space
        self.terms = terms
    }
}

/// Reads the text of pages.
///
/// Calls may come from any thread and wait for their answer. The contract is in the test library
/// `RenderingContract`.
public protocol TextExtractor: Preparable {
    /// The characters of a page in the order in which the file draws them.
    ///
    /// - Parameter request: which page.
    /// - Returns: each character with its place in view space; empty for a page without text.
    /// - Throws: as `PageRenderer.render`.
    func characters(_ request: TextRequest) throws(Fault) -> [TextCharacter]

    /// The characters of many pages, without their places: the same characters, in the same order,
    /// as `characters` gives them one page at a time.
    ///
    /// - Parameters:
    ///   - pages: which pages, counted from 0.
    ///   - source: the document.
    ///   - terms: on which terms; the time is for all of the pages.
    /// - Returns: the characters of each page. A page that cannot be read has none.
    /// - Throws: as `PageRenderer.render`, save `notFound`: pages that are not there are left out
    ///   at the end.
    func scalars(
        ofPages pages: Range<Int>,
        of source: RenderSource,
        terms: RequestTerms
    ) throws(Fault) -> [[Unicode.Scalar]]
}

/// A character where it stands on the page.
public struct TextCharacter: Sendable, Hashable {
    /// The character; U+FFFD where the file does not say which it is, U+00AD for a hyphen at the
    /// end of a line that the word does not have.
    public var scalar: Unicode.Scalar
    /// Where it stands, in view space: from the start of the character along its baseline at the
    /// top (ascender), and back at the bottom (descender).
    ///
    /// `p0 → p1` is the direction of the baseline, whichever way it is turned; characters of
    /// vertical writing stand upright, one below the other. A character that is not drawn, such as
    /// a line break, has a quad without area.
    public var quad: Quad
    /// The size of the font as seen, in points.
    public var fontSize: Double
    /// What is special about it.
    public var traits: Traits

    /// What may be special about a character.
    public struct Traits: OptionSet, Sendable, Hashable {
        /// One bit for each.
        public let rawValue: UInt8
        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Not in the file: a space or a line break that the layout implies.
        public static let generated = Traits(rawValue: 1)
        /// A hyphen at the end of a line, which the word does not have; no line break follows it.
        public static let hyphen = Traits(rawValue: 2)
        /// The file does not say which character it is.
        public static let unmapped = Traits(rawValue: 4)
        /// It is written downwards: the next one of its line stands below it, upright.
        public static let vertical = Traits(rawValue: 8)
    }

    /// A character.
    public init(
        _ scalar: Unicode.Scalar,
        quad: Quad,
        fontSize: Double,
        traits: Traits = []
    ) {
        self.scalar = scalar
        self.quad = quad
        self.fontSize = fontSize
        self.traits = traits
    }
}
