// SPDX-License-Identifier: Apache-2.0
#include "CAES.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_AES __attribute__((target("aes,sse2")))

int caes_is_available(void) { return __builtin_cpu_supports("aes") != 0; }

// FIPS 197, 5.2: each word is the one before, mixed with the one a key's length back.
WITH_AES static __m128i spread(__m128i words) {
    words = _mm_xor_si128(words, _mm_slli_si128(words, 4));
    words = _mm_xor_si128(words, _mm_slli_si128(words, 4));
    return _mm_xor_si128(words, _mm_slli_si128(words, 4));
}

// The instruction takes the round constant as an immediate.
#define NEXT(previous, newest, constant, lane)                                                    \
    _mm_xor_si128(                                                                                \
        spread(previous),                                                                         \
        _mm_shuffle_epi32(_mm_aeskeygenassist_si128(newest, constant), lane))

WITH_AES static int expand_128(__m128i keys[15], const uint8_t *bytes) {
    keys[0] = _mm_loadu_si128((const __m128i *)bytes);
#define STEP(round, constant) keys[round] = NEXT(keys[round - 1], keys[round - 1], constant, 0xFF)
    STEP(1, 0x01); STEP(2, 0x02); STEP(3, 0x04); STEP(4, 0x08); STEP(5, 0x10);
    STEP(6, 0x20); STEP(7, 0x40); STEP(8, 0x80); STEP(9, 0x1B); STEP(10, 0x36);
#undef STEP
    return 10;
}

WITH_AES static int expand_256(__m128i keys[15], const uint8_t *bytes) {
    keys[0] = _mm_loadu_si128((const __m128i *)bytes);
    keys[1] = _mm_loadu_si128((const __m128i *)(bytes + 16));
#define EVEN(round, constant) keys[round] = NEXT(keys[round - 2], keys[round - 1], constant, 0xFF)
#define ODD(round) keys[round] = NEXT(keys[round - 2], keys[round - 1], 0, 0xAA)
    EVEN(2, 0x01); ODD(3); EVEN(4, 0x02); ODD(5); EVEN(6, 0x04); ODD(7); EVEN(8, 0x08); ODD(9);
    EVEN(10, 0x10); ODD(11); EVEN(12, 0x20); ODD(13); EVEN(14, 0x40);
#undef EVEN
#undef ODD
    return 14;
}

WITH_AES void caes_expand(
    struct caes_key *key, const uint8_t *bytes, size_t count, int for_decrypting) {
    __m128i keys[15];
    int rounds = count == 32 ? expand_256(keys, bytes) : expand_128(keys, bytes);
    __m128i *out = (__m128i *)key->round_keys;
    for (int round = 0; round <= rounds; round++) {
        if (!for_decrypting) {
            out[round] = keys[round];
        } else if (round == 0 || round == rounds) {
            out[round] = keys[rounds - round];
        } else {
            // FIPS 197, 5.3.5: the equivalent inverse cipher.
            out[round] = _mm_aesimc_si128(keys[rounds - round]);
        }
    }
    key->rounds = rounds;
}

WITH_AES void caes_cbc_encrypt(
    const struct caes_key *key, uint8_t chain[16], uint8_t *bytes, size_t blocks) {
    const __m128i *keys = (const __m128i *)key->round_keys;
    __m128i state = _mm_loadu_si128((const __m128i *)chain);
    for (size_t index = 0; index < blocks; index++) {
        __m128i *place = (__m128i *)(bytes + 16 * index);
        state = _mm_xor_si128(state, _mm_xor_si128(_mm_loadu_si128(place), keys[0]));
        for (int round = 1; round < key->rounds; round++) {
            state = _mm_aesenc_si128(state, keys[round]);
        }
        state = _mm_aesenclast_si128(state, keys[key->rounds]);
        _mm_storeu_si128(place, state);
    }
    _mm_storeu_si128((__m128i *)chain, state);
}

// Blocks in flight at once, which hides the latency of the instruction.
#define LANES 8

WITH_AES void caes_cbc_decrypt(
    const struct caes_key *key, uint8_t chain[16], uint8_t *bytes, size_t blocks) {
    const __m128i *keys = (const __m128i *)key->round_keys;
    __m128i before = _mm_loadu_si128((const __m128i *)chain);
    size_t index = 0;
    for (; index + LANES <= blocks; index += LANES) {
        __m128i *place = (__m128i *)(bytes + 16 * index);
        __m128i cipher[LANES], state[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            cipher[lane] = _mm_loadu_si128(place + lane);
            state[lane] = _mm_xor_si128(cipher[lane], keys[0]);
        }
        for (int round = 1; round < key->rounds; round++) {
            for (int lane = 0; lane < LANES; lane++) {
                state[lane] = _mm_aesdec_si128(state[lane], keys[round]);
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            state[lane] = _mm_aesdeclast_si128(state[lane], keys[key->rounds]);
            _mm_storeu_si128(
                place + lane, _mm_xor_si128(state[lane], lane ? cipher[lane - 1] : before));
        }
        before = cipher[LANES - 1];
    }
    for (; index < blocks; index++) {
        __m128i *place = (__m128i *)(bytes + 16 * index);
        __m128i cipher = _mm_loadu_si128(place);
        __m128i state = _mm_xor_si128(cipher, keys[0]);
        for (int round = 1; round < key->rounds; round++) {
            state = _mm_aesdec_si128(state, keys[round]);
        }
        state = _mm_aesdeclast_si128(state, keys[key->rounds]);
        _mm_storeu_si128(place, _mm_xor_si128(state, before));
        before = cipher;
    }
    _mm_storeu_si128((__m128i *)chain, before);
}

#else

int caes_is_available(void) { return 0; }
void caes_expand(
    struct caes_key *key, const uint8_t *bytes, size_t count, int for_decrypting) {
    __builtin_trap();
}
void caes_cbc_encrypt(
    const struct caes_key *key, uint8_t chain[16], uint8_t *bytes, size_t blocks) {
    __builtin_trap();
}
void caes_cbc_decrypt(
    const struct caes_key *key, uint8_t chain[16], uint8_t *bytes, size_t blocks) {
    __builtin_trap();
}

#endif
