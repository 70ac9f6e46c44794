// SPDX-License-Identifier: Apache-2.0

/// The three classes of bytes (ISO 32000-2, 7.2.3).
enum CharacterClass {
    // Sets of bytes below 128, a bit for each: half of reading a file is asking these questions.

    /// NUL, tab, line feed, form feed, carriage return, space.
    private static let whiteSpace: UInt64 =
        1 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D | 1 << 0x20
    /// The delimiters `% ( ) / < >`.
    private static let lowDelimiters: UInt64 =
        1 << 0x25 | 1 << 0x28 | 1 << 0x29 | 1 << 0x2F | 1 << 0x3C | 1 << 0x3E
    /// `[ ] { }`, counted from 64.
    private static let highDelimiters: UInt64 = 1 << 0x1B | 1 << 0x1D | 1 << 0x3B | 1 << 0x3D

    @inline(__always)
    private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool { contains(byte, low: whiteSpace, high: 0) }

    @inline(__always)
    static func isDelimiter(_ byte: UInt8) -> Bool {
        contains(byte, low: lowDelimiters, high: highDelimiters)
    }

    @inline(__always)
    static func isRegular(_ byte: UInt8) -> Bool {
        !contains(byte, low: whiteSpace | lowDelimiters, high: highDelimiters)
    }

    /// Most bytes of names and operators are letters, which are told at once.
    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
