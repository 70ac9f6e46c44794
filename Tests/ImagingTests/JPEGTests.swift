// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Imaging
import Testing

@Suite struct JPEGTests {
    @Test(arguments: [
        ("rgb", ColourSpace.Family.rgb, false), ("rgb-progressive-icc", .rgb, false),
        ("rgb-exif-6", .rgb, false), ("grey", .grey, false),
        ("grey-with-rgb-profile", .grey, false),
        ("cmyk-adobe", .cmyk, true),
    ])
    func bytesStayUntouched(_ name: String, _ family: ColourSpace.Family, _ inverted: Bool) throws {
        let file = Fixture.bytes("\(name).jpg")
        let mark = try ImageFile.load(file)
        #expect(mark.samples == .jpeg(file, colourTransform: nil))
        #expect(mark.widthPixels == 24 && mark.heightPixels == 16 && mark.bitsPerComponent == 8)
        #expect(mark.colour.family == family && mark.decodeInverted == inverted)
        #expect(mark.alpha == nil)
    }

    @Test func profileIsKeptOnlyWhereItFits() throws {
        let fitting = try ImageFile.load(Fixture.bytes("rgb-progressive-icc.jpg"))
        #expect(fitting.colour.characterisation == .icc(profile: Fixture.bytes("srgb.icc")))
        #expect(fitting.diagnostics.isEmpty)
        let other = try ImageFile.load(Fixture.bytes("grey-with-rgb-profile.jpg"))
        #expect(other.colour.characterisation == .device)
        #expect(other.diagnostics.map(\.severity) == [.repaired])
    }

    @Test func partsOfAProfileAreJoinedInTheirOrder() throws {
        let profile = Fixture.bytes("srgb.icc")
        let parts = [profile[..<100], profile[100..<300], profile[300...]]
        func segment(_ index: Int, count: Int = 3) -> [UInt8] {
            app(
                0xE2,
                Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)] + parts[index]
            )
        }
        let mixed = try ImageFile.load(withSegments(segment(2) + segment(0) + segment(1)))
        #expect(mixed.colour.characterisation == .icc(profile: profile))
        for broken in [segment(0) + segment(1), segment(0) + segment(0), segment(0, count: 0)] {
            let mark = try ImageFile.load(withSegments(broken))
            #expect(mark.colour.characterisation == .device && mark.diagnostics.count == 1)
        }
    }

    @Test func densityIsRead() throws {
        let mark = try ImageFile.load(Fixture.bytes("rgb.jpg"))
        #expect(mark.dotsPerInch?.horizontal == 300 && mark.dotsPerInch?.vertical == 150)
    }

    @Test func orientationIsRead() throws {
        let mark = try ImageFile.load(Fixture.bytes("rgb-exif-6.jpg"))
        #expect(mark.orientation == .quarterClockwise)
        #expect(mark.displaySize.width == 16 && mark.displaySize.height == 24)
    }

    @Test func exifOfBothByteOrdersIsRead() throws {
        let big: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0,
        ]
        let little: [UInt8] = [
            0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0,
        ]
        for block in [big, little] {
            let file = withSegments(app(0xE1, Array("Exif\0\0".utf8) + block))
            #expect(try ImageFile.load(file).orientation == .quarterCounterclockwise)
            for index in block.indices {
                for value: UInt8 in [0, 1, 9, 0x7F, 0xFF] {
                    var hostile = block
                    hostile[index] = value
                    let segment = app(0xE1, Array("Exif\0\0".utf8) + hostile)
                    #expect(throws: Never.self) { try ImageFile.load(withSegments(segment)) }
                }
            }
        }
    }

    @Test func fillBytesAndStrayBytesAreSkipped() throws {
        let file = withSegments([0xFF, 0xFF, 0xFF])
        #expect(try ImageFile.load(file).diagnostics.isEmpty)
        let stray = try ImageFile.load(withSegments([0xFF, 1, 1, 2, 3]))
        #expect(stray.diagnostics.map(\.severity) == [.repaired])
    }

    @Test func missingEndAndTrailingBytesAreTold() throws {
        let whole = Fixture.bytes("rgb.jpg")
        let cut = try ImageFile.load(Array(whole.dropLast(9)))
        #expect(cut.diagnostics.map(\.severity) == [.lost])
        let trailing = try ImageFile.load(whole + [0xFF, 0xD9, 1])
        #expect(trailing.diagnostics.map(\.place.byteOffset) == [whole.count])
    }

    @Test func componentsNamedRGBAreNotTakenForYCbCr() throws {
        let whole = Fixture.bytes("rgb.jpg")
        let frame = try #require(Self.frame(whole))
        var file = whole
        for (index, name) in "RGB".utf8.enumerated() { file[frame + 10 + 3 * index] = name }
        #expect(try ImageFile.load(file).samples == .jpeg(file, colourTransform: nil))
        file.removeSubrange(2..<20)
        #expect(try ImageFile.load(file).samples == .jpeg(file, colourTransform: 0))
    }

    @Test(arguments: [
        (1, 0xC3, FaultCode.unsupported), (1, 0xC9, .unsupported), (4, 12, .unsupported),
        (9, 2, .unsupported), (1, 0xDA, .invalidDocument), (1, 0xD9, .invalidDocument),
    ])
    func frameThatViewersCannotShowIsRefused(_ at: Int, _ value: Int, _ code: FaultCode) throws {
        var file = Fixture.bytes("rgb.jpg")
        let frame = try #require(Self.frame(file))
        file[frame + at] = UInt8(value)
        #expect(faultCode { () throws(Fault) in _ = try ImageFile.load(file) } == code)
    }

    @Test func heightOfZeroIsUnsupportedAndWidthOfZeroInvalid() throws {
        let whole = Fixture.bytes("rgb.jpg")
        let frame = try #require(Self.frame(whole))
        for (at, code) in [(5, FaultCode.unsupported), (7, .invalidDocument)] {
            var file = whole
            file.replaceSubrange((frame + at)..<(frame + at + 2), with: [0, 0])
            #expect(faultCode { () throws(Fault) in _ = try ImageFile.load(file) } == code)
        }
    }

    @Test func everyCutAndEveryFlippedBitGivesAPictureOrAFault() {
        for name in ["rgb-progressive-icc", "rgb-exif-6", "cmyk-adobe"] {
            let whole = Fixture.bytes("\(name).jpg")
            for count in 0..<whole.count { _ = try? ImageFile.load(Array(whole.prefix(count))) }
            for bit in 0..<(whole.count * 8) {
                var file = whole
                file[bit / 8] ^= 1 << UInt8(bit % 8)
                _ = try? ImageFile.load(file)
            }
        }
    }

    @Test func otherFilesAreNoPictures() {
        for bytes in [[], [0xFF], Array("%PDF-1.7".utf8), [0xFF, 0xD8, 0], [0x89, 0x50, 0x4E]] {
            #expect(ImageFile.identify(bytes) == nil)
            let code = faultCode { () throws(Fault) in _ = try ImageFile.load(bytes) }
            #expect(code == .invalidDocument)
        }
    }

    /// Where the frame header's FF is.
    private static func frame(_ file: [UInt8]) -> Int? {
        file.indices.dropLast().first { file[$0] == 0xFF && (0xC0...0xC2).contains(file[$0 + 1]) }
    }

    private func app(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
    }

    private func withSegments(_ segments: [UInt8]) -> [UInt8] {
        let whole = Fixture.bytes("rgb.jpg")
        return whole[..<2] + segments + whole[2...]
    }
}
