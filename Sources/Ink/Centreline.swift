// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// The middle of a stroke: cleaned readings with the radius of the pen at each.
struct Centreline {
    /// A reading after cleaning.
    struct Node {
        var point: Point
        var radius: Double
        /// Which reading it comes from, where that is asked.
        var reading = 0
    }

    /// The readings; neighbours are apart by at least `OutlineStyle.smallestStep` widths.
    private(set) var nodes: [Node]
    let width: Double

    /// Cleans the readings of a stroke; nil when there is nothing to draw.
    init?(_ stroke: Stroke) {
        guard Self.canDraw(width: stroke.width) else { return nil }
        self.init(Self.distinctNodes(of: stroke), width: stroke.width)
    }

    /// Smooths nodes that `collect` gave; nil when there is none.
    init?(_ distinct: [Node], width: Double) {
        guard !distinct.isEmpty else { return nil }
        nodes = distinct
        self.width = width
        let isNear = nearness()
        smoothRadii(isNear)
        limitFlanks()
        takeOutJitter(isNear)
    }

    /// For each node, whether the one before it is so near that one can be the other's noise.
    private func nearness() -> [Bool] {
        let reach = OutlineStyle.noiseReach * width
        return nodes.indices.map { index in
            index > 0 && nodes[index - 1].point.distance(to: nodes[index].point) <= reach
        }
    }

    /// Whether a stroke of this width is handwriting.
    static func canDraw(width: Double) -> Bool {
        width >= OutlineStyle.smallestWidth && width <= OutlineStyle.largestWidth
    }

    private static func distinctNodes(of stroke: Stroke) -> [Node] {
        var nodes: [Node] = []
        for (index, reading) in stroke.points.enumerated() {
            collect(reading, index, into: &nodes, width: stroke.width)
        }
        return nodes
    }

    /// Adds a reading, unless it is unusable or a repetition; of repetitions the hardest press
    /// counts.
    static func collect(
        _ reading: StrokePoint,
        _ index: Int,
        into nodes: inout [Node],
        width: Double
    ) {
        let limit = OutlineStyle.largestCoordinate
        let allowed = Rect(x: -limit, y: -limit, width: limit + limit, height: limit + limit)
        guard allowed.contains(reading.position) else { return }
        let radius = radius(pressure: reading.pressure, width: width)
        if let last = nodes.last,
            last.point.distance(to: reading.position) < OutlineStyle.smallestStep * width
        {
            nodes[nodes.count - 1].radius = max(last.radius, radius)
        } else {
            nodes.append(Node(point: reading.position, radius: radius, reading: index))
        }
    }

    /// Half the width of the line at a pressure.
    static func radius(pressure: Double, width: Double) -> Double {
        let pressure = pressure.isFinite ? min(max(pressure, 0), 1) : 0.5
        return width / 2 * (OutlineStyle.thinnest + OutlineStyle.pressureGain * pressure)
    }

    /// The pressure that gives a radius.
    static func pressure(radius: Double, width: Double) -> Double {
        let factor = radius * 2 / width
        return min(max((factor - OutlineStyle.thinnest) / OutlineStyle.pressureGain, 0), 1)
    }

    /// Two passes of weights 1-2-1: sensors report pressure in coarse steps.
    private mutating func smoothRadii(_ isNear: [Bool]) {
        guard nodes.count > 2 else { return }
        for _ in 0..<2 {
            var before = nodes[0].radius
            for index in 1..<nodes.count - 1 {
                let here = nodes[index].radius
                defer { before = here }
                guard isNear[index], isNear[index + 1] else { continue }
                nodes[index].radius = (before + here + here + nodes[index + 1].radius) / 4
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
    private mutating func takeOutJitter(_ isNear: [Bool]) {
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
            where !isCorner[index - 1] && !isCorner[index] && !isCorner[index + 1]
                && isNear[index - 1] && isNear[index] && isNear[index + 1] && isNear[index + 2]
            {
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

    /// The outline of the line between two nodes.
    ///
    /// - Parameter part: the spans wanted, the first between the nodes 0 and 1; nil for all.
    /// - Returns: pieces to fill together.
    func outline(of part: Range<Int>? = nil) -> Path {
        var builder = RibbonBuilder(width: width, spans: part?.count ?? nodes.count)
        if nodes.count == 1 { builder.addDisc(center: nodes[0].point, radius: nodes[0].radius) }
        for section in sections {
            let spans = section.startIndex..<section.endIndex - 1
            let wanted = part.map { spans.clamped(to: $0) } ?? spans
            if wanted.isEmpty { continue }
            let first = section.startIndex
            let shifted = wanted.lowerBound - first..<wanted.upperBound - first
            builder.add(SectionSampler(section, width: width).samples(of: shifted))
        }
        return builder.path
    }
}
