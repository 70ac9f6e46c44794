// SPDX-License-Identifier: Apache-2.0

/// What a person selects with: a click, a rectangle or a lasso, in the space of what is selected.
public enum SelectionArea: Sendable, Hashable {
    /// A click or a touch, and how far it reaches (a fingertip is broader than a pointer).
    case point(Point, reach: Double)
    /// A rectangle that was drawn.
    case rect(Rect)
    /// A line drawn around things; its end is joined to its beginning.
    ///
    /// Whatever it goes round counts as inside, also where it crosses itself.
    case lasso([Point])

    /// The area in another space, such as the view space of a page of which it was drawn on a
    /// picture.
    public func applying(_ transform: AffineTransform) -> SelectionArea {
        switch self {
        case .point(let point, let reach):
            // Every transform of pages scales alike in both directions.
            let scale = (transform.a * transform.d - transform.b * transform.c).magnitude
            return .point(transform.apply(point), reach: reach * scale.squareRoot())
        case .rect(let rect):
            let quad = transform.apply(Quad(rect.normalised))
            return .lasso([quad.p0, quad.p1, quad.p2, quad.p3])
        case .lasso(let points): return .lasso(points.map { transform.apply($0) })
        }
    }
}

/// A selection area, ready to be compared with many things.
public struct Selector: Sendable {
    private let area: SelectionArea
    private let outline: EdgeIndex

    /// Prepares an area; places that are not finite are left out.
    public init(_ area: SelectionArea) {
        self.area = area
        let points: [Point] =
            switch area {
            case .point: []
            case .rect(let rect): Self.corners(of: rect)
            case .lasso(let points): points.filter { $0.isFinite }
            }
        outline = EdgeIndex(points.isEmpty ? [] : [Path.Polyline(points, isClosed: true)])
    }

    private static func corners(of rect: Rect) -> [Point] {
        guard rect.isFinite else { return [] }
        let quad = Quad(rect.normalised)
        return [quad.p0, quad.p1, quad.p2, quad.p3]
    }

    /// Whether the area and the thing share a place.
    public func touches(_ thing: Silhouette) -> Bool {
        if case .point(let point, let reach) = area { return thing.covers(point, reach: reach) }
        guard let own = outline.bounds, let bounds = thing.bounds, own.meets(bounds),
            let corner = outline.edges.first
        else { return false }
        // Either an edge meets an edge, or one is inside the other.
        if thing.areas.contains(where: { Self.meet(outline, $0, within: 0) }) { return true }
        if thing.lines.contains(where: { Self.meet(outline, $0.index, within: $0.radius) }) {
            return true
        }
        if thing.areas.contains(where: { $0.winding(around: corner.a) != 0 }) { return true }
        return thing.parts.contains { outline.winding(around: $0) != 0 }
    }

    /// Whether all of the thing is inside the area; never for a point.
    public func encloses(_ thing: Silhouette) -> Bool {
        guard let own = outline.bounds, let bounds = thing.bounds, own.contains(bounds) else {
            return false
        }
        if thing.areas.contains(where: { Self.meet(outline, $0, within: 0) }) { return false }
        if thing.lines.contains(where: { Self.meet(outline, $0.index, within: $0.radius) }) {
            return false
        }
        return thing.parts.allSatisfy { outline.winding(around: $0) != 0 }
    }

    private static func meet(_ first: EdgeIndex, _ second: EdgeIndex, within reach: Double) -> Bool
    {
        // The one with fewer edges asks; the other has more bands.
        let (asking, asked) =
            first.edges.count < second.edges.count ? (first, second) : (second, first)
        return asking.edges.contains { asked.comes(within: reach, of: $0) }
    }
}

extension Silhouette {
    /// A place of every edge: enough to tell inside from outside for things that no edge of the
    /// other crosses, since a part of them lies wholly on one side.
    fileprivate var parts: [Point] {
        areas.flatMap { area in area.edges.map(\.a) }
            + lines.flatMap { line in line.index.edges.map(\.a) }
    }
}

extension Rect {
    /// Whether both have a place in common, edges included.
    fileprivate func meets(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}
