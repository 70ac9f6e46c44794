// SPDX-License-Identifier: Apache-2.0
internal import CCrypto

/// MD5 (RFC 1321), for names, such as a file's in its /ID (ISO 32000-2, 14.4), and for the keys of
/// old encrypted files (7.6.4.3).
///
/// It protects nothing: two texts with one digest are made in seconds.
///
/// Taken in one go or piece by piece; a copy goes its own way from where it was made.
public struct MD5: Sendable {
    private var context = MD5_CTX()

    /// Starts with no bytes.
    public init() {
        unsafe MD5_Init(&context)
    }

    /// Takes more bytes.
    public mutating func update(_ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { source in
            unsafe MD5_Update(&context, source.baseAddress, source.count)
        }
    }

    /// The digest of all bytes taken so far; more may be taken afterwards.
    public func finalize() -> Digest {
        var last = context
        return unsafe Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: Int(MD5_DIGEST_LENGTH)) { target, count in
                unsafe MD5_Final(target.baseAddress, &last)
                count = Int(MD5_DIGEST_LENGTH)
            }
        )
    }

    /// The digest of `bytes`.
    public static func digest(_ bytes: ArraySlice<UInt8>) -> Digest {
        var state = MD5()
        state.update(bytes)
        return state.finalize()
    }

    /// The digest of `bytes`.
    public static func digest(_ bytes: [UInt8]) -> Digest {
        digest(bytes[...])
    }
}
