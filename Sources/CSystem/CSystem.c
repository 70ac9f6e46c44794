// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

static long answer(long result) { return result < 0 ? -(long)errno : result; }

int csystem_working_folder(void) { return AT_FDCWD; }

int csystem_open(int folder, const char *path, enum csystem_open_kind kind, uint32_t mode) {
    int flags = O_CLOEXEC;
    switch (kind) {
    case CSYSTEM_OPEN_READ: flags |= O_RDONLY | O_NONBLOCK | O_NOCTTY; break;
    case CSYSTEM_OPEN_READ_NO_LINK:
        flags |= O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
        break;
    case CSYSTEM_OPEN_FOLDER: flags |= O_RDONLY | O_DIRECTORY; break;
    case CSYSTEM_OPEN_NEW: flags |= O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW; break;
    case CSYSTEM_OPEN_NAMELESS: flags |= O_RDWR | O_TMPFILE; break;
    }
    return (int)answer(openat(folder, path, flags, (mode_t)mode));
}

static int64_t nanoseconds(struct timespec time) {
    return (int64_t)((uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec);
}

static void fill(struct csystem_status *status, const struct stat *from) {
    status->device = from->st_dev;
    status->inode = from->st_ino;
    status->links = from->st_nlink;
    status->size = from->st_size;
    status->modified_ns = nanoseconds(from->st_mtim);
    status->changed_ns = nanoseconds(from->st_ctim);
    status->mode = from->st_mode;
    status->owner = from->st_uid;
    status->group = from->st_gid;
}

int csystem_status_of(int descriptor, struct csystem_status *status) {
    struct stat found;
    if (fstat(descriptor, &found) != 0) return -errno;
    fill(status, &found);
    return 0;
}

int csystem_status_at(int folder, const char *name, struct csystem_status *status) {
    struct stat found;
    if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
    fill(status, &found);
    return 0;
}

int csystem_may_write(int folder, const char *name) {
    return (int)answer(faccessat(folder, name, W_OK, AT_EACCESS));
}

int csystem_free_bytes(int descriptor, int64_t *bytes) {
    struct statvfs found;
    if (fstatvfs(descriptor, &found) != 0) return -errno;
    // Some network and user-space file systems answer all zeros: they do not know.
    if (found.f_blocks == 0 ||
        __builtin_mul_overflow(found.f_bavail, found.f_frsize, bytes)) {
        *bytes = -1;
    }
    return 0;
}

int csystem_lock(int descriptor, int exclusive) {
    return (int)answer(flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB));
}

int csystem_clone(int source, int destination) {
    return (int)answer(ioctl(destination, FICLONE, source));
}

long csystem_copy_range(
    int source, int64_t from, int destination, int64_t to, size_t count) {
    loff_t in = from, out = to;
    return answer(copy_file_range(source, &in, destination, &out, count, 0));
}

int csystem_start_writing(int descriptor, int64_t offset, int64_t count) {
    return (int)answer(sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE));
}

int csystem_sync(int descriptor) { return (int)answer(fsync(descriptor)); }

int csystem_sync_all(int descriptor) { return (int)answer(syncfs(descriptor)); }

int csystem_link_descriptor(int descriptor, int folder, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return (int)answer(linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW));
}

int csystem_link(int folder, const char *name, const char *other) {
    return (int)answer(linkat(folder, name, folder, other, 0));
}

int csystem_rename(int folder, const char *name, const char *other) {
    return (int)answer(renameat(folder, name, folder, other));
}

int csystem_rename_exclusively(int folder, const char *name, const char *other) {
    return (int)answer(renameat2(folder, name, folder, other, RENAME_NOREPLACE));
}

int csystem_exchange(int folder, const char *name, const char *other) {
    return (int)answer(renameat2(folder, name, folder, other, RENAME_EXCHANGE));
}

int csystem_make_folder(int folder, const char *name, uint32_t mode) {
    return (int)answer(mkdirat(folder, name, mode));
}

int csystem_remove_folder(int folder, const char *name) {
    return (int)answer(unlinkat(folder, name, AT_REMOVEDIR));
}

int csystem_unlink(int folder, const char *name) {
    return (int)answer(unlinkat(folder, name, 0));
}

struct linux_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

int csystem_next_names(
    int folder, const char *prefix, char *buffer, size_t capacity, size_t *length) {
    // A record is longer than its name with the zero byte, so what is read here always fits.
    _Alignas(8) char records[32 * 1024];
    size_t wanted = sizeof records < capacity ? sizeof records : capacity;
    long got = syscall(SYS_getdents64, folder, records, wanted);
    if (got < 0) return -errno;
    size_t prefix_length = strlen(prefix);
    *length = 0;
    for (long at = 0; at < got;) {
        const struct linux_entry *entry = (const struct linux_entry *)(records + at);
        if (strncmp(entry->name, prefix, prefix_length) == 0) {
            size_t bytes = strlen(entry->name) + 1;
            memcpy(buffer + *length, entry->name, bytes);
            *length += bytes;
        }
        at += entry->length;
    }
    return got > 0;
}

long csystem_list_attributes(int descriptor, char *buffer, size_t capacity) {
    return answer(flistxattr(descriptor, buffer, capacity));
}

long csystem_get_attribute(int descriptor, const char *name, void *buffer, size_t capacity) {
    return answer(fgetxattr(descriptor, name, buffer, capacity));
}

int csystem_set_attribute(int descriptor, const char *name, const void *bytes, size_t count) {
    return (int)answer(fsetxattr(descriptor, name, bytes, count, 0));
}

int csystem_remove_attribute(int descriptor, const char *name) {
    return (int)answer(fremovexattr(descriptor, name));
}

int csystem_set_modified(int descriptor, int64_t nanoseconds) {
    const struct timespec times[2] = {
        {.tv_nsec = UTIME_OMIT},
        {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
    };
    return (int)answer(futimens(descriptor, times));
}
