// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Deflate
public import Faults

extension Document {
    /// Encoded bytes that are unpacked at once: a thousand times as many may come out.
    private static var unpackedAtOnce: Int { 1 << 14 }

    /// Gives the bytes of a stream with its filters undone (ISO 32000-2, 7.4), in order.
    ///
    /// A stream that is plain or deflated goes through in windows and never stands in memory as a
    /// whole; one with other filters does.
    ///
    /// - Parameters:
    ///   - stream: a stream of this document.
    ///   - limit: bytes that may come out.
    ///   - body: takes the bytes of one window.
    /// - Returns: whether they are complete; if not, the bytes before the damage were given.
    /// - Throws: `limitExceeded`, `unsupported` for filters that make pixels, `invalidDocument`,
    ///   `readFailed`, and what `body` throws.
    public func forEachDecodedWindow(
        of stream: COSStream,
        limit: Int,
        _ body: (ArraySlice<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        switch try packing(of: stream) {
        case .none:
            var count = 0
            return try forEachEncodedWindow(of: stream) { window throws(Fault) in
                count += window.count
                guard count <= limit else { throw Self.tooLong(limit) }
                try body(window)
            }
        case .deflated:
            if let isComplete = try inflate(stream, limit, body) { return isComplete }
            fallthrough
        case .other:
            let decoded = try decodedBytes(of: stream, limit: min(limit, Limits.decodedBytes))
            try body(decoded.bytes[...])
            return decoded.isComplete
        }
    }

    /// Unpacks a stream window by window; `nil` when nothing came out of it, which a more lenient
    /// way may change.
    private func inflate(
        _ stream: COSStream,
        _ limit: Int,
        _ body: (ArraySlice<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> Bool? {
        var meter = InflateMeter()
        let isSound = try forEachEncodedWindow(of: stream) { window throws(Fault) in
            var rest = window
            while !rest.isEmpty, meter.state == .unfinished {
                var plain: [UInt8] = []
                meter.feed(rest.prefix(Self.unpackedAtOnce), limit: limit, into: &plain)
                guard meter.produced <= limit else { throw Self.tooLong(limit) }
                if !plain.isEmpty { try body(plain[...]) }
                rest = rest.dropFirst(Self.unpackedAtOnce)
            }
        }
        if meter.state != .complete, meter.produced == 0 { return nil }
        return meter.state == .complete && isSound
    }

    private static func tooLong(_ limit: Int) -> Fault {
        Fault(.limitExceeded, "The stream has more than \(limit) bytes.")
    }

    /// What must be undone to get at the bytes.
    private enum Packing { case none, deflated, other }

    private func packing(of stream: COSStream) throws(Fault) -> Packing {
        guard stream.dictionary["F"]?.name == nil else { return .other }
        switch try value("Filter", in: stream.dictionary) {
        case .null: return .none
        case .array(let filters) where filters.isEmpty: return .none
        default: break
        }
        guard try isPlainFlate(stream), stream.dictionary["DecodeParms"] == nil,
            stream.dictionary["DP"] == nil
        else { return .other }
        return .deflated
    }

    /// The encoded bytes, decrypted, in windows; says whether they were sound.
    private func forEachEncodedWindow(
        of stream: COSStream,
        _ body: (ArraySlice<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        let (file, offset): (BaseFile, Int)
        switch stream.body {
        case .data(let data):
            try body(data[...])
            return true
        case .base(let start, _): (file, offset) = (base, start)
        case .foreign(let other, let start, _): (file, offset) = (other, start)
        }
        let range = try file.dataRange(from: offset, length: stream.dictionary["Length"])
        return try file.data(of: stream, in: range).forEachWindow(body)
    }
}
