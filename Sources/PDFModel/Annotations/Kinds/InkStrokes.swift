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

    /// Digits after the point for pressure, from 0 to 1, and for milliseconds.
    private static let detailPlaces = 3

    /// Digits after the point for places: a thousandth of a point, as fine as the outline.
    private static func places(on space: PageSpace) -> Int {
        var (places, unit) = (3, space.userUnit)
        while unit > 1, places < 6 {
            unit /= 10
            places += 1
        }
        return places
    }

    /// The strokes as they are read back: places and times to a thousandth, pressure too.
    func asWritten(on space: PageSpace) -> Self {
        let places = Self.places(on: space)
        return Self(
            strokes.map { stroke in
                stroke.map { point in
                    var place = space.viewToPage.apply(point.position)
                    place.x = place.x.rounded(places: places)
                    place.y = place.y.rounded(places: places)
                    place = space.pageToView.apply(place)
                    return StrokePoint(
                        x: place.x,
                        y: place.y,
                        pressure: point.pressure.rounded(places: Self.detailPlaces),
                        milliseconds: point.milliseconds?.rounded(places: Self.detailPlaces)
                    )
                }
            }
        )
    }

    /// Writes strokes.
    func write(into dictionary: inout COSDictionary, _ space: PageSpace) {
        let places = Self.places(on: space)
        let rows = strokes.map { stroke in
            var row: [COSObject] = []
            row.reserveCapacity(2 * stroke.count)
            for point in stroke {
                let place = space.viewToPage.apply(point.position)
                row.append(.length(place.x, places: places))
                row.append(.length(place.y, places: places))
            }
            return COSObject.array(row)
        }
        dictionary["InkList"] = .array(rows)
        dictionary["Path"] = nil
        let hasPressure = strokes.contains { $0.contains { $0.pressure != Self.usualPressure } }
        let hasTime = strokes.contains { $0.contains { $0.milliseconds != nil } }
        dictionary[Self.pressureKey] =
            hasPressure ? .array(strokes.map { Self.details($0.map(\.pressure)) }) : nil
        dictionary[Self.timeKey] =
            hasTime
            ? .array(
                strokes.map { stroke in
                    let times = stroke.compactMap(\.milliseconds)
                    return Self.details(times.count == stroke.count ? times : [])
                }
            ) : nil
    }

    private static func details(_ values: [Double]) -> COSObject {
        .array(values.map { .length($0, places: detailPlaces) })
    }

    /// Draws the strokes as filled outlines, wider where the pen pressed.
    func draw(_ annotation: Annotation, on canvas: inout AppearanceCanvas) {
        for shape in annotation.drawing(of: self).outline {
            canvas.draw(shape.path, fill: annotation.color ?? .black)
        }
    }
}
