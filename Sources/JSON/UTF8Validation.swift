// SPDX-License-Identifier: Apache-2.0

/// Where the first byte is that is not well-formed UTF-8 (RFC 3629, 4), or nil if there is none.
func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
        let lead = bytes[index]
        if lead < 0x80 {
            index += 1
            continue
        }
        // The second byte has a narrower range after these leads: no overlong forms, no surrogates,
        // nothing above U+10FFFF.
        let (length, second): (Int, ClosedRange<UInt8>)
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return index
        }
        guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return index }
        for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return index }
        index += length
    }
    return nil
}
