// SPDX-License-Identifier: Apache-2.0
internal import CSeccomp
internal import Glibc

/// Which system calls a worker may make: those that compute, read what is open, and open for
/// reading.
///
/// All others give EACCES, which libraries understand as "not allowed here".
enum SystemCallFilter {
    private static let allow: UInt32 = 0x7FFF_0000
    private static func refuse(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }

    private static let allowed = [
        // Memory.
        "brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "membarrier",
        // Open descriptors: files being read, and the socket to the parent.
        "read", "readv", "pread64", "preadv", "write", "writev", "recvfrom", "recvmsg", "sendto",
        "sendmsg", "poll", "ppoll", "select", "pselect6", "close", "lseek", "dup",
        "fadvise64", "eventfd2", "pipe2", "shutdown",
        // Names and their facts.
        "stat", "lstat", "fstat", "newfstatat", "statx", "statfs", "fstatfs", "access",
        "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd",
        // Threads (those that share our walls; see `clone` below) and their locks.
        "futex", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "sched_yield",
        "sched_getaffinity", "gettid", "exit", "exit_group",
        // Signals; to whom they go is judged below.
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
        "restart_syscall",
        // Clocks and facts about the machine.
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
        "getrandom", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "uname",
        "sysinfo", "getrlimit", "getrusage",
    ]

    /// New calls whose arguments lie in memory and cannot be judged: the C library falls back to
    /// the old ones when they seem not to exist.
    private static let absent = ["clone3", "openat2"]

    /// Puts the filter on every thread of the process.
    ///
    /// False when the kernel has none.
    static func install() -> Bool {
        guard let filter = unsafe seccomp_init(refuse(EACCES)) else { return false }
        defer { unsafe seccomp_release(filter) }
        unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
        for name in allowed { unsafe add(allow, name, to: filter) }
        for name in absent { unsafe add(refuse(ENOSYS), name, to: filter) }
        // Only for reading, neither creating nor truncating.
        let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC)
        unsafe add(allow, "open", to: filter, where: masked(1, writing, equals: 0))
        unsafe add(allow, "openat", to: filter, where: masked(2, writing, equals: 0))
        // The flag CLONE_THREAD: a thread, not a process.
        let thread: UInt64 = 0x0001_0000
        unsafe add(allow, "clone", to: filter, where: masked(0, thread, equals: thread))
        // Signals to ourselves, so that an abort is seen as one.
        unsafe add(allow, "tgkill", to: filter, where: masked(0, .max, equals: UInt64(getpid())))
        // Flags and copies of descriptors; not the commands that have signals sent to others.
        for command in [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC] {
            let condition = masked(1, .max, equals: UInt64(command))
            unsafe add(allow, "fcntl", to: filter, where: condition)
        }
        // Reading limits, not setting them: the third argument is where new ones would lie.
        unsafe add(allow, "prlimit64", to: filter, where: masked(2, .max, equals: 0))
        // PR_SET_NAME: threads may have names.
        unsafe add(allow, "prctl", to: filter, where: masked(0, .max, equals: 15))
        return unsafe seccomp_load(filter) == 0
    }

    private static func masked(
        _ argument: UInt32,
        _ mask: UInt64,
        equals value: UInt64
    ) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    /// Adds a rule; a call that this machine does not have needs none.
    private static func add(
        _ action: UInt32,
        _ name: String,
        to filter: scmp_filter_ctx,
        where condition: scmp_arg_cmp? = nil
    ) {
        let number = unsafe seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return }
        let conditions = [condition].compactMap { $0 }
        _ = unsafe seccomp_rule_add_array(
            filter,
            action,
            number,
            UInt32(conditions.count),
            conditions
        )
    }
}
