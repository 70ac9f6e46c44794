// SPDX-License-Identifier: Apache-2.0

/// A name object, the escapes undone (ISO 32000-2, 7.3.5).
///
/// A name is a row of bytes, not of characters. Each byte is held as the scalar of the same
/// value (Latin-1), so any name survives, comparison is byte for byte, and short names live
/// inside the `String` without an allocation.
public struct COSName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes as Latin-1 text.
    public let latin1: String

    /// A name from Latin-1 text, without the slash.
    public init(_ latin1: String) { self.latin1 = latin1 }

    /// A name written in the source.
    public init(stringLiteral value: String) { latin1 = value }

    /// A name from its bytes.
    public init(bytes: ArraySlice<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            latin1 = String(decoding: bytes, as: UTF8.self)
        } else {
            var text = ""
            for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
            latin1 = text
        }
    }

    /// A name from bytes below 128.
    init(ascii bytes: Span<UInt8>) {
        latin1 = unsafe String(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in bytes.indices { unsafe buffer[index] = bytes[index] }
            return bytes.count
        }
    }

    /// The bytes, one for each scalar.
    public var bytes: [UInt8] { latin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    /// The name with its slash.
    public var description: String { "/" + latin1 }
}
