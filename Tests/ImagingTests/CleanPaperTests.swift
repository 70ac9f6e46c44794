// SPDX-License-Identifier: Apache-2.0
import Faults
import Imaging
import Testing

/// A photographed mark whose truth is known: how much ink covers each pixel.
struct SyntheticPhoto {
    let width = 320
    let height = 200
    let ink: [Double]
    var noise = 5.0
    private(set) var coverage: [Double] = []
    private(set) var picture: RasterImage?

    /// Light falls off to less than half across the sheet, with a soft shadow in a corner.
    private func light(_ x: Int, _ y: Int) -> Double {
        let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
        let shadow = min(1, max(0, (u + v - 0.3) * 4))
        return (0.5 + 0.35 * u + 0.15 * v) * (0.75 + 0.25 * shadow)
    }

    init(ink: [Double], covered: (Double, Double) -> Bool) {
        self.ink = ink
        var seed: UInt64 = 0x1234_5678_9ABC_DEF1
        func random() -> Double {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Double(seed >> 11) / Double(1 << 53)
        }
        let paper = [238.0, 234.0, 222.0]
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                // Sixteen points of a square of two pixels: a lens that is not quite sharp.
                var hits = 0.0
                for step in 0..<16 {
                    let (dx, dy) = (Double(step % 4) - 1.5, Double(step / 4) - 1.5)
                    if covered(Double(x) + 0.5 + dx / 2, Double(y) + 0.5 + dy / 2) { hits += 1 }
                }
                coverage.append(hits / 16)
                for channel in 0..<3 {
                    let mixed = paper[channel] * (1 - hits / 16) + ink[channel] * hits / 16
                    // Twelve evenly spread numbers make a bell.
                    let grain = (0..<12).reduce(-6.0) { sum, _ in sum + random() } * noise
                    bytes.append(UInt8(min(max(mixed * light(x, y) + grain, 0), 255).rounded()))
                }
            }
        }
        picture = RasterImage(widthPixels: width, heightPixels: height, channels: 3, bytes: bytes)
    }

    static let blueSignature = SyntheticPhoto(ink: [28, 40, 120], covered: signature)
    static let blackSignature = SyntheticPhoto(ink: [22, 22, 26], covered: signature)
    /// Rim, and a solid block with paper lines in it, larger than any stroke.
    static let redSeal = SyntheticPhoto(ink: [200, 35, 45]) { x, y in
        let (dx, dy) = (x - 160, y - 100)
        let radius = (dx * dx + dy * dy).squareRoot()
        if radius > 78 && radius < 86 { return true }
        return abs(dx) < 42 && abs(dy) < 42 && abs(abs(dy) - 18) > 4
    }

    /// Two parabolas and a bar, four to five pixels wide.
    private static func signature(_ x: Double, _ y: Double) -> Bool {
        let first = y - (40 + (x - 100) * (x - 100) / 60)
        if x > 30, x < 170, abs(first) < 2.2 * (1 + abs(x - 100) / 30) { return true }
        let second = x - (210 + (y - 100) * (y - 100) / 90)
        if y > 30, y < 170, abs(second) < 2.4 * (1 + abs(y - 100) / 45) { return true }
        return abs(y - 130) < 2.5 && x > 40 && x < 290
    }
}

@Suite struct CleanPaperTests {
    static let photos = [
        SyntheticPhoto.blueSignature, SyntheticPhoto.blackSignature, SyntheticPhoto.redSeal,
    ]

    /// Made once: the photographs are costly in a debug build.
    static let marks = photos.map { photo in
        photo.picture.flatMap { try? CleanPaper.mark(from: $0) }
    }

    @Test(arguments: photos.indices)
    func paperIsClearAndInkOpaque(_ index: Int) throws {
        let photo = Self.photos[index]
        let mark = try #require(Self.marks[index])
        let alpha = try #require(mark.alpha)
        var paper = (clear: 0, all: 0)
        var ink = (strong: 0, all: 0)
        for pixel in alpha.indices {
            if photo.coverage[pixel] == 0 {
                paper.all += 1
                if alpha[pixel] == 0 { paper.clear += 1 }
            } else if photo.coverage[pixel] == 1 {
                ink.all += 1
                if alpha[pixel] >= 230 { ink.strong += 1 }
            }
        }
        let clear = Double(paper.clear) / Double(paper.all)
        let strong = Double(ink.strong) / Double(ink.all)
        print("clean paper \(index): \(clear) of the paper clear, \(strong) of the ink opaque")
        #expect(clear >= 0.995)
        #expect(strong >= 0.95)
    }

