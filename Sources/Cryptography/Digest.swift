// SPDX-License-Identifier: Apache-2.0

/// The outcome of a digest function.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
    /// The bytes: 16 of MD5, 32, 48 or 64 of SHA-256, SHA-384 or SHA-512.
    public let bytes: [UInt8]

    /// Makes a digest of its bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The bytes as lower-case hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}
