// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// The middle of a stroke: cleaned readings with the radius of the pen at each.
struct Centreline {
    /// A reading after cleaning.
    struct Node {
        var point: Point
        var radius: Double
    }

    /// The readings; neighbours are apart by at least `OutlineStyle.smallestStep` widths.
    private(set) var nodes: [Node]
    let width: Double

    /// Cleans the readings of a stroke; nil when there is nothing to draw.
    init?(_ stroke: Stroke) {
        width = stroke.width
        guard width >= OutlineStyle.smallestWidth, width <= OutlineStyle.largestWidth else {
            return nil
        }
        nodes = Self.distinctNodes(of: stroke)
        guard !nodes.isEmpty else { return nil }
        smoothRadii()
        limitFlanks()
        takeOutJitter()
    }

    /// Unusable readings and repetitions left out; of repetitions the hardest press counts.
    private static func distinctNodes(of stroke: Stroke) -> [Node] {
        let limit = OutlineStyle.largestCoordinate
        let allowed = Rect(x: -limit, y: -limit, width: limit + limit, height: limit + limit)
        let step = OutlineStyle.smallestStep * stroke.width
        var nodes: [Node] = []
        for reading in stroke.points where allowed.contains(reading.position) {
            let pressure = reading.pressure.isFinite ? min(max(reading.pressure, 0), 1) : 0.5
            let factor = OutlineStyle.thinnest + OutlineStyle.pressureGain * pressure
            let radius = stroke.width / 2 * factor
            if let last = nodes.last, last.point.distance(to: reading.position) < step {
                nodes[nodes.count - 1].radius = max(last.radius, radius)
            } else {
                nodes.append(Node(point: reading.position, radius: radius))
            }
        }
        return nodes
    }

    /// Two passes of weights 1-2-1: sensors report pressure in coarse steps.
    private mutating func smoothRadii() {
        guard nodes.count > 2 else { return }
        for _ in 0..<2 {
            var before = nodes[0].radius
            for index in 1..<nodes.count - 1 {
                let here = nodes[index].radius
                nodes[index].radius = (before + here + here + nodes[index + 1].radius) / 4
                before = here
            }
        }
    }

    private mutating func limitFlanks() {
        func limit(_ index: Int, by neighbour: Int) {
            let reach = nodes[index].point.distance(to: nodes[neighbour].point)
            let most = nodes[neighbour].radius + OutlineStyle.steepestFlank * reach
            nodes[index].radius = min(nodes[index].radius, most)
        }
        for index in nodes.indices.dropFirst() { limit(index, by: index - 1) }
        for index in nodes.indices.dropLast().reversed() { limit(index, by: index + 1) }
    }

    /// Two passes of the filter of Savitzky and Golay over five readings, which leaves parabolas
    /// and cubics, and so every gentle bend, where they were drawn.
    ///
    /// No reading moves further than `OutlineStyle.largestCorrection`; ends and corners, and their
    /// neighbours, stay.
    private mutating func takeOutJitter() {
        guard nodes.count > 4 else { return }
        let most = OutlineStyle.largestCorrection * width
        let drawn = nodes.map { $0.point }
        let isCorner = drawn.indices.map { index in
            index == 0 || index == drawn.count - 1
                || Self.turnsSharply(drawn[index - 1], drawn[index], drawn[index + 1])
        }
        for _ in 0..<2 {
            let before = nodes.map { $0.point }
            for index in 2..<nodes.count - 2
            where !isCorner[index - 1] && !isCorner[index] && !isCorner[index + 1] {
                let near = before[index - 1] + before[index + 1]
                let far = before[index - 2] + before[index + 2]
                let fourthDifference = far - near * 4 + before[index] * 6
                let move = before[index] - fourthDifference * (3.0 / 35) - drawn[index]
                let length = move.distance(to: .zero)
                nodes[index].point =
                    drawn[index] + (length > most ? move * (most / length) : move)
            }
        }
    }

    private static func turnsSharply(_ before: Point, _ here: Point, _ after: Point) -> Bool {
        let into = here - before
        let out = after - here
        let lengths = before.distance(to: here) * here.distance(to: after)
        return into.x * out.x + into.y * out.y < OutlineStyle.cornerCosine * lengths
    }

    /// The nodes cut into sections that a smooth curve can follow; neighbours share the corner.
    var sections: [ArraySlice<Node>] {
        var sections: [ArraySlice<Node>] = []
        var start = 0
        for index in nodes.indices.dropFirst() {
            let isLast = index == nodes.count - 1
            if isLast
                || Self.turnsSharply(
                    nodes[index - 1].point,
                    nodes[index].point,
                    nodes[index + 1].point
                )
            {
                sections.append(nodes[start...index])
                start = index
            }
        }
        return sections
    }
}
