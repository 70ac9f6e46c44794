// SPDX-License-Identifier: Apache-2.0
internal import CCrypto

/// MD5 (RFC 1321), for names, such as a file's in its /ID (ISO 32000-2, 14.4), and for the keys of
/// old encrypted files (7.6.4.3).
///
/// It protects nothing: two texts with one digest are made in seconds.
public enum MD5 {
    /// The digest of `bytes`.
    public static func digest(_ bytes: ArraySlice<UInt8>) -> Digest {
        var context = MD5_CTX()
        unsafe MD5_Init(&context)
        _ = unsafe bytes.withUnsafeBytes { source in
            unsafe MD5_Update(&context, source.baseAddress, source.count)
        }
        return unsafe Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: Int(MD5_DIGEST_LENGTH)) { target, count in
                unsafe MD5_Final(target.baseAddress, &context)
                count = Int(MD5_DIGEST_LENGTH)
            }
        )
    }

    /// The digest of `bytes`.
    public static func digest(_ bytes: [UInt8]) -> Digest {
        digest(bytes[...])
    }
}
