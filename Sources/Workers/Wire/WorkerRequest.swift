// SPDX-License-Identifier: Apache-2.0

/// What a worker can be asked.
///
/// A new ability is a new case here and a new kind of frame.
package enum WorkerRequest: Sendable, Hashable {
    /// An SVG drawing, to become a PDF of one page.
    case convertSVG([UInt8])
    /// A JPEG picture, to become pixels.
    case decodeJPEG([UInt8])
    /// A document to be opened, for the calls below.
    case openDocument(OpenDocumentCall)
    /// A document that is needed no more.
    case closeDocument(handle: UInt32)
    /// Memory to draw into from now on, and a flag that stops calls; both come as descriptors.
    case useCanvas(byteCount: Int)
    /// A page to be drawn.
    case render(RenderCall)
    /// A page whose characters are wanted with their places.
    case readCharacters(TextCall)
    /// Pages whose characters are wanted.
    case readScalars(TextCall)
    /// Text to be broken into lines of glyphs.
    case typeset(TypesetCall)
    /// Glyphs of a face, to become a font program.
    case cutFont(CutFontCall)
    /// Misbehaviour on purpose; answered only by a worker that was started for tests.
    case rehearse(Rehearsal)

    /// The kinds of frame that are requests.
    package static let kinds = FrameKind.allCases.filter { $0.rawValue < 0x80 }

    /// Kind and payload of the request's frame.
    package var frame: (kind: FrameKind, payload: [UInt8]) {
        switch self {
        case .convertSVG(let bytes): (.convertSVG, bytes)
        case .decodeJPEG(let bytes): (.decodeJPEG, bytes)
        case .openDocument(let call): (.openDocument, call.payload)
        case .closeDocument(let handle): (.closeDocument, Self.packed(handle))
        case .useCanvas(let count): (.useCanvas, Self.packed(UInt32(clamping: count)))
        case .render(let call): (.render, call.payload)
        case .readCharacters(let call): (.readCharacters, call.payload)
        case .readScalars(let call): (.readScalars, call.payload)
        case .typeset(let call): (.typeset, call.payload)
        case .cutFont(let call): (.cutFont, call.payload)
        case .rehearse(let rehearsal): (.rehearse, Array(rehearsal.rawValue.utf8))
        }
    }

    private static func packed(_ number: UInt32) -> [UInt8] {
        var packer = WirePacker()
        packer.put(number)
        return packer.bytes
    }

    private static func number(_ payload: [UInt8]) throws(WireFailure) -> UInt32 {
        var unpacker = WireUnpacker(payload)
        let number = try unpacker.takeWord()
        try unpacker.finish()
        return number
    }

    /// Reads a request from its frame.
    package init(kind: FrameKind, payload: [UInt8]) throws(WireFailure) {
        switch kind {
        case .convertSVG: self = .convertSVG(payload)
        case .decodeJPEG: self = .decodeJPEG(payload)
        case .openDocument: self = .openDocument(try OpenDocumentCall(payload: payload))
        case .closeDocument: self = .closeDocument(handle: try Self.number(payload))
        case .useCanvas: self = .useCanvas(byteCount: Int(try Self.number(payload)))
        case .render: self = .render(try RenderCall(payload: payload))
        case .readCharacters: self = .readCharacters(try TextCall(payload: payload))
        case .readScalars: self = .readScalars(try TextCall(payload: payload))
        case .typeset: self = .typeset(try TypesetCall(payload: payload))
        case .cutFont: self = .cutFont(try CutFontCall(payload: payload))
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
