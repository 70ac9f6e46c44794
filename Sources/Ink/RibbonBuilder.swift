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
/// that piece would fold over on the inside; there the ribbon is cut, and the bend drawn as a
/// `TightBend`, or step by step with round ends. So every piece has the same direction.
struct RibbonBuilder {
    private(set) var path = Path()
    private let tolerance: Double
    private var fitter: CurveFitter

    /// Makes room for about so many spans at once.
    init(width: Double, spans: Int) {
        path.elements.reserveCapacity(3 * spans)
        tolerance = OutlineStyle.tolerance * width
        fitter = CurveFitter(
            tolerance: tolerance,
            straightness: OutlineStyle.straightness * width
        )
    }

    mutating func addDisc(center: Point, radius: Double) {
        let right = Point(x: 1, y: 0)
        addDisc(CentrelineSample(point: center, tangent: right, radius: radius))
    }

    private mutating func addDisc(_ sample: CentrelineSample) {
        path.move(to: sample.left)
        addCap(sample, forwards: true)
        addCap(sample, forwards: false)
        path.close()
    }

    mutating func add(_ samples: [CentrelineSample]) {
        var start = 0
        var index = 1
        while index < samples.count {
            if isSound(samples[index - 1], samples[index]) {
                index += 1
                continue
            }
            let first = index - 1
            index = endOfFolds(in: samples, from: index)
            // A ribbon has round ends; where there is none before or behind, the bend has them.
            if first > start { addRibbon(samples[start...first]) } else { addDisc(samples[first]) }
            addBend(samples[first...index])
            if index == samples.count - 1 { addDisc(samples[index]) }
            start = index
            index += 1
        }
        if samples.count - 1 > start { addRibbon(samples[start...]) }
    }

    /// The last sample of a bend in which steps fold over, though some in between do not.
    ///
    /// - Parameters:
    ///   - samples: of the line.
    ///   - index: the end of a step that folds over.
    /// - Returns: the end of the last such step before the line is sound again.
    private func endOfFolds(in samples: [CentrelineSample], from index: Int) -> Int {
        var (end, next) = (index, index + 1)
        while next < samples.count, next <= end + Self.soundSteps + 1 {
            if !isSound(samples[next - 1], samples[next]) { end = next }
            next += 1
        }
        return end
    }

    /// So few sound steps between others are no ribbon of their own: readings that are rounded to
    /// the pixels of a screen make them.
    private static var soundSteps: Int { 1 }

    /// Whether the piece between two samples is convex and goes round in our direction.
    private func isSound(_ from: CentrelineSample, _ end: CentrelineSample) -> Bool {
        let (a, b, c, d) = (from.left, end.left, end.right, from.right)
        return (b - a).cross(c - b) < 0 && (c - b).cross(d - c) < 0
            && (d - c).cross(a - d) < 0 && (a - d).cross(b - a) < 0
    }

    /// Fills what lies between the round ends of a bend that is tighter than the line is broad.
    private mutating func addBend(_ samples: ArraySlice<CentrelineSample>) {
        let (first, last) = (samples.startIndex, samples.endIndex - 1)
        if let bend = TightBend(samples, tolerance: tolerance) {
            add(bend)
        } else if last == first + 1 {
            addStraightStep(samples[first], samples[last])
        } else {
            let middle = (first + last) / 2
            addBend(samples[first...middle])
            addDisc(samples[middle])
            addBend(samples[middle...])
        }
    }

    private mutating func add(_ bend: TightBend) {
        let samples = bend.samples
        guard let first = samples.first, let last = samples.last else { return }
        let firstFlank = flank(from: first, to: samples[samples.startIndex + 1])
        let lastFlank = flank(from: samples[samples.endIndex - 2], to: last)
        if bend.turnsLeft {
            path.move(to: last.right)
            addSide(
                samples.reversed().lazy.map { $0.right },
                from: last.normal * lastFlank - last.tangent,
                to: first.normal * firstFlank - first.tangent
            )
            path.line(to: first.point)
            path.line(to: last.point)
        } else {
            path.move(to: first.left)
            addSide(
                samples.lazy.map { $0.left },
                from: first.tangent + first.normal * firstFlank,
                to: last.tangent + last.normal * lastFlank
            )
            path.line(to: last.point)
            path.line(to: first.point)
        }
        path.close()
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
            samples.lazy.map { $0.left },
            from: first.tangent + first.normal * firstFlank,
            to: last.tangent + last.normal * lastFlank
        )
        addCap(last, forwards: true)
        addSide(
            samples.reversed().lazy.map { $0.right },
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

    private mutating func addSide(_ points: some Sequence<Point>, from: Point, to: Point) {
        fitter.take(points)
        fitter.fit(from: from, to: to, into: &path)
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
