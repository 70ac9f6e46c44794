// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

// libjpeg reports errors by longjmp, which must not cross a Swift frame: these calls catch it.

enum jpeg_outcome {
    jpeg_done = 0,
    /// Not a JPEG, or beyond repair.
    jpeg_invalid = 1,
    /// A kind of JPEG that the library does not decode.
    jpeg_unsupported = 2,
    /// Too many scans, or no memory left.
    jpeg_limit = 3,
};

struct jpeg_picture {
    uint32_t width;
    uint32_t height;
    /// Bytes of a decoded pixel: 1 for grey, 3 for everything else.
    uint32_t channels;
    /// What the library said, ended by zero.
    char message[200];
};

/// Reads the header only: fills in all but the message.
enum jpeg_outcome jpeg_measure(const uint8_t *bytes, size_t count, struct jpeg_picture *picture);

/// Decodes into `pixels`, which holds width × height × channels bytes as measured before.
/// CMYK (Adobe writes it inverted) becomes RGB by the plain rule.
enum jpeg_outcome jpeg_decode(
    const uint8_t *bytes, size_t count, uint8_t *pixels, size_t capacity,
    struct jpeg_picture *picture);
