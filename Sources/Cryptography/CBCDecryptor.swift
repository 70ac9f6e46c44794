// SPDX-License-Identifier: Apache-2.0

/// Decrypts bytes that come in windows: AES in CBC mode, the PKCS #7 filling taken away (RFC 5652,
/// 6.3).
public struct CBCDecryptor: Sendable {
    private var key: AESKey
    private var chain: [UInt8]
    /// Encrypted bytes that cannot be given yet: the last block may be filling.
    private var rest: [UInt8] = []

    /// The end of the bytes.
    public struct Ending: Sendable, Hashable {
        /// The last bytes.
        public var bytes: [UInt8]
        /// False when the encrypted bytes were no whole blocks, or their filling was wrong.
        public var isSound: Bool
    }

    /// Starts; `nil` unless the key has 16 or 32 bytes and the initial vector 16.
    public init?(key: [UInt8], vector: [UInt8]) {
        guard let ready = AESKey(key, .decrypting), vector.count == AES.blockBytes else {
            return nil
        }
        self.key = ready
        chain = vector
    }

    /// Takes more bytes and gives what is ready.
    public mutating func update(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let total = rest.count + bytes.count
        // At least one byte stays, so that a last block is always at hand.
        let ready = max(0, total - 1) / AES.blockBytes * AES.blockBytes
        guard ready > 0 else {
            rest += bytes
            return []
        }
        var result: [UInt8] = []
        result.reserveCapacity(ready)
        // What is held back is at most a block, so it is always given now.
        result += rest
        let taken = ready - rest.count
        result += bytes.prefix(taken)
        rest = Array(bytes.dropFirst(taken))
        key.process(&result, chain: &chain)
        return result
    }

    /// Gives the end.
    ///
    /// A filling that contradicts itself is measured by its last byte, as PDFium and MuPDF do; one
    /// that is impossible is taken for data.
    public mutating func finish() -> Ending {
        defer { rest = [] }
        if rest.isEmpty { return Ending(bytes: [], isSound: true) }
        guard rest.count == AES.blockBytes else { return Ending(bytes: [], isSound: false) }
        var last = rest
        key.process(&last, chain: &chain)
        let padding = Int(last[AES.blockBytes - 1])
        guard (1...AES.blockBytes).contains(padding) else {
            return Ending(bytes: last, isSound: false)
        }
        let isSound = last.suffix(padding).allSatisfy { Int($0) == padding }
        return Ending(bytes: Array(last.dropLast(padding)), isSound: isSound)
    }
}
