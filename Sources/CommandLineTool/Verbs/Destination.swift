// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Workbench

/// Where the results of a call go: `-o OUT` or `--in-place`.
enum Destination {
    case inPlace
    case file(String)
    case folder(String)
    case standardOutput

    /// - Throws: `usage` when neither or both were given, or one place for several files,
    ///   `notFound` for a folder that is not there.
    init(_ arguments: Arguments) throws(Fault) {
        switch (arguments[.output], arguments.has(.inPlace)) {
        case (nil, true): self = .inPlace
        case (nil, false):
            throw Fault(.usage, "Say where the result goes: -o OUT, or --in-place.")
        case (_?, true): throw Fault(.usage, "Give -o OUT or --in-place, not both.")
        case (let path?, false): self = try Self.output(path, for: arguments.operands)
        }
    }

    /// Where the one result of several files goes; `nil` is standard output.
    ///
    /// - Throws: `usage` for a folder or a terminal.
    static func single(_ path: String) throws(Fault) -> String? {
        switch try output(path, for: [path]) {
        case .file(let path): return path
        case .standardOutput: return nil
        case .folder, .inPlace:
            throw Fault(.usage, "-o is a folder; name the new file.", at: Place(file: path))
        }
    }

    /// Where something goes that files give, one each or one for the only file.
    ///
    /// - Throws: `usage` for a terminal, or one place for several files, `notFound` for a folder
    ///   that is not there.
    static func output(_ path: String, for files: [String]) throws(Fault) -> Destination {
        if path == "-" {
            guard files.count == 1 else {
                throw Fault(.usage, "Standard output takes one file; give -o a folder.")
            }
            guard isatty(STDOUT_FILENO) == 0 else {
                throw Fault(
                    .usage,
                    "Standard output is a terminal; send it into a file or a program."
                )
            }
            return .standardOutput
        }
        if isFolder(path) {
            try checkNames(files)
            return .folder(path)
        }
        if path.hasSuffix("/") {
            throw Fault(
                .notFound,
                "There is no such folder; make it first.",
                at: Place(file: path)
            )
        }
        guard files.count == 1 else {
            throw Fault(
                .usage,
                "For several files -o must be a folder that exists; make it first.",
                at: Place(file: path)
            )
        }
        return .file(path)
    }

    /// Whether a folder of that name is there.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Where one file's result goes; `nil` is standard output.
    func destination(for file: String, replacing: Bool) -> SaveDestination? {
        switch self {
        case .inPlace: return .inPlace
        case .file(let path): return .file(path, replacing: replacing)
        case .folder(let folder):
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return .file(folder + (folder.hasSuffix("/") ? "" : "/") + name, replacing: replacing)
        case .standardOutput: return nil
        }
    }

    /// Two files of one name would overwrite each other in a folder.
    private static func checkNames(_ files: [String]) throws(Fault) {
        var seen: Set<Substring> = []
        for file in files {
            let name = file.split(separator: "/").last ?? ""
            guard seen.insert(name).inserted else {
                throw Fault(
                    .usage,
                    "Two files are called \(name); put their results in two folders."
                )
            }
        }
    }
}
