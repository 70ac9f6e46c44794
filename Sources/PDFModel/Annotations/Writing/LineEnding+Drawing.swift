// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PDFSyntax

extension LineEnding {
    /// Whether it is an arrowhead.
    var isArrow: Bool {
        switch self {
        case .openArrow, .closedArrow, .reverseOpenArrow, .reverseClosedArrow: true
        default: false
        }
    }

    /// As /LE has both ends.
    static func cosArray(_ start: LineEnding, _ end: LineEnding) -> COSObject {
        .array([.name(COSName(start.rawValue)), .name(COSName(end.rawValue))])
    }

    /// The cosine and sine of 30 degrees, at which the barbs of an arrow leave its line.
    private static let barb = (along: 0.866_025_403_784_438_6, across: 0.5)

    /// How much of the line it hides at its end, since it is filled or hollow.
    func covered(width: Double) -> Double {
        let side = Self.side(width: width)
        switch self {
        case .square, .circle, .diamond: return side / 2
        case .closedArrow: return side * Self.barb.along
        default: return 0
        }
    }

    /// What it draws about a point, and whether that has an inside; `outward` has the length 1 and
    /// leads away from the line.
    func path(
        at point: Point,
        outward: Point,
        width: Double
    ) -> (path: Path, isClosed: Bool)? {
        let side = Self.side(width: width)
        let across = Point(x: -outward.y, y: outward.x)
        func place(_ along: Double, _ sideways: Double) -> Point {
            point + outward * (along * side) + across * (sideways * side)
        }
        func barbs(_ sign: Double) -> [Point] {
            [
                place(sign * Self.barb.along, Self.barb.across), point,
                place(sign * Self.barb.along, -Self.barb.across),
            ]
        }
        switch self {
        case .none: return nil
        case .square:
            let corners = [place(-0.5, -0.5), place(0.5, -0.5), place(0.5, 0.5), place(-0.5, 0.5)]
            return (Path(polygon: corners), true)
        case .diamond:
            let corners = [place(-0.5, 0), place(0, -0.5), place(0.5, 0), place(0, 0.5)]
            return (Path(polygon: corners), true)
        case .circle:
            let box = Rect(
                x: point.x - side / 2,
                y: point.y - side / 2,
                width: side,
                height: side
            )
            return (Path(ellipseIn: box), true)
        case .openArrow: return (Path(polygon: barbs(-1), isClosed: false), false)
        case .closedArrow: return (Path(polygon: barbs(-1)), true)
        case .reverseOpenArrow: return (Path(polygon: barbs(1), isClosed: false), false)
        case .reverseClosedArrow: return (Path(polygon: barbs(1)), true)
        case .butt:
            return (Path(polygon: [place(0, 0.5), place(0, -0.5)], isClosed: false), false)
        case .slash:
            let lean = Self.barb
            let ends = [
                place(lean.across / 2, lean.along / 2), place(-lean.across / 2, -lean.along / 2),
            ]
            return (Path(polygon: ends, isClosed: false), false)
        }
    }
}

extension AppearanceCanvas {
    /// Draws a row of lines with what stands at its ends.
    mutating func draw(
        row: [Point],
        _ start: LineEnding,
        _ end: LineEnding,
        pen: Pen,
        fill: AnnotationColor?
    ) {
        guard row.count > 1 else { return }
        var line = row
        let last = row.count - 1
        let ends = [
            (start, row[0], direction(from: row[1], to: row[0]), 0),
            (end, row[last], direction(from: row[last - 1], to: row[last]), last),
        ]
        for (ending, point, outward, place) in ends {
            guard let outward else { continue }
            let neighbour = place == 0 ? row[1] : row[last - 1]
            let hidden = min(ending.covered(width: pen.width), point.distance(to: neighbour) / 2)
            line[place] = point - outward * hidden
        }
        draw(Path(polygon: line, isClosed: false), pen: pen)
        var solid = pen
        solid.dash = []
        for (ending, point, outward, _) in ends {
            guard let outward,
                let shape = ending.path(at: point, outward: outward, width: pen.width)
            else { continue }
            draw(shape.path, fill: shape.isClosed ? fill : nil, pen: solid)
        }
    }

    private func direction(from: Point, to: Point) -> Point? {
        let length = from.distance(to: to)
        return length > 0 && length.isFinite ? (to - from) * (1 / length) : nil
    }
}
