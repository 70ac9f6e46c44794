// SPDX-License-Identifier: Apache-2.0

/// Encrypts bytes that come in windows: AES in CBC mode, filled up as PKCS #7 has it (RFC 5652,
/// 6.3).
public struct CBCEncryptor: Sendable {
    private var key: AESKey
    private var chain: [UInt8]
    /// Fewer bytes than a block.
    private var rest: [UInt8] = []

    /// Starts; `nil` unless the key has 16 or 32 bytes and the initial vector 16.
    public init?(key: [UInt8], vector: [UInt8]) {
        guard let ready = AESKey(key, .encrypting), vector.count == AES.blockBytes else {
            return nil
        }
        self.key = ready
        chain = vector
    }

    /// Takes more bytes and gives what is ready.
    public mutating func update(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let ready = (rest.count + bytes.count) / AES.blockBytes * AES.blockBytes
        guard ready > 0 else {
            rest += bytes
            return []
        }
        var result: [UInt8] = []
        result.reserveCapacity(ready + AES.blockBytes)
        result += rest
        let taken = ready - rest.count
        result += bytes.prefix(taken)
        rest = Array(bytes.dropFirst(taken))
        key.process(&result, chain: &chain)
        return result
    }

    /// Gives the last block.
    public mutating func finish() -> [UInt8] {
        let padding = AES.blockBytes - rest.count
        var last = rest + [UInt8](repeating: UInt8(padding), count: padding)
        rest = []
        key.process(&last, chain: &chain)
        return last
    }
}
