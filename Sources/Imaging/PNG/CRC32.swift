// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy code of PNG chunks (PNG, annex D; ISO 3309), four bytes a step.
enum CRC32 {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 4 * 256)
        for byte in 0..<256 {
            var code = UInt32(byte)
            for _ in 0..<8 { code = code & 1 == 1 ? 0xEDB8_8320 ^ (code >> 1) : code >> 1 }
            tables[byte] = code
        }
        for index in 256..<(4 * 256) {
            let before = tables[index - 256]
            tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
        }
        return tables
    }()

    /// The code of `bytes`.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let tables = tables.span
        return bytes.withSpan { bytes in
            var code = UInt32.max
            var index = 0
            while index + 4 <= bytes.count {
                let low = UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                code ^= low | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24
                code =
                    tables[768 + Int(code & 0xFF)] ^ tables[512 + Int(code >> 8 & 0xFF)]
                    ^ tables[256 + Int(code >> 16 & 0xFF)] ^ tables[Int(code >> 24)]
                index += 4
            }
            while index < bytes.count {
                code = tables[Int((code ^ UInt32(bytes[index])) & 0xFF)] ^ (code >> 8)
                index += 1
            }
            return ~code
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func withSpan<T>(_ body: (Span<UInt8>) -> T) -> T { body(span) }
}
