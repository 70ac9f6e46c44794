// SPDX-License-Identifier: Apache-2.0
internal import CAES
internal import CCrypto

/// An AES key made ready for one direction (FIPS 197).
struct AESKey: Sendable {
    enum Direction: Sendable {
        case encrypting, decrypting
    }

    /// Whose instructions do the work.
    private enum Schedule {
        case processor(caes_key)
        case library(AES_KEY)
    }

    static let hasProcessorInstructions = caes_is_available() != 0

    let direction: Direction
    private var schedule: Schedule

    /// Prepares a key of 16 or 32 bytes; `nil` for any other length.
    ///
    /// - Parameters:
    ///   - bytes: the key.
    ///   - direction: what it will be used for.
    ///   - byProcessor: false takes the library's functions, which tests compare.
    init?(
        _ bytes: [UInt8],
        _ direction: Direction,
        byProcessor: Bool = hasProcessorInstructions
    ) {
        guard bytes.count == 16 || bytes.count == 32 else { return nil }
        self.direction = direction
        if byProcessor {
            var key = caes_key()
            unsafe caes_expand(&key, bytes, bytes.count, direction == .decrypting ? 1 : 0)
            schedule = .processor(key)
        } else {
            var key = AES_KEY()
            let bits = Int32(bytes.count * 8)
            switch direction {
            case .encrypting: unsafe AES_set_encrypt_key(bytes, bits, &key)
            case .decrypting: unsafe AES_set_decrypt_key(bytes, bits, &key)
            }
            schedule = .library(key)
        }
    }

    /// Works on the first whole blocks in place, in CBC mode (SP 800-38A, 6.2).
    ///
    /// - Parameters:
    ///   - bytes: a last part that is no whole block stays as it is.
    ///   - chain: 16 bytes: the initial vector, and afterwards what the next call needs.
    mutating func process(_ bytes: inout [UInt8], chain: inout [UInt8]) {
        let blocks = bytes.count / 16
        guard blocks > 0, chain.count == 16 else { return }
        switch schedule {
        case .processor(var key):
            switch direction {
            case .encrypting: unsafe caes_cbc_encrypt(&key, &chain, &bytes, blocks)
            case .decrypting: unsafe caes_cbc_decrypt(&key, &chain, &bytes, blocks)
            }
        case .library(var key):
            let mode = direction == .encrypting ? AES_ENCRYPT : AES_DECRYPT
            unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                let place = buffer.baseAddress
                unsafe AES_cbc_encrypt(place, place, blocks * 16, &key, &chain, mode)
            }
        }
    }
}
