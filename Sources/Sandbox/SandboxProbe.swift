// SPDX-License-Identifier: Apache-2.0
internal import CSandbox
internal import Glibc

/// Knocks on every wall from inside, for the tests.
package enum SandboxProbe {
    /// One line for each attempt: its name, a space, and the `errno` it met (0 when it worked).
    package static func report() -> String {
        let attempts: [(String, Int32)] = [
            ("socket-inet", socketResult(AF_INET)),
            ("socket-unix", socketResult(AF_UNIX)),
            ("open-for-writing", unsafe sandbox_probe_open("/dev/null", O_WRONLY)),
            ("open-for-both", unsafe sandbox_probe_open("/dev/null", O_RDWR)),
            ("create", unsafe sandbox_probe_open("/tmp/inkstone-probe", O_RDONLY | O_CREAT)),
            ("truncate", unsafe sandbox_probe_open("/dev/null", O_RDONLY | O_TRUNC)),
            ("unlink", unsafe code(unlink("/tmp/inkstone-probe"))),
            ("mkdir", code(unsafe mkdir("/tmp/inkstone-probe", 0o700))),
            ("fork", sandbox_probe_fork()),
            ("exec", execResult()),
            ("kill-parent", code(kill(getppid(), 0))),
            ("raise-limit", raiseLimitResult()),
            ("read-passwd", unsafe sandbox_probe_open("/etc/passwd", O_RDONLY)),
            ("read-library-folder", unsafe sandbox_probe_open("/usr/share", O_RDONLY)),
            ("thread", threadResult()),
        ]
        return attempts.map { "\($0.0) \($0.1)\n" }.joined()
    }

    private static func code(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

    private static func socketResult(_ family: Int32) -> Int32 {
        code(socket(family, Int32(SOCK_STREAM.rawValue), 0))
    }

    private static func execResult() -> Int32 {
        unsafe code(execve("/bin/true", [nil], [nil]))
    }

    private static func raiseLimitResult() -> Int32 {
        var limits = rlimit(rlim_cur: 64, rlim_max: 64)
        return unsafe code(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits))
    }

    private static func threadResult() -> Int32 {
        var thread = pthread_t()
        let failure = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
        if failure == 0 { pthread_join(thread, nil) }
        return failure
    }
}
