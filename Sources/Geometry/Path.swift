// SPDX-License-Identifier: Apache-2.0

/// Lines and cubic Bézier curves (ISO 32000-2, 8.5.2): the operators m, l, c and h.
public struct Path: Sendable, Hashable {
    /// One step of a path.
    @frozen
    public enum Element: Sendable, Hashable {
        /// Begins a subpath.
        case move(Point)
        /// A straight line from the current point.
        case line(Point)
        /// A cubic curve from the current point: first control, second control, end.
        case cubic(Point, Point, Point)
        /// A straight line back to the beginning of the subpath.
        case close
    }

    /// The steps in order.
    ///
    /// A line or curve without a `move` before it has no beginning and is skipped by whoever reads
    /// the path.
    public var elements: [Element]

    /// Makes a path from steps.
    public init(_ elements: [Element] = []) { self.elements = elements }

    /// Whether there is no step in it.
    public var isEmpty: Bool { elements.isEmpty }

    /// Begins a subpath.
    public mutating func move(to point: Point) { elements.append(.move(point)) }

    /// Adds a straight line.
    public mutating func line(to point: Point) { elements.append(.line(point)) }

    /// Adds a cubic curve.
    public mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
        elements.append(.cubic(control1, control2, end))
    }

    /// Closes the subpath.
    public mutating func close() { elements.append(.close) }

    /// Adds all steps of another path.
    public mutating func append(_ other: Path) { elements.append(contentsOf: other.elements) }

    /// The path with every point transformed.
    public func applying(_ transform: AffineTransform) -> Path {
        var result = Path()
        result.elements.reserveCapacity(elements.count)
        for element in elements {
            switch element {
            case .move(let point): result.move(to: transform.apply(point))
            case .line(let point): result.line(to: transform.apply(point))
            case .cubic(let control1, let control2, let end):
                result.cubic(
                    transform.apply(control1),
                    transform.apply(control2),
                    to: transform.apply(end)
                )
            case .close: result.close()
            }
        }
        return result
    }
}
