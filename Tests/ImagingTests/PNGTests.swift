// SPDX-License-Identifier: Apache-2.0
import Deflate
import Faults
import Imaging
import Testing

@Suite struct PNGTests {
    static let kinds = [
        "grey-1", "grey-2", "grey-4", "grey-8", "grey-16", "rgb-8", "rgb-16", "palette-1",
        "palette-2", "palette-4", "palette-8", "grey-alpha-8", "grey-alpha-16", "rgb-alpha-8",
        "rgb-alpha-16",
    ]
    static let all =
        kinds.flatMap { [$0, $0 + "-interlaced"] }
        + ["grey-2-key", "rgb-8-key", "palette-2-alpha"]

    @Test(arguments: all)
    func pixelsAreThoseThatPillowSees(_ name: String) throws {
        let expected = Fixture.bytes("\(name).rgba")
        let raster = try ImageFile.raster(Fixture.bytes("\(name).png"), decoder: nil)
        #expect(raster.widthPixels == 13 && raster.heightPixels == 11)
        try #require(expected.count == 4 + 13 * 11 * 4)
        for pixel in 0..<(13 * 11) {
            let start = 4 + pixel * 4
            let alpha = raster.channels == 4 ? Int(raster.bytes[pixel * 4 + 3]) : 255
            #expect(abs(alpha - Int(expected[start + 3])) <= 1)
            guard alpha != 0 || raster.channels == 4 else { continue }
            let mine = raster.bytes[(pixel * raster.channels)..<(pixel * raster.channels + 3)]
            #expect(mine.elementsEqual(expected[start..<(start + 3)]), "pixel \(pixel)")
        }
    }

    @Test(arguments: all)
    func markShowsThePixelsOfTheRaster(_ name: String) throws {
        let file = Fixture.bytes("\(name).png")
        let mark = try ImageFile.load(file)
        let raster = try ImageFile.raster(file, decoder: nil)
        let shown = try Shown(mark)
        #expect(mark.diagnostics.isEmpty)
        for pixel in 0..<(13 * 11) {
            let alpha = raster.channels == 4 ? raster.bytes[pixel * 4 + 3] : 255
            #expect((mark.alpha?[pixel] ?? 255) == alpha)
            guard alpha != 0 else { continue }
            let start = pixel * raster.channels
            #expect(shown.rgb(pixel).elementsEqual(raster.bytes[start..<(start + 3)]))
        }
    }

    @Test(arguments: kinds)
    func dataWithoutAlphaAndInterlacingIsTheFilesOwn(_ name: String) throws {
        let mark = try ImageFile.load(Fixture.bytes("\(name).png"))
        let isOwn = if case .pngFlate = mark.samples { true } else { false }
        #expect(isOwn == !name.contains("alpha"))
        #expect((mark.alpha != nil) == name.contains("alpha"))
    }

    @Test func alphaThatIsOpaqueEverywhereIsDropped() throws {
        let pixels: [UInt8] = (0..<12).flatMap { [UInt8($0), 2, 3, 255] }
        let mark = try ImageFile.load(PNGBuilder(width: 4, height: 3).file(pixels))
        #expect(mark.alpha == nil)
        #expect(mark.samples == .raw((0..<12).flatMap { [UInt8($0), 2, 3] }))
    }

    @Test func keyThatNoPixelHasLeavesTheDataAlone() throws {
        var png = PNGBuilder(width: 4, height: 3, colourType: 2)
        png.extra = [("tRNS", [0, 9, 0, 9, 0, 9])]
        let mark = try ImageFile.load(png.file([UInt8](repeating: 7, count: 36)))
        #expect(mark.alpha == nil)
        if case .pngFlate = mark.samples {} else { Issue.record("not the file's own data") }
    }

    @Test func clearPixelsCarryOnTheNearestColour() throws {
        // Red at the left end, blue at the right, black and clear between: near each end its own
        // colour, farther away that of the first strong pixel.
        var pixels = [UInt8](repeating: 0, count: 20 * 4)
        pixels.replaceSubrange(0..<4, with: [200, 0, 0, 255])
        pixels.replaceSubrange(76..<80, with: [0, 0, 200, 255])
        let mark = try ImageFile.load(PNGBuilder(width: 20, height: 1).file(pixels))
        guard case .raw(let colour) = mark.samples else { throw Unexpected() }
        for x in 0..<20 {
            let expected: [UInt8] = x < 13 ? [200, 0, 0] : [0, 0, 200]
            #expect(Array(colour[(x * 3)..<(x * 3 + 3)]) == expected)
        }
        #expect(mark.alpha == [255] + [UInt8](repeating: 0, count: 18) + [255])
    }

