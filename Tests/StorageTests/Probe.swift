// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import Synchronization
import Testing

/// A running `SaveProbe`, its standard output in a pipe.
final class Probe {
    let process: pid_t
    private let output: Int32
    private var isReaped = false

    /// One start at a time, so that no child is born between a pipe and its mark that children
    /// do not get it.
    private static let starting = Mutex(())

    /// Starts the program that was built beside the tests.
    init(_ arguments: [String], user: uid_t? = nil) throws {
        let path = try Self.path()
        let environment = user.map { ["INKSTONE_PROBE_USER=\($0)"] } ?? []
        let started = Self.starting.withLock { _ in
            Self.start(path, [path] + arguments, environment)
        }
        (process, output) = try #require(started, "\(path) is built together with the tests")
    }

    private static func start(_ path: String, _ words: [String], _ environment: [String])
        -> (pid_t, Int32)?
    {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }

        var words = unsafe words.map { unsafe strdup($0) } + [nil]
        var environment = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + environment).forEach { unsafe free($0) } }
        var started: pid_t = 0
        guard unsafe posix_spawn(&started, path, &actions, nil, &words, &environment) == 0 else {
            return nil
        }
        return (started, ends[0])
    }

    deinit {
        kill()
        close(output)
    }

    /// Kills it at once and waits until it is gone.
    func kill() {
        guard !isReaped else { return }
        Glibc.kill(process, SIGKILL)
        wait()
    }

    /// Waits for its end; its exit status, or minus the signal that ended it.
    @discardableResult
    func wait() -> Int32 {
        guard !isReaped else { return 0 }
        isReaped = true
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// What it has printed since, waiting for the first byte; empty when it has ended.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let got = unsafe Glibc.read(output, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(got, 0)), as: UTF8.self)
    }

    /// All that it prints until it ends.
    func readAll() -> String {
        var all = ""
        while true {
            let more = read()
            if more.isEmpty { return all }
            all += more
        }
    }

    private static func path() throws -> String {
        let tests = try SystemFiles().realPath("/proc/self/exe")
        return tests.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/SaveProbe"
    }
}
