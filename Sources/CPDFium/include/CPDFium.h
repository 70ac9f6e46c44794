// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

// Hidden, so that PDFium never meets our functions of its own names.
#pragma GCC visibility push(hidden)

// The functions of PDFium that are used, as its public headers have them. The library is loaded
// when `pdfium_load` is called; before that every function gives zero.

typedef struct fpdf_document *FPDF_DOCUMENT;
typedef struct fpdf_page *FPDF_PAGE;
typedef struct fpdf_bitmap *FPDF_BITMAP;
typedef struct fpdf_textpage *FPDF_TEXTPAGE;
typedef struct fpdf_annotation *FPDF_ANNOTATION;
typedef struct fpdf_pageobject *FPDF_PAGEOBJECT;
typedef struct fpdf_font *FPDF_FONT;
typedef const struct fpdf_clippath *FPDF_CLIPPATH;

typedef struct {
    float left, top, right, bottom;
} FS_RECTF;

typedef struct {
    float a, b, c, d, e, f;
} FS_MATRIX;

typedef struct {
    unsigned long m_FileLen;
    int (*m_GetBlock)(void *param, unsigned long position, unsigned char *buffer,
                      unsigned long size);
    void *m_Param;
} FPDF_FILEACCESS;

typedef struct pdfium_pause {
    int version;
    int (*NeedToPauseNow)(struct pdfium_pause *self);
    void *user;
} IFSDK_PAUSE;

// How PDFium is told of the fonts of the system.
typedef struct pdfium_font_information {
    int version;
    void (*Release)(struct pdfium_font_information *self);
    void (*EnumFonts)(struct pdfium_font_information *self, void *mapper);
    void *(*MapFont)(struct pdfium_font_information *self, int weight, int is_italic, int charset,
                     int pitch_and_family, const char *face, int *is_exact);
    void *(*GetFont)(struct pdfium_font_information *self, const char *face);
    unsigned long (*GetFontData)(struct pdfium_font_information *self, void *font,
                                 unsigned int table, unsigned char *buffer, unsigned long size);
    unsigned long (*GetFaceName)(struct pdfium_font_information *self, void *font, char *buffer,
                                 unsigned long size);
    int (*GetFontCharset)(struct pdfium_font_information *self, void *font);
    void (*DeleteFont)(struct pdfium_font_information *self, void *font);
} FPDF_SYSFONTINFO;

enum {
    // FPDF_GetLastError.
    FPDF_ERR_SUCCESS = 0,
    FPDF_ERR_UNKNOWN = 1,
    FPDF_ERR_FILE = 2,
    FPDF_ERR_FORMAT = 3,
    FPDF_ERR_PASSWORD = 4,
    FPDF_ERR_SECURITY = 5,
    FPDF_ERR_PAGE = 6,
    // Flags of rendering.
    FPDF_ANNOT = 0x01,
    FPDF_REVERSE_BYTE_ORDER = 0x10,
    // Kinds of bitmap.
    FPDFBitmap_BGRx = 3,
    FPDFBitmap_BGRA = 4,
    // States of progressive rendering.
    FPDF_RENDER_TOBECONTINUED = 1,
    FPDF_RENDER_DONE = 2,
    // Annotations.
    FPDF_ANNOT_WIDGET = 20,
    FPDF_ANNOT_FLAG_HIDDEN = 2,
    // Objects of a page.
    FPDF_PAGEOBJ_TEXT = 1,
    FPDF_PAGEOBJ_IMAGE = 3,
    FPDF_PAGEOBJ_FORM = 5,
    FPDF_TEXTRENDERMODE_INVISIBLE = 3,
};

