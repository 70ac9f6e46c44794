// SPDX-License-Identifier: Apache-2.0
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// A progressive picture has about ten scans; thousands are made to burn time.
enum { maximum_scans = 200 };

struct decoding {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_picture *picture;
    enum jpeg_outcome outcome;
    uint8_t *row;
    uint8_t *small_row;
    jmp_buf leave;
};

/// What to do with the rows of a picture.
struct wish {
    uint8_t *pixels;
    size_t capacity;
    uint32_t denominator;
    int (*take)(void *context, const uint8_t *row, size_t length);
    void *context;
};

static struct decoding *owner(j_common_ptr decoder) { return decoder->client_data; }

static void fail(j_common_ptr decoder) {
    struct decoding *decoding = owner(decoder);
    char message[JMSG_LENGTH_MAX];
    decoder->err->format_message(decoder, message);
    snprintf(decoding->picture->message, sizeof decoding->picture->message, "%s", message);
    switch (decoder->err->msg_code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
        decoding->outcome = jpeg_unsupported;
        break;
    case JERR_OUT_OF_MEMORY:
        decoding->outcome = jpeg_limit;
        break;
    default:
        decoding->outcome = jpeg_invalid;
    }
    longjmp(decoding->leave, 1);
}

// Warnings are counted by the library and tolerated, as every viewer does.
static void stay_silent(j_common_ptr decoder) { (void)decoder; }

static void watch_scans(j_common_ptr decoder) {
    struct decoding *decoding = owner(decoder);
    if (decoding->decoder.input_scan_number <= maximum_scans) return;
    snprintf(decoding->picture->message, sizeof decoding->picture->message,
             "more than %d scans", maximum_scans);
    decoding->outcome = jpeg_limit;
    longjmp(decoding->leave, 1);
}

static int is_cmyk(j_decompress_ptr decoder) {
    return decoder->jpeg_color_space == JCS_CMYK || decoder->jpeg_color_space == JCS_YCCK;
}

static void begin(struct decoding *decoding, const uint8_t *bytes, size_t count) {
    decoding->decoder.err = jpeg_std_error(&decoding->errors);
    decoding->decoder.client_data = decoding;
    decoding->errors.error_exit = fail;
    decoding->errors.output_message = stay_silent;
    jpeg_create_decompress(&decoding->decoder);
    decoding->progress.progress_monitor = watch_scans;
    decoding->decoder.progress = &decoding->progress;
    jpeg_mem_src(&decoding->decoder, bytes, count);
    jpeg_read_header(&decoding->decoder, TRUE);
    decoding->picture->width = decoding->decoder.image_width;
    decoding->picture->height = decoding->decoder.image_height;
    decoding->picture->channels = decoding->decoder.jpeg_color_space == JCS_GRAYSCALE ? 1 : 3;
    decoding->picture->is_cmyk = is_cmyk(&decoding->decoder);
}

static uint8_t product(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

static void cmyk_to_rgb(const uint8_t *cmyk, uint8_t *rgb, size_t width, int inverted) {
    // Adobe stores what is left of the light, the standard stores the ink.
    const uint8_t flip = inverted ? 0 : 255;
    for (size_t pixel = 0; pixel < width; pixel++, cmyk += 4, rgb += 3) {
        const unsigned black = cmyk[3] ^ flip;
        for (int channel = 0; channel < 3; channel++)
            rgb[channel] = product(cmyk[channel] ^ flip, black);
    }
}

/// Begins decoding; answers how many bytes a row has.
static size_t start(struct decoding *decoding) {
    j_decompress_ptr decoder = &decoding->decoder;
    const int channels = (int)decoding->picture->channels, cmyk = is_cmyk(decoder);
    decoder->out_color_space = cmyk ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(decoder);
    const size_t width = decoder->output_width;
    if (decoder->output_components != (cmyk ? 4 : channels))
        ERREXIT(decoder, JERR_CONVERSION_NOTIMPL);
    if (cmyk && !(decoding->row = malloc(width * 4))) ERREXIT1(decoder, JERR_OUT_OF_MEMORY, 0);
    return width * channels;
}

static void read_row(struct decoding *decoding, uint8_t *target) {
    j_decompress_ptr decoder = &decoding->decoder;
    JSAMPROW row = decoding->row ? decoding->row : target;
    if (jpeg_read_scanlines(decoder, &row, 1) == 1 && decoding->row)
        cmyk_to_rgb(row, target, decoder->output_width, decoder->saw_Adobe_marker);
}

static void decode(struct decoding *decoding, uint8_t *pixels, size_t capacity) {
    j_decompress_ptr decoder = &decoding->decoder;
    const size_t stride = start(decoding);
    if (capacity / stride < decoder->output_height) ERREXIT(decoder, JERR_CONVERSION_NOTIMPL);
    while (decoder->output_scanline < decoder->output_height)
        read_row(decoding, pixels + decoder->output_scanline * stride);
}

static void decode_small(struct decoding *decoding, const struct wish *wish) {
    j_decompress_ptr decoder = &decoding->decoder;
    decoder->scale_num = 1;
    decoder->scale_denom = wish->denominator;
    decoder->dct_method = JDCT_IFAST;
    decoder->do_fancy_upsampling = FALSE;
    const size_t stride = start(decoding);
    if (!(decoding->small_row = malloc(stride))) ERREXIT1(decoder, JERR_OUT_OF_MEMORY, 0);
    while (decoder->output_scanline < decoder->output_height) {
        read_row(decoding, decoding->small_row);
        if (wish->take(wish->context, decoding->small_row, stride)) return;
    }
}

static enum jpeg_outcome run(
    const uint8_t *bytes, size_t count, const struct wish *wish, struct jpeg_picture *picture) {
    // On the heap: what is changed after setjmp and read after longjmp must not be a local.
    struct decoding *decoding = calloc(1, sizeof *decoding);
    if (!decoding) return jpeg_limit;
    decoding->picture = picture;
    picture->message[0] = 0;
    if (setjmp(decoding->leave) == 0) {
        begin(decoding, bytes, count);
        if (wish->pixels) decode(decoding, wish->pixels, wish->capacity);
        if (wish->take) decode_small(decoding, wish);
    }
    const enum jpeg_outcome outcome = decoding->outcome;
    jpeg_destroy_decompress(&decoding->decoder);
    free(decoding->row);
    free(decoding->small_row);
    free(decoding);
    return outcome;
}

enum jpeg_outcome jpeg_measure(const uint8_t *bytes, size_t count, struct jpeg_picture *picture) {
    return run(bytes, count, &(struct wish){0}, picture);
}

enum jpeg_outcome jpeg_decode(
    const uint8_t *bytes, size_t count, uint8_t *pixels, size_t capacity,
    struct jpeg_picture *picture) {
    return run(bytes, count, &(struct wish){.pixels = pixels, .capacity = capacity}, picture);
}

enum jpeg_outcome jpeg_decode_small(
    const uint8_t *bytes, size_t count, uint32_t denominator, struct jpeg_picture *picture,
    int (*take)(void *context, const uint8_t *row, size_t length), void *context) {
    const struct wish wish = {.denominator = denominator, .take = take, .context = context};
    return run(bytes, count, &wish, picture);
}
