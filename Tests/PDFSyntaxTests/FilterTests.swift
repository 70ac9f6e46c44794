// SPDX-License-Identifier: Apache-2.0
import Deflate
import Faults
import SeededNumbers
import Testing

@testable import PDFSyntax

@Suite struct FilterTests {
    private func decode(
        _ bytes: [UInt8],
        _ dictionary: COSDictionary,
        limit: Int = 1 << 20
    ) throws(Fault) -> FilterChain.Decoded {
        try FilterChain.decode(bytes[...], dictionary: dictionary, limit: limit) { $0 }
    }

    private func decode(_ text: String, _ filter: COSName) throws -> FilterChain.Decoded {
        try decode(Array(text.utf8), ["Filter": .name(filter)])
    }

    private func text(_ decoded: FilterChain.Decoded) -> String {
        String(decoding: decoded.bytes, as: UTF8.self)
    }

    // MARK: LZW

    /// The example of ISO 32000-2, 7.4.4.2.
    @Test func theExampleOfTheStandardIsDecoded() throws {
        let bytes: [UInt8] = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]
        let decoded = try decode(bytes, ["Filter": .name("LZWDecode")])
        #expect(decoded.bytes == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
        #expect(decoded.isComplete)
    }

    @Test(arguments: [0, 1, 2, 3], [false, true])
    func longDataComeBackFromLZW(kind: Int, early: Bool) throws {
        var random = SplitMix(seed: UInt64(kind))
        let plain: [UInt8] =
            switch kind {
            case 0: random.bytes(40_000)
            case 1: [UInt8](repeating: 7, count: 200_000)
            case 2: (0..<60_000).map { UInt8($0 / 3 % 7) }
            default: []
            }
        let packed = NaiveLZW.encode(plain, early: early)
        let parameters: COSObject = .dictionary(["EarlyChange": .integer(early ? 1 : 0)])
        let decoded = try decode(
            packed,
            ["Filter": .name("LZWDecode"), "DecodeParms": parameters]
        )
        #expect(decoded.bytes == plain)
        #expect(decoded.isComplete)
        let cut = try decode(
            Array(packed.dropLast(2)),
            ["Filter": .name("LZW"), "DecodeParms": parameters]
        )
        #expect(!cut.isComplete)
        #expect(plain.starts(with: cut.bytes))
    }

    @Test func aCodeThatDoesNotExistEndsTheData() throws {
        // 9 bits: clear, 65, 400.
        let decoded = try decode([0x80, 0x10, 0x79, 0x00], ["Filter": .name("LZWDecode")])
        #expect(decoded.bytes == [65])
        #expect(!decoded.isComplete)
    }

    // MARK: ASCII and run lengths

    @Test func hexadecimalIsDecoded() throws {
        #expect(text(try decode("48 65 6C\n6c6F>", "ASCIIHexDecode")) == "Hello")
        #expect(text(try decode("48657>xx", "AHx")) == "Hep")
        #expect(try !decode("48", "ASCIIHexDecode").isComplete)
        #expect(try decode("48>", "ASCIIHexDecode").isComplete)
        #expect(try decode(">", "ASCIIHexDecode").bytes.isEmpty)
    }

    @Test func base85IsDecoded() throws {
        #expect(text(try decode("87cURD]i,\"Ebo80~>", "ASCII85Decode")) == "Hello World!")
        #expect(text(try decode("87cUR\nD]i,\t\"Ebo80~>", "A85")) == "Hello World!")
        #expect(try decode("z!!~>", "ASCII85Decode").bytes == [0, 0, 0, 0, 0])
        #expect(try decode("~>", "ASCII85Decode").bytes.isEmpty)
        #expect(try decode("!~>", "ASCII85Decode").bytes.isEmpty)
        #expect(try !decode("87cUR", "ASCII85Decode").isComplete)
        // More than a word holds: the standard forbids it, it must not trap.
        #expect(try decode("uuuuu~>", "ASCII85Decode").bytes.count == 4)
    }

    @Test func everyTailOfBase85IsDecoded() throws {
        var random = SplitMix(seed: 85)
        for count in 0...40 {
            let plain = random.bytes(count)
            let decoded = try decode(NaiveBase85.encode(plain), ["Filter": .name("ASCII85Decode")])
            #expect(decoded.bytes == plain)
        }
    }

    @Test func runLengthsAreDecoded() throws {
        let filter: COSDictionary = ["Filter": .name("RunLengthDecode")]
        #expect(try decode([2, 1, 2, 3, 254, 9, 128, 7], filter).bytes == [1, 2, 3, 9, 9, 9])
        #expect(try decode([129, 5, 128], filter).bytes == [UInt8](repeating: 5, count: 128))
        #expect(try decode([0, 7], filter).isComplete == false)
        #expect(try decode([5, 1, 2], filter).bytes == [1, 2])
        #expect(try decode([200], filter).bytes.isEmpty)
        #expect(throws: Fault.self) {
            try decode([UInt8](repeating: 129, count: 100), filter, limit: 1000)
        }
    }

    // MARK: Chains

    @Test func aChainWithParametersIsUndoneInOrder() throws {
        // Rows of three bytes, each the sum of itself and the one above.
        let plain: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        let filtered: [UInt8] = [2, 1, 2, 3, 2, 3, 3, 3, 2, 3, 3, 3]
        let packed = DeflateEncoder.compress(filtered)
        let text = NaiveBase85.encode(packed)
        let parameters: COSObject = .dictionary([
            "Predictor": .integer(12), "Columns": .integer(3),
        ])
        let decoded = try decode(
            text,
            [
                "Filter": .array([.name("ASCII85Decode"), .name("FlateDecode")]),
                "DecodeParms": .array([.null, parameters]),
            ]
        )
        #expect(decoded.bytes == plain)
        #expect(decoded.isComplete)
        #expect(throws: Fault.self) {
            try decode(packed, ["Filter": .array([COSObject](repeating: .name("Fl"), count: 17))])
        }
    }

    @Test func abbreviationsCountOnlyAsNames() throws {
        #expect(try decode(Array("41>".utf8), ["F": .name("AHx")]).bytes == [0x41])
        let external: COSDictionary = ["F": .string(Array("other.bin".utf8))]
        #expect(try decode([1, 2], external).bytes == [1, 2])
    }

    @Test func cutFlateGivesWhatThereIs() throws {
        let plain = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let packed = DeflateEncoder.compress(plain)
        for count in stride(from: 0, to: packed.count, by: max(1, packed.count / 40)) {
            let decoded = try decode(
                Array(packed.prefix(count)),
                ["Filter": .name("FlateDecode")]
            )
            #expect(!decoded.isComplete)
            #expect(plain.starts(with: decoded.bytes))
        }
    }

    @Test func aWrongChecksumCostsNoByte() throws {
        let plain = (0..<5000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        var packed = DeflateEncoder.compress(plain)
        packed[packed.count - 1] ^= 1
        let decoded = try decode(packed, ["Filter": .name("FlateDecode")])
        #expect(decoded.bytes == plain && !decoded.isComplete)
        // Without any checksum, as some writers leave it.
        let cut = try decode(Array(packed.dropLast(4)), ["Filter": .name("FlateDecode")])
        #expect(cut.bytes == plain)
    }

    @Test(arguments: ["LZWDecode", "RunLengthDecode", "FlateDecode"])
    func everyFilterThatGrowsStopsAtTheLimit(filter: String) throws {
        let plain = [UInt8](repeating: 7, count: 9000)
        let packed =
            switch filter {
            case "LZWDecode": NaiveLZW.encode(plain, early: true)
            case "RunLengthDecode": [UInt8]((0..<90).flatMap { _ in [UInt8(157), 7] }) + [128]
            default: DeflateEncoder.compress(plain)
            }
        let dictionary: COSDictionary = ["Filter": .name(COSName(filter))]
        #expect(try decode(packed, dictionary, limit: 9090).bytes.allSatisfy { $0 == 7 })
        #expect { try decode(packed, dictionary, limit: 8000) } throws: { error in
            (error as? Fault)?.code == .limitExceeded
        }
    }

    // MARK: Looking without keeping

    @Test func aStreamOfAnySizeIsVerifiedInWindows() throws {
        var random = SplitMix(seed: 11)
        let plain = random.bytes(3 << 20)
        let packed = DeflateEncoder.compress(plain, level: 1)
        #expect(packed.count > 2 << 20)
        let document = try open(FileBuilder.classic())
        func verdict(_ data: [UInt8], _ budget: inout Int) throws -> Document.StreamVerdict {
            let stream = COSStream(["Filter": .name("FlateDecode")], data: data)
            return try document.verify(stream, budget: &budget)
        }
        var budget = 10 << 20
        #expect(try verdict(packed, &budget) == .sound)
        #expect(budget == (10 << 20) - plain.count)
        #expect(try verdict(Array(packed.dropLast(9)), &budget) != .sound)
        var broken = packed
        broken[2_000_000] ^= 0xFF
        #expect(try verdict(broken, &budget) != .sound)
        budget = 1 << 20
        let fault = #expect(throws: Fault.self) { try verdict(packed, &budget) }
        #expect(fault?.code == .limitExceeded)
    }

    @Test func aBombIsStoppedAtTheLimit() throws {
        let packed = DeflateEncoder.compress([UInt8](repeating: 0, count: 4 << 20))
        #expect { try decode(packed, ["Filter": .name("FlateDecode")]) } throws: { error in
            (error as? Fault)?.code == .limitExceeded
        }
    }

    @Test(arguments: ["DCTDecode", "JBIG2Decode", "CCITTFaxDecode", "JPXDecode", "Nonsense"])
    func filtersThatMakePixelsAreNotDecodedHere(filter: String) {
        #expect { try decode([1], ["Filter": .name(COSName(filter))]) } throws: { error in
            (error as? Fault)?.code == .unsupported
        }
    }

    @Test func whatWePackComesBack() throws {
        var random = SplitMix(seed: 4)
        for columns in [nil, 1, 5, 7] {
            for count in [0, 1, 4, 35, 700, 7001] {
                var plain = random.bytes(count)
                for index in plain.indices where index % 3 > 0 { plain[index] = 1 }
                let stream = COSStream.deflated([:], plain, columns: columns)
                guard case .data(let data) = stream.body else { continue }
                #expect(try decode(data, stream.dictionary).bytes == plain)
            }
        }
    }
}

