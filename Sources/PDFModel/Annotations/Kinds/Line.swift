// SPDX-License-Identifier: Apache-2.0
internal import Faults
public import Geometry
internal import PDFSyntax

extension Annotation {
    /// A straight line.
    public struct Line: Sendable, Hashable, Codable {
        /// Where it begins, in view space.
        public var from: Point
        /// Where it ends, in view space.
        public var to: Point
        /// What stands at its beginning.
        public var start: LineEnding
        /// What stands at its end.
        public var end: LineEnding

        /// Makes a line.
        public init(
            from: Point,
            to: Point,
            start: LineEnding = .none,
            end: LineEnding = .none
        ) {
            self.from = from
            self.to = to
            self.start = start
            self.end = end
        }
    }
}

extension Annotation.Line {
    /// Reads a line (table 178).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader
    ) throws(Fault) -> Self? {
        let points = try reader.points(dictionary["L"])
        guard points.count >= 2 else { return nil }
        let endings = try reader.lineEndings(in: dictionary)
        return Self(from: points[0], to: points[1], start: endings.start, end: endings.end)
    }

    /// Writes a line.
    func write(into dictionary: inout COSDictionary, _ space: PageSpace) {
        dictionary["L"] = space.cos([from, to])
        dictionary["LE"] = LineEnding.cosArray(start, end)
        dictionary["IT"] =
            [start, end].contains(where: \.isArrow)
            ? .name("LineArrow") : dictionary["IT"]?.name == "LineArrow" ? nil : dictionary["IT"]
    }

    /// Draws the line with its ends.
    func draw(_ annotation: Annotation, on canvas: inout AppearanceCanvas) {
        canvas.draw(
            row: [from, to],
            start,
            end,
            pen: annotation.pen,
            fill: annotation.interiorColor
        )
    }
}
