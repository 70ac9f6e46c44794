// SPDX-License-Identifier: Apache-2.0

/// A place in the plane.
///
/// Units and the direction of y belong to the space it is used in.
@frozen
public struct Point: Sendable, Hashable {
    /// The horizontal coordinate.
    public var x: Double
    /// The vertical coordinate.
    public var y: Double

    /// Makes a point.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    @inlinable public static var zero: Point { Point(x: 0, y: 0) }

    /// Whether both coordinates are ordinary numbers.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The straight distance to another point.
    @inlinable
    public func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The sum, coordinate by coordinate.
    @inlinable
    public static func + (left: Point, right: Point) -> Point {
        Point(x: left.x + right.x, y: left.y + right.y)
    }

    /// The difference, coordinate by coordinate.
    @inlinable
    public static func - (left: Point, right: Point) -> Point {
        Point(x: left.x - right.x, y: left.y - right.y)
    }

    /// The point scaled about the origin.
    @inlinable
    public static func * (left: Point, factor: Double) -> Point {
        Point(x: left.x * factor, y: left.y * factor)
    }

    /// The scalar product.
    @inlinable
    public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The third coordinate of the vector product: positive when `other` turns from x to y.
    @inlinable
    public func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// The direction, of length 1; nil for no direction.
    @inlinable public var unit: Point? {
        let length = distance(to: .zero)
        return length > 0 ? self * (1 / length) : nil
    }
}
