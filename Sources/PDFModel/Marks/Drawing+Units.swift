// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Ink

extension Drawing {
    /// Sides of a drawing that need no other unit: smoothing and outlines are made for about a
    /// screen pixel, and coordinates are written with three decimals.
    private static let ordinarySides = 100.0...10_000
    /// Smaller ones could not be enlarged by any finite number.
    private static let smallestSide = 1e-300

    /// The same drawing, from the origin on, with ink in small units (0 to 1, say) enlarged and
    /// ink in huge ones made small.
    ///
    /// - Throws: `usage` when its coordinates are beyond arithmetic.
    func inOrdinaryUnits() throws(Fault) -> Drawing {
        var (left, right) = (Double.infinity, -Double.infinity)
        var (top, bottom) = (left, right)
        var width = 0.0
        for stroke in strokes {
            for point in stroke.points where point.position.isFinite {
                (left, right) = (min(left, point.x), max(right, point.x))
                (top, bottom) = (min(top, point.y), max(bottom, point.y))
                width = max(width, stroke.width)
            }
        }
        guard left <= right else { return self }
        let side = max(right - left, bottom - top, width)
        guard side.isFinite, side == 0 || side >= Self.smallestSide else {
            throw Fault(.usage, "The coordinates of the ink are out of all bounds.")
        }
        var scale = 1.0
        while side > 0, side * scale < Self.ordinarySides.lowerBound { scale *= 10 }
        while side * scale > Self.ordinarySides.upperBound { scale /= 10 }
        var drawing = self
        for index in drawing.strokes.indices {
            drawing.strokes[index].width *= scale
            for point in drawing.strokes[index].points.indices {
                drawing.strokes[index].points[point].x -= left
                drawing.strokes[index].points[point].x *= scale
                drawing.strokes[index].points[point].y -= top
                drawing.strokes[index].points[point].y *= scale
            }
        }
        return drawing
    }
}
