// SPDX-License-Identifier: Apache-2.0
import Imaging
import SeededNumbers
import Testing

@Suite struct PNGEncoderTests {
    /// Pixels that are written as grey, RGB or RGBA, with padding between the rows.
    private static func picture(
        _ kind: Int,
        _ layout: PixelLayout,
        _ numbers: inout SplitMix
    ) -> [UInt8] {
        var pixels = (0..<layout.byteCount).map { _ in
            UInt8(truncatingIfNeeded: numbers.next())
        }
        for row in 0..<layout.height {
            for column in 0..<layout.width {
                let place = row * layout.bytesPerRow + column * 4
                if kind == 1 {
                    pixels[place + 1] = pixels[place]
                    pixels[place + 2] = pixels[place]
                }
                if kind != 4 { pixels[place + 3] = 255 }
            }
        }
        return pixels
    }

    @Test(arguments: [1, 3, 4], [PixelLayout.Order.rgba, .bgra])
    func readingGivesThePixelsThatWereWritten(kind: Int, order: PixelLayout.Order) throws {
        var numbers = SplitMix(seed: 7)
        for (width, height) in [(1, 1), (3, 2), (17, 9), (64, 40), (5, 300)] {
            let layout = try #require(
                PixelLayout(
                    width: width,
                    height: height,
                    bytesPerRow: width * 4 + 12,
                    order: order,
                    hasAlpha: true
                )
            )
            let pixels = Self.picture(kind, layout, &numbers)
            let file = unsafe PNGEncoder.encode(pixels.span.bytes, layout)
            let raster = try ImageFile.raster(file, decoder: nil)
            #expect(raster.widthPixels == width && raster.heightPixels == height)
            let red = order == .rgba ? 0 : 2
            var expected: [UInt8] = []
            for row in 0..<height {
                for column in 0..<width {
                    let place = row * layout.bytesPerRow + column * 4
                    let whole = [
                        pixels[place + red], pixels[place + 1], pixels[place + 2 - red],
                        pixels[place + 3],
                    ]
                    // A single random pixel may be opaque, or grey.
                    expected += whole.prefix(raster.channels)
                }
            }
            #expect(raster.bytes == expected, "\(width) × \(height)")
            // The byte after the depth: PNG, 11.2.1.
            if width > 1 { #expect(file[25] == [1: 0, 3: 2, 4: 6][kind]) }
        }
    }

    @Test func aPhotographIsFilteredAndADrawingIsNot() throws {
        let layout = try #require(
            PixelLayout(width: 256, height: 256, order: .bgra, hasAlpha: false)
        )
        var numbers = SplitMix(seed: 3)
        var slope: [UInt8] = []
        var letters: [UInt8] = []
        for row in 0..<256 {
            for column in 0..<256 {
                let noise = Int(numbers.next() % 3)
                let light = UInt8((row + column * 2 + noise) / 4)
                slope += [light, light / 2, 255 - light, 0]
                let ink: UInt8 = (row / 4 + column / 8) % 5 == 0 ? 0 : 255
                letters += [ink, ink, ink, 0]
            }
        }
        let photograph = unsafe PNGEncoder.encode(slope.span.bytes, layout)
        let raster = try ImageFile.raster(photograph, decoder: nil)
        #expect(raster.channels == 3)
        // Unfiltered, the noise alone would cost log₂ 3 bits for each pixel, and the slope more.
        #expect(photograph.count < 256 * 256 * 3 / 4)
        let drawing = unsafe PNGEncoder.encode(letters.span.bytes, layout)
        #expect(drawing.count < 1500)
        #expect(drawing[25] == 0)
    }

    @Test func theResolutionIsTold() throws {
        let layout = try #require(PixelLayout(width: 2, height: 2, order: .bgra, hasAlpha: false))
        let pixels = [UInt8](repeating: 9, count: 16)
        let file = unsafe PNGEncoder.encode(pixels.span.bytes, layout, dotsPerInch: 150)
        // 150 dots an inch are 5906 a metre, in metres.
        let chunk = Array("pHYs".utf8) + [0, 0, 0x17, 0x12, 0, 0, 0x17, 0x12, 1]
        #expect(file.indices.contains { file[$0...].starts(with: chunk) })
        for silent in [0, -1, .infinity, .nan, 1e12] {
            let file = unsafe PNGEncoder.encode(pixels.span.bytes, layout, dotsPerInch: silent)
            #expect(!file.indices.contains { file[$0...].starts(with: "pHYs".utf8) })
        }
    }

    @Test func impossibleLayoutsAreRefused() {
        for (width, height, row) in [
            (0, 1, 4), (1, 0, 4), (-1, 1, 4), (2, 2, 7), (.max, 1, .max), (1, .max, 8),
        ] {
            #expect(
                PixelLayout(
                    width: width,
                    height: height,
                    bytesPerRow: row,
                    order: .rgba,
                    hasAlpha: true
                ) == nil
            )
        }
    }
}
