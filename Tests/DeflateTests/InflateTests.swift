// SPDX-License-Identifier: Apache-2.0
import Deflate
import Faults
import SeededNumbers
import Testing

@Suite struct InflateTests {
    /// Text that packs, with enough variety for matches near and far.
    let text = Array((0..<400).map { "q \($0 % 7) 0 0 \($0) re W n Q\n" }.joined().utf8)

    @Test(arguments: [0, 1, 2, 100, 65_535, 65_536, 131_072, 131_073, 1_000_000])
    func whatWasPackedComesBack(count: Int) throws {
        var random = SplitMix(seed: UInt64(count))
        let noise = random.bytes(min(count, 5000))
        let bytes = (0..<count).map { noise[$0 % noise.count] }
        for level in [0, 1, 6, 12] {
            let packed = DeflateEncoder.compress(bytes, level: level)
            let result = try Inflate.inflate(packed[...], limit: count)
            #expect(result.bytes == bytes)
            #expect(result.isComplete)
            #expect(result.consumed == packed.count)
        }
    }

    @Test func aStreamOfAnotherWriterIsRead() throws {
        // Python's zlib.compress(b"hello hello hello hello").
        let packed: [UInt8] = [
            0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01, 0x68, 0x03,
            0x08, 0xB1,
        ]
        let result = try Inflate.inflate(packed[...], limit: 100)
        #expect(String(decoding: result.bytes, as: UTF8.self) == "hello hello hello hello")
    }

    @Test func aCutStreamGivesWhatPrecedesTheCut() throws {
        let packed = DeflateEncoder.compress(text)
        var longest = 0
        for count in 0..<packed.count {
            let result = try Inflate.inflate(packed[..<count], limit: text.count)
            #expect(!result.isComplete)
            #expect(text.starts(with: result.bytes))
            #expect(result.bytes.count >= longest)
            #expect(result.consumed <= count)
            longest = result.bytes.count
        }
        #expect(longest == text.count)
    }

    @Test func aDamagedByteNeverCrashesAndKeepsTheLimit() {
        let packed = DeflateEncoder.compress(text)
        var random = SplitMix(seed: 7)
        for index in packed.indices {
            var damaged = packed
            damaged[index] ^= UInt8.random(in: 1...255, using: &random)
            do throws(Fault) {
                let result = try Inflate.inflate(damaged[...], limit: 20_000)
                #expect(result.bytes.count <= 20_000)
                if result.isComplete { #expect(index < 2) }
            } catch {
                #expect(error.code == .limitExceeded)
            }
        }
    }

    @Test func aWrongChecksumGivesAllBytesAndIsNotComplete() throws {
        var packed = DeflateEncoder.compress(text)
        packed[packed.count - 1] ^= 1
        let result = try Inflate.inflate(packed[...], limit: text.count)
        #expect(result.bytes == text)
        #expect(!result.isComplete)
    }

    @Test func bytesBehindTheStreamAreLeftAlone() throws {
        let packed = DeflateEncoder.compress(text)
        let result = try Inflate.inflate(([1, 2] + packed + [13, 10, 9])[2...], limit: text.count)
        #expect(result.bytes == text)
        #expect(result.isComplete)
        #expect(result.consumed == packed.count)
    }

    @Test func bareDeflateDataIsRead() throws {
        let packed = DeflateEncoder.compress(text)
        let bare = packed[2..<packed.count - 4]
        let result = try Inflate.inflate(bare, limit: text.count)
        #expect(result.bytes == text)
        #expect(result.isComplete)
        #expect(result.consumed == bare.count)
    }

    @Test func aSpoiltHeaderIsPassedOver() throws {
        var packed = DeflateEncoder.compress(text)
        packed[1] ^= 1
        let result = try Inflate.inflate(packed[...], limit: text.count)
        #expect(result.bytes == text)
        #expect(result.consumed == packed.count - 4)
    }

    @Test func moreThanTheLimitIsAFault() throws {
        let packed = DeflateEncoder.compress(text)
        let fault = #expect(throws: Fault.self) {
            try Inflate.inflate(packed[...], limit: text.count - 1)
        }
        #expect(fault?.code == .limitExceeded)
        let whole = try Inflate.inflate(packed[...], limit: .max, expected: .max)
        #expect(whole.bytes == text)
        let none = try Inflate.inflate([0x78, 0x9C, 3, 0, 0, 0, 0, 1], limit: -1)
        #expect(none.bytes.isEmpty && none.isComplete)
    }

    @Test(arguments: [0, 1000, 100_000_000])
    func aBombStopsAtTheLimit(expected: Int) {
        let packed = DeflateEncoder.compress([UInt8](repeating: 0, count: 50_000_000))
        #expect(packed.count < 100_000)
        for limit in [0, 1, 1_000_000, 49_999_999] {
            let fault = #expect(throws: Fault.self) {
                try Inflate.inflate(packed[...], limit: limit, expected: expected)
            }
            #expect(fault?.code == .limitExceeded)
        }
    }

    @Test func aPrefixStopsWhereItIsTold() {
        let packed = DeflateEncoder.compress(text)
        for count in [0, 1, 1000, text.count] {
            let result = Inflate.prefix(count, of: packed[...])
            #expect(result.bytes == Array(text[..<count]))
            #expect(result.isComplete)
        }
        let tooFew = Inflate.prefix(text.count + 1, of: packed[...])
        #expect(tooFew.bytes == text)
        #expect(!tooFew.isComplete)
        let cut = Inflate.prefix(text.count, of: packed.dropLast(20))
        #expect(text.starts(with: cut.bytes))
        #expect(!cut.isComplete)
    }

    @Test func manyThreadsMayUnpackAtOnce() async {
        let packed = DeflateEncoder.compress(text)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let again = DeflateEncoder.compress(text)
                    let result = try? Inflate.inflate(packed[...], limit: text.count)
                    return again == packed && result?.bytes == text
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
