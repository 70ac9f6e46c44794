// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>

// Calls with variable arguments or without a wrapper in the C library. Each returns 0 or an errno.

/// Closes every descriptor from `first` on.
int sandbox_close_from(unsigned int first);

/// Neither this process nor what it might start can gain rights.
int sandbox_give_up_privileges(void);

/// From now on files can be read below these folders only, and nothing can be written anywhere
/// (Landlock). Folders that do not exist are passed over.
int sandbox_restrict_files(const char *const *folders, size_t count);

/// Tries to start a process; returns 0 when that worked.
int sandbox_probe_fork(void);

/// Opens `path` with `flags`; returns 0 when that worked.
int sandbox_probe_open(const char *path, int flags);
