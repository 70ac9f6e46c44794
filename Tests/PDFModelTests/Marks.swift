// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import Ink
import PDFModel
import PDFSyntax

/// Marks for tests.
enum Marks {
    /// Two pixels, one red, one clear.
    static let picture = Mark.image(
        MarkImage(
            widthPixels: 2,
            heightPixels: 1,
            bitsPerComponent: 8,
            colour: ColourSpace(.rgb),
            samples: .raw([255, 0, 0, 255, 0, 0]),
            alpha: [255, 0]
        )
    )

    /// A stroke from corner to corner of a square with this side.
    static func ink(side: Double, width: Double? = nil) -> Mark {
        .ink(
            Drawing(strokes: [
                Stroke(
                    points: [
                        StrokePoint(x: 0, y: 0), StrokePoint(x: side / 2, y: side / 3),
                        StrokePoint(x: side, y: side),
                    ],
                    width: width ?? side / 20
                )
            ])
        )
    }

    /// The only page of a file.
    static func page(of file: FileBuilder) throws -> Mark {
        let document = try file.document
        return .page(try document.page(0), of: document)
    }
}

extension Document {
    /// The document with a mark as content on pages.
    func marked(
        _ mark: Mark = Marks.picture,
        pages: [Int] = [0],
        in rect: Rect = Rect(x: 10, y: 20, width: 40, height: 20)
    ) throws -> Document {
        var placer = try MarkPlacer(self)
        let embedded = try placer.embed(mark)
        for page in try PageTree(self).pages(at: pages) {
            _ = try placer.addContent(embedded, on: page, in: rect)
        }
        return placer.document
    }
}
