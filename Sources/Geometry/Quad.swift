// SPDX-License-Identifier: Apache-2.0

/// Four points that need not be a rectangle: what a rectangle becomes under a transform, or the
/// quad points of an annotation (ISO 32000-2, 12.5.6.10).
@frozen
public struct Quad: Sendable, Hashable {
    /// The image of the lowest x and lowest y, when made from a rectangle.
    public var p0: Point
    /// The image of the highest x and lowest y.
    public var p1: Point
    /// The image of the highest x and highest y.
    public var p2: Point
    /// The image of the lowest x and highest y.
    public var p3: Point

    /// Makes a quad from points that go round it.
    @inlinable
    public init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
        self.p3 = p3
    }

    /// The corners of a rectangle, going round from the lowest x and y.
    @inlinable
    public init(_ rect: Rect) {
        self.init(
            Point(x: rect.minX, y: rect.minY),
            Point(x: rect.maxX, y: rect.minY),
            Point(x: rect.maxX, y: rect.maxY),
            Point(x: rect.minX, y: rect.maxY)
        )
    }

    /// The smallest rectangle that holds all four points.
    public var bounds: Rect {
        Rect(
            corners: Point(
                x: min(min(p0.x, p1.x), min(p2.x, p3.x)),
                y: min(min(p0.y, p1.y), min(p2.y, p3.y))
            ),
            Point(
                x: max(max(p0.x, p1.x), max(p2.x, p3.x)),
                y: max(max(p0.y, p1.y), max(p2.y, p3.y))
            )
        )
    }
}
