// SPDX-License-Identifier: Apache-2.0

/// A straight line from one place to another.
struct Edge {
    var a: Point
    var b: Point

    /// The shortest distance to a place.
    func distance(to point: Point) -> Double {
        let way = b - a
        let square = way.dot(way)
        let off = point - a
        let t = square > 0 ? min(max(off.dot(way) / square, 0), 1) : 0
        return off.distance(to: way * t)
    }

    /// The shortest distance to another edge; 0 where they meet.
    func distance(to other: Edge) -> Double {
        if meets(other) { return 0 }
        return min(
            min(distance(to: other.a), distance(to: other.b)),
            min(other.distance(to: a), other.distance(to: b))
        )
    }

    /// Whether both have a place in common; edges that only touch may be told apart by rounding.
    func meets(_ other: Edge) -> Bool {
        let (way, otherWay) = (b - a, other.b - other.a)
        let (c, d) = (way.cross(other.a - a), way.cross(other.b - a))
        let (e, f) = (otherWay.cross(a - other.a), otherWay.cross(b - other.a))
        // On one line, the nearest ends tell (`distance`).
        if c == 0, d == 0 { return false }
        return (c <= 0 && d >= 0 || c >= 0 && d <= 0) && (e <= 0 && f >= 0 || e >= 0 && f <= 0)
    }
}

/// Edges sorted into horizontal bands, so that only those near a place are looked at.
struct EdgeIndex {
    private(set) var edges: [Edge] = []
    private(set) var bounds: Rect?
    private var bands: [[Int32]] = []
    private var low = 0.0
    private var height = 1.0

    /// More bands take longer to fill than they save.
    private static var mostBands: Int { 512 }

    init(_ lines: [Path.Polyline]) {
        for line in lines {
            for (a, b) in zip(line.points, line.points.dropFirst()) {
                edges.append(Edge(a: a, b: b))
            }
            guard let first = line.points.first, let last = line.points.last else { continue }
            // A lone place is an edge without length.
            if line.isClosed || line.points.count == 1 { edges.append(Edge(a: last, b: first)) }
        }
        for edge in edges {
            let box = Rect(corners: edge.a, edge.b)
            bounds = bounds?.union(box) ?? box
        }
        fillBands()
    }

    private mutating func fillBands() {
        guard let bounds else { return }
        let count = min(max(edges.count / 2, 1), Self.mostBands)
        low = bounds.minY
        height = bounds.height > 0 ? bounds.height / Double(count) : 1
        bands = [[Int32]](repeating: [], count: count)
        for (index, edge) in edges.enumerated() {
            let (first, last) = (min(edge.a.y, edge.b.y), max(edge.a.y, edge.b.y))
            for band in band(first)...band(last) { bands[band].append(Int32(index)) }
        }
    }

    private func band(_ y: Double) -> Int {
        let place = (y - low) / height
        // Clamped before it becomes an integer, which could not hold it.
        return Int(min(max(place, 0), Double(bands.count - 1)))
    }

    /// How often closed lines go round a place (ISO 32000-2, 8.5.3.3.2).
    func winding(around point: Point) -> Int {
        guard let bounds, bounds.contains(point) else { return 0 }
        var winding = 0
        for index in bands[band(point.y)] {
            let edge = edges[Int(index)]
            let side = (edge.b - edge.a).cross(point - edge.a)
            if edge.a.y <= point.y, edge.b.y > point.y, side > 0 { winding += 1 }
            if edge.a.y > point.y, edge.b.y <= point.y, side < 0 { winding -= 1 }
        }
        return winding
    }

    /// Whether an edge of this index comes as near as `reach` to the given one.
    func comes(within reach: Double, of edge: Edge) -> Bool {
        guard let bounds else { return false }
        let box = Rect(corners: edge.a, edge.b).insetBy(dx: -reach, dy: -reach)
        guard box.maxX >= bounds.minX, box.minX <= bounds.maxX, box.maxY >= bounds.minY,
            box.minY <= bounds.maxY
        else { return false }
        for band in band(box.minY)...band(box.maxY) {
            for index in bands[band] {
                let own = edges[Int(index)]
                guard max(own.a.x, own.b.x) >= box.minX, min(own.a.x, own.b.x) <= box.maxX
                else { continue }
                if own.distance(to: edge) <= reach { return true }
            }
        }
        return false
    }
}
