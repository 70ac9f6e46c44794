// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

extension Annotation {
    /// A note that stands behind an icon; what it says is the annotation's `contents`.
    public struct Note: Sendable, Hashable, Codable {
        /// The icon (/Name): `Note`, `Comment`, `Key`, `Help`, `NewParagraph`, `Paragraph`, `Insert`
        /// or a word of another program's.
        public var icon: String
        /// Whether its window is open.
        public var isOpen: Bool
        /// The state that it sets for what it answers, as in `Accepted` (12.5.6.3).
        public var state: String?
        /// The set of states, as in `Review`.
        public var stateModel: String?

        /// The width and height of an icon, in points.
        public static let iconSide = 20.0

        /// Makes a note.
        public init(
            icon: String = "Note",
            isOpen: Bool = false,
            state: String? = nil,
            stateModel: String? = nil
        ) {
            self.icon = icon
            self.isOpen = isOpen
            self.state = state
            self.stateModel = stateModel
        }
    }
}

extension Annotation.Note {
    /// Reads a note (table 175).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: AnnotationReader
    ) throws(Fault) -> Self {
        Self(
            icon: try reader.document.value("Name", in: dictionary).name?.latin1 ?? "Note",
            isOpen: try reader.document.value("Open", in: dictionary).boolean ?? false,
            state: try reader.text("State", in: dictionary),
            stateModel: try reader.text("StateModel", in: dictionary)
        )
    }

    /// Writes a note.
    func write(into dictionary: inout COSDictionary) {
        dictionary["Name"] = .name(COSName(icon))
        dictionary["Open"] = isOpen ? .boolean(true) : nil
        dictionary["State"] = state.map { .string(TextString.encode($0)) }
        dictionary["StateModel"] = stateModel.map { .string(TextString.encode($0)) }
    }

    /// Draws the icon: a bubble for a comment, a wedge for an insertion, else a sheet.
    func draw(_ annotation: Annotation, on canvas: inout AppearanceCanvas) {
        let box = annotation.rect
        let unit = min(box.width, box.height) / Self.iconSide
        func at(_ x: Double, _ y: Double) -> Point {
            Point(x: box.minX + x * box.width / 20, y: box.minY + y * box.height / 20)
        }
        let fill = annotation.color ?? .yellow
        let pen = AppearanceCanvas.Pen(color: .black, width: unit)
        var lines = Path()
        switch icon {
        case "Insert", "NewParagraph":
            let wedge = [at(10, 3), at(18, 17), at(2, 17)]
            canvas.draw(Path(polygon: wedge), fill: fill, pen: pen)
        case "Comment":
            let bubble = [
                at(1.5, 2.5), at(18.5, 2.5), at(18.5, 13.5), at(9, 13.5), at(5, 18), at(5, 13.5),
                at(1.5, 13.5),
            ]
            canvas.draw(Path(polygon: bubble), fill: fill, pen: pen)
            for y in [6.0, 10] {
                lines.append(Path(polygon: [at(4, y), at(16, y)], isClosed: false))
            }
        default:
            let sheet = [at(3, 1.5), at(17, 1.5), at(17, 14.5), at(13, 18.5), at(3, 18.5)]
            canvas.draw(Path(polygon: sheet), fill: fill, pen: pen)
            for y in [5.5, 9, 12.5] {
                lines.append(Path(polygon: [at(5.5, y), at(14.5, y)], isClosed: false))
            }
        }
        canvas.draw(lines, pen: pen)
    }
}
