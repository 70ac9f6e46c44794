// SPDX-License-Identifier: Apache-2.0
import Testing
import Workers

@Suite struct FrameHeaderTests {
    private static func read(_ bytes: [UInt8]) throws(WireFailure) -> FrameHeader {
        try FrameHeader(reading: bytes, expecting: FrameKind.allCases, maximumLength: 1000)
    }

    @Test(arguments: [
        FrameHeader(.convertSVG, length: 0), FrameHeader(.document, length: 1000),
        FrameHeader(.pixels, length: 18, width: 2, height: 3, channels: 3),
        FrameHeader(.pixels, length: 6, width: 2, height: 3, channels: 1),
    ])
    func whatIsWrittenIsReadAgain(header: FrameHeader) throws {
        #expect(header.bytes.count == FrameHeader.byteCount)
        #expect(try Self.read(header.bytes) == header)
    }

    @Test(arguments: [
        FrameHeader(.document, length: 1001),
        FrameHeader(.document, length: 5, width: 1),
        FrameHeader(.document, length: 5, channels: 1),
        FrameHeader(.pixels, length: 5, width: 2, height: 3, channels: 1),
        FrameHeader(.pixels, length: 6, width: 3, height: 1, channels: 2),
        FrameHeader(.pixels, length: 0, width: 0, height: 0, channels: 3),
        FrameHeader(.pixels, length: 0, width: 0, height: 9, channels: 3),
        FrameHeader(.pixels, length: 3, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, channels: 3),
        FrameHeader(.pixels, length: 0, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, channels: 3),
    ])
    func aHeaderThatLiesAboutItsPayloadIsRefused(header: FrameHeader) {
        #expect(throws: WireFailure.self) { try Self.read(header.bytes) }
    }

    @Test func aKindThatWasNotAskedForIsRefused() {
        let header = FrameHeader(.hello, length: 1)
        #expect(throws: WireFailure.malformed("a frame of kind 128 was not expected")) {
            try FrameHeader(reading: header.bytes, expecting: [.document], maximumLength: 9)
        }
    }

    @Test func everyChangedByteOfAHeaderIsEitherRefusedOrTheLength() throws {
        let bytes = FrameHeader(.document, length: 0).bytes
        for position in bytes.indices {
            for value in UInt8.min...UInt8.max where value != bytes[position] {
                var changed = bytes
                changed[position] = value
                guard let header = try? Self.read(changed) else { continue }
                #expect((16..<20).contains(position) || header.kind != .document)
            }
        }
    }

    @Test(arguments: Array(0..<20))
    func aShortHeaderIsRefused(count: Int) {
        let bytes = Array(FrameHeader(.document, length: 0).bytes.prefix(count))
        #expect(throws: WireFailure.self) { try Self.read(bytes) }
    }
}
