// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// The key of one object (ISO 32000-2, 7.6.3, algorithms 1 and 1.A).
struct ObjectCipher {
    let method: CryptMethod
    let key: [UInt8]

    init(_ encryption: FileEncryption, _ method: CryptMethod, _ id: ObjectID) {
        self.method = method
        switch method {
        case .none: key = []
        case .aes256: key = encryption.key
        case .rc4, .aes128:
            var seed = encryption.key
            seed += (0..<3).map { UInt8(truncatingIfNeeded: id.number >> (8 * $0)) }
            seed += (0..<2).map { UInt8(truncatingIfNeeded: id.generation >> (8 * $0)) }
            if method == .aes128 { seed += Array("sAlT".utf8) }
            let digest = MD5.digest(seed).bytes
            key = Array(digest.prefix(min(encryption.key.count + 5, 16)))
        }
    }

    /// The plain bytes, and whether they are sound.
    func decrypt(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], isSound: Bool) {
        var decryption = StreamDecryptor(method, key: key)
        let first = decryption.update(bytes)
        let ending = decryption.finish()
        // Nearly every string is one piece.
        return (first.isEmpty ? ending.bytes : first + ending.bytes, ending.isSound)
    }

    /// The encrypted bytes.
    ///
    /// - Parameters:
    ///   - bytes: plain.
    ///   - vector: 16 bytes that are never used again with this key; RC4 takes none.
    /// - Returns: with the vector before them.
    func encrypt(_ bytes: ArraySlice<UInt8>, vector: [UInt8]) -> [UInt8] {
        guard var encryptor = CBCEncryptor(key: key, vector: vector) else {
            return method == .rc4 ? RC4.process(bytes, key: key[...]) : Array(bytes)
        }
        return vector + encryptor.update(bytes) + encryptor.finish()
    }

    /// An initial vector that depends on the content, so that the same change always gives the
    /// same bytes.
    ///
    /// Who does not know the key cannot foresee it, and it comes again only with the same bytes in
    /// the same object.
    func vector(for bytes: ArraySlice<UInt8>, _ id: ObjectID) -> [UInt8] {
        guard method == .aes128 || method == .aes256 else { return [] }
        var digest = SHA256()
        digest.update(Array("initial vector".utf8) + key)
        digest.update(Array("\(id) \(bytes.count) ".utf8))
        digest.update(bytes)
        return Array(digest.finalize().bytes.prefix(AES.blockBytes))
    }
}
