// SPDX-License-Identifier: Apache-2.0

extension Path {
    /// One subpath as straight lines.
    public struct Polyline: Sendable, Hashable {
        /// The places in order.
        public var points: [Point]
        /// Whether the last place leads back to the first.
        public var isClosed: Bool

        /// Makes a polyline.
        public init(_ points: [Point], isClosed: Bool) {
            self.points = points
            self.isClosed = isClosed
        }
    }

    /// The most straight steps that one curve becomes.
    private static var mostSteps: Double { 256 }

    /// The subpaths as straight lines.
    ///
    /// Steps with a number that is not finite are left out.
    ///
    /// - Parameter tolerance: how far the lines may be from the curves.
    /// - Returns: one for each subpath that has a beginning.
    public func flattened(tolerance: Double) -> [Polyline] {
        var lines: [Polyline] = []
        var current = Polyline([], isClosed: false)
        func finish(_ lines: inout [Polyline], closing: Bool) {
            if current.points.isEmpty { return }
            lines.append(Polyline(current.points, isClosed: closing))
        }
        for element in elements {
            switch element {
            case .move(let point):
                finish(&lines, closing: false)
                current.points = point.isFinite ? [point] : []
            case .line(let point):
                if !current.points.isEmpty, point.isFinite { current.points.append(point) }
            case .cubic(let control1, let control2, let end):
                guard let start = current.points.last, control1.isFinite, control2.isFinite,
                    end.isFinite
                else { continue }
                Self.append(start, control1, control2, end, tolerance, to: &current.points)
            case .close:
                finish(&lines, closing: true)
                // 8.5.2.1: what follows begins where the closed subpath did.
                current.points = current.points.first.map { [$0] } ?? []
            }
        }
        // A lone beginning after a close draws nothing.
        if current.points.count > 1 || elements.last != .close { finish(&lines, closing: false) }
        return lines
    }

    private static func append(
        _ p0: Point,
        _ p1: Point,
        _ p2: Point,
        _ p3: Point,
        _ tolerance: Double,
        to points: inout [Point]
    ) {
        // Wang's formula for cubic curves.
        let bendA = (p0 - p1 * 2 + p2).distance(to: .zero)
        let bendB = (p1 - p2 * 2 + p3).distance(to: .zero)
        let wanted = (0.75 * max(bendA, bendB) / tolerance).squareRoot()
        // Clamped before it becomes an integer, which could not hold it.
        let steps = 1 + Int(min(max(wanted, 0), mostSteps - 1))
        for step in 1..<steps {
            let t = Double(step) / Double(steps)
            let s = 1 - t
            let near = p0 * (s * s * s) + p1 * (3 * s * s * t)
            points.append(near + p2 * (3 * s * t * t) + p3 * (t * t * t))
        }
        points.append(p3)
    }

    /// An ellipse that touches the sides of a rectangle.
    public static func ellipse(in rect: Rect) -> Path {
        // Four such curves are right to 0.03 per cent.
        let kappa = 0.5522847498307936
        let (center, rx, ry) = (rect.center, rect.width / 2, rect.height / 2)
        func at(_ x: Double, _ y: Double) -> Point {
            Point(x: center.x + x * rx, y: center.y + y * ry)
        }
        var path = Path()
        path.move(to: at(1, 0))
        path.cubic(at(1, kappa), at(kappa, 1), to: at(0, 1))
        path.cubic(at(-kappa, 1), at(-1, kappa), to: at(-1, 0))
        path.cubic(at(-1, -kappa), at(-kappa, -1), to: at(0, -1))
        path.cubic(at(kappa, -1), at(1, -kappa), to: at(1, 0))
        path.close()
        return path
    }
}
