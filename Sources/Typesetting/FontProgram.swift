// SPDX-License-Identifier: Apache-2.0

/// A part of a font, ready to be embedded.
public struct FontProgram: Sendable, Hashable {
    /// What the bytes are.
    public enum Format: UInt8, Sendable, Hashable, CaseIterable {
        /// TrueType tables.
        case trueType
        /// A bare CFF table whose glyphs are addressed by number.
        case compactFontFormat
    }

    /// What the bytes are.
    public var format: Format
    /// The program.
    public var bytes: [UInt8]
    /// The advance of each glyph that was asked for, in thousandths of the size.
    public var widths: [Int]
    /// What a font descriptor says.
    public var metrics: Metrics

    /// Puts a program together.
    public init(format: Format, bytes: [UInt8], widths: [Int], metrics: Metrics) {
        self.format = format
        self.bytes = bytes
        self.widths = widths
        self.metrics = metrics
    }

    /// Facts of the whole face, in thousandths of the size (ISO 32000-2, table 120).
    public struct Metrics: Sendable, Hashable {
        /// Left, bottom, right and top of all glyphs laid over each other.
        public var box: [Int]
        /// The highest point of usual letters.
        public var ascent: Int
        /// The lowest point of usual letters, below zero.
        public var descent: Int
        /// The height of capitals.
        public var capHeight: Int
        /// In degrees, to the left of upright.
        public var italicAngle: Int
        /// 100 (thin) to 900 (black).
        public var weight: Int
        /// Whether letters have serifs.
        public var isSerif: Bool
        /// Whether all letters have one width.
        public var isFixedPitch: Bool

        /// Makes metrics; the box has four numbers.
        public init(
            box: [Int],
            ascent: Int,
            descent: Int,
            capHeight: Int,
            italicAngle: Int,
            weight: Int,
            isSerif: Bool,
            isFixedPitch: Bool
        ) {
            self.box = box
            self.ascent = ascent
            self.descent = descent
            self.capHeight = capHeight
            self.italicAngle = italicAngle
            self.weight = weight
            self.isSerif = isSerif
            self.isFixedPitch = isFixedPitch
        }
    }
}
