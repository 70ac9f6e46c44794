// SPDX-License-Identifier: Apache-2.0

/// The numbers that decide how ink looks.
///
/// Lengths are in nominal widths of the stroke.
enum OutlineStyle {
    /// The width at no pressure and what full pressure adds; a pressure of 0.5 gives exactly 1.
    static var thinnest: Double { 0.4 }
    static var pressureGain: Double { 1.2 }
    /// How fast the radius may change along the line.
    ///
    /// Beyond 1 the larger of two discs swallows the smaller; at a half, the flanks still look
    /// drawn and not blown up.
    static var steepestFlank: Double { 0.5 }

    /// Readings nearer than this to the last one say nothing new.
    static var smallestStep: Double { 0.1 }
    /// How far a reading may be moved to take out the jitter of a digitiser.
    ///
    /// Half a screen pixel is as much, for a line of two and a half pixels.
    static var largestCorrection: Double { 0.2 }
    /// Readings further apart than this are no noise of each other, and are left as they are.
    static var noiseReach: Double { 2 }
    /// The cosine of the turn beyond which a corner is meant and is not rounded (about 105°).
    static var cornerCosine: Double { -0.25 }

    /// How far the sampled centreline may stray from the curve.
    static var flatness: Double { 0.01 }
    /// The longest step between samples.
    static var longestStep: Double { 2 }
    /// The most samples between two readings, however far apart they are.
    static var mostSamples: Int { 64 }
    /// How far a fitted curve may stray from the samples.
    static var tolerance: Double { 0.02 }
    /// Flatter than this, a curve is written as a line.
    static var straightness: Double { 0.002 }

    /// Coordinates and widths beyond these are no handwriting and are left out.
    static var largestCoordinate: Double { 1e7 }
    static var smallestWidth: Double { 1e-3 }
    static var largestWidth: Double { 1e5 }
}
