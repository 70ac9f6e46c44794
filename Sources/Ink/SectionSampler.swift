// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// A place on the centreline: where the pen was, where it went and how wide it was.
struct CentrelineSample {
    var point: Point
    /// Of length 1.
    var tangent: Point
    var radius: Double

    /// The tangent turned by a quarter: towards the left side, were y to go up.
    var normal: Point { Point(x: -tangent.y, y: tangent.x) }
    var left: Point { point + normal * radius }
    var right: Point { point - normal * radius }
}

/// Follows a section of the centreline with a centripetal Catmull-Rom spline, which passes through
/// every reading and makes neither loops nor cusps between them (Yuksel, Schaefer and Keyser,
/// "Parameterization and applications of Catmull-Rom curves", 2011).
struct SectionSampler {
    typealias Node = Centreline.Node
    let nodes: [Node]
    let width: Double

    init(_ section: ArraySlice<Node>, width: Double) {
        nodes = Array(section)
        self.width = width
    }

    /// The section as samples, near enough to each other that straight steps stay within
    /// `OutlineStyle.flatness`.
    ///
    /// - Parameter part: the spans wanted, the first between the nodes 0 and 1; nil for all.
    /// - Returns: their samples, from end to end.
    func samples(of part: Range<Int>? = nil) -> [CentrelineSample] {
        var samples: [CentrelineSample] = []
        let spans = part ?? 0..<nodes.count - 1
        for index in spans {
            let span = span(at: index)
            let steps = span.steps(width: width)
            for step in 0..<steps {
                samples.append(span.sample(at: Double(step) / Double(steps)))
            }
            if index == spans.upperBound - 1 { samples.append(span.sample(at: 1)) }
        }
        return samples
    }

    /// One span between two nodes as so many straight steps.
    func samples(at index: Int, steps: Int) -> [CentrelineSample] {
        let span = span(at: index)
        return (0...steps).map { span.sample(at: Double($0) / Double(steps)) }
    }

    private func span(at index: Int) -> Span {
        let from = nodes[index]
        let end = nodes[index + 1]
        let second = index + 2 < nodes.count ? control(end, nodes[index + 2], from) : nil
        let first = index > 0 ? control(from, nodes[index - 1], end) : nil
        // An end without a neighbour bends like a parabola.
        return Span(
            from: from,
            first: first ?? mix(from, second ?? end, second == nil ? 1.0 / 3 : 0.5),
            second: second ?? mix(end, first ?? from, first == nil ? 1.0 / 3 : 0.5),
            end: end
        )
    }

    /// The Bézier control point beside `node` on the way to `next`, coming from `previous`.
    private func control(_ node: Node, _ previous: Node, _ next: Node) -> Node {
        let before = previous.point.distance(to: node.point)
        let after = node.point.distance(to: next.point)
        guard before > 0, after > 0 else { return node }
        let rootBefore = before.squareRoot()
        let rootAfter = after.squareRoot()
        let whole = 3 * rootBefore * (rootBefore + rootAfter)
        let weightNext = before / whole
        let weightPrevious = -after / whole
        let weightNode = 1 - weightNext - weightPrevious
        return Node(
            point: previous.point * weightPrevious + node.point * weightNode
                + next.point * weightNext,
            radius: previous.radius * weightPrevious + node.radius * weightNode
                + next.radius * weightNext
        )
    }

    private func mix(_ from: Node, _ to: Node, _ part: Double) -> Node {
        Node(
            point: from.point + (to.point - from.point) * part,
            radius: from.radius + (to.radius - from.radius) * part
        )
    }
}

/// A cubic Bézier curve between two nodes; the radius is its third coordinate.
private struct Span {
    var from: Centreline.Node
    var first: Centreline.Node
    var second: Centreline.Node
    var end: Centreline.Node

    /// How many straight steps are enough (Wang's formula for cubic curves).
    func steps(width: Double) -> Int {
        let bendA = (from.point - first.point * 2 + second.point).distance(to: .zero)
        let bendB = (first.point - second.point * 2 + end.point).distance(to: .zero)
        let bends = (0.75 * max(bendA, bendB) / (OutlineStyle.flatness * width)).squareRoot()
        let length = from.point.distance(to: end.point) / (OutlineStyle.longestStep * width)
        // Clamped before it becomes an integer, which could not hold it.
        return 1 + Int(min(max(bends, length), Double(OutlineStyle.mostSamples - 1)))
    }

    func sample(at t: Double) -> CentrelineSample {
        let s = 1 - t
        let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        let point = from.point * w0 + first.point * w1 + second.point * w2 + end.point * w3
        let radius = from.radius * w0 + first.radius * w1 + second.radius * w2 + end.radius * w3
        let speed =
            (first.point - from.point) * (s * s) + (second.point - first.point) * (2 * s * t)
            + (end.point - second.point) * (t * t)
        return CentrelineSample(
            point: point,
            tangent: speed.unit ?? (end.point - from.point).unit ?? Point(x: 1, y: 0),
            // The spline may swing beyond the readings.
            radius: min(
                max(radius, min(from.radius, end.radius)),
                max(from.radius, end.radius)
            )
        )
    }
}
