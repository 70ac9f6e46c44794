// SPDX-License-Identifier: Apache-2.0

/// AES with keys of 128 and 256 bits, whole inputs at once (FIPS 197).
///
/// For inputs that come in windows there are `CBCEncryptor` and `CBCDecryptor`. A key or initial
/// vector of a wrong length gives `nil`.
public enum AES {
    /// Bytes in a block.
    public static let blockBytes = 16
    /// A block of zeros, the initial vector where a standard asks for none.
    public static let zeroVector = [UInt8](repeating: 0, count: blockBytes)

    /// Whole blocks in CBC mode, without padding.
    ///
    /// - Parameters:
    ///   - bytes: a multiple of 16 bytes.
    ///   - key: 16 or 32 bytes.
    ///   - vector: 16 bytes.
    /// - Returns: as many bytes; `nil` when a length is wrong.
    public static func encryptBlocks(
        _ bytes: [UInt8],
        key: [UInt8],
        vector: [UInt8] = zeroVector
    ) -> [UInt8]? {
        guard var ready = AESKey(key, .encrypting) else { return nil }
        return process(bytes, &ready, vector)
    }

    /// The inverse of `encryptBlocks`.
    ///
    /// - Parameters:
    ///   - bytes: a multiple of 16 bytes.
    ///   - key: 16 or 32 bytes.
    ///   - vector: 16 bytes.
    /// - Returns: as many bytes; `nil` when a length is wrong.
    public static func decryptBlocks(
        _ bytes: [UInt8],
        key: [UInt8],
        vector: [UInt8] = zeroVector
    ) -> [UInt8]? {
        guard var ready = AESKey(key, .decrypting) else { return nil }
        return process(bytes, &ready, vector)
    }

    private static func process(
        _ bytes: [UInt8],
        _ key: inout AESKey,
        _ vector: [UInt8]
    ) -> [UInt8]? {
        guard bytes.count.isMultiple(of: blockBytes), vector.count == blockBytes else { return nil }
        var result = bytes
        var chain = vector
        key.process(&result, chain: &chain)
        return result
    }
}
