// SPDX-License-Identifier: Apache-2.0
import Geometry
import Rendering
import Testing

struct PixelBoxTests {
    @Test func aPageHasAtLeastOnePixelEachWay() {
        let page = Size(width: 0.001, height: 1e300)
        let size = PixelSize(of: page, pixelsPerPoint: 1)
        #expect(size.width == 1)
        #expect(size.height == 1_000_000_000)
    }

    @Test func widthKeepsTheShape() {
        let size = PixelSize(of: Size(width: 612, height: 792), width: 200)
        #expect(size == PixelSize(width: 200, height: 259))
    }

    @Test func aPartTakesEveryPixelThatItTouches() {
        let page = Size(width: 100, height: 100)
        let pixels = PixelSize(width: 200, height: 200)
        let box = PixelBox(
            covering: Rect(x: 10.2, y: 10, width: 5, height: 5.1),
            of: page,
            at: pixels
        )
        #expect(box == PixelBox(x: 20, y: 20, width: 11, height: 11))
    }

    @Test func aPartWithoutNumbersIsOnePixel() {
        let box = PixelBox(
            covering: Rect(x: .nan, y: 0, width: .nan, height: 0),
            of: Size(width: 10, height: 10),
            at: PixelSize(width: 10, height: 10)
        )
        #expect(box.width > 0)
        #expect(box.height == 1)
    }
}
