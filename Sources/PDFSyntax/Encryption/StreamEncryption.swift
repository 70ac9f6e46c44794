// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// Encrypts one string or stream that comes in windows (ISO 32000-2, 7.6.3).
public struct StreamEncryption: Sendable {
    private enum State {
        case plain
        case rc4(RC4)
        case aes(CBCEncryptor)
    }

    private let method: CryptMethod
    private var state: State
    /// The initial vector, which stands before everything.
    private var head: [UInt8] = []

    init(_ method: CryptMethod, key: [UInt8], vector: [UInt8]) {
        self.method = method
        switch method {
        case .none: state = .plain
        case .rc4: state = .rc4(RC4(key: key[...]))
        case .aes128, .aes256:
            guard let encryptor = CBCEncryptor(key: key, vector: vector) else {
                preconditionFailure("keys and vectors come from ObjectCipher, which cuts them")
            }
            state = .aes(encryptor)
            head = vector
        }
    }

    /// How many bytes this many plain bytes become.
    public func count(for plain: Int) -> Int {
        switch method {
        case .none, .rc4: plain
        case .aes128, .aes256: (plain / AES.blockBytes + 2) * AES.blockBytes
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
        case .aes(var encryptor):
            state = .plain
            let result = encryptor.update(bytes)
            state = .aes(encryptor)
            defer { head = [] }
            return head.isEmpty ? result : head + result
        }
    }

    /// Gives the end.
    public mutating func finish() -> [UInt8] {
        defer { state = .plain }
        guard case .aes(var encryptor) = state else { return [] }
        return head + encryptor.finish()
    }
}
