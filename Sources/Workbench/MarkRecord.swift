// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
internal import Glibc
internal import JSON
public import PDFModel

/// One line for each mark that was placed: who can say later what was done to which file.
public struct MarkRecord: Sendable {
    /// The file that was saved.
    public var file: String
    /// SHA-256 of the file before.
    public var before: String
    /// SHA-256 of the file after.
    public var after: String
    /// SHA-256 of the mark's file.
    public var mark: String
    /// Where the mark lies.
    public var placement: MarkPlacer.Placement
    /// When.
    public var time: Timestamp

    /// Makes a record.
    public init(
        file: String,
        before: String,
        after: String,
        mark: String,
        placement: MarkPlacer.Placement,
        time: Timestamp
    ) {
        self.file = file
        self.before = before
        self.after = after
        self.mark = mark
        self.placement = placement
        self.time = time
    }

    /// The line, without its end.
    var line: String {
        func numbers(_ rect: Rect) -> JSONValue {
            JSONValue.array(
                [rect.x, rect.y, rect.width, rect.height].map {
                    JSONValue.number(($0 * 1e4).rounded() / 1e4)
                }
            )
        }
        let value: JSONValue = [
            "file": .string(file), "sha256Before": .string(before), "sha256After": .string(after),
            "page": .number(Double(placement.pageIndex + 1)),
            "rect": numbers(placement.viewRect), "pageSpaceRect": numbers(placement.pageRect),
            "markSha256": .string(mark), "time": .string(time.iso8601),
            "tool": .string("inkstone \(Workbench.version)"),
        ]
        return value.serialised()
    }

    /// Makes sure that a log can be written before anything is saved that it should tell of.
    ///
    /// - Throws: as `append`.
    public static func prepare(_ path: String) throws(Fault) { try append([], to: path) }

    /// Appends lines to a log with one write, so that programs that share the log do not mix
    /// their lines, and syncs it.
    ///
    /// - Throws: `permissionDenied`, `notFound` (no such folder), `insufficientStorage`,
    ///   `saveFailed`.
    public static func append(_ records: [MarkRecord], to path: String) throws(Fault) {
        let bytes = Array(records.map { $0.line + "\n" }.joined().utf8)
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes[done...].withUnsafeBytes { rest in
                unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure(errno, path) }
            done += written
        }
        // Pipes and terminals cannot be synced and need not be.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw failure(errno, path)
        }
    }

    private static func failure(_ number: Int32, _ path: String) -> Fault {
        let code: FaultCode =
            switch number {
            case EACCES, EPERM, EROFS: .permissionDenied
            case ENOENT, ENOTDIR: .notFound
            case ENOSPC, EDQUOT: .insufficientStorage
            default: .saveFailed
            }
        return Fault(
            code,
            "The record of the marks cannot be written.",
            at: Place(file: path),
            cause: unsafe String(cString: strerror(number))
        )
    }
}
