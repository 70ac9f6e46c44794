// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Follows points with few cubic curves that join without a kink.
///
/// Philip J. Schneider, "An algorithm for automatically fitting digitized curves", Graphics Gems,
/// 1990: least squares for the lengths of the two handles, Newton's method for the parameters, and
/// a cut at the worst point where that is not enough.
struct CurveFitter {
    private let points: [Point]
    private let tangents: [Point]
    private let tolerance: Double
    private let straightness: Double

    /// How many points one curve is tried on at first; bounds the time for endless lines.
    private static var longestRange: Int { 32 }
    private static var refinements: Int { 4 }

    init(
        points: [Point],
        firstTangent: Point,
        lastTangent: Point,
        tolerance: Double,
        straightness: Double
    ) {
        self.points = points
        self.tolerance = tolerance
        self.straightness = straightness
        var tangents = points
        tangents[0] = firstTangent
        tangents[points.count - 1] = lastTangent
        for index in points.indices.dropFirst().dropLast() {
            tangents[index] = Self.tangent(points[index - 1], points[index], points[index + 1])
        }
        self.tangents = tangents
    }

    /// The tangent of the parabola through three points, at the middle one.
    private static func tangent(_ before: Point, _ here: Point, _ after: Point) -> Point {
        let into = before.distance(to: here)
        let out = here.distance(to: after)
        guard into > 0, out > 0 else { return (after - before).unit ?? Point(x: 1, y: 0) }
        let weighted = (here - before) * (out / into) + (after - here) * (into / out)
        return weighted.unit ?? (here - before) * (1 / into)
    }

    /// Adds the curves to a path whose current point is the first point.
    ///
    /// Each curve is tried twice as far as the one before it went: neighbours bend alike, and what
    /// is tried in vain costs more than what fits.
    func fit(into path: inout Path) {
        var (start, reach) = (0, Self.longestRange)
        while start < points.count - 1 {
            var end = min(start + reach, points.count - 1)
            tries: while true {
                if isStraight(start, end) {
                    path.line(to: points[end])
                    break tries
                }
                switch curve(start, end) {
                case .fits(let curve):
                    path.cubic(curve.p1, curve.p2, to: curve.p3)
                    break tries
                case .worst(let index): end = index
                }
            }
            reach = min(2 * (end - start), Self.longestRange)
            start = end
        }
    }

    private func isStraight(_ start: Int, _ end: Int) -> Bool {
        guard let direction = (points[end] - points[start]).unit else { return true }
        // The tangents of a curve of this length may rise by four times its height, a parabola's.
        let length = points[start].distance(to: points[end])
        let slope = 4 * straightness / length
        guard abs(direction.cross(tangents[start])) <= slope,
            abs(direction.cross(tangents[end])) <= slope,
            direction.dot(tangents[start]) > 0, direction.dot(tangents[end]) > 0
        else { return false }
        for index in start..<end
        where abs(direction.cross(points[index] - points[start])) > straightness {
            return false
        }
        return true
    }

    private enum Outcome {
        case fits(CubicCurve)
        case worst(Int)
    }

    private func curve(_ start: Int, _ end: Int) -> Outcome {
        if end == start + 1 { return .fits(hermite(start, end)) }
        var parameters = chordLengths(start, end)
        var worst = (index: (start + end) / 2, distance: Double.infinity)
        for pass in 0...Self.refinements {
            let curve = leastSquares(start, end, parameters)
            worst = worstPoint(of: curve, start, parameters)
            if worst.distance <= tolerance { return .fits(curve) }
            // Too far off for what is left of Newton's method to repair.
            if worst.distance > Double(8 >> pass) * tolerance { break }
            for index in parameters.indices {
                parameters[index] = curve.refine(parameters[index], towards: points[start + index])
            }
        }
        return .worst(min(max(worst.index, start + 1), end - 1))
    }

    private func hermite(_ start: Int, _ end: Int) -> CubicCurve {
        let reach = points[start].distance(to: points[end]) / 3
        return CubicCurve(
            p0: points[start],
            p1: points[start] + tangents[start] * reach,
            p2: points[end] - tangents[end] * reach,
            p3: points[end]
        )
    }

    private func chordLengths(_ start: Int, _ end: Int) -> [Double] {
        var lengths = [0.0]
        lengths.reserveCapacity(end - start + 1)
        var total = 0.0
        for index in start..<end {
            total += points[index].distance(to: points[index + 1])
            lengths.append(total)
        }
        if total > 0 { for index in lengths.indices { lengths[index] /= total } }
        return lengths
    }

    private func leastSquares(_ start: Int, _ end: Int, _ parameters: [Double]) -> CubicCurve {
        let (p0, p3) = (points[start], points[end])
        let (out, into) = (tangents[start], tangents[end] * -1)
        var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (offset, t) in parameters.enumerated() {
            let s = 1 - t
            let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            let rest = points[start + offset] - p0 * (w0 + w1) - p3 * (w2 + w3)
            c00 += w1 * w1
            c01 += w1 * w2 * out.dot(into)
            c11 += w2 * w2
            x0 += w1 * out.dot(rest)
            x1 += w2 * into.dot(rest)
        }
        let determinant = c00 * c11 - c01 * c01
        let first = (x0 * c11 - x1 * c01) / determinant
        let second = (c00 * x1 - c01 * x0) / determinant
        // Handles that point backwards or reach past the whole curve are no solution.
        let reach = p0.distance(to: p3)
        guard first > reach * 0.01, second > reach * 0.01, first < reach * 3, second < reach * 3
        else { return hermite(start, end) }
        return CubicCurve(p0: p0, p1: p0 + out * first, p2: p3 + into * second, p3: p3)
    }

    /// The point the curve misses most.
    ///
    /// Between two points the curve must also pass near the middle of the step, or it could swing
    /// where nobody looks.
    private func worstPoint(
        of curve: CubicCurve,
        _ start: Int,
        _ parameters: [Double]
    ) -> (index: Int, distance: Double) {
        var worst = (index: start, distance: 0.0)
        for offset in 1..<parameters.count {
            let t = parameters[offset]
            let between = (parameters[offset - 1] + t) / 2
            let middle = (points[start + offset - 1] + points[start + offset]) * 0.5
            let distance = max(
                curve.point(at: t).distance(to: points[start + offset]),
                curve.point(at: between).distance(to: middle) * 0.5
            )
            if distance > worst.distance { worst = (start + offset, distance) }
        }
        return worst
    }
}

/// A cubic Bézier curve.
private struct CubicCurve {
    var p0: Point
    var p1: Point
    var p2: Point
    var p3: Point

    func point(at t: Double) -> Point {
        let s = 1 - t
        return p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * (t * t * t)
    }

    /// One step of Newton's method to the parameter nearest to a point.
    func refine(_ t: Double, towards target: Point) -> Double {
        let s = 1 - t
        let off = point(at: t) - target
        let (d0, d1, d2) = (p1 - p0, p2 - p1, p3 - p2)
        let speed = (d0 * (s * s) + d1 * (2 * s * t) + d2 * (t * t)) * 3
        let bend = ((d1 - d0) * s + (d2 - d1) * t) * 6
        let slope = speed.dot(speed) + off.dot(bend)
        guard slope > 0 else { return t }
        return min(max(t - off.dot(speed) / slope, 0), 1)
    }
}
