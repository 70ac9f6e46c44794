// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CPDFium.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef PDFIUM_DEVELOPMENT_PATH
#define PDFIUM_DEVELOPMENT_PATH "libpdfium.so"
#endif
const char *const pdfium_development_path = PDFIUM_DEVELOPMENT_PATH;

// The addresses, and functions of the same names that go through them.
#define PDFIUM_POINTER(result, name, parameters, arguments) static result(*name##_) parameters;
PDFIUM_FUNCTIONS(PDFIUM_POINTER)

#define PDFIUM_FORWARD(result, name, parameters, arguments)                                        \
    result name parameters {                                                                       \
        if (name##_ == NULL) return (result)0;                                                     \
        return name##_ arguments;                                                                  \
    }
PDFIUM_FUNCTIONS(PDFIUM_FORWARD)

const char *pdfium_load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define PDFIUM_RESOLVE(result, name, parameters, arguments)                                        \
    *(void **)&name##_ = dlsym(library, #name);                                                    \
    if (name##_ == NULL) return "PDFium has no function " #name;
    PDFIUM_FUNCTIONS(PDFIUM_RESOLVE)
    return NULL;
}

void pdfium_keep_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}

// PDFium asks for a few hundred bytes at a time: windows save it most of the calls.
enum { window_count = 8 };
static const size_t window_bytes = 64 * 1024;

struct window {
    unsigned char *bytes;
    size_t number;
    size_t filled;
    unsigned long used;
};

struct pdfium_source {
    FPDF_FILEACCESS access;
    int base;
    size_t base_count;
    const unsigned char *delta;
    size_t delta_count;
    int failed;
    unsigned long clock;
    struct window windows[window_count];
};

static size_t read_all(int descriptor, unsigned char *buffer, size_t count, size_t offset) {
    size_t done = 0;
    while (done < count) {
        ssize_t got = pread(descriptor, buffer + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += (size_t)got;
    }
    return done;
}

static struct window *window_of(struct pdfium_source *source, size_t number) {
    struct window *oldest = &source->windows[0];
    for (int index = 0; index < window_count; index++) {
        struct window *window = &source->windows[index];
        if (window->used != 0 && window->number == number) {
            window->used = ++source->clock;
            return window;
        }
        if (window->used < oldest->used) oldest = window;
    }
    if (oldest->bytes == NULL) oldest->bytes = malloc(window_bytes);
    if (oldest->bytes == NULL) return NULL;
    size_t start = number * window_bytes;
    size_t wanted = source->base_count - start;
    if (wanted > window_bytes) wanted = window_bytes;
    oldest->number = number;
    oldest->filled = read_all(source->base, oldest->bytes, wanted, start);
    oldest->used = ++source->clock;
    if (oldest->filled < wanted) source->failed = 1;
    return oldest;
}

static int read_base(struct pdfium_source *source, size_t position, unsigned char *buffer,
                     size_t count) {
    if (count >= window_bytes) {
        if (read_all(source->base, buffer, count, position) == count) return 1;
        source->failed = 1;
        return 0;
    }
    while (count > 0) {
        struct window *window = window_of(source, position / window_bytes);
        if (window == NULL) return 0;
        size_t inside = position % window_bytes;
        if (window->filled <= inside) return 0;
        size_t part = window->filled - inside;
        if (part > count) part = count;
        memcpy(buffer, window->bytes + inside, part);
        buffer += part;
        position += part;
        count -= part;
    }
    return 1;
}

static int get_block(void *parameter, unsigned long position, unsigned char *buffer,
                     unsigned long size) {
    struct pdfium_source *source = parameter;
    size_t total = source->base_count + source->delta_count;
    if (position > total || size > total - position) return 0;
    if (position < source->base_count) {
        size_t part = source->base_count - position;
        if (part > size) part = size;
        if (!read_base(source, position, buffer, part)) return 0;
        buffer += part;
        position += part;
        size -= part;
    }
    if (size > 0) memcpy(buffer, source->delta + (position - source->base_count), size);
    return 1;
}

pdfium_source *pdfium_source_make(int base, size_t base_count, int delta, size_t delta_count) {
    struct pdfium_source *source = calloc(1, sizeof *source);
    if (source == NULL) return NULL;
    if (delta_count > 0) {
        void *mapped = mmap(NULL, delta_count, PROT_READ, MAP_SHARED, delta, 0);
        if (mapped == MAP_FAILED) {
            free(source);
            return NULL;
        }
        source->delta = mapped;
    }
    source->base = base;
    source->base_count = base_count;
    source->delta_count = delta_count;
    source->access.m_FileLen = base_count + delta_count;
    source->access.m_GetBlock = get_block;
    source->access.m_Param = source;
    return source;
}

void pdfium_source_free(pdfium_source *source) {
    if (source == NULL) return;
    if (source->delta != NULL) munmap((void *)source->delta, source->delta_count);
    for (int index = 0; index < window_count; index++) free(source->windows[index].bytes);
    free(source);
}

int pdfium_source_failed(const pdfium_source *source) { return source->failed; }

FPDF_FILEACCESS *pdfium_source_access(pdfium_source *source) { return &source->access; }

struct watch {
    const uint32_t *flag;
    uint32_t number;
};

static int shall_stop(const struct watch *watch) {
    return watch->flag != NULL && __atomic_load_n(watch->flag, __ATOMIC_ACQUIRE) == watch->number;
}

static int need_to_pause(IFSDK_PAUSE *pause) { return shall_stop(pause->user); }

int pdfium_draw(FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int flags,
                const uint32_t *flag, uint32_t number) {
    struct watch watch = {.flag = flag, .number = number};
    IFSDK_PAUSE pause = {.version = 1, .NeedToPauseNow = need_to_pause, .user = &watch};
    int state = FPDF_RenderPageBitmap_Start(bitmap, page, x, y, width, height, 0, flags, &pause);
    while (state == FPDF_RENDER_TOBECONTINUED && !shall_stop(&watch))
        state = FPDF_RenderPage_Continue(page, &pause);
    FPDF_RenderPage_Close(page);
    if (state == FPDF_RENDER_DONE) return 1;
    return shall_stop(&watch) ? 0 : -1;
}
