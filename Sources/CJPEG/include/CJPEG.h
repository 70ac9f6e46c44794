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
    /// What the library said, ended by zero.
    char message[200];
};

/// Reads the header only: fills in width and height.
enum jpeg_outcome jpeg_measure(const uint8_t *bytes, size_t count, struct jpeg_picture *picture);

/// Decodes into `rgb`, which holds width × height × 3 bytes as measured before.
/// Grey becomes RGB; CMYK (Adobe writes it inverted) becomes RGB by the plain rule.
enum jpeg_outcome jpeg_to_rgb(
    const uint8_t *bytes, size_t count, uint8_t *rgb, size_t capacity,
    struct jpeg_picture *picture);
