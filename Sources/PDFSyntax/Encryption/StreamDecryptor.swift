// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// Decrypts one string or stream that comes in windows (ISO 32000-2, 7.6.3).
public struct StreamDecryptor: Sendable {
    private enum State {
        case plain
        case rc4(RC4)
        /// The initial vector is still being gathered.
        case waiting(key: [UInt8], head: [UInt8])
        case aes(CBCDecryptor)
    }

    private var state: State

    init(_ method: CryptMethod, key: [UInt8]) {
        switch method {
        case .none: state = .plain
        case .rc4: state = .rc4(RC4(key: key[...]))
        case .aes128, .aes256: state = .waiting(key: key, head: [])
        }
    }

    /// Takes more bytes and gives what is ready.
    public mutating func update(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch state {
        case .plain:
            return Array(bytes)
        case .rc4(var cipher):
            var result = Array(bytes)
            // The cipher's table must not be copied while it changes.
            state = .plain
            cipher.process(&result)
            state = .rc4(cipher)
            return result
        case .waiting(let key, let head):
            let vector = head + bytes.prefix(AES.blockBytes - head.count)
            guard vector.count == AES.blockBytes,
                let decryptor = CBCDecryptor(key: key, vector: vector)
            else {
                state = .waiting(key: key, head: vector)
                return []
            }
            state = .aes(decryptor)
            return update(bytes.dropFirst(AES.blockBytes - head.count))
        case .aes(var decryptor):
            state = .plain
            let result = decryptor.update(bytes)
            state = .aes(decryptor)
            return result
        }
    }

    /// Gives the end, and whether all of it was sound: whole blocks, filled up as they must be.
    public mutating func finish() -> (bytes: [UInt8], isSound: Bool) {
        defer { state = .plain }
        switch state {
        case .plain, .rc4: return ([], true)
        // Some writers leave an empty string without a vector.
        case .waiting(_, let head): return ([], head.isEmpty)
        case .aes(var decryptor):
            let ending = decryptor.finish()
            return (ending.bytes, ending.isSound)
        }
    }
}
