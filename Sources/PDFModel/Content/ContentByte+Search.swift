// SPDX-License-Identifier: Apache-2.0

/// Where things end. What is mostly long is searched eight or sixteen bytes at a
/// time.
extension ContentByte {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    private static func load(_ bytes: Span<UInt8>, _ at: Int) -> UInt64 {
        // The caller made sure that eight bytes are there.
        unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: at,
                as: UInt64.self
            )
        )
    }

    /// The high bit of each byte that is zero; bytes above the first zero may be wrong.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    /// The high bit of each of sixteen bytes that is a parenthesis or a backslash.
    ///
    /// Sums, since comparing vectors is compiled to a loop over the bytes.
    @inline(__always)
    private static func stringMarks(_ bytes: Span<UInt8>, _ at: Int) -> SIMD2<UInt64> {
        // The caller made sure that sixteen bytes are there.
        let row = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: at,
            as: SIMD16<UInt8>.self
        )
        let parenthesis = (row & 0xFE) ^ 0x28
        let backslash = row ^ 0x5C
        let zeros = (((parenthesis &- 1) & ~parenthesis) | ((backslash &- 1) & ~backslash)) & 0x80
        return unsafe unsafeBitCast(zeros, to: SIMD2<UInt64>.self)
    }

    /// The first byte at or after `start` that matters inside a literal string.
    @inline(__always)
    static func stringMark(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at <= bytes.count &- 16 {
            let marks = stringMarks(bytes, at)
            if marks[0] | marks[1] != 0 {
                return marks[0] != 0
                    ? at &+ marks[0].trailingZeroBitCount >> 3
                    : at &+ 8 &+ marks[1].trailingZeroBitCount >> 3
            }
            at &+= 16
        }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x28 || byte == 0x29 || byte == 0x5C { break }
            at &+= 1
        }
        return at
    }

    /// The first `byte` at or after `start`, or the end of the bytes.
    @inline(__always)
    static func find(_ byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at <= bytes.count &- 8 {
            let found = zeros(load(bytes, at) ^ (ones &* UInt64(byte)))
            if found != 0 { return at &+ found.trailingZeroBitCount >> 3 }
            at &+= 8
        }
        while at < bytes.count, bytes[at] != byte { at &+= 1 }
        return at
    }

    /// Just after the parenthesis that brings `depth` to zero, or the end of the bytes.
    @inline(__always)
    static func stringEnd(_ bytes: Span<UInt8>, from start: Int, depth: inout Int) -> Int {
        var at = start
        while true {
            at = stringMark(bytes, from: at)
            guard at < bytes.count else { return bytes.count }
            let mark = bytes[at]
            at &+= 1
            if mark == 0x29 {
                depth &-= 1
                if depth == 0 { return at }
            } else if mark == 0x28 {
                depth &+= 1
            } else {
                at &+= 1
            }
        }
    }

    /// The end of the word that begins at `start`.
    static func wordEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < bytes.count, flags(bytes[at]) & endsWord == 0 { at &+= 1 }
        return at
    }

    /// The end of the line, where a comment ends.
    static func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at &+= 1 }
        return at
    }
}
