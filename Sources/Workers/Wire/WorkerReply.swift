// SPDX-License-Identifier: Apache-2.0
package import Faults
package import Rendering
package import Typesetting

/// What a worker can answer.
package enum WorkerReply: Sendable {
    /// Started, and this confined.
    case hello(WorkerConfinement)
    /// A whole file: a PDF of one page, a picture.
    case document([UInt8])
    /// A picture.
    case pixels(WorkerPixels)
    /// The input, not the worker, is at fault.
    case fault(Fault)
    /// What a rehearsal found.
    case report([UInt8])
    /// It is done; a picture is on the canvas.
    case done
    /// Characters with their places in page space.
    case characters([TextCharacter])
    /// The characters of pages.
    case scalars([[Unicode.Scalar]])
    /// Lines of glyphs.
    case typesetText(TypesetText)
    /// A part of a font.
    case fontProgram(FontProgram)

    /// The kinds of frame that answer a request.
    package static let kinds = FrameKind.allCases.filter { $0.rawValue > 0x80 }

    /// Header and payload of the reply's frame.
    package var frame: (header: FrameHeader, payload: [UInt8]) {
        switch self {
        case .hello(let confinement): plain(.hello, [confinement.rawValue])
        case .document(let bytes): plain(.document, bytes)
        case .pixels(let picture):
            (
                FrameHeader(
                    .pixels,
                    length: picture.bytes.count,
                    width: picture.width,
                    height: picture.height,
                    channels: picture.channels
                ), picture.bytes
            )
        case .fault(let fault): plain(.fault, Self.payload(of: fault))
        case .report(let bytes): plain(.report, bytes)
        case .done: plain(.done, [])
        case .characters(let characters): plain(.characters, CharacterPacking.pack(characters))
        case .typesetText(let text): plain(.typesetText, TypesettingPacking.pack(text))
        case .fontProgram(let program):
            plain(.fontProgram, TypesettingPacking.pack(program))
        case .scalars(let pages): plain(.scalars, CharacterPacking.pack(pages: pages))
        }
    }

    private func plain(_ kind: FrameKind, _ bytes: [UInt8]) -> (FrameHeader, [UInt8]) {
        (FrameHeader(kind, length: bytes.count), bytes)
    }

    /// Reads a reply from its frame.
    package init(header: FrameHeader, payload: [UInt8]) throws(WireFailure) {
        switch header.kind {
        case .hello:
            guard payload.count == 1 else { throw .malformed("a greeting is one byte") }
            self = .hello(WorkerConfinement(rawValue: payload[0]))
        case .document: self = .document(payload)
        case .pixels:
            self = .pixels(
                WorkerPixels(
                    width: header.width,
                    height: header.height,
                    channels: header.channels,
                    bytes: payload
                )
            )
        case .fault: self = .fault(try Self.fault(from: payload))
        case .report: self = .report(payload)
        case .done: self = .done
        case .characters: self = .characters(try CharacterPacking.unpack(payload))
        case .scalars: self = .scalars(try CharacterPacking.unpackPages(payload))
        case .typesetText: self = .typesetText(try TypesettingPacking.unpackText(payload))
        case .fontProgram: self = .fontProgram(try TypesettingPacking.unpackProgram(payload))
        default: throw .malformed("kind \(header.kind.rawValue) is no reply")
        }
    }

    private static func payload(of fault: Fault) -> [UInt8] {
        [fault.code.rawValue, fault.message, fault.cause ?? ""].flatMap { text in
            text.utf8.filter { $0 != 0 }.prefix(WorkerLimits.maximumFaultBytes) + [0]
        }
    }

    private static func fault(from payload: [UInt8]) throws(WireFailure) -> Fault {
        guard payload.count <= 3 * (WorkerLimits.maximumFaultBytes + 1) else {
            throw .malformed("a fault is too long")
        }
        let parts = payload.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 4, let code = FaultCode(rawValue: parts[0]) else {
            throw .malformed("a fault has no code")
        }
        return Fault(code, parts[1], cause: parts[2].isEmpty ? nil : parts[2])
    }
}

/// A picture as it goes over the wire.
package struct WorkerPixels: Sendable, Hashable {
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// 1 is grey, 3 is red, green and blue.
    package var channels: Int
    /// Width × height × channels bytes, row by row from the top.
    package var bytes: [UInt8]

    /// Puts a picture together.
    package init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.channels = channels
        self.bytes = bytes
    }
}
