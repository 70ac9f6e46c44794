// SPDX-License-Identifier: Apache-2.0
internal import CCrypto

/// SHA-256 (FIPS 180-4), taken in one go or piece by piece.
///
/// A value: a copy goes its own way from where it was made.
public struct SHA256: Sendable {
    private var context = SHA256_CTX()

    /// Starts with no bytes.
    public init() {
        unsafe SHA256_Init(&context)
    }

    /// Takes more bytes.
    public mutating func update(_ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { source in
            unsafe SHA256_Update(&context, source.baseAddress, source.count)
        }
    }

    /// Takes more bytes.
    public mutating func update(_ bytes: [UInt8]) {
        update(bytes[...])
    }

    /// The digest of all bytes taken so far; more may be taken afterwards.
    public func finalize() -> Digest {
        var last = context
        return unsafe Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) {
                target,
                count in
                unsafe SHA256_Final(target.baseAddress, &last)
                count = Int(SHA256_DIGEST_LENGTH)
            }
        )
    }

    /// The digest of `bytes`.
    public static func digest(_ bytes: ArraySlice<UInt8>) -> Digest {
        var state = SHA256()
        state.update(bytes)
        return state.finalize()
    }

    /// The digest of `bytes`.
    public static func digest(_ bytes: [UInt8]) -> Digest {
        digest(bytes[...])
    }
}
