// SPDX-License-Identifier: Apache-2.0

/// Packing into gzip files (RFC 1952), which browsers unpack on their own.
public enum GzipEncoder {
    /// Packs bytes; the same bytes and level give the same file, without a name or a time.
    ///
    /// - Parameters:
    ///   - bytes: what to pack.
    ///   - level: how hard to try, as for `DeflateEncoder`.
    /// - Returns: a gzip file.
    public static func compress(_ bytes: [UInt8], level: Int = 9) -> [UInt8] {
        // 2.3.1: magic, deflate, no flags, no time, no extra flags, unknown system.
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        // A zlib stream is two bytes, the deflated data and four bytes of Adler-32.
        file += DeflateEncoder.compress(bytes, level: level).dropFirst(2).dropLast(4)
        appendLittleEndian(CRC32.of(bytes[...]), to: &file)
        appendLittleEndian(UInt32(truncatingIfNeeded: bytes.count), to: &file)
        return file
    }

    private static func appendLittleEndian(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
