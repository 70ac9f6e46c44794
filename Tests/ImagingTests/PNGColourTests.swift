// SPDX-License-Identifier: Apache-2.0
import Deflate
import Faults
import Imaging
import Testing

@Suite struct PNGColourTests {
    private func load(_ extra: [(String, [UInt8])], colourType: Int = 2) throws -> MarkImage {
        var png = PNGBuilder(width: 2, height: 1, colourType: colourType)
        png.extra = extra
        return try ImageFile.load(png.file([UInt8](repeating: 9, count: colourType == 2 ? 6 : 2)))
    }

    private func gamma(_ value: Int) -> (String, [UInt8]) { ("gAMA", PNGBuilder.number(value)) }

    private func profileChunk(_ profile: [UInt8]) -> (String, [UInt8]) {
        ("iCCP", Array("x\0\0".utf8) + DeflateEncoder.compress(profile))
    }

    @Test func nothingOrSRGBIsTheDevicesSpace() throws {
        let primaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
        let chromaticities = ("cHRM", primaries.flatMap(PNGBuilder.number))
        for extra in [[], [("sRGB", [0])], [gamma(45455)], [gamma(45455), chromaticities]] {
            #expect(try load(extra).colour.characterisation == .device)
        }
    }

    @Test func gammaBecomesTheExponent() throws {
        for colourType in [0, 2] {
            let mark = try load([gamma(100_000)], colourType: colourType)
            guard case .calibrated(let found) = mark.colour.characterisation else {
                throw Unexpected()
            }
            #expect(found.gamma == 1)
            // CIE XYZ of sRGB's white D65.
            for (value, expected) in zip(found.whitePoint, [0.9505, 1, 1.0891]) {
                #expect(abs(value - expected) < 0.001)
            }
        }
    }

    @Test func primariesBecomeTheMatrixThatIEC61966Prints() throws {
        let mark = try load([gamma(55556)])
        guard case .calibrated(let found) = mark.colour.characterisation else { throw Unexpected() }
        let expected = [
            0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505,
        ]
        for (value, wanted) in zip(found.matrix, expected) { #expect(abs(value - wanted) < 0.0005) }
    }

    @Test func impossiblePrimariesAreLeftOut() throws {
        for primaries in [[0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1].map { $0 * 30000 }] {
            let mark = try load([gamma(50000), ("cHRM", primaries.flatMap(PNGBuilder.number))])
            #expect(mark.colour.characterisation == .device)
        }
        #expect(try load([gamma(0)]).colour.characterisation == .device)
    }

    @Test func profileWinsOverGamma() throws {
        let profile = Fixture.bytes("srgb.icc")
        let mark = try load([gamma(100_000), profileChunk(profile)])
        #expect(mark.colour.characterisation == .icc(profile: profile))
    }

    @Test func profileThatDoesNotFitIsLeftOutAndTold() throws {
        let profile = Fixture.bytes("srgb.icc")
        var deviceLink = profile
        deviceLink.replaceSubrange(12..<16, with: Array("link".utf8))
        let cases = [
            (profile, 0), (Array(profile.prefix(200)), 2), (deviceLink, 2), (Array("no".utf8), 2),
        ]
        for (bytes, colourType) in cases {
            let mark = try load([profileChunk(bytes)], colourType: colourType)
            #expect(mark.colour.characterisation == .device)
            #expect(mark.diagnostics.map(\.severity) == [.repaired])
        }
    }

    @Test func profileBeyondTheLimitIsLeftOut() throws {
        var limits = ImageLimits()
        limits.maximumProfileBytes = 100
        var png = PNGBuilder(width: 1, height: 1, colourType: 2)
        png.extra = [profileChunk(Fixture.bytes("srgb.icc"))]
        let mark = try ImageFile.load(png.file([1, 2, 3]), limits: limits)
        #expect(mark.colour.characterisation == .device && mark.diagnostics.count == 1)
    }

    @Test func resolutionAndOrientationAreRead() throws {
        let exif: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0,
        ]
        let perMetre = PNGBuilder.number(11811) + PNGBuilder.number(5906) + [1]
        let mark = try load([("pHYs", perMetre), ("eXIf", exif)])
        #expect(mark.orientation == .upsideDown)
        let dots = try #require(mark.dotsPerInch)
        #expect(abs(dots.horizontal - 300) < 0.01 && abs(dots.vertical - 150) < 0.02)
    }
}
