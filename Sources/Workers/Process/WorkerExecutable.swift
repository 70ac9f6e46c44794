// SPDX-License-Identifier: Apache-2.0
package import Faults
internal import Glibc
internal import Operations

/// Where the programs of the workers are.
package enum WorkerExecutable {
    /// The path of a worker's program: what its variable says, else beside the running program,
    /// else `../libexec/inkstone/` from there.
    ///
    /// Throws `notFound`, with a remedy.
    package static func locate(_ program: WorkerProgram = .converter) throws(Fault) -> String {
        if let named = environment(program.variable), !named.isEmpty {
            return try check(named, program)
        }
        guard let folder = RunningProgram.folder else {
            throw missing(program, "/proc/self/exe cannot be read")
        }
        let candidates = [
            "\(folder)/\(program.name)", "\(folder)/../libexec/inkstone/\(program.name)",
        ]
        for candidate in candidates where unsafe access(candidate, X_OK) == 0 {
            return candidate
        }
        throw missing(program, "not in \(folder), nor in \(folder)/../libexec/inkstone")
    }

    /// `path` again when a program is there.
    package static func check(
        _ path: String,
        _ program: WorkerProgram = .converter
    ) throws(Fault) -> String {
        guard unsafe access(path, X_OK) == 0 else {
            throw missing(program, "\(path): \(unsafe String(cString: strerror(errno)))")
        }
        return path
    }

    private static func missing(_ program: WorkerProgram, _ cause: String) -> Fault {
        Fault(
            .notFound,
            "The program \(program.name), which \(program.purpose), is missing. "
                + "Install it beside inkstone, or give its path in \(program.variable).",
            cause: cause
        )
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