/// Encoders for tests: right by being simple.
enum NaiveLZW {
    static func encode(_ bytes: [UInt8], early: Bool) -> [UInt8] {
        var out: [UInt8] = []
        var buffer = 0
        var bits = 0
        func put(_ code: Int, _ width: Int) {
            buffer = buffer << width | code
            bits += width
            while bits >= 8 {
                bits -= 8
                out.append(UInt8(truncatingIfNeeded: buffer >> bits))
                buffer &= (1 << bits) - 1
            }
        }
        var table: [[UInt8]: Int] = [:]
        var next = 258
        var width = 9
        put(256, width)
        var current: [UInt8] = []
        func code(_ row: [UInt8]) -> Int { row.count == 1 ? Int(row[0]) : table[row] ?? 0 }
        for byte in bytes {
            let longer = current + [byte]
            if longer.count == 1 || table[longer] != nil {
                current = longer
                continue
            }
            put(code(current), width)
            table[longer] = next
            next += 1
            current = [byte]
            // The decoder is one entry behind, so early change is a step before the obvious one.
            let full = next + (early ? 0 : -1)
            if full >= 4095 {
                put(256, width)
                table = [:]
                next = 258
                width = 9
            } else if full >= 1 << width {
                width += 1
            }
        }
        if !current.isEmpty {
            put(code(current), width)
            // The decoder makes an entry of its own after this code.
            next += 1
            if next + (early ? 0 : -1) >= 1 << width, width < 12 { width += 1 }
        }
        put(257, width)
        if bits > 0 { put(0, 8 - bits) }
        return out
    }
}

enum NaiveBase85 {
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let group = Array(bytes[start..<min(start + 4, bytes.count)])
            var value = 0
            for index in 0..<4 {
                value = value << 8 | (index < group.count ? Int(group[index]) : 0)
            }
            var digits: [UInt8] = []
            for _ in 0..<5 {
                digits.insert(UInt8(33 + value % 85), at: 0)
                value /= 85
            }
            out += digits.prefix(group.count + 1)
        }
        return out + Array("~>".utf8)
    }
}
