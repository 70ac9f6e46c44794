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
    /// Whether it is CMYK, or what becomes CMYK.
    uint32_t is_cmyk;
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

/// Decodes at 1/1, 1/2, 1/4 or 1/8 of the size (each side rounded up) and gives the rows, from the
/// top, to `take`; it stops when that answers anything but zero. Quick rather than exact.
enum jpeg_outcome jpeg_decode_small(
    const uint8_t *bytes, size_t count, uint32_t denominator, struct jpeg_picture *picture,
    int (*take)(void *context, const uint8_t *row, size_t length), void *context);

/// Pixels to be encoded.
struct jpeg_source {
    /// Four bytes each; the fourth is not looked at.
    const uint8_t *pixels;
    size_t bytes_per_row;
    uint32_t width;
    uint32_t height;
    /// Whether blue comes first, not red.
    uint32_t is_bgr;
    /// Whether only the brightness is kept.
    uint32_t is_grey;
    /// 1 to 100.
    uint32_t quality;
    /// Dots per inch to tell, or zero.
    uint32_t density;
};

/// Encodes; `file` is to be given back with `free`. Only the message of `picture` is filled in.
enum jpeg_outcome jpeg_encode(
    const struct jpeg_source *source, struct jpeg_picture *picture, uint8_t **file, size_t *count);
