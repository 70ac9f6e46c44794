// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Retries of a call that a signal interrupted; more than that and something else is wrong.
private let interruptedCallsRetried = 1000

/// Makes a system call again for as long as signals interrupt it.
package func patiently<Result>(
    _ call: () throws(SystemError) -> Result
) throws(SystemError) -> Result {
    for _ in 0..<interruptedCallsRetried {
        do { return try call() } catch  where error.number == EINTR { continue }
    }
    return try call()
}

/// Makes a system call of a save, patiently, and puts its failure into the table of faults;
/// `failure` is the sentence for the person.
func attempt<Result>(
    _ failure: String,
    _ call: () throws(SystemError) -> Result
) throws(Fault) -> Result {
    do { return try patiently(call) } catch { throw error.fault(failure) }
}

extension SystemError {
    /// The row of the table for a failure while saving.
    func fault(_ message: String) -> Fault {
        switch number {
        case EACCES, EPERM:
            Fault(
                .permissionDenied,
                "\(message) Permission was denied; choose another folder with -o.",
                cause: description
            )
        case EROFS:
            Fault(
                .permissionDenied,
                "\(message) The file system is read-only; choose another folder with -o.",
                cause: description
            )
        case ENOSPC, EDQUOT:
            Fault(
                .insufficientStorage,
                "\(message) The disk or your share of it is full; free some space, or choose"
                    + " another disk with -o.",
                cause: description
            )
        default:
            Fault(.saveFailed, message, cause: description)
        }
    }

    /// Whether the file system does not know the call, rather than failing at it.
    var meansNotSupported: Bool {
        [ENOSYS, EINVAL, EOPNOTSUPP, ENOTTY, EXDEV].contains(number)
    }
}
