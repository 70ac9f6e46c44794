// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import Testing

@Suite struct OrientationTests {
    /// Exif 2.32, tag 274: on which sides the first row and the first column are seen.
    @Test(arguments: [
        (1, "top", "left"), (2, "top", "right"), (3, "bottom", "right"), (4, "bottom", "left"),
        (5, "left", "top"), (6, "right", "top"), (7, "right", "bottom"), (8, "left", "bottom"),
    ])
    func firstRowAndColumnComeToTheirSides(_ value: Int, _ row: String, _ column: String) throws {
        let turn = try #require(Orientation(rawValue: value)).uprighting
        // The middle of the stored picture's top edge (y up), and of its left edge.
        #expect(side(turn.apply(Point(x: 0.5, y: 1))) == row)
        #expect(side(turn.apply(Point(x: 0, y: 0.5))) == column)
    }

    private func side(_ point: Point) -> String {
        switch (point.x, point.y) {
        case (0.5, 1): "top"
        case (0.5, 0): "bottom"
        case (0, 0.5): "left"
        case (1, 0.5): "right"
        default: "none"
        }
    }

    @Test func quartersSwapWidthAndHeight() {
        for orientation in Orientation.allCases {
            let mark = MarkImage(
                widthPixels: 3,
                heightPixels: 2,
                bitsPerComponent: 8,
                colour: ColourSpace(.grey),
                samples: .raw([0, 0, 0, 0, 0, 0]),
                orientation: orientation
            )
            #expect(mark.displaySize.width == (orientation.rawValue < 5 ? 3 : 2))
        }
    }
}
