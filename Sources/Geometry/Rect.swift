// SPDX-License-Identifier: Apache-2.0

/// A rectangle with sides along the axes, given by its lowest corner and its extents.
///
/// It serves y-up page space and y-down view space alike; "min" and "max" speak of numbers, not of
/// up and down.
@frozen
public struct Rect: Sendable, Hashable {
    /// The lowest x.
    public var x: Double
    /// The lowest y.
    public var y: Double
    /// The horizontal extent; negative only until `normalised`.
    public var width: Double
    /// The vertical extent; negative only until `normalised`.
    public var height: Double

    /// Makes a rectangle from its lowest corner and its extents, taken as they are.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes a rectangle from any two opposite corners, in any order (ISO 32000-2, 7.9.5).
    @inlinable
    public init(corners first: Point, _ second: Point) {
        let left = first.x < second.x ? first.x : second.x
        let right = first.x < second.x ? second.x : first.x
        let low = first.y < second.y ? first.y : second.y
        let high = first.y < second.y ? second.y : first.y
        self.init(x: left, y: low, width: right - left, height: high - low)
    }

    /// Makes a rectangle of `size` whose lowest corner is the origin.
    @inlinable
    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The lowest x.
    @inlinable public var minX: Double { x }
    /// The highest x.
    @inlinable public var maxX: Double { x + width }
    /// The lowest y.
    @inlinable public var minY: Double { y }
    /// The highest y.
    @inlinable public var maxY: Double { y + height }

    /// The middle.
    @inlinable public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    /// The extents.
    @inlinable public var size: Size { Size(width: width, height: height) }

    /// Whether nothing fits in it.
    ///
    /// Also true when an extent is negative or not a number.
    @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Whether all four edges are ordinary numbers.
    @inlinable public var isFinite: Bool {
        x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite
    }

    /// The same rectangle with extents that are not negative.
    @inlinable public var normalised: Rect {
        Rect(corners: Point(x: minX, y: minY), Point(x: maxX, y: maxY))
    }
}