// X(result, name, parameters, arguments): result, name and types as in PDFium's headers.
#define PDFIUM_FUNCTIONS(X)                                                                        \
    X(void, FPDF_InitLibrary, (void), ())                                                          \
    X(FPDF_SYSFONTINFO *, FPDF_GetDefaultSystemFontInfo, (void), ())                               \
    X(void, FPDF_SetSystemFontInfo, (FPDF_SYSFONTINFO * information), (information))               \
    X(void, FPDF_AddInstalledFont, (void *mapper, const char *face, int charset),                  \
      (mapper, face, charset))                                                                     \
    X(FPDF_DOCUMENT, FPDF_LoadCustomDocument, (FPDF_FILEACCESS * file, const char *password),      \
      (file, password))                                                                            \
    X(unsigned long, FPDF_GetLastError, (void), ())                                                \
    X(void, FPDF_CloseDocument, (FPDF_DOCUMENT document), (document))                              \
    X(int, FPDF_GetPageCount, (FPDF_DOCUMENT document), (document))                                \
    X(FPDF_PAGE, FPDF_LoadPage, (FPDF_DOCUMENT document, int index), (document, index))            \
    X(void, FPDF_ClosePage, (FPDF_PAGE page), (page))                                              \
    X(FPDF_BITMAP, FPDFBitmap_CreateEx,                                                            \
      (int width, int height, int format, void *first, int stride),                                \
      (width, height, format, first, stride))                                                      \
    X(int, FPDFBitmap_FillRect,                                                                    \
      (FPDF_BITMAP bitmap, int left, int top, int width, int height, unsigned long colour),        \
      (bitmap, left, top, width, height, colour))                                                  \
    X(void, FPDFBitmap_Destroy, (FPDF_BITMAP bitmap), (bitmap))                                    \
    X(int, FPDF_RenderPageBitmap_Start,                                                            \
      (FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate,        \
       int flags, IFSDK_PAUSE *pause),                                                             \
      (bitmap, page, x, y, width, height, rotate, flags, pause))                                   \
    X(int, FPDF_RenderPage_Continue, (FPDF_PAGE page, IFSDK_PAUSE * pause), (page, pause))         \
    X(void, FPDF_RenderPage_Close, (FPDF_PAGE page), (page))                                       \
    X(int, FPDFPage_GetAnnotCount, (FPDF_PAGE page), (page))                                       \
    X(FPDF_ANNOTATION, FPDFPage_GetAnnot, (FPDF_PAGE page, int index), (page, index))              \
    X(void, FPDFPage_CloseAnnot, (FPDF_ANNOTATION annotation), (annotation))                       \
    X(int, FPDFAnnot_GetSubtype, (FPDF_ANNOTATION annotation), (annotation))                       \
    X(int, FPDFAnnot_GetFlags, (FPDF_ANNOTATION annotation), (annotation))                         \
    X(int, FPDFAnnot_SetFlags, (FPDF_ANNOTATION annotation, int flags), (annotation, flags))       \
    X(FPDF_TEXTPAGE, FPDFText_LoadPage, (FPDF_PAGE page), (page))                                  \
    X(void, FPDFText_ClosePage, (FPDF_TEXTPAGE text), (text))                                      \
    X(int, FPDFText_CountChars, (FPDF_TEXTPAGE text), (text))                                      \
    X(unsigned int, FPDFText_GetUnicode, (FPDF_TEXTPAGE text, int index), (text, index))           \
    X(int, FPDFText_IsGenerated, (FPDF_TEXTPAGE text, int index), (text, index))                   \
    X(int, FPDFText_IsHyphen, (FPDF_TEXTPAGE text, int index), (text, index))                      \
    X(int, FPDFText_HasUnicodeMapError, (FPDF_TEXTPAGE text, int index), (text, index))            \
    X(double, FPDFText_GetFontSize, (FPDF_TEXTPAGE text, int index), (text, index))                \
    X(int, FPDFText_GetLooseCharBox, (FPDF_TEXTPAGE text, int index, FS_RECTF * box),              \
      (text, index, box))                                                                          \
    X(int, FPDFText_GetCharBox,                                                                    \
      (FPDF_TEXTPAGE text, int index, double *left, double *right, double *bottom, double *top),   \
      (text, index, left, right, bottom, top))                                                     \
    X(int, FPDFText_GetMatrix, (FPDF_TEXTPAGE text, int index, FS_MATRIX * matrix),                \
      (text, index, matrix))                                                                       \
    X(int, FPDFText_GetCharOrigin, (FPDF_TEXTPAGE text, int index, double *x, double *y),          \
      (text, index, x, y))                                                                         \
    X(FPDF_PAGEOBJECT, FPDFText_GetTextObject, (FPDF_TEXTPAGE text, int index), (text, index))     \
    X(FPDF_FONT, FPDFTextObj_GetFont, (FPDF_PAGEOBJECT object), (object))                          \
    X(int, FPDFFont_GetAscent, (FPDF_FONT font, float size, float *ascent), (font, size, ascent))  \
    X(int, FPDFFont_GetDescent, (FPDF_FONT font, float size, float *descent),                      \
      (font, size, descent))                                                                       \
    X(int, FPDFPage_CountObjects, (FPDF_PAGE page), (page))                                        \
    X(FPDF_PAGEOBJECT, FPDFPage_GetObject, (FPDF_PAGE page, int index), (page, index))             \
    X(int, FPDFPageObj_GetType, (FPDF_PAGEOBJECT object), (object))                                \
    X(int, FPDFPageObj_GetMatrix, (FPDF_PAGEOBJECT object, FS_MATRIX * matrix), (object, matrix))  \
    X(int, FPDFPageObj_GetBounds,                                                                  \
      (FPDF_PAGEOBJECT object, float *left, float *bottom, float *right, float *top),              \
      (object, left, bottom, right, top))                                                          \
    X(int, FPDFFormObj_CountObjects, (FPDF_PAGEOBJECT form), (form))                               \
    X(FPDF_PAGEOBJECT, FPDFFormObj_GetObject, (FPDF_PAGEOBJECT form, unsigned long index),         \
      (form, index))                                                                               \
    X(int, FPDFPageObj_HasTransparency, (FPDF_PAGEOBJECT object), (object))                        \
    X(unsigned long, FPDFImageObj_GetImageDataRaw,                                                 \
      (FPDF_PAGEOBJECT image, void *buffer, unsigned long length), (image, buffer, length))        \
    X(int, FPDFImageObj_GetImageFilterCount, (FPDF_PAGEOBJECT image), (image))                     \
    X(FPDF_CLIPPATH, FPDFPageObj_GetClipPath, (FPDF_PAGEOBJECT object), (object))                  \
    X(int, FPDFClipPath_CountPaths, (FPDF_CLIPPATH path), (path))                                  \
    X(int, FPDFTextObj_GetTextRenderMode, (FPDF_PAGEOBJECT text), (text))                          \
    X(int, FPDFPage_GetRotation, (FPDF_PAGE page), (page))                                         \
    X(int, FPDF_GetPageBoundingBox, (FPDF_PAGE page, FS_RECTF * box), (page, box))

