// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

extension WorkerProcess {
    /// The variable that makes a worker answer rehearsals.
    static let testVariable = "INKSTONE_WORKER_TEST"

    /// What a worker may know of our environment: enough to find libraries, fonts and language.
    private static let inheritedVariables = [
        "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
        "FONTCONFIG_SYSROOT",
    ]
    private static let inheritedPrefixes = ["LC_", "XDG_"]

    /// Both ends of a new stream socket, closed on exec.
    static func socketPair() throws(Fault) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw cannotStart(errno)
        }
        return (ends[0], ends[1])
    }

    /// Starts the program with `socket` as its standard input.
    ///
    /// Its output goes nowhere, and it inherits no blocked or ignored signal. Descriptors that
    /// others left open on exec it closes itself as it starts.
    static func spawn(_ path: String, socket: Int32, forTests: Bool) throws(Fault) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )

        var identifier: pid_t = 0
        let code = unsafe withCStrings([path]) { arguments in
            unsafe withCStrings(environment(forTests: forTests)) { variables in
                unsafe posix_spawn(
                    &identifier,
                    path,
                    &actions,
                    &attributes,
                    arguments,
                    variables
                )
            }
        }
        guard code == 0 else { throw cannotStart(code) }
        return identifier
    }

    private static func cannotStart(_ code: Int32) -> Fault {
        Fault(
            .workerFailed,
            "A worker process could not be started; try again later.",
            cause: unsafe String(cString: strerror(code))
        )
    }

    private static func environment(forTests: Bool) -> [String] {
        var variables: [String] = []
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            let name = text.prefix { $0 != "=" }
            if inheritedVariables.contains(String(name))
                || inheritedPrefixes.contains(where: { name.hasPrefix($0) })
            {
                variables.append(text)
            }
            unsafe next += 1
        }
        // The sandbox would refuse Swift's crash reporter; the exit status says enough.
        variables.append("SWIFT_BACKTRACE=enable=no")
        if forTests { variables.append("\(testVariable)=1") }
        return variables
    }
}

/// Lends `body` the strings as C wants them: pointers with `nil` after the last.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers)
}
