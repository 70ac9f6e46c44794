// SPDX-License-Identifier: Apache-2.0

/// What a thing on a page covers: areas, and lines of some width.
///
/// It is what a selection is compared with, so that nothing is chosen by its bounding box: a ring
/// is missed in its hole, a diagonal line beside itself.
public struct Silhouette: Sendable {
    /// Closed lines whose inside counts, by the nonzero winding rule in each by itself.
    private(set) var areas: [EdgeIndex] = []
    /// Lines, each with half its width.
    private(set) var lines: [(index: EdgeIndex, radius: Double)] = []

    /// How far straight lines may be from the curves that they stand for, in points.
    static var flatness: Double { 0.02 }

    /// Nothing.
    public init() {}

    /// A filled shape (nonzero winding rule), such as the outline of ink.
    public init(filling path: Path) {
        areas = [
            EdgeIndex(
                path.flattened(tolerance: Self.flatness).map { line in
                    Path.Polyline(line.points, isClosed: true)
                }
            )
        ]
    }

    /// Filled quads, such as those of a highlight; each counts for itself, whichever way it goes
    /// round.
    public init(filling quads: [Quad]) {
        areas = quads.map { quad in
            EdgeIndex([Path.Polyline([quad.p0, quad.p1, quad.p2, quad.p3], isClosed: true)])
        }
    }

    /// A filled rectangle.
    public init(filling rect: Rect) { self.init(filling: [Quad(rect.normalised)]) }

    /// A line of a width along a path.
    public init(stroking path: Path, width: Double) {
        self.init()
        lines = [
            (EdgeIndex(path.flattened(tolerance: Self.flatness)), max(width, 0) / 2)
        ]
    }

    /// Everything that either covers.
    public func union(_ other: Silhouette) -> Silhouette {
        var result = self
        result.areas += other.areas
        result.lines += other.lines
        return result
    }

    /// The smallest rectangle that holds it; nil for nothing.
    public var bounds: Rect? {
        var all: Rect?
        for area in areas {
            guard let bounds = area.bounds else { continue }
            all = all?.union(bounds) ?? bounds
        }
        for line in lines {
            guard let bounds = line.index.bounds else { continue }
            let grown = bounds.insetBy(dx: -line.radius, dy: -line.radius)
            all = all?.union(grown) ?? grown
        }
        return all
    }

    /// Whether it covers a place, or comes as near as `reach` to it.
    public func covers(_ point: Point, reach: Double = 0) -> Bool {
        guard point.isFinite else { return false }
        let edge = Edge(a: point, b: point)
        if areas.contains(where: {
            $0.winding(around: point) != 0 || $0.comes(within: reach, of: edge)
        }) {
            return true
        }
        return lines.contains { $0.index.comes(within: $0.radius + reach, of: edge) }
    }
}
