// SPDX-License-Identifier: Apache-2.0
#pragma once
// AES in CBC mode (FIPS 197, SP 800-38A) by the processor's own instructions.
//
// libcrypto reaches these instructions through EVP alone, which costs 2 ms and 4 MB at its first
// use. Where the processor has none, libcrypto's plain functions are called instead.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The round keys of one direction.
struct caes_key {
    _Alignas(16) uint8_t round_keys[15 * 16];
    int rounds;
};

/// Whether the processor has the instructions; the others below may be called only then.
int caes_is_available(void);

/// Prepares a key of 16 or 32 bytes.
void caes_expand(struct caes_key *key, const uint8_t *bytes, size_t count, int for_decrypting);

/// Works on whole blocks of 16 bytes in place; `chain` is the initial vector and becomes the next.
void caes_cbc_encrypt(
    const struct caes_key *key, uint8_t chain[16], uint8_t *bytes, size_t blocks);
void caes_cbc_decrypt(
    const struct caes_key *key, uint8_t chain[16], uint8_t *bytes, size_t blocks);

#ifdef __cplusplus
}
#endif
