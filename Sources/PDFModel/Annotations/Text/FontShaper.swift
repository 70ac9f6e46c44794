// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Sets text in fonts, and writes the fonts.
public protocol FontShaper: Sendable {
    /// Breaks text into lines of a width; nothing is written.
    ///
    /// - Parameters:
    ///   - text: paragraphs end with any of the line ends of Unicode.
    ///   - typeface: the style of its letters.
    ///   - size: of the letters in points.
    ///   - width: of the lines in points.
    /// - Returns: lines with their distances.
    /// - Throws: `unsupported` for letters that no font has, `limitExceeded`, and what workers
    ///   throw.
    func layout(
        _ text: String,
        _ typeface: Annotation.FreeText.Typeface,
        size: Double,
        width: Double
    ) throws(Fault) -> TextLayout

    /// Writes the fonts of what was laid out.
    ///
    /// - Parameters:
    ///   - layout: as `layout` made it.
    ///   - document: gets the fonts, or the glyphs that its fonts lack.
    ///   - known: fonts of the document that may be used again, beside those that are found without
    ///     asking.
    /// - Returns: what a content stream shows, and the fonts that it names.
    /// - Throws: as `layout`, `readFailed`.
    func embed(
        _ layout: TextLayout,
        in document: inout Document,
        knowing known: [ObjectID]
    ) throws(Fault) -> ShownText
}

/// Lines of text, ready for a content stream.
public struct ShownText: Sendable, Hashable {
    /// The entries of /Font for a resource dictionary (ISO 32000-2, table 34), by the names that
    /// the lines use.
    public var fonts: COSDictionary
    /// From the top.
    public var lines: [ShownLine]

    /// Puts text together.
    public init(fonts: COSDictionary, lines: [ShownLine]) {
        self.fonts = fonts
        self.lines = lines
    }
}

/// A line of text as a content stream shows it, from left to right (ISO 32000-2, 9.4.3).
public struct ShownLine: Sendable, Hashable {
    /// One thing after the other.
    public enum Step: Sendable, Hashable {
        /// The font of what follows, by its name among the resources.
        case font(COSName)
        /// Character codes of the font.
        case show([UInt8])
        /// A way to the right, in thousandths of the size.
        case move(Double)
        /// How far what follows stands above the line, in thousandths of the size.
        case rise(Double)
        /// What follows stands for this text, whatever its codes say (14.9.4).
        case beginReading(String)
        /// The end of that.
        case endReading
    }

    /// In order.
    public var steps: [Step]

    /// Makes a line.
    public init(steps: [Step]) { self.steps = steps }
}
