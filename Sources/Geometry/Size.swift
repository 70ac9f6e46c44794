// SPDX-License-Identifier: Apache-2.0

/// A width and a height.
@frozen
public struct Size: Sendable, Hashable {
    /// The horizontal extent.
    public var width: Double
    /// The vertical extent.
    public var height: Double

    /// Makes a size.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether both extents are ordinary numbers.
    @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }

    /// Whether nothing fits in it.
    ///
    /// Also true when an extent is not a number.
    @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }
}
