// SPDX-License-Identifier: Apache-2.0
//
// Memory for a module without a C library. Taking memory moves a mark upwards, giving it back does
// nothing, and `reset` moves the mark down again: every call of the browser is a world of its own,
// and nothing lives from one to the next.

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

enum { alignment = 16, page_bytes = 65536 };

static uintptr_t mark = 0;

static uintptr_t heap_start(void) {
    return ((uintptr_t)&__heap_base + alignment - 1) & ~(uintptr_t)(alignment - 1);
}

// Answers a null pointer when the browser grants no more memory.
__attribute__((export_name("allocate"))) void *malloc(size_t bytes) {
    if (mark == 0) mark = heap_start();
    if (bytes > (size_t)1 << 30) return NULL;
    uintptr_t start = mark;
    uint64_t end = ((uint64_t)start + bytes + alignment - 1) & ~(uint64_t)(alignment - 1);
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * page_bytes;
    if (end > have) {
        size_t pages = (size_t)((end - have + page_bytes - 1) / page_bytes);
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    }
    mark = (uintptr_t)end;
    return (void *)start;
}

__attribute__((export_name("reset"))) void reset(void) { mark = heap_start(); }

void free(void *memory) { (void)memory; }

int posix_memalign(void **memory, size_t boundary, size_t bytes) {
    enum { no_memory = 12, invalid = 22 };
    if (boundary > alignment) return invalid;
    *memory = malloc(bytes);
    return *memory ? 0 : no_memory;
}

// With bulk memory operations each of these is a single instruction, not a call of itself.
void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return __builtin_memcpy(to, from, bytes);
}

void *memmove(void *to, const void *from, size_t bytes) {
    return __builtin_memmove(to, from, bytes);
}
