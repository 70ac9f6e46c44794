// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Follows points with few cubic curves that join without a kink.
///
/// Philip J. Schneider, "An algorithm for automatically fitting digitized curves", Graphics Gems,
/// 1990: least squares for the lengths of the two handles, Newton's method for the parameters, and
/// a cut at the worst point where that is not enough. One step of Newton's method is all that is
/// worth its time: what is still too far off then is mostly cut in the end.
///
/// One fitter serves many lines, and keeps its memory from one to the next.
struct CurveFitter {
    private let tolerance: Double
    private let straightness: Double
    private var points: [Point] = []
    /// How far each point is from the first, along the points.
    private var lengths: [Double] = []
    /// Where the points of the curve that is tried lie on it.
    private var parameters = [Double](repeating: 0, count: longestRange + 1)
    private var firstTangent = Point.zero
    private var lastTangent = Point.zero

    /// How many points one curve is tried on at first; bounds the time for endless lines.
    private static var longestRange: Int { 16 }

    init(tolerance: Double, straightness: Double) {
        self.tolerance = tolerance
        self.straightness = straightness
    }

    /// Takes the points of the next line.
    mutating func take(_ line: some Sequence<Point>) {
        points.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        var length = 0.0
        for point in line {
            if let last = points.last { length += last.distance(to: point) }
            points.append(point)
            lengths.append(length)
        }
    }

    /// Adds the curves along the points to a path whose current point is the first of them.
    ///
    /// Each curve is tried half as far again as the one before it went: neighbours bend alike, and what
    /// is tried in vain costs more than what fits.
    mutating func fit(from firstTangent: Point, to lastTangent: Point, into path: inout Path) {
        self.firstTangent = firstTangent
        self.lastTangent = lastTangent
        var (start, reach, tangent) = (0, Self.longestRange, firstTangent)
        while start < points.count - 1 {
            var end = min(start + reach, points.count - 1)
            tries: while true {
                let range = Range(start: start, end: end, from: tangent, to: self.tangent(at: end))
                if isStraight(range) {
                    path.line(to: points[end])
                    tangent = range.to
                    break tries
                }
                switch curve(range) {
                case .fits(let curve):
                    path.cubic(curve.p1, curve.p2, to: curve.p3)
                    tangent = range.to
                    break tries
                case .worst(let index): end = index
                }
            }
            reach = min((end - start) * 3 / 2 + 1, Self.longestRange)
            start = end
        }
    }

    /// Points that one curve is tried on, with the directions at its ends.
    private struct Range {
        var start: Int
        var end: Int
        var from: Point
        var to: Point
    }

    /// The tangent of the parabola through a point and its neighbours.
    private func tangent(at index: Int) -> Point {
        if index == 0 { return firstTangent }
        if index == points.count - 1 { return lastTangent }
        let (before, here, after) = (points[index - 1], points[index], points[index + 1])
        let into = before.distance(to: here)
        let out = here.distance(to: after)
        guard into > 0, out > 0 else { return (after - before).unit ?? Point(x: 1, y: 0) }
        let weighted = (here - before) * (out / into) + (after - here) * (into / out)
        return weighted.unit ?? (here - before) * (1 / into)
    }

    private func isStraight(_ range: Range) -> Bool {
        let start = points[range.start]
        let way = points[range.end] - start
        let length = way.distance(to: .zero)
        guard length > 0 else { return true }
        let direction = way * (1 / length)
        // The tangents of a curve of this length may rise by four times its height, a parabola's.
        let slope = 4 * straightness / length
        guard abs(direction.cross(range.from)) <= slope, abs(direction.cross(range.to)) <= slope,
            direction.dot(range.from) > 0, direction.dot(range.to) > 0
        else { return false }
        for index in range.start..<range.end
        where abs(direction.cross(points[index] - start)) > straightness {
            return false
        }
        return true
    }

    private enum Outcome {
        case fits(CubicCurve)
        case worst(Int)
    }

