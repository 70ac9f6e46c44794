// SPDX-License-Identifier: Apache-2.0

/// Puts numbers and bytes one after the other, numbers little-endian.
struct WirePacker {
    private(set) var bytes: [UInt8] = []

    init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

    mutating func put(_ number: UInt32) {
        for shift in [UInt32(0), 8, 16, 24] {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// A number that fits 32 bits with its sign; one that does not is cut to the nearest that does.
    mutating func put(_ number: Int) {
        put(UInt32(bitPattern: Int32(clamping: number)))
    }

    mutating func put(_ number: Float) { put(number.bitPattern) }

    mutating func put(_ number: Double) {
        put(UInt32(truncatingIfNeeded: number.bitPattern))
        put(UInt32(truncatingIfNeeded: number.bitPattern >> 32))
    }

    mutating func put(_ number: UInt16) {
        put(UInt8(truncatingIfNeeded: number))
        put(UInt8(number >> 8))
    }

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    /// Bytes with their number before them.
    mutating func put(_ part: [UInt8]) {
        put(part.count)
        bytes += part
    }
}

/// Takes numbers and bytes off again.
struct WireUnpacker {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Bytes that were not taken yet.
    var left: Int { bytes.count - position }

    private mutating func take(_ count: Int) throws(WireFailure) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - position else {
            throw .malformed("a payload ends early")
        }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func takeByte() throws(WireFailure) -> UInt8 {
        guard position < bytes.count else { throw .malformed("a payload ends early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func takeWord() throws(WireFailure) -> UInt32 {
        guard bytes.count - position >= 4 else { throw .malformed("a payload ends early") }
        defer { position += 4 }
        return UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8
            | UInt32(bytes[position + 2]) << 16 | UInt32(bytes[position + 3]) << 24
    }

    mutating func takeInt() throws(WireFailure) -> Int {
        Int(Int32(bitPattern: try takeWord()))
    }

    /// A number; one that is none, or without end, counts as zero.
    mutating func takeFloat() throws(WireFailure) -> Float {
        let number = Float(bitPattern: try takeWord())
        return number.isFinite ? number : 0
    }

    /// A number; one that is none, or without end, counts as zero.
    mutating func takeDouble() throws(WireFailure) -> Double {
        let low = UInt64(try takeWord())
        let number = Double(bitPattern: UInt64(try takeWord()) << 32 | low)
        return number.isFinite ? number : 0
    }

    mutating func takeHalfWord() throws(WireFailure) -> UInt16 {
        let low = UInt16(try takeByte())
        return UInt16(try takeByte()) << 8 | low
    }

    mutating func takeBytes() throws(WireFailure) -> [UInt8] {
        Array(try take(try takeInt()))
    }

    /// Nothing may be left.
    func finish() throws(WireFailure) {
        guard isAtEnd else { throw .malformed("a payload is too long") }
    }
}
