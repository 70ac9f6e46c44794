// SPDX-License-Identifier: Apache-2.0
import SeededNumbers
import Testing

@testable import Imaging

@Suite struct ColourBleedTests {
    /// A picture of blots, stripes and noise, so that there are wide clear and wide opaque parts.
    private struct Picture {
        var width: Int
        var height: Int
        var alpha: [UInt8]
        var colours: [UInt8]
        var pixelBytes: Int

        init(_ random: inout SplitMix) {
            width = Int.random(in: 1...45, using: &random)
            height = Int.random(in: 1...24, using: &random)
            pixelBytes = [1, 2, 3, 6].randomElement(using: &random) ?? 3
            alpha = [UInt8](repeating: Bool.random(using: &random) ? 0 : 255, count: width * height)
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let (left, top) = (
                    Int.random(in: 0..<width, using: &random),
                    Int.random(in: 0..<height, using: &random)
                )
                let value = [0, 1, 127, 128, 129, 255].randomElement(using: &random) ?? 255
                for y in top..<min(height, top + Int.random(in: 1...12, using: &random)) {
                    for x in left..<min(width, left + Int.random(in: 1...30, using: &random)) {
                        alpha[y * width + x] = UInt8(value)
                    }
                }
            }
            colours = (0..<width * height * pixelBytes).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        }

        func colour(_ pixel: Int, of bytes: [UInt8]) -> [UInt8] {
            Array(bytes[pixel * pixelBytes..<(pixel + 1) * pixelBytes])
        }

        /// 3 for a step, 4 for a diagonal one: with nothing in the way, the shortest path.
        func distance(_ a: Int, _ b: Int) -> Int {
            let sideways = abs(a % width - b % width)
            let down = abs(a / width - b / width)
            return 4 * min(sideways, down) + 3 * abs(sideways - down)
        }
    }

    @Test(arguments: [1, 127, 128, 129, 255] as [UInt8])
    func eachClearPixelHasTheColourOfANearestSource(strong: UInt8) {
        var random = SplitMix(seed: 40 + UInt64(strong))
        for round in 0..<60 {
            let picture = Picture(&random)
            let reach = Int.random(in: 1...6, using: &random)
            var colours = picture.colours
            let bleed = ColourBleed(
                into: &colours,
                pixelBytes: picture.pixelBytes,
                width: picture.width,
                alpha: picture.alpha,
                strong: strong,
                reachPixels: reach
            )
            let sources = picture.alpha.indices.filter { picture.alpha[$0] >= strong }
            let most = picture.alpha.max() ?? 0
            let plain = most == 0 ? nil : picture.alpha.firstIndex(of: most)
            for pixel in picture.alpha.indices {
                let nearest = sources.map { picture.distance(pixel, $0) }.min() ?? .max
                let isReached = nearest <= 3 * reach
                #expect(Int(bleed.distances[pixel]) == (isReached ? nearest : 255))
                let own = picture.colour(pixel, of: picture.colours)
                var allowed = [own]
                if picture.alpha[pixel] == 0, isReached {
                    allowed = sources.filter { picture.distance(pixel, $0) == nearest }
                        .map { picture.colour($0, of: picture.colours) }
                } else if picture.alpha[pixel] == 0, let plain {
                    allowed = [picture.colour(plain, of: picture.colours)]
                }
                guard allowed.contains(picture.colour(pixel, of: colours)) else {
                    Issue.record("strong \(strong), round \(round), pixel \(pixel)")
                    return
                }
            }
        }
    }

    @Test func eightBytesAreComparedEachForItself() {
        for least in UInt8(1)...UInt8.max {
            let bytes = (0..<259).map { UInt8(truncatingIfNeeded: $0) }
            let found = EightBytes.map(bytes) { $0.reaching(least).filled }
            #expect(found == bytes.map { $0 >= least ? 255 : 0 })
        }
    }
}
