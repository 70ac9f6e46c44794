// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// Encrypts one string or stream that comes in windows (ISO 32000-2, 7.6.3).
public struct StreamEncryptor: Sendable {
    private enum State {
        case plain
        case rc4(RC4)
        /// The initial vector is made when the first bytes are there.
        case waiting
        case aes(CBCEncryptor)
    }

    private let cipher: ObjectCipher
    private let id: ObjectID
    private var state: State

    /// How much of the first window the initial vector depends on; more would be read twice.
    static let seedBytes = 4096

    init(_ cipher: ObjectCipher, _ id: ObjectID) {
        self.cipher = cipher
        self.id = id
        switch cipher.method {
        case .none: state = .plain
        case .rc4: state = .rc4(RC4(key: cipher.key[...]))
        case .aes128, .aes256: state = .waiting
        }
    }

    /// How many bytes this many plain bytes become: a vector and at least one byte of filling.
    public func count(for plain: Int) -> Int {
        switch cipher.method {
        case .none, .rc4: plain
        case .aes128, .aes256: (plain / AES.blockBytes + 2) * AES.blockBytes
        }
    }

    /// Takes more bytes and gives what is ready.
    public mutating func update(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch state {
        case .plain:
            return Array(bytes)
        case .rc4(var rc4):
            var result = Array(bytes)
            // The cipher's table must not be copied while it changes.
            state = .plain
            rc4.process(&result)
            state = .rc4(rc4)
            return result
        case .waiting:
            return begin(bytes) + update(bytes)
        case .aes(var encryptor):
            state = .plain
            let result = encryptor.update(bytes)
            state = .aes(encryptor)
            return result
        }
    }

    /// Gives the end.
    public mutating func finish() -> [UInt8] {
        var head: [UInt8] = []
        if case .waiting = state { head = begin([]) }
        defer { state = .plain }
        guard case .aes(var encryptor) = state else { return head }
        return head + encryptor.finish()
    }

    /// Makes the initial vector, which stands before everything.
    private mutating func begin(_ first: ArraySlice<UInt8>) -> [UInt8] {
        let vector = cipher.vector(for: first.prefix(Self.seedBytes), id)
        guard let encryptor = CBCEncryptor(key: cipher.key, vector: vector) else {
            preconditionFailure("keys and vectors come from ObjectCipher, which cuts them")
        }
        state = .aes(encryptor)
        return vector
    }
}