    private mutating func curve(_ range: Range) -> Outcome {
        let (start, end) = (range.start, range.end)
        if end == start + 1 { return .fits(hermite(range)) }
        spread(over: range)
        var curve = leastSquares(range)
        var worst = worstPoint(of: curve, range)
        let most = tolerance * tolerance
        if worst.square > most, worst.square <= 4 * most {
            for offset in 0...end - start {
                parameters[offset] = curve.refine(
                    parameters[offset],
                    towards: points[start + offset] - curve.p0
                )
            }
            curve = leastSquares(range)
            worst = worstPoint(of: curve, range)
        }
        if worst.square <= most { return .fits(curve) }
        return .worst(min(max(worst.index, start + 1), end - 1))
    }

    private func hermite(_ range: Range) -> CubicCurve {
        let (start, end) = (points[range.start], points[range.end])
        let reach = start.distance(to: end) / 3
        return CubicCurve(start, start + range.from * reach, end - range.to * reach, end)
    }

    /// Parameters that grow like the way along the points.
    private mutating func spread(over range: Range) {
        let first = lengths[range.start]
        let total = lengths[range.end] - first
        for offset in 0...range.end - range.start {
            let length = lengths[range.start + offset] - first
            parameters[offset] = total > 0 ? length / total : 0
        }
    }

    private func leastSquares(_ range: Range) -> CubicCurve {
        let start = points[range.start]
        let way = points[range.end] - start
        let (out, into) = (range.from, range.to * -1)
        var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for offset in 0...range.end - range.start {
            let t = parameters[offset]
            let s = 1 - t
            let product = 3 * s * t
            let (w1, w2) = (product * s, product * t)
            let rest = points[range.start + offset] - start - way * (w2 + t * t * t)
            c00 += w1 * w1
            c01 += w1 * w2
            c11 += w2 * w2
            x0 += w1 * out.dot(rest)
            x1 += w2 * into.dot(rest)
        }
        c01 *= out.dot(into)
        let determinant = c00 * c11 - c01 * c01
        let first = (x0 * c11 - x1 * c01) / determinant
        let second = (c00 * x1 - c01 * x0) / determinant
        // Handles that point backwards or reach past the whole curve are no solution.
        let reach = way.distance(to: .zero)
        guard first > reach * 0.01, second > reach * 0.01, first < reach * 3, second < reach * 3
        else { return hermite(range) }
        let end = points[range.end]
        return CubicCurve(start, start + out * first, end + into * second, end)
    }

    /// The point the curve misses most, and the square of how far.
    ///
    /// Between two points the curve must also pass near the middle of the step, or it could swing
    /// where nobody looks.
    private func worstPoint(
        of curve: CubicCurve,
        _ range: Range
    ) -> (index: Int, square: Double) {
        var worst = (index: range.start, square: 0.0)
        var (before, last) = (Point.zero, 0.0)
        for offset in 1...range.end - range.start {
            let t = parameters[offset]
            let here = points[range.start + offset] - curve.p0
            let off = curve.offset(at: t) - here
            let between = curve.offset(at: (last + t) * 0.5) - (before + here) * 0.5
            let square = max(off.dot(off), between.dot(between) * 0.25)
            if square > worst.square { worst = (range.start + offset, square) }
            (before, last) = (here, t)
        }
        return worst
    }
}

/// A cubic Bézier curve.
private struct CubicCurve {
    let p0: Point
    let p1: Point
    let p2: Point
    let p3: Point
    /// What t, its square and its cube are multiplied with to lead from the start to a place.
    private let linear: Point
    private let square: Point
    private let cube: Point

    init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
        linear = (p1 - p0) * 3
        square = (p2 - p1) * 3 - linear
        cube = p3 - p0 - linear - square
    }

    /// A place on the curve, from the start.
    func offset(at t: Double) -> Point { (linear + (square + cube * t) * t) * t }

    /// One step of Newton's method to the parameter nearest to a point, which is told from the
    /// start.
    func refine(_ t: Double, towards target: Point) -> Double {
        let off = offset(at: t) - target
        let speed = linear + (square * 2 + cube * (3 * t)) * t
        let bend = square * 2 + cube * (6 * t)
        let slope = speed.dot(speed) + off.dot(bend)
        guard slope > 0 else { return t }
        return min(max(t - off.dot(speed) / slope, 0), 1)
    }
}
