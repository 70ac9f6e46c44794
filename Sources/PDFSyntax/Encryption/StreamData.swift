// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
internal import Faults

/// The encoded bytes of a stream in a file, decrypted window by window, so that a long stream never
/// stands in memory.
struct StreamData {
    let source: any ByteSource
    /// Where the bytes lie, encrypted or not.
    let range: Range<Int>
    /// `nil` when they are plain.
    let cipher: ObjectCipher?

    /// Bytes taken from the file at once.
    private static let windowBytes = 1 << 18

    /// How many plain bytes there are.
    ///
    /// Of a CBC chain the last block can be read alone, and tells how much of it is filling.
    ///
    /// - Throws: `readFailed`.
    func count() throws(Fault) -> Int {
        guard let cipher, cipher.method == .aes128 || cipher.method == .aes256 else {
            return range.count
        }
        let block = AES.blockBytes
        let blocks = range.count / block
        guard blocks > 1 else { return 0 }
        let whole = (blocks - 1) * block
        guard range.count == blocks * block else { return whole }
        let tail = try source.bytes(in: range.upperBound - 2 * block..<range.upperBound)
        return whole - block + cipher.decrypt(tail).bytes.count
    }

    /// Gives all plain bytes in order, and says whether they were sound.
    ///
    /// - Throws: `readFailed`, and what `body` throws.
    func forEachWindow(
        _ body: (ArraySlice<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        var decryptor = cipher.map { StreamDecryptor($0.method, key: $0.key) }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let window = try source.run(from: offset)
                .prefix(min(Self.windowBytes, range.upperBound - offset))
            offset += window.count
            if decryptor == nil {
                try body(window)
            } else if let plain = decryptor?.update(window), !plain.isEmpty {
                try body(plain[...])
            }
        }
        guard let ending = decryptor?.finish() else { return true }
        if !ending.bytes.isEmpty { try body(ending.bytes[...]) }
        return ending.isSound
    }
}
