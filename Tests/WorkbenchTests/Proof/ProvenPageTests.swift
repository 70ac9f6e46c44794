// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Rendering
import Testing

@testable import Workbench

@Suite struct ProvenPageTests {
    private static func page(_ width: Double, _ height: Double) -> ProvenPage {
        ProvenPage(
            index: 4,
            space: PageSpace(mediaBox: Rect(x: 0, y: 0, width: width, height: height)),
            rects: [
                Rect(x: 10, y: 20, width: 40, height: 20),
                Rect(x: 100.5, y: 200.25, width: 30, height: 30),
            ]
        )
    }

    @Test(arguments: [(595.0, 842.0), (20, 3000), (1, 1), (14400, 14400)])
    func thePiecesCoverThePageOnceAndFitIntoMemory(width: Double, height: Double) {
        let page = Self.page(width, height)
        let pieces = page.pieces
        for scale in Set(pieces.map(\.scale)) {
            let ours = pieces.filter { $0.scale == scale }
            for (piece, next) in zip(ours, ours.dropFirst()) {
                #expect(next.region.y == piece.region.y + piece.region.height)
                #expect(next.region.x == piece.region.x)
            }
            #expect(Set(ours.map(\.pageSize)).count == 1)
            #expect(Set(ours.map(\.hasInk)).count == 1)
        }
        for piece in pieces {
            let pixels = piece.region.width * piece.region.height
            #expect(pixels <= ProvenPage.piecePixels || piece.region.height == 1)
            #expect(piece.pageSize.bounds.intersection(piece.region) == piece.region)
        }
        // The whole page is looked at, and the ink at 300 dpi.
        let first = pieces.filter { $0.scale == pieces[0].scale }
        #expect(first.reduce(0) { $0 + $1.region.height } == first[0].pageSize.height)
        #expect(pieces.contains { $0.hasInk && $0.scale == ProvenPage.pixelsPerPoint })
    }

    @Test func aFaultNamesBothBoxes() throws {
        let page = ProvenPage(
            index: 4,
            space: PageSpace(mediaBox: Rect(x: 0, y: 0, width: 595, height: 842)),
            rects: [Rect(x: 10, y: 20.5, width: 40, height: 20)]
        )
        var comparison = InkComparison()
        comparison.addChanges(
            before: [0, 0, 0, 255],
            after: [1, 0, 0, 255],
            piece: PixelBox(x: 1500, y: 600, width: 1, height: 1),
            allowed: []
        )
        let fault = #expect(throws: Fault.self) { try page.judge(comparison) }
        #expect(fault?.code == .saveFailed && fault?.place.pageIndex == 4)
        #expect(fault?.message.contains("10,20.5,40,20") == true)
        #expect(fault?.message.contains("360,144,0.24,0.24") == true)
    }
}
