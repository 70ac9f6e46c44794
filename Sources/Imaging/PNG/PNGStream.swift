// SPDX-License-Identifier: Apache-2.0
internal import Deflate
internal import Faults

/// The inflated stream of a PNG, still filtered.
struct PNGStream {
    let bytes: [UInt8]
    /// Whether it is a zlib stream without a fault that holds exactly the picture, each row with
    /// a filter that exists: then it can be embedded as it is.
    let isSound: Bool
    /// How many bytes of the file's stream it takes up.
    let consumed: Int

    /// Sizes below this are made whatever the file holds.
    private static let modestBytes = 16 << 20

    /// Inflates what the picture needs.
    ///
    /// - Throws: `invalidDocument` when not even one row can be had.
    init(_ file: PNGFile, diagnostics: inout DiagnosticList) throws(Fault) {
        let header = file.header
        let expected = Self.byteCount(header)
        let input = file.stream[...]
        // Deflate makes at most 1032 bytes of one; a large picture that cannot be there in good
        // part would only cost memory.
        guard expected <= Self.modestBytes || expected / 4 <= input.count * 1032 else {
            throw Fault(
                .invalidDocument,
                "The PNG says it has \(header.width) × \(header.height) pixels and holds next to "
                    + "none of them.",
                at: Place(byteOffset: file.streamOffset)
            )
        }
        let first = ByteCursor(input).number(at: 0, size: 2) ?? 0
        let hasHeader = first >> 8 & 0x8F == 0x08 && first % 31 == 0 && first & 0x20 == 0
        if hasHeader, let whole = try? Inflate.inflate(input, limit: expected, expected: expected),
            whole.isComplete, whole.bytes.count == expected
        {
            bytes = whole.bytes
            consumed = whole.consumed
        } else {
            let part = Inflate.prefix(expected, of: input)
            bytes = part.bytes
            consumed = 0
            diagnostics.note(
                part.isComplete ? .repaired : .lost,
                part.isComplete
                    ? "The PNG's compressed data is damaged at its end."
                    : "The PNG's compressed data ends after \(part.bytes.count) of \(expected) "
                        + "bytes; what is missing is left clear.",
                at: file.streamOffset
            )
        }
        let firstColumns = header.isInterlaced ? (header.width + 7) / 8 : header.width
        let firstRow = 1 + header.bytesPerRow(firstColumns)
        guard bytes.count >= firstRow else {
            throw Fault(
                .invalidDocument,
                "The PNG's picture data cannot be read.",
                at: Place(byteOffset: file.streamOffset)
            )
        }
        isSound = consumed > 0 && !header.isInterlaced && Self.filtersExist(bytes, header)
    }

    /// Bytes of all rows with their filter types; at most twice what an uninterlaced picture has.
    static func byteCount(_ header: PNGHeader) -> Int {
        guard header.isInterlaced else {
            return header.height * (1 + header.bytesPerRow(header.width))
        }
        return Adam7.passes.reduce(0) { sum, pass in
            let columns = pass.columns(header.width)
            let rows = columns > 0 ? pass.rows(header.height) : 0
            return sum + rows * (1 + header.bytesPerRow(columns))
        }
    }

    private static func filtersExist(_ bytes: [UInt8], _ header: PNGHeader) -> Bool {
        let step = 1 + header.bytesPerRow(header.width)
        return stride(from: 0, to: bytes.count, by: step).allSatisfy { bytes[$0] <= 4 }
    }
}
