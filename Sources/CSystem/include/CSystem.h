// SPDX-License-Identifier: Apache-2.0
#pragma once
// System calls that Swift's C library overlay does not offer, or offers in another shape.
//
// Every function answers zero or more on success and minus errno on failure, so that Swift never
// reads errno, which other code on the thread may have changed.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What stat(2) knows of a file; times in nanoseconds since 1970.
struct csystem_status {
    uint64_t device, inode, links;
    int64_t size, modified_ns, changed_ns;
    uint32_t mode, owner, group;
};

/// The folder argument that means "relative to the working directory".
int csystem_working_folder(void);

/// What csystem_open may be asked for.
enum csystem_open_kind {
    /// To read, never waiting on a pipe, following a symbolic link.
    CSYSTEM_OPEN_READ,
    /// To read, a symbolic link at the end being an error.
    CSYSTEM_OPEN_READ_NO_LINK,
    /// A folder.
    CSYSTEM_OPEN_FOLDER,
    /// A new file to read and write; there must be none of that name.
    CSYSTEM_OPEN_NEW,
    /// A new file without a name; `path` names its folder.
    CSYSTEM_OPEN_NAMELESS,
};
int csystem_open(int folder, const char *path, enum csystem_open_kind kind, uint32_t mode);

int csystem_status_of(int descriptor, struct csystem_status *status);
/// A symbolic link is described itself, not followed.
int csystem_status_at(int folder, const char *name, struct csystem_status *status);
/// Zero when the effective user may write to the file.
int csystem_may_write(int folder, const char *name);
/// Free bytes for users without privileges, or -1 through `bytes` where nobody can tell.
int csystem_free_bytes(int descriptor, int64_t *bytes);
/// A lock of flock(2), never waiting; shared or exclusive.
int csystem_lock(int descriptor, int exclusive);

/// Shares all blocks of `source` with `destination` (FICLONE).
int csystem_clone(int source, int destination);
long csystem_copy_range(
    int source, int64_t from, int destination, int64_t to, size_t count);
/// Asks for write-back to begin and does not wait.
int csystem_start_writing(int descriptor, int64_t offset, int64_t count);
int csystem_sync(int descriptor);
/// Syncs everything of the file system that the descriptor is on.
int csystem_sync_all(int descriptor);

/// Gives an open file, nameless or not, a name that must not exist.
int csystem_link_descriptor(int descriptor, int folder, const char *name);
int csystem_link(int folder, const char *name, const char *other);
int csystem_rename(int folder, const char *name, const char *other);
/// Fails with EEXIST where `other` exists.
int csystem_rename_exclusively(int folder, const char *name, const char *other);
/// Swaps two names in one step.
int csystem_exchange(int folder, const char *name, const char *other);
int csystem_unlink(int folder, const char *name);
int csystem_make_folder(int folder, const char *name, uint32_t mode);
int csystem_remove_folder(int folder, const char *name);

/// The next names in a folder that begin with `prefix`, each ended by a zero byte. `length` tells
/// how much of `buffer` (32 KiB or more) was filled. Answers 1 while there are more, 0 at the end.
int csystem_next_names(
    int folder, const char *prefix, char *buffer, size_t capacity, size_t *length);

long csystem_list_attributes(int descriptor, char *buffer, size_t capacity);
long csystem_get_attribute(int descriptor, const char *name, void *buffer, size_t capacity);
int csystem_set_attribute(int descriptor, const char *name, const void *bytes, size_t count);
int csystem_remove_attribute(int descriptor, const char *name);

/// Sets when the bytes were last written, and leaves when they were last read.
int csystem_set_modified(int descriptor, int64_t nanoseconds);

#ifdef __cplusplus
}
#endif
