// SPDX-License-Identifier: Apache-2.0
#include "CPDFium.h"

#include <stdlib.h>
#include <string.h>

// PDFium's own knowledge of the system's fonts, which it gathers by reading every one of them, and
// what stands before it. A page that names a standard font (and nearly every page does) wants to
// know two things: whether a font of that name is installed, which the names alone tell, and the
// font that stands for it, which is none when no name resembles it.
static FPDF_SYSFONTINFO *information;
static void (*read_fonts)(FPDF_SYSFONTINFO *self, void *mapper);
static void *(*map_font)(FPDF_SYSFONTINFO *self, int weight, int is_italic, int charset,
                         int pitch_and_family, const char *face, int *is_exact);
static void *(*get_font)(FPDF_SYSFONTINFO *self, const char *face);
static unsigned long (*get_face_name)(FPDF_SYSFONTINFO *self, void *font, char *buffer,
                                      unsigned long size);
static const pdfium_faces *(*list_faces)(void);
static const pdfium_faces *faces;
static void *mapper_of_fonts;

enum { charset_ansi = 0 };

static const char *const standard_names[] = {
    "Courier",   "Courier-Bold",   "Courier-BoldOblique",   "Courier-Oblique",
    "Helvetica", "Helvetica-Bold", "Helvetica-BoldOblique", "Helvetica-Oblique",
    "Times-Roman", "Times-Bold",   "Times-BoldItalic",      "Times-Italic",
};

// Has PDFium read the fonts, once. The names are added a second time then; it looks for them from
// the end, and for charsets other than that of the names added before from the start.
static void have_read(void) {
    if (mapper_of_fonts == NULL) return;
    void *mapper = mapper_of_fonts;
    mapper_of_fonts = NULL;
    read_fonts(information, mapper);
}

static void enumerate(FPDF_SYSFONTINFO *self, void *mapper) {
    (void)self;
    mapper_of_fonts = mapper;
    faces = list_faces();
    if (faces == NULL) {
        have_read();
        return;
    }
    for (size_t index = 0; index < faces->count; index++)
        FPDF_AddInstalledFont(mapper, faces->names[index], charset_ansi);
}

static int is_standard(const char *face) {
    for (size_t index = 0; index < sizeof standard_names / sizeof *standard_names; index++)
        if (strcmp(face, standard_names[index]) == 0) return 1;
    return 0;
}

static void *choose(FPDF_SYSFONTINFO *self, int weight, int is_italic, int charset,
                    int pitch_and_family, const char *face, int *is_exact) {
    if (faces != NULL && !faces->has_standard && charset == charset_ansi && is_standard(face))
        return NULL;
    have_read();
    return map_font(self, weight, is_italic, charset, pitch_and_family, face, is_exact);
}

static void *get(FPDF_SYSFONTINFO *self, const char *face) {
    have_read();
    return get_font(self, face);
}

// PDFium asks for the length first. What it answers itself at this door counts the zero at the end,
// which would become a part of the name and make it another.
static unsigned long get_name(FPDF_SYSFONTINFO *self, void *font, char *buffer,
                              unsigned long size) {
    unsigned long count = get_face_name(self, font, NULL, 0);
    if (count == 0) return 0;
    if (buffer == NULL || size < count - 1) return count - 1;
    char *name = malloc(count);
    if (name == NULL) return 0;
    get_face_name(self, font, name, count);
    memcpy(buffer, name, count - 1);
    free(name);
    return count - 1;
}

void pdfium_know_faces(const pdfium_faces *(*list)(void)) {
    information = FPDF_GetDefaultSystemFontInfo();
    if (information == NULL || information->version != 1) return;
    list_faces = list;
    read_fonts = information->EnumFonts;
    map_font = information->MapFont;
    get_font = information->GetFont;
    get_face_name = information->GetFaceName;
    information->EnumFonts = enumerate;
    information->MapFont = choose;
    information->GetFont = get;
    information->GetFaceName = get_name;
    // PDFium does not know the charset of a font; through this door it would say ANSI instead.
    information->GetFontCharset = NULL;
    FPDF_SetSystemFontInfo(information);
}
