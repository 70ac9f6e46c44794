// SPDX-License-Identifier: Apache-2.0

extension Rect {
    /// The part both share, or nil when they share no area.
    public func intersection(_ other: Rect) -> Rect? {
        if contains(other) && !other.isEmpty { return other }
        if other.contains(self) && !isEmpty { return self }
        let left = max(minX, other.minX)
        let right = min(maxX, other.maxX)
        let low = max(minY, other.minY)
        let high = min(maxY, other.maxY)
        guard right > left, high > low else { return nil }
        return Rect(x: left, y: low, width: right - left, height: high - low)
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: Rect) -> Rect {
        if contains(other) { return self }
        if other.contains(self) { return other }
        return Rect(
            corners: Point(x: min(minX, other.minX), y: min(minY, other.minY)),
            Point(x: max(maxX, other.maxX), y: max(maxY, other.maxY))
        )
    }

    /// The rectangle with each side moved inwards; negative amounts grow it.
    ///
    /// The result may be empty, with a negative extent, when the amounts are larger than half the
    /// extents.
    @inlinable
    public func insetBy(dx: Double, dy: Double) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width - dx - dx, height: height - dy - dy)
    }

    /// The rectangle moved.
    @inlinable
    public func offsetBy(dx: Double, dy: Double) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// Whether the point is inside or on the edge.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }

    /// Whether no side of `other` lies further outside than `tolerance`.
    @inlinable
    public func contains(_ other: Rect, tolerance: Double = 0) -> Bool {
        other.minX >= minX - tolerance && other.maxX <= maxX + tolerance
            && other.minY >= minY - tolerance && other.maxY <= maxY + tolerance
    }
}
