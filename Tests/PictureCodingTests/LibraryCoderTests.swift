// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import Geometry
import Imaging
import PictureCoding
import Rendering
import Testing
import Workers

@Suite struct LibraryCoderTests {
    private static let coder = LibraryCoder()

    private static func encode(
        _ pixels: [UInt8],
        _ layout: PixelLayout,
        as format: PictureFormat,
        dotsPerInch: Double = 0
    ) throws -> [UInt8] {
        try unsafe pixels.withUnsafeBytes { pixels in
            let bitmap = unsafe PageBitmap(
                pixels: pixels,
                width: layout.width,
                height: layout.height,
                stride: layout.bytesPerRow,
                hasAlpha: layout.hasAlpha,
                pixelsPerInch: dotsPerInch
            )
            return try coder.encode(bitmap, as: format)
        }
    }

    /// Two halves, each of one colour, as blue, green, red, alpha.
    private static func halves(
        _ left: [UInt8],
        _ right: [UInt8],
        hasAlpha: Bool = false
    ) throws -> (pixels: [UInt8], layout: PixelLayout) {
        let layout = try #require(
            PixelLayout(width: 64, height: 32, order: .bgra, hasAlpha: hasAlpha)
        )
        let row = (0..<64).flatMap { $0 < 32 ? left : right }
        return (Array(repeatElement(row, count: 32).joined()), layout)
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return try [UInt8](Data(contentsOf: tests.appending(path: "Fixtures/jpeg/\(name).jpg")))
    }

    @Test func aJPEGReadsBack() throws {
        let (pixels, layout) = try Self.halves([10, 20, 200, 0], [200, 20, 10, 0])
        let file = try Self.encode(pixels, layout, as: .jpeg(quality: 95), dotsPerInch: 150)
        let picture = try JPEGDecoder.decode(file)
        #expect(picture.channels == 3 && picture.width == 64 && picture.height == 32)
        for (x, colour) in [(4, [200, 20, 10]), (60, [10, 20, 200])] {
            let found = picture.bytes[(16 * 64 + x) * 3..<(16 * 64 + x) * 3 + 3].map(Int.init)
            #expect(zip(found, colour).allSatisfy { abs($0 - $1) < 6 }, "\(found)")
        }
        // JFIF: unit 1 (inch), 150 across and down.
        let density: [UInt8] = Array("JFIF\0".utf8) + [1, 1, 1, 0, 150, 0, 150]
        #expect(file.indices.contains { file[$0...].starts(with: density) })
    }

    @Test func aGreyPageBecomesAGreyJPEG() throws {
        let (pixels, layout) = try Self.halves([30, 30, 30, 0], [220, 220, 220, 0])
        let file = try Self.encode(pixels, layout, as: .jpeg(quality: 80))
        let picture = try JPEGDecoder.decode(file)
        #expect(picture.channels == 1)
        #expect(abs(Int(picture.bytes[16 * 64 + 4]) - 30) < 4)
        #expect(abs(Int(picture.bytes[16 * 64 + 60]) - 220) < 4)
    }

    @Test func whatShowsThroughIsWhiteInAJPEG() throws {
        let (pixels, layout) = try Self.halves([0, 0, 0, 0], [0, 0, 0, 255], hasAlpha: true)
        let file = try Self.encode(pixels, layout, as: .jpeg(quality: 90))
        let picture = try JPEGDecoder.decode(file)
        #expect(picture.bytes[16 * 64 + 4] > 250 && picture.bytes[16 * 64 + 60] < 5)
    }

    @Test func betterQualityIsLarger() throws {
        let layout = try #require(
            PixelLayout(width: 64, height: 64, order: .bgra, hasAlpha: false)
        )
        let pixels = (0..<64 * 64 * 4).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
        for formats in [
            (PictureFormat.jpeg(quality: 20), PictureFormat.jpeg(quality: 95)),
            (.webp(quality: 20), .webp(quality: 95)),
        ] {
            let sizes = try [formats.0, formats.1].map { format in
                try Self.encode(pixels, layout, as: format).count
            }
            #expect(sizes[0] < sizes[1])
        }
    }

    @Test func aWebPSaysWhatItIs() throws {
        let (pixels, layout) = try Self.halves([1, 2, 3, 255], [9, 9, 9, 0], hasAlpha: true)
        let file = try Self.encode(pixels, layout, as: .webp(quality: 80))
        #expect(file.starts(with: "RIFF".utf8) && file[8...].starts(with: "WEBP".utf8))
        #expect(file.indices.contains { file[$0...].starts(with: "ALPH".utf8) })
    }

    @Test(arguments: [(PictureFormat.jpeg(quality: 50), 65501), (.webp(quality: 50), 16384)])
    func aPictureTooWideForItsFormatIsRefused(format: PictureFormat, width: Int) throws {
        let layout = try #require(
            PixelLayout(width: width, height: 1, order: .bgra, hasAlpha: false)
        )
        let pixels = [UInt8](repeating: 0, count: layout.byteCount)
        let fault = #expect(throws: Fault.self) {
            try Self.encode(pixels, layout, as: format)
        }
        #expect(fault?.code == .limitExceeded)
    }

    // MARK: Shrinking

    @Test(arguments: [
        ("grey", [90, 90, 90]), ("rgb", [200, 30, 60]), ("rgb-progressive", [200, 30, 60]),
        ("rgb-adobe-untransformed", [200, 30, 60]),
    ])
    func aShrunkPictureKeepsItsColour(name: String, colour: [Int]) throws {
        let target = PixelSize(width: 3, height: 2)
        let shrunk = try #require(
            Self.coder.shrink(
                try Self.fixture(name),
                placement: AffineTransform(a: 3, b: 0, c: 0, d: -2, tx: 0, ty: 2),
                to: target
            )
        )
        for pixel in stride(from: 0, to: 24, by: 4) {
            let found = [shrunk[pixel + 2], shrunk[pixel + 1], shrunk[pixel]].map(Int.init)
            #expect(zip(found, colour).allSatisfy { abs($0 - $1) < 5 }, "\(found)")
            #expect(shrunk[pixel + 3] == 255)
        }
    }

    @Test func aShrunkPictureLiesAsItIsPlaced() throws {
        let (pixels, layout) = try Self.halves([0, 0, 0, 0], [255, 255, 255, 0])
        let jpeg = try Self.encode(pixels, layout, as: .jpeg(quality: 95))
        let target = PixelSize(width: 4, height: 4)
        // A quarter turned clockwise: what was left is now above.
        let turned = try #require(
            Self.coder.shrink(
                jpeg,
                placement: AffineTransform(a: 0, b: 4, c: 4, d: 0, tx: 0, ty: 0),
                to: target
            )
        )
        let rows = (0..<4).map { row in turned[row * 16] }
        #expect(rows[0] < 10 && rows[1] < 10 && rows[2] > 245 && rows[3] > 245)
    }

    @Test func whatHasColoursOfItsOwnOrLiesAslantTakesTheLongWay() throws {
        let target = PixelSize(width: 3, height: 2)
        let straight = AffineTransform(a: 3, b: 0, c: 0, d: -2, tx: 0, ty: 2)
        for name in ["cmyk-plain", "cmyk-adobe-inverted", "ycck-adobe-inverted"] {
            let shrunk = Self.coder.shrink(
                try Self.fixture(name),
                placement: straight,
                to: target
            )
            #expect(shrunk == nil)
        }
        let aslant = AffineTransform(a: 3, b: 1, c: 0, d: -2, tx: 0, ty: 2)
        let shrunk = Self.coder.shrink(
            try Self.fixture("rgb"),
            placement: aslant,
            to: target
        )
        #expect(shrunk == nil)
    }

    @Test func everyTruncationGivesPixelsOrNothing() throws {
        let target = PixelSize(width: 3, height: 2)
        let straight = AffineTransform(a: 3, b: 0, c: 0, d: -2, tx: 0, ty: 2)
        for name in ["rgb", "rgb-progressive"] {
            let jpeg = try Self.fixture(name)
            var shown = 0
            for count in jpeg.indices {
                let shrunk = Self.coder.shrink(
                    Array(jpeg.prefix(count)),
                    placement: straight,
                    to: target
                )
                #expect(shrunk == nil || shrunk?.count == 24, "\(name) cut at \(count)")
                if shrunk != nil { shown += 1 }
            }
            #expect(shown > 0)
        }
    }
}
