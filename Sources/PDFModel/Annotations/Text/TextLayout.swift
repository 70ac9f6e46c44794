// SPDX-License-Identifier: Apache-2.0
public import PDFSyntax
public import Typesetting

/// Text broken into lines of a width.
public struct TextLayout: Sendable, Hashable {
    /// What stands on a line.
    public enum Line: Sendable, Hashable {
        /// Codes of a standard font, and how far they go in points.
        case codes([UInt8], font: COSName, width: Double)
        /// Glyphs of embedded fonts.
        case glyphs(TypesetLine)
    }

    /// From the top.
    public var lines: [Line]
    /// The size of the letters in points.
    public var size: Double
    /// From one baseline to the next, in points.
    public var lineHeight: Double
    /// From the top to the first baseline, in points.
    public var ascent: Double

    /// Puts lines together.
    ///
    /// - Parameters:
    ///   - lines: from the top.
    ///   - size: of the letters in points.
    ///   - ascent: how far letters of size 1 reach above the baseline.
    ///   - descent: how far they reach below it.
    public init(_ lines: [Line], size: Double, ascent: Double, descent: Double) {
        self.lines = lines
        self.size = size
        // Lines are a fifth further apart than letters are high, or more where letters reach so far.
        let space = max(0, 1.2 - ascent - descent)
        lineHeight = (ascent + descent + space) * size
        self.ascent = (ascent + space / 2) * size
    }

    /// How high the lines are together, in points.
    var height: Double { Double(lines.count) * lineHeight }

    /// How wide a line is, in points.
    func width(of line: Line) -> Double {
        switch line {
        case .codes(_, _, let width): width
        case .glyphs(let line): line.width / 1000 * size
        }
    }

    /// More lines than any page has.
    static let lineLimit = 10_000
    /// More bytes than any page has.
    static let byteLimit = 200_000
}
