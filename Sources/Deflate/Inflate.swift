// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Unpacking of FlateDecode data: zlib streams (RFC 1950) and bare deflate streams (RFC 1951).
///
/// Whole, sound streams go through libdeflate, which is two to three times as fast as zlib but
/// keeps nothing of a stream that it cannot finish. Whatever it refuses goes through zlib, which
/// hands out all bytes before the damage.
public enum Inflate {
    /// What could be had of a stream.
    public struct Result: Sendable, Hashable {
        /// The unpacked bytes.
        public var bytes: [UInt8]
        /// Whether the end of the stream was reached and its checksum is right. (A bare deflate
        /// stream carries no checksum.)
        public var isComplete: Bool
        /// How many bytes of the input the stream takes up; what follows is not part of it.
        public var consumed: Int

        /// Makes a result.
        public init(bytes: [UInt8], isComplete: Bool, consumed: Int) {
            self.bytes = bytes
            self.isComplete = isComplete
            self.consumed = consumed
        }
    }

    /// Unpacks a zlib stream (RFC 1950; ISO 32000-2, 7.4.4).
    ///
    /// A cut or damaged stream gives what precedes the damage, with `isComplete` false. A stream
    /// with a bad header is read as bare deflate data (RFC 1951), with or without two bytes in
    /// front of it, whichever gives more.
    ///
    /// - Parameters:
    ///   - input: The stream; bytes after its end are allowed.
    ///   - limit: The most bytes that may come out.
    ///   - expected: How many bytes are likely to come out, where that is known.
    /// - Returns: The bytes, whether they are all, and how much of the input they took.
    /// - Throws: `limitExceeded` when more than `limit` bytes would come out.
    public static func inflate(
        _ input: ArraySlice<UInt8>,
        limit: Int,
        expected: Int? = nil
    ) throws(Fault) -> Result {
        let limit = max(limit, 0)
        if hasZlibHeader(input) {
            return try inflate(input, .zlib, limit: limit, expected: expected)
        }
        let bare = try inflate(input, .raw, limit: limit, expected: expected)
        if bare.isComplete || input.count <= 2 { return bare }
        var behindHeader = try inflate(
            input.dropFirst(2),
            .raw,
            limit: limit,
            expected: expected
        )
        behindHeader.consumed += 2
        if behindHeader.isComplete || behindHeader.bytes.count > bare.bytes.count {
            return behindHeader
        }
        return bare
    }

    /// The first `count` bytes of a zlib stream, as a PNG reader wants them; what would follow
    /// them is not unpacked.
    ///
    /// `isComplete` tells whether all `count` bytes came out; the checksum is not asked for.
    public static func prefix(_ count: Int, of input: ArraySlice<UInt8>) -> Result {
        let count = max(count, 0)
        if let whole = FastInflater.inflate(input, .zlib, limit: count, expected: count) {
            return Result(
                bytes: whole.bytes,
                isComplete: whole.bytes.count == count,
                consumed: whole.consumed
            )
        }
        let part = StreamInflater.inflate(input, .zlib, limit: count)
        return Result(
            bytes: part.bytes,
            isComplete: part.bytes.count == count,
            consumed: part.consumed
        )
    }

    private static func inflate(
        _ input: ArraySlice<UInt8>,
        _ format: DeflateFormat,
        limit: Int,
        expected: Int?
    ) throws(Fault) -> Result {
        if let whole = FastInflater.inflate(input, format, limit: limit, expected: expected) {
            return whole
        }
        let part = StreamInflater.inflate(input, format, limit: limit)
        if part.passesLimit {
            throw Fault(
                .limitExceeded,
                "A compressed stream unpacks to more than \(limit) bytes, the limit set for it."
            )
        }
        return Result(bytes: part.bytes, isComplete: part.isComplete, consumed: part.consumed)
    }

    /// RFC 1950, 2.2: method 8, a window of at most 32 KiB, the check bits right, no dictionary.
    private static func hasZlibHeader(_ input: ArraySlice<UInt8>) -> Bool {
        guard input.count >= 2 else { return input.first.map { $0 & 0x0F == 8 } ?? true }
        let method = Int(input[input.startIndex])
        let flags = Int(input[input.startIndex + 1])
        return method & 0x0F == 8 && method >> 4 <= 7 && (method << 8 | flags) % 31 == 0
            && flags & 0x20 == 0
    }
}

/// How deflate data is wrapped.
enum DeflateFormat {
    /// RFC 1950: two bytes in front, a checksum behind.
    case zlib
    /// RFC 1951: nothing around it.
    case raw
}
