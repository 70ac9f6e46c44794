// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Descriptors over sockets and memory that two processes share: calls whose macros or variable
// arguments Swift cannot use.

/// Sends bytes with descriptors beside them, without waiting and without SIGPIPE. Returns how many
/// bytes went, or -1 with errno. The descriptors go with the first byte.
ssize_t sharing_send(int socket, const void *bytes, size_t count, const int *descriptors,
                     size_t descriptor_count);

/// Receives bytes, without waiting, and at most `capacity` descriptors, closed on exec; more than
/// that are closed at once. Returns how many bytes came, 0 at the end, or -1 with errno.
ssize_t sharing_receive(int socket, void *bytes, size_t count, int *descriptors, size_t capacity,
                        size_t *descriptor_count);

/// Memory of `count` bytes without a name whose size nobody can change any more. Returns its
/// descriptor, or -1 with errno.
int sharing_make_memory(size_t count);

/// From now on nobody can write to the memory, unless it is mapped for writing already.
/// Returns 0, or -1 with errno.
int sharing_seal_writing(int descriptor);

/// Writes and reads a number that two processes share.
void sharing_store(uint32_t *number, uint32_t value);
uint32_t sharing_load(const uint32_t *number);
