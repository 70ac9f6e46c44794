// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// A turn about a place, as a hand makes it: what was at one place goes in the direction of
/// another.
public struct Rotation: Sendable, Hashable {
    /// What stays where it is.
    public var center: Point
    /// The cosine of the angle.
    public private(set) var cosine: Double
    /// The sine of the angle; positive turns clockwise, as y goes down.
    public private(set) var sine: Double

    /// A turn that takes the direction of one place to that of another.
    ///
    /// Nothing turns when one of them is the centre.
    public init(about center: Point, from: Point, to: Point) {
        self.center = center
        let (start, end) = ((from - center).unit, (to - center).unit)
        cosine = 1
        sine = 0
        guard let start, let end else { return }
        cosine = start.dot(end)
        sine = start.cross(end)
    }

    /// A turn by quarters, clockwise.
    public init(about center: Point, quarters: Int) {
        self.center = center
        (cosine, sine) = [(1, 0), (0, 1), (-1, 0), (0, -1)][((quarters % 4) + 4) % 4]
    }

    /// The turn as a transform.
    public var transform: AffineTransform {
        AffineTransform(
            a: cosine,
            b: sine,
            c: -sine,
            d: cosine,
            tx: center.x - cosine * center.x + sine * center.y,
            ty: center.y - sine * center.x - cosine * center.y
        )
    }

    /// Whether it is a multiple of a quarter.
    var isByQuarters: Bool { cosine == 0 || sine == 0 }
}
