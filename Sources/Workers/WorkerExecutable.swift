// SPDX-License-Identifier: Apache-2.0
package import Faults
internal import Glibc

/// Where the program `inkstone-worker` is.
package enum WorkerExecutable {
    /// The variable that names another place.
    package static let variable = "INKSTONE_WORKER"

    /// The path of the worker: what `INKSTONE_WORKER` says, else beside the running program, else
    /// `../libexec/inkstone/` from there.
    ///
    /// Throws `notFound`, with a remedy.
    package static func locate() throws(Fault) -> String {
        if let named = environment(variable), !named.isEmpty {
            return try check(named)
        }
        let folder = try runningProgramFolder()
        let candidates = [
            "\(folder)/inkstone-worker", "\(folder)/../libexec/inkstone/inkstone-worker",
        ]
        for candidate in candidates where unsafe access(candidate, X_OK) == 0 {
            return candidate
        }
        throw missing("not in \(folder), nor in \(folder)/../libexec/inkstone")
    }

    /// `path` again when a program is there.
    package static func check(_ path: String) throws(Fault) -> String {
        guard unsafe access(path, X_OK) == 0 else {
            throw missing("\(path): \(unsafe String(cString: strerror(errno)))")
        }
        return path
    }

    private static func missing(_ cause: String) -> Fault {
        Fault(
            .notFound,
            "The program inkstone-worker, which reads SVG and JPEG files, is missing. "
                + "Install it beside inkstone, or give its path in \(variable).",
            cause: cause
        )
    }

    private static func runningProgramFolder() throws(Fault) -> String {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &link, link.count)
        let path = link.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            throw missing("/proc/self/exe cannot be read")
        }
        return String(decoding: path[..<slash], as: UTF8.self)
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
