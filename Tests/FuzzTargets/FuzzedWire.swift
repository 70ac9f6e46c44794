// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Rendering
internal import Workers

/// A frame of hostile bytes, as a worker that was taken over sends it, or a parent that was.
enum FuzzedWire {
    private static let mostBytes = 1 << 16

    /// Reads it as a request and as a reply; what is understood must come back when it is sent on.
    static func read(_ bytes: [UInt8]) {
        guard bytes.count >= FrameHeader.byteCount else { return }
        let start = Array(bytes.prefix(FrameHeader.byteCount))
        let payload = Array(bytes.dropFirst(FrameHeader.byteCount))
        // The header alone says how much may come.
        for kinds in [WorkerRequest.kinds, WorkerReply.kinds] {
            let header = try? FrameHeader(
                reading: start,
                expecting: kinds,
                maximumLength: mostBytes
            )
            guard let header else { continue }
            law(header.length <= mostBytes, "A frame promises more than may come.")
            law(header.bytes == start, "A header is another when it is written again.")
        }
        guard let kind = FrameKind(rawValue: start[5]) else { return }
        readRequest(kind, payload)
        readReply(kind, payload)
    }

    private static func readRequest(_ kind: FrameKind, _ payload: [UInt8]) {
        guard let request = try? WorkerRequest(kind: kind, payload: payload) else { return }
        let again = try? WorkerRequest(kind: kind, payload: request.frame.payload)
        law(again == request, "A request is another when it is sent on.")
        if case .render(let call) = request {
            law(
                call.pixelBytes.map { $0 > 0 && $0 <= 4 * WorkerLimits.maximumRenderedPixels }
                    ?? false,
                "A picture is larger than may be drawn."
            )
            law(call.pixelsPerInch.isFinite && call.pixelsPerInch >= 0, "No resolution.")
        }
    }

    private static func readReply(_ kind: FrameKind, _ payload: [UInt8]) {
        let header = FrameHeader(kind, length: payload.count)
        guard let reply = try? WorkerReply(header: header, payload: payload) else { return }
        let (sent, body) = reply.frame
        guard let again = try? WorkerReply(header: sent, payload: body) else {
            return law(false, "A reply is none when it is sent on.")
        }
        law(again.frame.payload == body, "A reply is another when it is sent on.")
        if case .characters(let characters) = reply {
            law(
                characters.allSatisfy { $0.quad.bounds.isFinite && $0.fontSize.isFinite },
                "A character is nowhere."
            )
        }
    }
}
