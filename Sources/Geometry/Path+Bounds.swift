// SPDX-License-Identifier: Apache-2.0

extension Path {
    /// The smallest rectangle that holds everything the path draws, or nil when it draws nothing.
    ///
    /// Curves count with where they go, not with their control points; steps with a number that is
    /// not finite are left out.
    public var bounds: Rect? {
        var box = Extent()
        var current: Point?
        var start: Point?
        for element in elements {
            switch element {
            case .move(let point):
                current = point
                start = point
            case .line(let end):
                if let from = current { box.add(line: from, end) }
                current = current == nil ? nil : end
            case .cubic(let control1, let control2, let end):
                if let from = current { box.add(cubic: from, control1, control2, end) }
                current = current == nil ? nil : end
            case .close:
                current = start
            }
        }
        return box.rect
    }
}

/// The lowest and highest coordinates met so far.
private struct Extent {
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)

    var rect: Rect? {
        low.x <= high.x && low.y <= high.y ? Rect(corners: low, high) : nil
    }

    mutating func add(_ point: Point) {
        low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
        high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }

    mutating func add(line from: Point, _ end: Point) {
        guard from.isFinite, end.isFinite else { return }
        add(from)
        add(end)
    }

    mutating func add(cubic p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        guard p0.isFinite, p1.isFinite, p2.isFinite, p3.isFinite else { return }
        add(p0)
        add(p3)
        // A curve lies within its control points: when those are inside, so is the curve.
        let known = Rect(corners: low, high)
        if known.contains(p1), known.contains(p2) { return }
        extrema(p0.x, p1.x, p2.x, p3.x) { value in
            low.x = min(low.x, value)
            high.x = max(high.x, value)
        }
        extrema(p0.y, p1.y, p2.y, p3.y) { value in
            low.y = min(low.y, value)
            high.y = max(high.y, value)
        }
    }
}

/// Calls `found` with the value of one coordinate wherever its derivative is zero inside the curve.
private func extrema(
    _ p0: Double,
    _ p1: Double,
    _ p2: Double,
    _ p3: Double,
    _ found: (Double) -> Void
) {
    // The derivative is 3·(a·t² + 2·b·t + c).
    let a = p3 - p0 + 3 * (p1 - p2)
    let b = p2 - p1 - (p1 - p0)
    let c = p1 - p0
    func visit(_ t: Double) {
        guard t > 0, t < 1 else { return }
        let s = 1 - t
        let value =
            s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
        if value.isFinite { found(value) }
    }
    let discriminant = b * b - a * c
    guard discriminant >= 0 else { return }
    // The sum of two numbers of one sign loses no digits; the other root follows from the product.
    let root = discriminant.squareRoot()
    let q = b < 0 ? root - b : -(b + root)
    if a != 0 { visit(q / a) }
    if q != 0 { visit(c / q) }
}
