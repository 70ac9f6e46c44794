// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// Which edges of the picture the first row and the first column are (TIFF 6.0 and Exif 2.32, tag
/// 274); the names say how the stored rows are turned to be upright.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case mirrored = 2
    /// Turned by half.
    case upsideDown = 3
    /// Mirrored top to bottom.
    case flipped = 4
    /// Mirrored at the diagonal from the top left.
    case transposed = 5
    /// Turned a quarter clockwise.
    case quarterClockwise = 6
    /// Mirrored at the diagonal from the top right.
    case transversed = 7
    /// Turned a quarter counter-clockwise.
    case quarterCounterclockwise = 8

    /// Whether the upright picture is as wide as the stored one is high.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// Carries the unit square of the stored picture onto that of the upright one (origin at the
    /// lower left, y up).
    public var uprighting: AffineTransform {
        switch self {
        case .up: AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        case .mirrored: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        case .upsideDown: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .flipped: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        case .transposed: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
        case .quarterClockwise: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        case .transversed: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .quarterCounterclockwise: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        }
    }
}
