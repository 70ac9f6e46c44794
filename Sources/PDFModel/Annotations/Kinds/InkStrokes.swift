// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
public import Ink
internal import PDFSyntax

extension Annotation {
    /// Strokes of a pen; width and colour are the annotation's.
    public struct InkStrokes: Sendable, Hashable, Codable {
        /// The readings of each stroke, in order, in view space, with their pressure.
        public var strokes: [[StrokePoint]]

        /// Makes strokes.
        public init(_ strokes: [[StrokePoint]]) { self.strokes = strokes }
    }
}

extension Annotation.InkStrokes {
    /// Where pressure and time are kept, which /InkList has no place for: rows of numbers as
    /// long as its rows of points.
    static let pressureKey: COSName = "InkstonePressure"
    static let timeKey: COSName = "InkstoneTime"

    /// The pressure of a device that cannot tell.
    private static let usualPressure = 0.5

    /// Reads strokes (table 185).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader
    ) throws(Fault) -> Self {
        var rows = try reader.rows(dictionary["InkList"])
        if rows.isEmpty {
            let ends = try reader.pathEnds(dictionary["Path"])
            if !ends.isEmpty { rows = [ends] }
        }
        let pressures = try reader.numberRows(dictionary[pressureKey])
        let times = try reader.numberRows(dictionary[timeKey])
        return Self(
            rows.enumerated().map { place, points in
                let pressure = row(pressures, place, points.count)
                let time = row(times, place, points.count)
                return points.enumerated().map { index, point in
                    StrokePoint(
                        x: point.x,
                        y: point.y,
                        pressure: pressure.map { min(max($0[index], 0), 1) } ?? usualPressure,
                        milliseconds: time?[index]
                    )
                }
            }
        )
    }

    /// A row that fits its points; another program may have changed those.
    private static func row(_ rows: [[Double]], _ place: Int, _ count: Int) -> [Double]? {
        rows.indices.contains(place) && rows[place].count == count ? rows[place] : nil
    }

    /// Writes strokes.
    func write(into dictionary: inout COSDictionary, _ space: PageSpace) {
        dictionary["InkList"] = .array(strokes.map { space.cos($0.map(\.position)) })
        dictionary["Path"] = nil
        let hasPressure = strokes.contains { $0.contains { $0.pressure != Self.usualPressure } }
        let hasTime = strokes.contains { $0.contains { $0.milliseconds != nil } }
        dictionary[Self.pressureKey] =
            hasPressure ? .array(strokes.map { .array($0.map { .length($0.pressure) }) }) : nil
        dictionary[Self.timeKey] =
            hasTime
            ? .array(
                strokes.map { stroke in
                    .array(
                        stroke.allSatisfy { $0.milliseconds != nil }
                            ? stroke.map { .length($0.milliseconds ?? 0) } : []
                    )
                }
            ) : nil
    }

    /// Draws the strokes as filled outlines, wider where the pen pressed.
    func draw(_ annotation: Annotation, on canvas: inout AppearanceCanvas) {
        for shape in annotation.drawing(of: self).outline {
            canvas.draw(shape.path, fill: annotation.color ?? .black)
        }
    }
}
