// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// What another program hands over on standard input.
enum StandardInput {
    private static let pieceBytes = 64 * 1024

    /// Everything up to its end.
    ///
    /// - Throws: `usage` when it is a terminal, `limitExceeded`, `readFailed`.
    static func read(limit: Int) throws(Fault) -> [UInt8] {
        guard isatty(STDIN_FILENO) == 0 else {
            throw Fault(.usage, "Standard input is a terminal; send something into it.")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        while true {
            let count = unsafe Glibc.read(STDIN_FILENO, &piece, pieceBytes)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw Fault(
                    .readFailed,
                    "Standard input cannot be read.",
                    cause: unsafe String(cString: strerror(errno))
                )
            }
            bytes += piece[..<count]
            guard bytes.count <= limit else {
                throw Fault(.limitExceeded, "Standard input has more than \(limit) bytes.")
            }
        }
    }
}
