// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

extension Annotation {
    /// A stamp.
    ///
    /// One that was read keeps its picture, whatever it is; one that is made shows its word.
    public struct Stamp: Sendable, Hashable, Codable {
        /// The word (/Name), as in `Approved` or `Draft`.
        public var name: String

        /// Makes a stamp.
        public init(_ name: String) { self.name = name }
    }
}

extension Annotation.Stamp {
    /// Reads a stamp (table 184).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: AnnotationReader
    ) throws(Fault) -> Self {
        Self(try reader.document.value("Name", in: dictionary).name?.latin1 ?? "")
    }

    /// The words of the name: `NotApproved` is NOT APPROVED.
    private var words: String {
        var text = ""
        for character in name.hasPrefix("SB") || name.hasPrefix("SH")
            ? name.dropFirst(2)[...] : name[...]
        {
            if character.isUppercase, let last = text.last, last.isLowercase { text += " " }
            text.append(character)
        }
        return text.uppercased()
    }

    /// The word in a frame, as large as `rect` allows, upright as seen.
    ///
    /// - Throws: `unsupported` for letters that the standard fonts lack.
    func appearance(
        of annotation: Annotation,
        on space: PageSpace
    ) throws(Fault) -> Appearance {
        let box = annotation.rect
        var canvas = AppearanceCanvas(.upright, for: box, on: space)
        let color = annotation.color ?? .red
        let line = min(box.width, box.height) * 0.06
        let frame = box.insetBy(dx: line, dy: line)
        canvas.draw(
            Path(frame),
            fill: annotation.interiorColor,
            pen: .init(color: color, width: line)
        )
        let font = StandardFontShaper.Font.helveticaBold
        let (codes, advances) = try font.encode(words)
        let width = advances.reduce(0, +)
        let room = frame.insetBy(dx: 2 * line, dy: 2 * line)
        if width > 0, !room.isEmpty {
            let size = min(room.height / 0.95, room.width / width)
            let start = Point(
                x: box.center.x - width * size / 2,
                // Capitals are about 0.72 of the size high.
                y: box.center.y + 0.36 * size
            )
            canvas.fonts[font.resource] = .dictionary(font.dictionary)
            let line = ShownLine(steps: [.font(font.resource), .show(codes)])
            canvas.text(line, at: start, size: size, color)
        }
        return Appearance(canvas)
    }
}
