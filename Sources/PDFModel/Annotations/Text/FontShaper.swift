// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Turns text into glyphs of fonts, and writes the fonts.
///
/// Lines are broken above it: a paragraph is shaped to learn how wide its letters are, then each
/// line by itself.
public protocol FontShaper: Sendable {
    /// Shapes a piece of text that has no line break.
    ///
    /// - Throws: `unsupported` for letters that no font has.
    func shape(
        _ text: String,
        _ typeface: Annotation.FreeText.Typeface,
        size: Double
    ) throws(Fault) -> ShapedText

    /// Writes the fonts of what was shaped.
    ///
    /// - Returns: the entries of /Font for a resource dictionary (ISO 32000-2, table 34), by the
    ///   names that the runs have.
    func fonts(
        for lines: [ShapedText],
        in document: inout Document
    ) throws(Fault) -> COSDictionary

    /// The distance of lines and of the first baseline from the top, for a size of 1.
    func metrics(_ typeface: Annotation.FreeText.Typeface) -> LineMetrics
}

/// Distances of lines of text, for letters of size 1.
public struct LineMetrics: Sendable, Hashable {
    /// From one baseline to the next.
    public var lineHeight: Double
    /// From the top of a line to its baseline.
    public var ascent: Double

    /// Makes metrics.
    public init(lineHeight: Double, ascent: Double) {
        self.lineHeight = lineHeight
        self.ascent = ascent
    }
}

/// A line of text as glyphs.
public struct ShapedText: Sendable, Hashable {
    /// Glyphs of one font, in the order in which they are shown from left to right.
    public struct Run: Sendable, Hashable {
        /// The font's name among the resources.
        public var font: COSName
        /// What stands in the operand of Tj, one piece after the other.
        ///
        /// A piece is followed by a shift to the right in points.
        public var pieces: [(codes: [UInt8], shift: Double)]

        /// Makes a run.
        public init(font: COSName, pieces: [(codes: [UInt8], shift: Double)]) {
            self.font = font
            self.pieces = pieces
        }

        /// Equal fonts and equal pieces.
        public static func == (a: Run, b: Run) -> Bool {
            a.font == b.font && a.pieces.elementsEqual(b.pieces, by: ==)
        }

        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(font)
            for piece in pieces { hasher.combine(piece.codes) }
        }
    }

    /// From left to right.
    public var runs: [Run]
    /// How wide each character of the text is, in points, in the order of the text.
    public var advances: [Double]

    /// The whole width in points.
    public var width: Double { advances.reduce(0, +) }

    /// Makes a line.
    public init(runs: [Run], advances: [Double]) {
        self.runs = runs
        self.advances = advances
    }
}
