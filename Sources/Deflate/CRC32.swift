// SPDX-License-Identifier: Apache-2.0
internal import CDeflate

/// The cyclic redundancy code of PNG chunks and of gzip (ISO 3309, RFC 1952, 8).
public struct CRC32: Sendable, Hashable {
    /// The code of all that was added.
    public private(set) var value: UInt32 = 0

    /// The code of nothing.
    public init() {}

    /// The code of `bytes`.
    public static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var code = CRC32()
        code.add(bytes)
        return code.value
    }

    /// Goes on with more bytes.
    public mutating func add(_ bytes: ArraySlice<UInt8>) {
        value = unsafe bytes.withUnsafeBytes { bytes in
            // The C function means "begin" by a null pointer.
            unsafe bytes.baseAddress.map {
                unsafe libdeflate_crc32(value, $0, bytes.count)
            } ?? value
        }
    }
}
