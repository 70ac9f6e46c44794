// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int sandbox_close_from(unsigned int first) {
    return syscall(SYS_close_range, first, ~0U, 0) == 0 ? 0 : errno;
}

int sandbox_give_up_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

static void allow(int rules, const char *folder) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
        .parent_fd = open(folder, O_PATH | O_CLOEXEC),
    };
    if (rule.parent_fd < 0) return;
    struct stat status;
    if (fstat(rule.parent_fd, &status) == 0 && !S_ISDIR(status.st_mode))
        rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

int sandbox_restrict_files(const char *const *folders, size_t count) {
    // The thirteen rights of the first version of Landlock, which every kernel that has it knows.
    struct landlock_ruleset_attr handled = {
        .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
    };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0) return errno;
    for (size_t index = 0; index < count; index++) allow(rules, folders[index]);
    int failure = syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : errno;
    close(rules);
    return failure;
}

int sandbox_probe_fork(void) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}

int sandbox_probe_open(const char *path, int flags) {
    int descriptor = open(path, flags | O_CLOEXEC, 0600);
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
}
