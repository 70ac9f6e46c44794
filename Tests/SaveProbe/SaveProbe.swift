// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Storage

/// Saves files so that tests can kill it, run it as another user, or time it.
///
///     SaveProbe loop FILE PREFIX NUMBER   saves for ever, counting from there, telling on standard output before each save
///     SaveProbe die FILE PREFIX NUMBER before|after      is killed at that system call of a save
///     SaveProbe save FILE [--force]   appends once and prints "saved" or the code of the fault
///     SaveProbe create FILE NEW       the same into a new file
///     SaveProbe cache FOLDER TURNS    stores and reads values in a cache, and fails at a wrong one
///     SaveProbe time FILE ROUNDS      prints the milliseconds of each save
///
/// With INKSTONE_PROBE_USER=UID it first becomes that user.
@main
struct SaveProbe {
    static func main() {
        if let user = environment("INKSTONE_PROBE_USER").flatMap({ UInt32($0) }) {
            guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else { exit(2) }
        }
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { exit(64) }
        do {
            switch words[0] {
            case "loop": try loop(words[1], prefix: Int(words[2]) ?? 0, from: UInt64(words[3]) ?? 0)
            case "die":
                try die(
                    words[1],
                    prefix: Int(words[2]) ?? 0,
                    call: Int(words[3]) ?? 0,
                    after: words[4] == "after"
                )
            case "save":
                let file = try OpenedFile.open(words[1])
                _ = try SafeReplace.replace(
                    file,
                    with: SaveContent(base: file, appending: ProbeContent.delta(1)),
                    force: words.contains("--force")
                )
                say("saved")
            case "create":
                let file = try OpenedFile.open(words[1])
                _ = try SafeReplace.create(
                    words[2],
                    with: SaveContent(base: file, appending: ProbeContent.delta(1))
                )
                say("saved")
            case "cache": exit(cache(words[1], turns: UInt64(words[2]) ?? 0))
            case "time": try time(words[1], rounds: Int(words[2]) ?? 1)
            default: exit(64)
            }
        } catch {
            say(error.code.rawValue)
            say(error.description)
            exit(error.code.exitStatus)
        }
    }

    /// Stores and reads values whose bytes follow from their keys, and tells when it begins.
    ///
    /// - Returns: 1 when a value is not what its key says.
    private static func cache(_ folder: String, turns: UInt64) -> Int32 {
        // So small that values are removed all the time.
        guard let cache = DiskCache(in: folder, maximumBytes: 64 * ProbeContent.deltaBytes) else {
            return 2
        }
        say("begun")
        for turn in 0..<turns {
            let key = turn &* 2_654_435_761 % 100
            let value = ProbeContent.delta(key)
            if turn % 3 == 0 {
                cache.store(value, for: "\(key)")
            } else if let found = cache.bytes(for: "\(key)"), found != value {
                return 1
            }
        }
        return 0
    }

    /// Replaces the file again and again by its first `prefix` bytes and the next delta.
    private static func loop(_ path: String, prefix: Int, from first: UInt64) throws(Fault) {
        var number = first
        while true {
            say("\(number)")
            let file = try OpenedFile.open(path)
            _ = try SafeReplace.replace(
                file,
                with: SaveContent(
                    base: file,
                    prefixLength: prefix,
                    appending: ProbeContent.delta(number)
                )
            )
            number += 1
        }
    }

    private static func die(_ path: String, prefix: Int, call: Int, after: Bool) throws(Fault) {
        let files = InterceptedFiles(
            after: { number, _ in if after && number == call { die() } },
            before: { (number, _) throws(SystemError) in if !after && number == call { die() } }
        )
        let file = try OpenedFile.open(path)
        _ = try SafeReplace.replace(
            file,
            with: SaveContent(base: file, prefixLength: prefix, appending: ProbeContent.delta(1)),
            force: false,
            isCancelled: { false },
            through: files,
            swept: SweptFolders()
        ) { _ in }
        say("saved")
    }

    private static func die() { kill(getpid(), SIGKILL) }

    /// Times whole saves, from opening to the new file in its place.
    private static func time(_ path: String, rounds: Int) throws(Fault) {
        for round in 0..<rounds {
            let clock = ContinuousClock()
            let start = clock.now
            let file = try OpenedFile.open(path)
            _ = try SafeReplace.replace(
                file,
                with: SaveContent(base: file, appending: ProbeContent.delta(UInt64(round)))
            )
            let took = clock.now - start
            say(
                "\(Double(took.components.attoseconds) / 1e15 + Double(took.components.seconds) * 1e3)"
            )
        }
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
