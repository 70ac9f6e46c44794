// SPDX-License-Identifier: Apache-2.0

/// ASCIIHexDecode and ASCII85Decode (ISO 32000-2, 7.4.2 and 7.4.3).
///
/// Neither grows its input.
enum ASCIIFilters {
    static func hexadecimal(_ input: ArraySlice<UInt8>) -> FilterChain.Decoded {
        var out: [UInt8] = []
        var high: UInt8?
        var isComplete = false
        for byte in input {
            if byte == UInt8(ascii: ">") {
                isComplete = true
                break
            }
            guard let digit = CharacterClass.hexValue(byte) else { continue }
            if let first = high {
                out.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        if let high { out.append(high << 4) }
        return FilterChain.Decoded(bytes: out, isComplete: isComplete)
    }

    static func base85(_ input: ArraySlice<UInt8>) -> FilterChain.Decoded {
        var out: [UInt8] = []
        var group: UInt32 = 0
        var digits = 0
        var isComplete = false
        func bytes(_ value: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
        }
        for byte in input {
            switch byte {
            case UInt8(ascii: "~"): isComplete = true
            case UInt8(ascii: "z") where digits == 0: out.append(contentsOf: [0, 0, 0, 0])
            case UInt8(ascii: "!")...UInt8(ascii: "u"):
                group = group &* 85 &+ UInt32(byte - 33)
                digits += 1
                if digits == 5 {
                    out.append(contentsOf: bytes(group))
                    group = 0
                    digits = 0
                }
            default: break
            }
            if isComplete { break }
        }
        if digits > 1 {
            // 7.4.3: n + 1 digits stand for n bytes, filled up with "u".
            for _ in digits..<5 { group = group &* 85 &+ 84 }
            out.append(contentsOf: bytes(group).prefix(digits - 1))
        }
        return FilterChain.Decoded(bytes: out, isComplete: isComplete)
    }
}
