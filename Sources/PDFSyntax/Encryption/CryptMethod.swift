// SPDX-License-Identifier: Apache-2.0

/// How bytes are encrypted (ISO 32000-2, table 25).
public enum CryptMethod: String, Sendable, Hashable {
    /// Not at all: the crypt filter Identity, or the method None.
    case none
    /// RC4 with a key of 40 to 128 bits.
    case rc4
    /// AES with a key of 128 bits (AESV2).
    case aes128
    /// AES with a key of 256 bits (AESV3).
    case aes256
}
