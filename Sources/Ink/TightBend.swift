// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// A part of the centreline that bends tighter than the line is broad.
///
///          outer side
///       ╭─────────────╮
///      │  ╭─────────╮  │   centreline
///      ●──●─────────●──●
///         first     last
///
/// What a disc covers that goes along such a bend is what lies between the outer side and the
/// chord, and the discs at both ends: whatever is nearer to the middle of the bend than to its ends
/// lies within the curve's own radius of the ends. This is exact for arcs of circles up to a half,
/// and looked at for every other bend.
struct TightBend {
    let samples: ArraySlice<CentrelineSample>
    /// Whether it turns towards the left side of its samples; the outer side is the right one then.
    let turnsLeft: Bool

    /// The bend that samples make; nil when they make none that is filled so.
    init?(_ samples: ArraySlice<CentrelineSample>, tolerance: Double) {
        guard let first = samples.first, let last = samples.last else { return nil }
        self.samples = samples
        turnsLeft = first.tangent.cross(last.tangent) > 0
        let chord = last.point - first.point
        let reach = chord.distance(to: .zero)
        guard first.tangent.dot(chord) > 0, last.tangent.dot(chord) > 0,
            reach <= first.radius + last.radius
        else { return nil }
        for index in samples.indices {
            let sample = samples[index]
            guard isBeside(sample, first.point, chord),
                isCovered(sample, first, last, chord, tolerance)
            else { return nil }
            if index + 1 < samples.endIndex, !isSound(sample, samples[index + 1]) { return nil }
        }
    }

    /// A number that is positive towards the outer side.
    private func outwards(_ along: Point, _ across: Point) -> Double {
        turnsLeft ? across.cross(along) : along.cross(across)
    }

    private func isBeside(_ sample: CentrelineSample, _ start: Point, _ chord: Point) -> Bool {
        outwards(chord, sample.point - start) >= 0
    }

    /// Whether the inner end of a sample lies where the chord or the ends cover it.
    private func isCovered(
        _ sample: CentrelineSample,
        _ first: CentrelineSample,
        _ last: CentrelineSample,
        _ chord: Point,
        _ tolerance: Double
    ) -> Bool {
        let inner = turnsLeft ? sample.left : sample.right
        return inner.distance(to: first.point) <= first.radius + tolerance
            || inner.distance(to: last.point) <= last.radius + tolerance
            || outwards(chord, inner - first.point) >= 0
    }

    /// Whether a step turns the same way and its outer half does not fold over.
    private func isSound(_ from: CentrelineSample, _ end: CentrelineSample) -> Bool {
        guard outwards(end.tangent, from.tangent) >= 0 else { return false }
        let (a, b) = turnsLeft ? (from.right, end.right) : (from.left, end.left)
        let (c, d) = (end.point, from.point)
        return outwards(b - a, c - b) < 0 && outwards(c - b, d - c) < 0
            && outwards(d - c, a - d) < 0 && outwards(a - d, b - a) < 0
    }
}