    @Test func clearPaletteEntriesBecomeVisibleOnesUnderTheMask() throws {
        let mark = try ImageFile.load(Fixture.bytes("palette-2-alpha.png"))
        guard case .raw(let rows) = mark.samples else { throw Unexpected() }
        #expect(mark.bitsPerComponent == 2 && mark.colour.palette?.count == 4)
        #expect(rows.count == 11 * 4)
        let shown = try Shown(mark)
        #expect((0..<143).allSatisfy { shown.rgb($0) != [255, 255, 255] })
        #expect(Set(try #require(mark.alpha)) == [0, 128, 255])
    }

    @Test(arguments: [1, 40, 90])
    func cutFileGivesTheRowsThatAreThere(_ percent: Int) throws {
        var pixels: [UInt8] = []
        for index in 0..<(64 * 64) { pixels += [UInt8(index * 7 & 255), UInt8(index % 251), 5] }
        let whole = PNGBuilder(width: 64, height: 64, colourType: 2).file(pixels)
        let cut = Array(whole.prefix(60 + (whole.count - 60) * percent / 100))
        do throws(Fault) {
            let mark = try ImageFile.load(cut)
            #expect(mark.diagnostics.contains { $0.severity == .lost })
            let alpha = mark.alpha ?? []
            let rows = alpha.filter { $0 == 255 }.count / 64
            #expect(alpha.count == 64 * 64 && rows > 0 && rows < 64)
            guard case .raw(let colour) = mark.samples else { throw Fault(.internal, "not raw") }
            #expect(colour.prefix(rows * 192).elementsEqual(pixels.prefix(rows * 192)))
        } catch {
            #expect(error.code == .invalidDocument && percent == 1)
        }
    }

    @Test func cutInterlacedFileShowsItsCoarsePasses() throws {
        let whole = Fixture.bytes("rgb-8-interlaced.png")
        let mark = try ImageFile.load(Array(whole.prefix(whole.count * 2 / 3)))
        #expect(mark.diagnostics.contains { $0.severity == .lost })
        #expect(mark.alpha == nil || mark.alpha?.contains(255) == true)
    }

    @Test func wrongChunkCodeIsToleratedAndTold() throws {
        var file = Fixture.bytes("rgb-8.png")
        file[29] ^= 1
        let mark = try ImageFile.load(file)
        #expect(mark.diagnostics.map(\.place.byteOffset) == [8])
        #expect(mark.widthPixels == 13)
    }

    @Test func damagedDataIsNotPassedOn() throws {
        let rows: [UInt8] = (0..<3).flatMap { [9] + [UInt8](repeating: UInt8($0), count: 12) }
        let png = PNGBuilder(width: 4, height: 3, colourType: 2)
        let unknownFilter = try ImageFile.load(png.file(stream: DeflateEncoder.compress(rows)))
        var stream = DeflateEncoder.compress(rows)
        stream[stream.count - 1] ^= 1
        let wrongSum = try ImageFile.load(png.file(stream: stream))
        for mark in [unknownFilter, wrongSum] {
            if case .raw(let samples) = mark.samples {
                #expect(samples.count == 36)
            } else {
                Issue.record("damaged data was passed on")
            }
        }
        #expect(wrongSum.diagnostics.map(\.severity) == [.repaired])
    }

    @Test func bytesAfterTheStreamAreCutOff() throws {
        let rows = [UInt8](repeating: 0, count: 39)
        let stream = DeflateEncoder.compress(rows)
        let png = PNGBuilder(width: 4, height: 3, colourType: 2)
        let mark = try ImageFile.load(png.file(stream: stream + [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(mark.samples == .pngFlate(stream))
    }

    @Test func sizesBeyondTheLimitsAreRefusedBeforeAnyWork() {
        for (width, height) in [(0x7FFF_FFFF, 0x7FFF_FFFF), (1 << 20, 1 << 20), (1 << 28, 2)] {
            let file = PNGBuilder(width: width, height: height).file(stream: [0x78, 0x9C])
            #expect(throws: Fault.self) { try ImageFile.load(file) }
            let code = faultCode { () throws(Fault) in _ = try ImageFile.load(file) }
            #expect(code == .limitExceeded)
        }
    }

    @Test func everyCutAndEveryFlippedBitGivesAPictureOrAFault() {
        for name in ["palette-2-alpha", "rgb-alpha-16-interlaced", "grey-1"] {
            let whole = Fixture.bytes("\(name).png")
            for count in 0..<whole.count { _ = try? ImageFile.load(Array(whole.prefix(count))) }
            var limits = ImageLimits()
            limits.maximumPixels = 1 << 16
            for bit in 0..<(whole.count * 8) {
                var file = whole
                file[bit / 8] ^= 1 << UInt8(bit % 8)
                guard let mark = try? ImageFile.load(file, limits: limits) else { continue }
                let count = mark.widthPixels * mark.heightPixels
                #expect(mark.alpha.map { $0.count == count } ?? true)
            }
        }
    }
}

struct Unexpected: Error {}

func faultCode(_ work: () throws(Fault) -> Void) -> FaultCode? {
    do throws(Fault) {
        try work()
        return nil
    } catch { return error.code }
}
