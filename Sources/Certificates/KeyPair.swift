// SPDX-License-Identifier: Apache-2.0
internal import CX509

/// A private key of ECDSA over P-256, with its public half.
///
/// Unchecked because nothing changes it after it was made.
@safe final class KeyPair: @unchecked Sendable {
    let pointer: OpaquePointer

    /// A new one; nil where libcrypto has no randomness.
    init?() {
        guard let context = unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            unsafe EVP_PKEY_keygen(context, &made) == 1,
            let made = unsafe made
        else { return nil }
        unsafe pointer = made
    }

    /// One from PEM.
    init?(pem: String) {
        let found = unsafe PEM.reading(pem) { unsafe PEM_read_bio_PrivateKey($0, nil, nil, nil) }
        guard let found = unsafe found else { return nil }
        unsafe pointer = found
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// PKCS #8 in PEM, not encrypted.
    var pem: String? {
        unsafe PEM.writing {
            unsafe PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) == 1
        }
    }
}
