// SPDX-License-Identifier: Apache-2.0

/// Eight bytes in one number, to look at eight pixels at once.
struct EightBytes: Equatable {
    /// How many they are.
    static let count = 8
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    private var word: UInt64

    private init(word: UInt64) { self.word = word }

    /// The same byte eight times.
    init(repeating byte: UInt8) { word = Self.ones &* UInt64(byte) }

    /// The bytes from an index on.
    ///
    /// - Precondition: they are there.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at index: Int) {
        precondition(index >= 0 && index <= bytes.count - Self.count)
        word = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: index,
            as: UInt64.self
        )
    }

    /// Puts them into a row of bytes.
    ///
    /// - Precondition: there is room from the index on.
    @inline(__always)
    func store(in bytes: inout MutableSpan<UInt8>, at index: Int) {
        precondition(index >= 0 && index <= bytes.count - Self.count)
        // Any bytes are bytes, so that nothing can be broken through the raw view.
        var target = unsafe bytes.mutableBytes
        target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
    }

    /// 0x80 for each byte that is at least `least`, which is 1 or more; 0 for the others.
    @inline(__always)
    func reaching(_ least: UInt8) -> EightBytes {
        let low = word & (Self.ones &* 0x7F)
        // A sum reaches 0x80 just where the lower seven bits reach those of `least`, and none
        // flows over into the next byte.
        let sums = low &+ Self.ones &* UInt64(0x80 &- (least & 0x7F))
        // Below 128, the eighth bit of either will do; from there on, both must be set. Of 128
        // itself the lower bits are 0, which all reach.
        let marks =
            least == 0x80 ? word : least < 0x80 ? sums | word : sums & word
        return EightBytes(word: marks & (Self.ones &* 0x80))
    }

    /// 0xFF for each byte that has its highest bit set; 0 for the others.
    @inline(__always)
    var filled: EightBytes { EightBytes(word: (word >> 7 & Self.ones) &* 0xFF) }

    static func | (a: EightBytes, b: EightBytes) -> EightBytes {
        EightBytes(word: a.word | b.word)
    }

    static func ^ (a: EightBytes, b: EightBytes) -> EightBytes {
        EightBytes(word: a.word ^ b.word)
    }

    /// What `body` makes of all bytes, eight at a time.
    ///
    /// The last ones are brought to eight with zeros.
    static func map(_ bytes: [UInt8], _ body: (EightBytes) -> EightBytes) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: bytes.count)
        let source = bytes.span
        var target = out.mutableSpan
        let whole = bytes.count / count * count
        for index in stride(from: 0, to: whole, by: count) {
            body(EightBytes(source, at: index)).store(in: &target, at: index)
        }
        var last: UInt64 = 0
        for index in (whole..<bytes.count).reversed() { last = last << 8 | UInt64(bytes[index]) }
        last = body(EightBytes(word: last.littleEndian)).word.littleEndian
        for index in whole..<bytes.count {
            target[index] = UInt8(truncatingIfNeeded: last)
            last >>= 8
        }
        return out
    }
}
