// SPDX-License-Identifier: Apache-2.0

/// Text as lines of glyphs.
///
/// Lengths are thousandths of the letters' size.
public struct TypesetText: Sendable, Hashable {
    /// From the top.
    public var lines: [TypesetLine]
    /// How far the highest of the faces reaches above its baseline.
    public var ascent: Double
    /// How far the lowest of the faces reaches below its baseline.
    public var descent: Double

    /// Puts text together.
    public init(lines: [TypesetLine], ascent: Double, descent: Double) {
        self.lines = lines
        self.ascent = ascent
        self.descent = descent
    }
}

/// One line.
public struct TypesetLine: Sendable, Hashable {
    /// From left to right as seen.
    public var runs: [GlyphRun]

    /// Puts a line together.
    public init(runs: [GlyphRun]) { self.runs = runs }

    /// How far the line goes.
    public var width: Double { runs.reduce(0) { $0 + $1.width } }
}

/// Glyphs of one face in one direction.
public struct GlyphRun: Sendable, Hashable {
    /// Whose glyphs they are.
    public var face: FaceName
    /// The direction of the text; the clusters stand from left to right in any case.
    public var isRightToLeft: Bool
    /// From left to right as seen.
    public var clusters: [GlyphCluster]
    /// A glyph of the face that shows nothing and has no width, if there is one.
    public var spacer: UInt16?

    /// Puts a run together.
    public init(
        face: FaceName,
        isRightToLeft: Bool,
        clusters: [GlyphCluster],
        spacer: UInt16? = nil
    ) {
        self.face = face
        self.isRightToLeft = isRightToLeft
        self.clusters = clusters
        self.spacer = spacer
    }

    var width: Double { clusters.reduce(0) { $0 + $1.width } }
}

/// The smallest piece of text that has glyphs of its own, with these glyphs.
public struct GlyphCluster: Sendable, Hashable {
    /// In the order in which it is read.
    public var text: String
    /// In the order in which they are shown.
    public var glyphs: [Glyph]

    /// Puts a cluster together.
    public init(text: String, glyphs: [Glyph]) {
        self.text = text
        self.glyphs = glyphs
    }

    var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
}

/// One glyph in its place.
public struct Glyph: Sendable, Hashable {
    /// Its number in the font.
    public var id: UInt16
    /// The character of the cluster whose plain glyph it is, if it is one's.
    public var scalar: Unicode.Scalar?
    /// From here to the next glyph.
    public var advance: Double
    /// Its distance to the right from where it would stand.
    public var x: Double
    /// Its distance upwards.
    public var y: Double

    /// Makes a glyph.
    public init(
        id: UInt16,
        scalar: Unicode.Scalar?,
        advance: Double,
        x: Double = 0,
        y: Double = 0
    ) {
        self.id = id
        self.scalar = scalar
        self.advance = advance
        self.x = x
        self.y = y
    }
}
