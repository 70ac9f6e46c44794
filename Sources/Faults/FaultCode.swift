// SPDX-License-Identifier: Apache-2.0

/// The one table of what can go wrong: a name for machines, an exit status, an HTTP status.
public enum FaultCode: String, CaseIterable, Sendable {
    /// The call itself is wrong.
    case usage
    /// The output is there and replacing it was not asked for.
    case alreadyExists
    /// The disk failed while reading.
    case readFailed
    /// A worker crashed on this page; the document is fine.
    case workerFailed
    /// A limit of time was reached.
    case timedOut
    /// A server elsewhere does not answer.
    case unreachable
    /// Some of many files failed; each is named.
    case partialFailure
    /// Not a PDF, or beyond repair.
    case invalidDocument
    /// No such file, page or annotation.
    case notFound
    /// Understood, not handled.
    case unsupported
    /// A fault of ours.
    case `internal`
    /// Writing, syncing or checking the new file failed; the old one is untouched.
    case saveFailed
    /// The file system, or the document's own permissions, forbid it.
    case permissionDenied
    /// Encrypted, no password given.
    case passwordRequired
    /// Encrypted, this password does not open it.
    case wrongPassword
    /// Free space was checked before writing, and there is too little.
    case insufficientStorage
    /// The file changed since it was opened.
    case conflict
    /// This change would invalidate a digital signature.
    case wouldBreakSignature
    /// The rect is not on the page.
    case outsidePage
    /// No such words to anchor on.
    case textNotFound
    /// A limit of ours was reached (depth, output size, pages).
    case limitExceeded
    /// The person stopped it.
    case cancelled

    /// The exit status of the command line (`sysexits.h` where it has one).
    public var exitStatus: Int32 {
        switch self {
        case .usage: 64
        case .alreadyExists: 73
        case .readFailed, .saveFailed: 74
        case .workerFailed, .timedOut, .unreachable: 75
        case .partialFailure: 1
        case .invalidDocument: 65
        case .notFound: 66
        case .unsupported: 69
        case .internal: 70
        case .permissionDenied: 77
        case .passwordRequired: 81
        case .wrongPassword: 82
        case .insufficientStorage: 83
        case .conflict: 84
        case .wouldBreakSignature: 85
        case .outsidePage: 86
        case .textNotFound: 87
        case .limitExceeded: 88
        case .cancelled: 130
        }
    }

    /// The status of an HTTP answer.
    public var httpStatus: Int {
        switch self {
        case .usage: 400
        case .alreadyExists, .conflict, .wouldBreakSignature: 409
        case .readFailed, .internal, .saveFailed: 500
        case .workerFailed: 503
        case .timedOut: 504
        case .unreachable: 502
        case .partialFailure: 207
        case .invalidDocument, .outsidePage, .textNotFound: 422
        case .notFound: 404
        case .unsupported: 501
        case .permissionDenied: 403
        case .passwordRequired, .wrongPassword: 423
        case .insufficientStorage: 507
        case .limitExceeded: 413
        case .cancelled: 499
        }
    }
}
