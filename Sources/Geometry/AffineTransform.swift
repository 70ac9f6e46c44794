// SPDX-License-Identifier: Apache-2.0

/// A transformation matrix in the convention of ISO 32000-2, 8.3.3:
/// x′ = a·x + c·y + tx and y′ = b·x + d·y + ty, written `[a b c d tx ty]` in a file.
@frozen
public struct AffineTransform: Sendable, Hashable {
    /// How much x′ grows with x.
    public var a: Double
    /// How much y′ grows with x.
    public var b: Double
    /// How much x′ grows with y.
    public var c: Double
    /// How much y′ grows with y.
    public var d: Double
    /// Where the origin's x goes.
    public var tx: Double
    /// Where the origin's y goes.
    public var ty: Double

    /// Makes a transform from the six numbers in the order of the file.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Leaves every point where it is.
    @inlinable public static var identity: AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    }

    /// Moves by (x, y).
    @inlinable
    public static func translation(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Scales about the origin.
    @inlinable
    public static func scale(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Whether all six numbers are ordinary numbers.
    @inlinable public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The transform that does this one first and `next` after it (in a file: this × next).
    public func concatenating(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty
        )
    }

    /// The transform that takes everything back, or nil when there is none: the matrix is
    /// singular, or a number is or would be infinite or not a number.
    public func inverted() -> AffineTransform? {
        let determinant = a * d - b * c
        guard determinant.isFinite, determinant != 0 else { return nil }
        let inverse = AffineTransform(
            a: d / determinant,
            b: -b / determinant,
            c: -c / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant
        )
        return inverse.isFinite ? inverse : nil
    }
}

extension AffineTransform {
    /// Where a point goes.
    @inlinable
    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The bounds of where a rectangle goes.
    public func apply(_ rect: Rect) -> Rect { apply(Quad(rect)).bounds }

    /// Where four points go, each.
    public func apply(_ quad: Quad) -> Quad {
        Quad(apply(quad.p0), apply(quad.p1), apply(quad.p2), apply(quad.p3))
    }
}
