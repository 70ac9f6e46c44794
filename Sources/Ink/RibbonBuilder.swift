// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Turns samples of a centreline into closed ribbons with round ends.
///
///         left  ─────────►
///     ╭──●────●────●────●──╮
///     │  ┊    ┊    ┊    ┊  │  cap
///     ╰──●────●────●────●──╯
///        ◄─────────  right
///
/// Between two samples lies a four-sided piece. Where the line bends tighter than its own radius
/// that piece would fold over; there the ribbon is cut and the step drawn as a straight one with
/// round ends. So every piece has the same direction.
struct RibbonBuilder {
    private(set) var path = Path()
    private let tolerance: Double
    private let straightness: Double

    /// Makes room for about so many spans at once.
    init(width: Double, spans: Int) {
        path.elements.reserveCapacity(3 * spans)
        tolerance = OutlineStyle.tolerance * width
        straightness = OutlineStyle.straightness * width
    }

    mutating func addDisc(center: Point, radius: Double) {
        let sample = CentrelineSample(
            point: center,
            tangent: Point(x: 1, y: 0),
            radius: radius
        )
        path.move(to: sample.left)
        addCap(sample, forwards: true)
        addCap(sample, forwards: false)
        path.close()
    }

    mutating func add(_ samples: [CentrelineSample]) {
        var start = 0
        for index in samples.indices.dropFirst() where !isSound(samples[index - 1], samples[index])
        {
            if index - 1 > start { addRibbon(samples[start..<index]) }
            addStraightStep(samples[index - 1], samples[index])
            start = index
        }
        if samples.count - 1 > start { addRibbon(samples[start...]) }
    }

    /// Whether the piece between two samples is convex and goes round in our direction.
    private func isSound(_ from: CentrelineSample, _ end: CentrelineSample) -> Bool {
        let (a, b, c, d) = (from.left, end.left, end.right, from.right)
        return (b - a).cross(c - b) < 0 && (c - b).cross(d - c) < 0
            && (d - c).cross(a - d) < 0 && (a - d).cross(b - a) < 0
    }

    private mutating func addStraightStep(_ from: CentrelineSample, _ end: CentrelineSample) {
        guard let direction = (end.point - from.point).unit else { return }
        var (from, end) = (from, end)
        from.tangent = direction
        end.tangent = direction
        path.move(to: from.left)
        path.line(to: end.left)
        addCap(end, forwards: true)
        path.line(to: from.right)
        addCap(from, forwards: false)
        path.close()
    }

    private mutating func addRibbon(_ samples: ArraySlice<CentrelineSample>) {
        guard let first = samples.first, let last = samples.last else { return }
        let firstFlank = flank(from: first, to: samples[samples.startIndex + 1])
        let lastFlank = flank(from: samples[samples.endIndex - 2], to: last)
        path.move(to: first.left)
        addSide(
            samples.map { $0.left },
            from: first.tangent + first.normal * firstFlank,
            to: last.tangent + last.normal * lastFlank
        )
        addCap(last, forwards: true)
        addSide(
            samples.reversed().map { $0.right },
            from: last.normal * lastFlank - last.tangent,
            to: first.normal * firstFlank - first.tangent
        )
        addCap(first, forwards: false)
        path.close()
    }

    /// How much the radius grows on each unit of the way.
    private func flank(from: CentrelineSample, to end: CentrelineSample) -> Double {
        let length = from.point.distance(to: end.point)
        return length > 0 ? (end.radius - from.radius) / length : 0
    }

    private mutating func addSide(_ points: [Point], from first: Point, to last: Point) {
        let fitter = CurveFitter(
            points: points,
            firstTangent: first,
            lastTangent: last,
            tolerance: tolerance,
            straightness: straightness
        )
        fitter.fit(into: &path)
    }

    /// Half a circle from the current side to the other, round the end or the beginning.
    private mutating func addCap(_ sample: CentrelineSample, forwards: Bool) {
        // Four such curves make a circle that is right to 0.03 per cent.
        let kappa = 0.5522847498307936
        let sign = forwards ? sample.radius : -sample.radius
        let side = sample.normal * sign
        let tip = sample.tangent * sign
        let center = sample.point
        path.cubic(
            center + side + tip * kappa,
            center + tip + side * kappa,
            to: center + tip
        )
        path.cubic(
            center + tip - side * kappa,
            center - side + tip * kappa,
            to: center - side
        )
    }
}
