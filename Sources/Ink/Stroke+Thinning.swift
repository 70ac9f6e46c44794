// SPDX-License-Identifier: Apache-2.0
internal import Geometry

extension Stroke {
    /// The same stroke with fewer readings: as many as it takes for the line to stay where it is.
    ///
    /// Digitisers report hundreds of readings a second, most of which say what their neighbours
    /// say. A reading is left out when the line that is drawn without it passes within the
    /// tolerance of it, and is as broad there. Corners stay.
    ///
    /// - Parameter tolerance: how far the line may move and how much its radius may change, in
    ///   widths of the stroke.
    /// - Returns: a stroke whose readings are places of the smoothed line; this one when nothing
    ///   of it can be drawn.
    public func thinned(tolerance: Double = 0.04) -> Stroke {
        guard let line = Centreline(self), line.nodes.count > 2 else { return self }
        var thinning = Thinning(line, of: self, tolerance: tolerance * width)
        thinning.refine()
        return thinning.stroke
    }
}

/// Finds the readings that a line needs: those that a polygon needs first, then the ones that the
/// curve through them misses.
private struct Thinning {
    private let nodes: [Centreline.Node]
    private let original: Stroke
    private let tolerance: Double
    private var isKept: [Bool]

    /// Longer runs are not looked at in one piece; bounds the time for endless lines.
    private static var longestRun: Int { 256 }
    /// How often the curve is drawn and compared; each time halves what is missed, at least.
    private static var rounds: Int { 12 }
    private static var mostSteps: Int { 64 }

    init(_ line: Centreline, of original: Stroke, tolerance: Double) {
        nodes = line.nodes
        self.original = original
        self.tolerance = tolerance
        isKept = [Bool](repeating: false, count: line.nodes.count)
        for section in line.sections {
            isKept[section.startIndex] = true
            isKept[section.endIndex - 1] = true
            var start = section.startIndex
            while start < section.endIndex - 1 {
                let end = min(start + Self.longestRun, section.endIndex - 1)
                isKept[end] = true
                keepCorners(ofPolygonFrom: start, to: end)
                start = end
            }
        }
    }

    /// The stroke of the readings that are kept.
    var stroke: Stroke {
        var result = original
        result.points = nodes.indices.filter { isKept[$0] }.map { index in
            let node = nodes[index]
            return StrokePoint(
                x: node.point.x,
                y: node.point.y,
                pressure: Centreline.pressure(radius: node.radius, width: original.width),
                milliseconds: original.points[node.reading].milliseconds
            )
        }
        return result
    }

    /// Douglas and Peucker's method; a bend is wider than its polygon, so twice the tolerance is
    /// enough to begin with.
    private mutating func keepCorners(ofPolygonFrom first: Int, to last: Int) {
        var pending = [(first, last)]
        while let (start, end) = pending.popLast() {
            guard end > start + 1 else { continue }
            let (from, way) = (nodes[start], nodes[end].point - nodes[start].point)
            let square = way.dot(way)
            var worst = (index: start, error: 2 * tolerance)
            for index in start + 1..<end {
                let node = nodes[index]
                let off = node.point - from.point
                let t = square > 0 ? min(max(off.dot(way) / square, 0), 1) : 0
                let radius = from.radius + (nodes[end].radius - from.radius) * t
                let error = max(
                    off.distance(to: way * t),
                    2 * abs(node.radius - radius)
                )
                if error > worst.error { worst = (index, error) }
            }
            guard worst.index > start else { continue }
            isKept[worst.index] = true
            pending.append((start, worst.index))
            pending.append((worst.index, end))
        }
    }

    /// Draws the line through what is kept, and keeps what it misses too.
    mutating func refine() {
        for _ in 0..<Self.rounds where !keepMissed() { return }
    }

    /// - Returns: whether anything was missed.
    private mutating func keepMissed() -> Bool {
        let kept = nodes.indices.filter { isKept[$0] }
        guard let line = Centreline(stroke) else { return false }
        var missed = false
        for section in line.sections {
            let sampler = SectionSampler(section, width: original.width)
            for span in 0..<sampler.nodes.count - 1 {
                let start = kept[sampler.nodes[span].reading]
                let end = kept[sampler.nodes[span + 1].reading]
                let steps = min(2 * (end - start), Self.mostSteps)
                guard steps > 0 else { continue }
                let samples = sampler.samples(at: span, steps: steps)
                if let worst = worstMiss(of: samples, start, end) {
                    isKept[worst] = true
                    missed = true
                }
            }
        }
        return missed
    }

    /// The node between two kept ones that the samples miss most, by more than the tolerance.
    private func worstMiss(of samples: [CentrelineSample], _ start: Int, _ end: Int) -> Int? {
        var worst = (index: start, error: tolerance)
        var place = 0
        for index in start..<end where !isKept[index] {
            let node = nodes[index]
            var best = Double.infinity
            // Forwards only, so that a line that comes back is compared with its own part.
            var here = place
            while here < samples.count - 1 {
                let error = Self.error(node, samples[here], samples[here + 1])
                if error < best {
                    best = error
                    place = here
                } else if here > place + 8 {
                    break
                }
                here += 1
            }
            if best > worst.error { worst = (index, best) }
        }
        return worst.index > start ? worst.index : nil
    }

    private static func error(
        _ node: Centreline.Node,
        _ from: CentrelineSample,
        _ to: CentrelineSample
    ) -> Double {
        let way = to.point - from.point
        let square = way.dot(way)
        let off = node.point - from.point
        let t = square > 0 ? min(max(off.dot(way) / square, 0), 1) : 0
        let radius = from.radius + (to.radius - from.radius) * t
        return max(off.distance(to: way * t), abs(node.radius - radius))
    }
}
