// SPDX-License-Identifier: Apache-2.0
// PDFium called directly: the first page at a resolution, as bare pixels or as PNG by libpng.
//
//     pictures FILE DPI OUT     OUT ends in .png, or else takes the pixels
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void FPDF_InitLibrary(void);
void *FPDF_LoadDocument(const char *, const char *);
void *FPDF_LoadPage(void *, int);
double FPDF_GetPageWidth(void *);
double FPDF_GetPageHeight(void *);
void *FPDFBitmap_CreateEx(int, int, int, void *, int);
void FPDFBitmap_FillRect(void *, int, int, int, int, unsigned long);
void FPDF_RenderPageBitmap(void *, void *, int, int, int, int, int, int);

enum { bgrx = 3, annotations = 1, quickest = 1 };

int main(int count, char **words) {
    if (count != 4) return 64;
    FPDF_InitLibrary();
    void *document = FPDF_LoadDocument(words[1], NULL);
    void *page = document ? FPDF_LoadPage(document, 0) : NULL;
    if (!page) return 1;
    const double scale = atof(words[2]) / 72;
    const int width = (int)(FPDF_GetPageWidth(page) * scale + .5);
    const int height = (int)(FPDF_GetPageHeight(page) * scale + .5);
    unsigned char *pixels = malloc((size_t)width * height * 4);
    void *bitmap = FPDFBitmap_CreateEx(width, height, bgrx, pixels, width * 4);
    FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF);
    FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotations);
    FILE *out = fopen(words[3], "wb");
    if (!out) return 1;
    if (!strstr(words[3], ".png")) {
        fwrite(pixels, 4, (size_t)width * height, out);
    } else {
        png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
        png_infop info = png_create_info_struct(png);
        png_init_io(png, out);
        png_set_compression_level(png, quickest);
        png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, 0, 0, 0);
        png_write_info(png, info);
        png_set_filler(png, 0, PNG_FILLER_AFTER);
        png_set_bgr(png);
        for (int row = 0; row < height; row++)
            png_write_row(png, pixels + (size_t)row * width * 4);
        png_write_end(png, info);
    }
    return fclose(out);
}
