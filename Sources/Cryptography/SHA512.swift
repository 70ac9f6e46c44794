// SPDX-License-Identifier: Apache-2.0
internal import CCrypto

/// SHA-512 (FIPS 180-4).
public enum SHA512 {
    /// The digest of `bytes`: 64 bytes.
    public static func digest(_ bytes: [UInt8]) -> Digest {
        var context = SHA512_CTX()
        unsafe SHA512_Init(&context)
        unsafe SHA512_Update(&context, bytes, bytes.count)
        return sha512Family(&context, count: Int(SHA512_DIGEST_LENGTH))
    }
}

/// SHA-384 (FIPS 180-4).
public enum SHA384 {
    /// The digest of `bytes`: 48 bytes.
    public static func digest(_ bytes: [UInt8]) -> Digest {
        var context = SHA512_CTX()
        unsafe SHA384_Init(&context)
        unsafe SHA384_Update(&context, bytes, bytes.count)
        return sha512Family(&context, count: Int(SHA384_DIGEST_LENGTH))
    }
}

/// The end of both, which differ in how they begin and how much they give.
private func sha512Family(_ context: inout SHA512_CTX, count: Int) -> Digest {
    unsafe Digest(
        bytes: [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            // The context knows how many bytes it gives.
            unsafe SHA512_Final(target.baseAddress, &context)
            filled = count
        }
    )
}
