// SPDX-License-Identifier: Apache-2.0
internal import Faults
public import Geometry
internal import PDFSyntax

extension Annotation {
    /// A closed or open row of straight lines.
    public struct Vertices: Sendable, Hashable, Codable {
        /// The corners, in order, in view space.
        public var points: [Point]
        /// What stands at the first corner; a polygon has nothing there.
        public var start: LineEnding
        /// What stands at the last corner; a polygon has nothing there.
        public var end: LineEnding

        /// Makes a row of lines.
        public init(_ points: [Point], start: LineEnding = .none, end: LineEnding = .none) {
            self.points = points
            self.start = start
            self.end = end
        }
    }
}

extension Annotation.Vertices {
    /// Reads corners (table 181).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader
    ) throws(Fault) -> Self {
        var points = try reader.points(dictionary["Vertices"])
        if points.isEmpty { points = try reader.pathEnds(dictionary["Path"]) }
        guard try reader.document.value("Subtype", in: dictionary).name == "PolyLine" else {
            return Self(points)
        }
        let endings = try reader.lineEndings(in: dictionary)
        return Self(points, start: endings.start, end: endings.end)
    }

    /// Writes corners.
    func write(into dictionary: inout COSDictionary, isClosed: Bool, _ space: PageSpace) {
        dictionary["Vertices"] = space.cos(points)
        dictionary["Path"] = nil
        if !isClosed { dictionary["LE"] = LineEnding.cosArray(start, end) }
    }

    /// Draws the lines, and what they close in.
    func draw(_ annotation: Annotation, isClosed: Bool, on canvas: inout AppearanceCanvas) {
        guard isClosed else {
            return canvas.draw(
                row: points,
                start,
                end,
                pen: annotation.pen,
                fill: annotation.interiorColor
            )
        }
        let path =
            annotation.cloudiness > 0
            ? CloudOutline.path(about: points, annotation.cloudiness) : Path(polygon: points)
        canvas.draw(path, fill: annotation.interiorColor, pen: annotation.pen)
    }
}