#define PDFIUM_DECLARE(result, name, parameters, arguments) result name parameters;
PDFIUM_FUNCTIONS(PDFIUM_DECLARE)
#undef PDFIUM_DECLARE

/// Loads the library and resolves every function. Returns NULL, or what is wrong, in words.
const char *pdfium_load(const char *path);

/// Lets the process keep up to 32 MB that it has freed: every page takes and frees a few, and to give
/// them back and have them cleared again costs more than a tenth of reading a page's text.
void pdfium_keep_memory(void);

/// The faces of the fonts that are installed, by the names that PDFium gives them, in the order in
/// which it finds them.
typedef struct {
    const char *const *names;
    size_t count;
    /// Whether one of them could be meant by a standard font, which is then left to PDFium.
    int has_standard;
} pdfium_faces;

/// Lets PDFium know the faces without reading all fonts itself.
///
/// `faces` is called when a page first wants a font that its file does not have; it may give NULL,
/// and PDFium reads the fonts. It also does when it could not but take one of them.
void pdfium_know_faces(const pdfium_faces *(*faces)(void));

/// Where the library lies in a checkout whose `script/bootstrap` has run.
extern const char *const pdfium_development_path;

/// A document in two descriptors: the base, read in windows, and the delta, in memory.
typedef struct pdfium_source pdfium_source;

/// Makes a source; it takes over no descriptor. NULL without memory or when the delta cannot be
/// mapped.
pdfium_source *pdfium_source_make(int base, size_t base_count, int delta, size_t delta_count);
void pdfium_source_free(pdfium_source *source);
/// Whether a byte that is in the file could not be read.
int pdfium_source_failed(const pdfium_source *source);
/// What PDFium reads by; it lives as long as the source.
FPDF_FILEACCESS *pdfium_source_access(pdfium_source *source);

/// Draws a page onto a bitmap, and stops when `*flag` becomes `number`. Returns 1 when it was drawn,
/// 0 when it was stopped, -1 when PDFium failed.
int pdfium_draw(FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int flags,
                const uint32_t *flag, uint32_t number);

#pragma GCC visibility pop
