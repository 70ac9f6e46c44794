// SPDX-License-Identifier: Apache-2.0

/// What a worker can be asked.
///
/// A new ability is a new case here and a new kind of frame.
package enum WorkerRequest: Sendable, Hashable {
    /// An SVG drawing, to become a PDF of one page.
    case convertSVG([UInt8])
    /// A JPEG picture, to become pixels.
    case decodeJPEG([UInt8])
    /// Misbehaviour on purpose; answered only by a worker that was started for tests.
    case rehearse(Rehearsal)

    /// The kinds of frame that are requests.
    package static let kinds: [FrameKind] = [.convertSVG, .decodeJPEG, .rehearse]

    /// Kind and payload of the request's frame.
    package var frame: (kind: FrameKind, payload: [UInt8]) {
        switch self {
        case .convertSVG(let bytes): (.convertSVG, bytes)
        case .decodeJPEG(let bytes): (.decodeJPEG, bytes)
        case .rehearse(let rehearsal): (.rehearse, Array(rehearsal.rawValue.utf8))
        }
    }

    /// Reads a request from its frame.
    package init(kind: FrameKind, payload: [UInt8]) throws(WireFailure) {
        switch kind {
        case .convertSVG: self = .convertSVG(payload)
        case .decodeJPEG: self = .decodeJPEG(payload)
        case .rehearse:
            guard let rehearsal = Rehearsal(rawValue: String(decoding: payload, as: UTF8.self))
            else { throw .malformed("no such rehearsal") }
            self = .rehearse(rehearsal)
        default: throw .malformed("kind \(kind.rawValue) is no request")
        }
    }
}

/// What a worker does wrong when a test asks for it.
package enum Rehearsal: String, Sendable, CaseIterable {
    /// Dies of a signal.
    case crash
    /// Never answers.
    case spin
    /// Promises more bytes than it sends, then leaves.
    case promiseTooMuch
    /// Promises more bytes than a reply may have.
    case promiseTheMoon
    /// Answers with something that is no frame.
    case babble
    /// Answers with pixels whose size does not match their number.
    case miscountPixels
    /// Asks for more memory than it may have.
    case devourMemory
    /// Tries what the sandbox forbids, and reports each answer.
    case probeSandbox
}
