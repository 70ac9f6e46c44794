// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing
import Workers

@Suite struct JPEGDecodingTests {
    private static let client = Bench.client()

    private static func decode(_ jpeg: [UInt8]) throws -> WorkerPixels {
        guard case .pixels(let picture) = try client.perform(.decodeJPEG(jpeg)) else {
            throw Fault(.internal, "no pixels")
        }
        return picture
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        try Bench.bytes(of: "Tests/Fixtures/jpeg/\(name).jpg")
    }

    @Test(arguments: [
        ("grey", [90]),
        ("rgb", [200, 30, 60]),
        ("rgb-progressive", [200, 30, 60]),
        ("rgb-adobe-untransformed", [200, 30, 60]),
        // Ink of 10, 80, 60 and 20 percent: (1 − 0.1) × (1 − 0.2) × 255 = 183, and so on.
        ("cmyk-plain", [183, 41, 82]),
        ("cmyk-adobe-inverted", [183, 41, 82]),
        ("ycck-adobe-inverted", [183, 41, 82]),
    ])
    func everyKindOfColourComesOutRight(name: String, colour: [Int]) throws {
        let picture = try Self.decode(try Self.fixture(name))
        #expect(picture.width == 24 && picture.height == 16)
        #expect(picture.channels == colour.count)
        let wrong = picture.bytes.indices.filter { index in
            abs(Int(picture.bytes[index]) - colour[index % colour.count]) > 2
        }
        #expect(picture.bytes.count == 24 * 16 * colour.count && wrong.isEmpty)
    }

    @Test func everyTruncationGivesAPictureOrAFault() throws {
        for name in ["rgb", "rgb-progressive", "cmyk-plain"] {
            let jpeg = try Self.fixture(name)
            for count in jpeg.indices {
                do throws(Fault) {
                    _ = try Self.client.perform(.decodeJPEG(Array(jpeg.prefix(count))))
                } catch {
                    #expect(error.code == .invalidDocument, "\(name) cut at \(count): \(error)")
                }
            }
        }
    }

    @Test func everyFlippedByteGivesAPictureOrAFault() throws {
        let jpeg = try Self.fixture("rgb-progressive")
        for position in jpeg.indices {
            var changed = jpeg
            changed[position] ^= 0xFF
            do throws(Fault) {
                _ = try Self.client.perform(.decodeJPEG(changed))
            } catch {
                #expect(
                    [.invalidDocument, .unsupported, .limitExceeded].contains(error.code),
                    "byte \(position): \(error)"
                )
            }
        }
    }

    @Test func aPictureThatClaimsToBeHugeIsRefusedBeforeItsPixels() throws {
        var jpeg = try Self.fixture("rgb")
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0x00, 0xFF, 0x00])
        #expect(Bench.code { _ = try Self.decode(jpeg) } == .limitExceeded)
    }

    @Test func aPictureOfThousandsOfScansIsRefused() throws {
        let jpeg = try Self.fixture("rgb-progressive")
        let scan = try #require(jpeg.indices.last { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
        let repeated = Array(repeating: jpeg[scan..<jpeg.count - 2], count: 5000).joined()
        let bomb = Array(jpeg[..<scan]) + repeated + [0xFF, 0xD9]
        #expect(Bench.code { _ = try Self.decode(bomb) } == .limitExceeded)
    }
}
