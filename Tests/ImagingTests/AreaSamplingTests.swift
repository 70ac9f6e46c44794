// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import SeededNumbers
import Testing

@Suite struct AreaSamplingTests {
    private struct Case {
        var width: Int
        var height: Int
        var channels: Int
        var samples: [UInt8]
        var placement: AffineTransform
        var target: PixelLayout

        /// What the sampling gives.
        func shrunk() throws -> [UInt8] {
            var sampling = try #require(
                AreaSampling(
                    width: width,
                    height: height,
                    channels: channels,
                    placement: placement,
                    target: target
                )
            )
            for row in 0..<height {
                let bytes = Array(samples[row * width * channels..<(row + 1) * width * channels])
                sampling.add(bytes.span)
            }
            return sampling.pixels
        }

        /// The mean over a fine grid in each pixel; nil where the picture is not.
        func expected(_ x: Int, _ y: Int, _ channel: Int) throws -> Double? {
            let toPicture = try #require(placement.inverted())
            let fine = 24
            var sum = 0.0
            var count = 0
            for step in 0..<fine * fine {
                let point = toPicture.apply(
                    Point(
                        x: Double(x) + (Double(step % fine) + 0.5) / Double(fine),
                        y: Double(y) + (Double(step / fine) + 0.5) / Double(fine)
                    )
                )
                guard (0..<1).contains(point.x), (0..<1).contains(point.y) else { continue }
                let column = min(width - 1, Int(point.x * Double(width)))
                let row = min(height - 1, Int((1 - point.y) * Double(height)))
                let place = (row * width + column) * channels
                sum += Double(samples[place + (channels == 1 ? 0 : channel)])
                count += 1
            }
            return count == 0 ? nil : sum / Double(count)
        }
    }

    /// The eight ways in which a picture can lie along the axes.
    private static let turns: [AffineTransform] = [
        AffineTransform(a: 12, b: 0, c: 0, d: -7, tx: 0, ty: 7),
        AffineTransform(a: -12, b: 0, c: 0, d: -7, tx: 12, ty: 7),
        AffineTransform(a: 12, b: 0, c: 0, d: 7, tx: 0, ty: 0),
        AffineTransform(a: -12, b: 0, c: 0, d: 7, tx: 12, ty: 0),
        AffineTransform(a: 0, b: 7, c: 12, d: 0, tx: 0, ty: 0),
        AffineTransform(a: 0, b: -7, c: 12, d: 0, tx: 0, ty: 7),
        AffineTransform(a: 0, b: 7, c: -12, d: 0, tx: 12, ty: 0),
        AffineTransform(a: 0, b: -7, c: -12, d: 0, tx: 12, ty: 7),
        // Larger than the page, and smaller.
        AffineTransform(a: 15.5, b: 0, c: 0, d: -9.25, tx: -1.75, ty: 8),
        AffineTransform(a: 5, b: 0, c: 0, d: -3, tx: 4, ty: 5),
    ]

    @Test(arguments: turns.indices, [1, 3])
    func everyPixelIsTheMeanOfWhatItCovers(turn: Int, channels: Int) throws {
        var numbers = SplitMix(seed: UInt64(turn * 8 + channels))
        for (width, height) in [(24, 14), (31, 17), (12, 7), (5, 40), (3, 2)] {
            let target = try #require(
                PixelLayout(width: 12, height: 7, bytesPerRow: 52, order: .bgra, hasAlpha: false)
            )
            let picture = Case(
                width: width,
                height: height,
                channels: channels,
                // A slope with little noise, so that the fine grid is fine enough.
                samples: (0..<width * height * channels).map { index in
                    UInt8(100 + index % 7 + Int(numbers.next() % 8))
                },
                placement: Self.turns[turn],
                target: target
            )
            let pixels = try picture.shrunk()
            for x in 0..<12 {
                for y in 0..<7 {
                    for channel in 0..<3 {
                        let found = Double(pixels[y * 52 + x * 4 + 2 - channel])
                        let wanted = try picture.expected(x, y, channel) ?? 255
                        #expect(abs(found - wanted) < 1.5, "\(x), \(y) of \(width) × \(height)")
                    }
                    #expect(pixels[y * 52 + x * 4 + 3] == 255)
                }
            }
        }
    }

    @Test func whiteStaysWhite() throws {
        let target = try #require(PixelLayout(width: 7, height: 5, order: .rgba, hasAlpha: false))
        for width in 7...40 {
            let picture = Case(
                width: width,
                height: width,
                channels: 1,
                samples: [UInt8](repeating: 255, count: width * width),
                placement: AffineTransform(a: 7, b: 0, c: 0, d: -5, tx: 0, ty: 5),
                target: target
            )
            #expect(try picture.shrunk().allSatisfy { $0 == 255 })
        }
    }

    @Test func aPictureAslantOrWithoutExtentIsRefused() throws {
        let target = try #require(PixelLayout(width: 7, height: 5, order: .rgba, hasAlpha: false))
        for placement in [
            AffineTransform(a: 7, b: 1, c: 0, d: 5, tx: 0, ty: 0),
            AffineTransform(a: 0, b: 0, c: 0, d: 5, tx: 0, ty: 0),
            AffineTransform(a: .nan, b: 0, c: 0, d: 5, tx: 0, ty: 0),
            AffineTransform(a: 7, b: 0, c: 0, d: .infinity, tx: 0, ty: 0),
            AffineTransform(a: 7, b: 0, c: 0, d: 5, tx: 0, ty: .infinity),
        ] {
            #expect(
                AreaSampling(
                    width: 4,
                    height: 4,
                    channels: 3,
                    placement: placement,
                    target: target
                ) == nil
            )
        }
    }
}
