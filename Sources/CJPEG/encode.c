// SPDX-License-Identifier: Apache-2.0
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct encoding {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    struct jpeg_picture *picture;
    enum jpeg_outcome outcome;
    unsigned char *file;
    unsigned long count;
    jmp_buf leave;
};

static void fail(j_common_ptr encoder) {
    struct encoding *encoding = encoder->client_data;
    char message[JMSG_LENGTH_MAX];
    encoder->err->format_message(encoder, message);
    snprintf(encoding->picture->message, sizeof encoding->picture->message, "%s", message);
    encoding->outcome = jpeg_limit;
    longjmp(encoding->leave, 1);
}

static void stay_silent(j_common_ptr encoder) { (void)encoder; }

static void encode(struct encoding *encoding, const struct jpeg_source *source) {
    j_compress_ptr encoder = &encoding->encoder;
    encoder->err = jpeg_std_error(&encoding->errors);
    encoder->client_data = encoding;
    encoding->errors.error_exit = fail;
    encoding->errors.output_message = stay_silent;
    jpeg_create_compress(encoder);
    jpeg_mem_dest(encoder, &encoding->file, &encoding->count);
    encoder->image_width = source->width;
    encoder->image_height = source->height;
    encoder->input_components = 4;
    encoder->in_color_space = source->is_bgr ? JCS_EXT_BGRX : JCS_EXT_RGBX;
    jpeg_set_defaults(encoder);
    if (source->is_grey) jpeg_set_colorspace(encoder, JCS_GRAYSCALE);
    jpeg_set_quality(encoder, (int)source->quality, TRUE);
    if (source->density > 0 && source->density <= UINT16_MAX) {
        encoder->density_unit = 1;
        encoder->X_density = encoder->Y_density = (UINT16)source->density;
    }
    jpeg_start_compress(encoder, TRUE);
    while (encoder->next_scanline < encoder->image_height) {
        // The library's own type is not const; it does not write.
        JSAMPROW row = (JSAMPROW)(source->pixels + encoder->next_scanline * source->bytes_per_row);
        jpeg_write_scanlines(encoder, &row, 1);
    }
    jpeg_finish_compress(encoder);
}

enum jpeg_outcome jpeg_encode(
    const struct jpeg_source *source, struct jpeg_picture *picture, uint8_t **file, size_t *count) {
    // On the heap: what is changed after setjmp and read after longjmp must not be a local.
    struct encoding *encoding = calloc(1, sizeof *encoding);
    if (!encoding) return jpeg_limit;
    encoding->picture = picture;
    picture->message[0] = 0;
    *file = NULL;
    if (setjmp(encoding->leave) == 0) encode(encoding, source);
    const enum jpeg_outcome outcome = encoding->outcome;
    jpeg_destroy_compress(&encoding->encoder);
    if (outcome == jpeg_done) {
        *file = encoding->file;
        *count = encoding->count;
    }
    // After a failure `file` may name memory that the library has given back already.
    free(encoding);
    return outcome;
}
