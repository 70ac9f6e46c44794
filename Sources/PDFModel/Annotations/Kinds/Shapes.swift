// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// Rectangles and ellipses (ISO 32000-2, 12.5.6.8).
extension Annotation {
    /// The middle of the shape's line.
    private var shapeBox: Rect {
        let most = min(rect.width, rect.height) / 2
        let half = min(max(color == nil ? 0 : width, 0) / 2, most)
        return rect.insetBy(dx: half, dy: half)
    }

    /// Draws a rectangle within `rect`.
    func drawRectangle(on canvas: inout AppearanceCanvas) {
        let corners = Quad(shapeBox).corners
        let path =
            cloudiness > 0 ? CloudOutline.path(about: corners, cloudiness) : Path(polygon: corners)
        canvas.draw(path, fill: interiorColor, pen: pen)
    }

    /// Corners of the row of lines that stands for an ellipse below a cloud.
    private static let ellipseCorners = 64

    /// Draws an ellipse within `rect`.
    func drawEllipse(on canvas: inout AppearanceCanvas) {
        let path = Path(ellipseIn: shapeBox)
        canvas.draw(
            cloudiness > 0
                ? CloudOutline.path(about: path.corners(Self.ellipseCorners), cloudiness) : path,
            fill: interiorColor,
            pen: pen
        )
    }

    /// /RD: how much smaller the shape is than /Rect, in the page's own coordinates: left, top,
    /// right, bottom.
    static func differences(_ outer: Rect, _ inner: Rect, _ space: PageSpace) -> COSObject? {
        let (outer, inner) = (space.pageRect(of: outer), space.pageRect(of: inner))
        let differences = [
            inner.minX - outer.minX, outer.maxY - inner.maxY, outer.maxX - inner.maxX,
            inner.minY - outer.minY,
        ].map { max($0, 0) }
        return differences.allSatisfy { $0 < 1e-6 }
            ? nil : .array(differences.map(COSObject.length))
    }

    /// /Rect without what /RD takes off, in view space.
    static func innerRect(
        _ rect: Rect,
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader
    ) throws(Fault) -> Rect {
        let differences = try reader.numbers(dictionary["RD"]).map { max($0, 0) }
        guard differences.count == 4 else { return rect }
        let page = reader.space.pageRect(of: rect)
        let inner = Rect(
            x: page.minX + differences[0],
            y: page.minY + differences[3],
            width: page.width - differences[0] - differences[2],
            height: page.height - differences[1] - differences[3]
        )
        return inner.isEmpty ? rect : reader.space.viewRect(of: inner)
    }
}

extension CloudOutline {
    /// More puffs than any shape shows.
    private static let puffLimit = 5000
    /// How far control points of a half circle lie ahead, for a radius of 1.
    private static let handle = 4.0 / 3

    /// Half circles along the sides of a polygon, outwards.
    static func path(about corners: [Point], _ intensity: Double) -> Path {
        let area = signedArea(corners)
        guard corners.count > 2, area.isFinite, area != 0 else { return Path(polygon: corners) }
        let side = 2 * reach(intensity)
        let length = zip(corners, corners.dropFirst() + corners.prefix(1))
            .reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard side > 0, length / side < Double(puffLimit) else { return Path(polygon: corners) }
        var path = Path()
        path.move(to: corners[0])
        for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let count = max(1, (from.distance(to: to) / side).rounded(.up))
            let step = (to - from) * (1 / count)
            // y goes down, so the outside of a shape with a positive area is to the left.
            let out = Point(x: step.y, y: -step.x) * (area > 0 ? 0.5 : -0.5)
            for puff in 0..<Int(count) {
                let start = from + step * Double(puff)
                let end = start + step
                path.cubic(start + out * handle, end + out * handle, to: end)
            }
        }
        path.close()
        return path
    }

    private static func signedArea(_ corners: [Point]) -> Double {
        zip(corners, corners.dropFirst() + corners.prefix(1))
            .reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x } / 2
    }
}

extension Path {
    /// Points along the curves of the path, about as many as asked for.
    func corners(_ count: Int) -> [Point] {
        var corners: [Point] = []
        let each = max(1, count / max(1, elements.count))
        var current = Point.zero
        for element in elements {
            switch element {
            case .move(let point):
                current = point
                corners.append(point)
            case .line(let point):
                current = point
                corners.append(point)
            case .cubic(let a, let b, let end):
                for step in 1...each {
                    let t = Double(step) / Double(each)
                    let s = 1 - t
                    corners.append(
                        current * (s * s * s) + a * (3 * s * s * t) + b * (3 * s * t * t)
                            + end * (t * t * t)
                    )
                }
                current = end
            case .close: break
            }
        }
        if corners.count > 1, corners.first == corners.last { corners.removeLast() }
        return corners
    }
}
