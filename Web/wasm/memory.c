// SPDX-License-Identifier: Apache-2.0
//
// Memory for a module without a C library. Pieces come in sizes of powers of two; those given back
// wait in a list for the next who asks for that size, and new ones are cut from the end. Arrays that
// grow double, so what one gave back the next one takes; at most half of a piece is not used.
//
//     | size class, 16 bytes | what the caller gets ...          |
//                            ^ aligned to 16 bytes

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

enum { alignment = 16, header_bytes = 16, page_bytes = 65536, smallest = 5, largest = 30 };

struct piece {
    uint32_t size_class;
    struct piece *next;
};

static struct piece *waiting[largest + 1];
static uintptr_t end_of_used = 0;

static unsigned size_class(size_t bytes) {
    unsigned found = smallest;
    while (found <= largest && ((size_t)1 << found) < bytes + header_bytes) found += 1;
    return found;
}

// Answers a null pointer when the browser grants no more memory.
static struct piece *cut(unsigned found) {
    if (end_of_used == 0) {
        end_of_used = ((uintptr_t)&__heap_base + alignment - 1) & ~(uintptr_t)(alignment - 1);
    }
    uint64_t end = (uint64_t)end_of_used + ((uint64_t)1 << found);
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * page_bytes;
    if (end > have) {
        size_t pages = (size_t)((end - have + page_bytes - 1) / page_bytes);
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    }
    struct piece *piece = (struct piece *)end_of_used;
    end_of_used = (uintptr_t)end;
    return piece;
}

__attribute__((export_name("allocate"))) void *malloc(size_t bytes) {
    if (bytes > ((size_t)1 << largest) - header_bytes) return NULL;
    unsigned found = size_class(bytes);
    struct piece *piece = waiting[found];
    if (piece != NULL) {
        waiting[found] = piece->next;
    } else {
        piece = cut(found);
        if (piece == NULL) return NULL;
    }
    piece->size_class = found;
    return (unsigned char *)piece + header_bytes;
}

__attribute__((export_name("release"))) void free(void *memory) {
    if (memory == NULL) return;
    struct piece *piece = (struct piece *)((unsigned char *)memory - header_bytes);
    piece->next = waiting[piece->size_class];
    waiting[piece->size_class] = piece;
}

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