    /// On every ground the rim lies between ground and ink: nothing is paler than the paler one,
    /// but for the grain of the picture (a standard deviation of five).
    @Test(arguments: photos.indices, [[255, 255, 255], [128, 128, 128], [250, 220, 60]])
    func rimHasNoHaloOnAnyGround(_ index: Int, _ ground: [Double]) throws {
        let photo = Self.photos[index]
        let mark = try #require(Self.marks[index])
        guard case .raw(let colours) = mark.samples else { throw Unexpected() }
        let alpha = try #require(mark.alpha)
        // The brightest that ink itself is anywhere, noise included.
        var brightestInk = [0.0, 0.0, 0.0]
        for pixel in alpha.indices where photo.coverage[pixel] == 1 {
            for channel in 0..<3 {
                let value = Double(colours[pixel * 3 + channel])
                brightestInk[channel] = max(brightestInk[channel], value)
            }
        }
        var deviation = 0.0
        var rimCount = 0.0
        var paler = 0.0
        for pixel in alpha.indices where photo.coverage[pixel] > 0 && photo.coverage[pixel] < 1 {
            let share = Double(alpha[pixel]) / 255
            rimCount += 1
            for channel in 0..<3 {
                let shown =
                    Double(colours[pixel * 3 + channel]) * share
                    + ground[channel] * (1 - share)
                paler = max(paler, shown - max(brightestInk[channel], ground[channel]))
                deviation += (share - photo.coverage[pixel]) / 3
            }
        }
        #expect(paler <= 8)
        // Rims neither fray nor grow by more than a fifth of a pixel's cover.
        #expect(abs(deviation / rimCount) < 0.2)
    }

    @Test func paperWithoutInkIsToldSo() throws {
        let blank = SyntheticPhoto(ink: [0, 0, 0]) { _, _ in false }
        let picture = try #require(blank.picture)
        let code = faultCode { () throws(Fault) in _ = try CleanPaper.mark(from: picture) }
        #expect(code == .invalidDocument)
    }

    @Test func smallestPicturesAreHandled() throws {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 2)] {
            let picture = try #require(
                RasterImage(
                    widthPixels: width,
                    heightPixels: height,
                    channels: 1,
                    bytes: (0..<(width * height)).map { $0 % 2 == 0 ? 255 : 0 }
                )
            )
            _ = try? CleanPaper.mark(from: picture)
        }
    }

    @Test func samePixelsGiveTheSameMark() throws {
        let picture = try #require(SyntheticPhoto.redSeal.picture)
        #expect(try CleanPaper.mark(from: picture) == CleanPaper.mark(from: picture))
    }

    /// Gives a picture that was made before, whatever the JPEG holds.
    struct FakeDecoder: ImageDecoder {
        let picture: RasterImage
        func decode(_ jpeg: [UInt8]) throws(Fault) -> RasterImage { picture }
    }

    @Test func jpegGoesThroughTheDecoderAndKeepsItsOrientation() throws {
        var bytes = [UInt8](repeating: 240, count: 24 * 16 * 3)
        for pixel in 24 * 4..<24 * 8 { for channel in 0..<3 { bytes[pixel * 3 + channel] = 10 } }
        let picture = try #require(
            RasterImage(widthPixels: 24, heightPixels: 16, channels: 3, bytes: bytes)
        )
        let file = Fixture.bytes("rgb-exif-6.jpg")
        let mark = try CleanPaper.mark(fromFile: file, decoder: FakeDecoder(picture: picture))
        #expect(mark.orientation == .quarterClockwise && mark.alpha?[24 * 6] == 255)
        #expect(
            faultCode { () throws(Fault) in
                _ = try CleanPaper.mark(fromFile: file, decoder: nil)
            } == .unsupported
        )
        let small = try #require(
            RasterImage(widthPixels: 1, heightPixels: 1, channels: 1, bytes: [0])
        )
        #expect(
            faultCode { () throws(Fault) in
                _ = try CleanPaper.mark(fromFile: file, decoder: FakeDecoder(picture: small))
            } == .workerFailed
        )
    }
}
