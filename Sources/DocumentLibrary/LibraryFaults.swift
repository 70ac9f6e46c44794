// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Storage

/// Makes a system call, patiently, and puts its failure into the table of faults; `failure` is the
/// sentence for the person.
func attempt<Result>(
    _ failure: String,
    _ call: () throws(SystemError) -> Result
) throws(Fault) -> Result {
    do { return try patiently(call) } catch { throw error.fault(of: failure) }
}

extension SystemError {
    /// The row of the table for a failure in the data folder.
    func fault(of message: String) -> Fault {
        switch number {
        case EACCES, EPERM, EROFS:
            Fault(
                .permissionDenied,
                "\(message) The data folder must be the user's own and writable.",
                cause: description
            )
        case ENOSPC, EDQUOT: .diskFull(cause: description)
        default: Fault(.saveFailed, message, cause: description)
        }
    }
}

extension Fault {
    static func diskFull(cause: String? = nil) -> Fault {
        Fault(
            .insufficientStorage,
            "There is not enough space on the disk of the library; free some.",
            cause: cause
        )
    }

    static var noSuchDocument: Fault {
        Fault(.notFound, "There is no such document in the library.")
    }
}
