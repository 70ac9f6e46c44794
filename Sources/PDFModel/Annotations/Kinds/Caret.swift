// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

extension Annotation {
    /// A sign between two letters; what is to be put in is the annotation's `contents`.
    public struct Caret: Sendable, Hashable, Codable {
        /// Whether a paragraph is to begin there (/Sy /P).
        public var isParagraph: Bool

        /// Makes a caret.
        public init(isParagraph: Bool = false) { self.isParagraph = isParagraph }
    }
}

extension Annotation.Caret {
    /// Reads a caret (table 183).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: AnnotationReader
    ) throws(Fault) -> Self {
        Self(isParagraph: try reader.document.value("Sy", in: dictionary).name == "P")
    }

    /// Writes a caret.
    func write(into dictionary: inout COSDictionary) {
        dictionary["Sy"] = isParagraph ? .name("P") : nil
    }

    /// Draws the sign: two flanks that rise to a point, as upright text has it.
    func draw(_ annotation: Annotation, on canvas: inout AppearanceCanvas) {
        let box = annotation.rect
        func at(_ x: Double, _ y: Double) -> Point {
            Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
        }
        var path = Path()
        path.move(to: at(0, 1))
        path.cubic(at(0.3, 1), at(0.5, 0.6), to: at(0.5, 0))
        path.cubic(at(0.5, 0.6), at(0.7, 1), to: at(1, 1))
        path.close()
        canvas.draw(path, fill: annotation.color ?? .black)
    }
}
