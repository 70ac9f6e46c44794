// SPDX-License-Identifier: Apache-2.0
internal import Deflate
internal import Faults

/// The samples of a PNG, inflated, unfiltered and in the order of the picture.
///
/// Samples below eight bits have a byte of their own each (not scaled); 16-bit samples have two
/// bytes, the high one first.
struct PNGPixels {
    /// All samples of all pixels, alpha last; rows are not padded.
    var samples: [UInt8]
    /// 0 where the file holds no pixel because it is cut or damaged, else 255; `nil` when it is
    /// whole.
    var known: [UInt8]?
}

extension PNGPixels {
    /// Unfilters the stream, which is given up for it.
    init(_ stream: consuming PNGStream, _ header: PNGHeader) {
        let bytes = stream.bytes
        self = header.isInterlaced ? Self.woven(bytes, header) : Self.plain(bytes, header)
    }

    private static func plain(_ bytes: consuming [UInt8], _ header: PNGHeader) -> PNGPixels {
        let bytesPerRow = header.bytesPerRow(header.width)
        var rows = RowPredictor.undoPNGFilters(
            bytes,
            bytesPerRow: bytesPerRow,
            bytesPerPixel: header.filterBytes
        )
        let whole = rows.count / bytesPerRow
        if header.bitDepth < 8 {
            rows = PackedSamples.unpacked(rows, bits: header.bitDepth, columns: header.width)
        }
        let samplesPerRow = header.width * header.pixelBytes
        guard whole < header.height else { return PNGPixels(samples: rows, known: nil) }
        let missing = header.height - whole
        rows.removeLast(max(0, rows.count - whole * samplesPerRow))
        rows += repeatElement(0, count: missing * samplesPerRow)
        var known = [UInt8](repeating: 255, count: whole * header.width)
        known += repeatElement(0, count: missing * header.width)
        return PNGPixels(samples: rows, known: known)
    }

    private static func woven(_ bytes: [UInt8], _ header: PNGHeader) -> PNGPixels {
        let count = header.width * header.height
        let isWhole = bytes.count == PNGStream.byteCount(header)
        var picture = PNGPixels(
            samples: [UInt8](repeating: 0, count: count * header.pixelBytes),
            known: isWhole ? nil : [UInt8](repeating: 0, count: count)
        )
        var offset = 0
        for pass in Adam7.passes {
            let columns = pass.columns(header.width)
            let bytesPerRow = header.bytesPerRow(columns)
            guard columns > 0, bytesPerRow > 0 else { continue }
            let end = min(bytes.count, offset + pass.rows(header.height) * (1 + bytesPerRow))
            var rows = RowPredictor.undoPNGFilters(
                Array(bytes[offset..<end]),
                bytesPerRow: bytesPerRow,
                bytesPerPixel: header.filterBytes
            )
            let rowCount = rows.count / bytesPerRow
            if header.bitDepth < 8 {
                rows = PackedSamples.unpacked(rows, bits: header.bitDepth, columns: columns)
            }
            for row in 0..<rowCount {
                if isWhole {
                    picture.weave(rows, row: row, of: pass, header)
                } else {
                    picture.weaveBlocks(rows, row: row, of: pass, header)
                }
            }
            offset = end
        }
        return picture
    }

    private mutating func weave(
        _ rows: [UInt8],
        row: Int,
        of pass: Adam7.Pass,
        _ header: PNGHeader
    ) {
        let size = header.pixelBytes
        let columns = pass.columns(header.width)
        var source = row * columns * size
        var target = ((pass.startY + row * pass.stepY) * header.width + pass.startX) * size
        for _ in 0..<columns {
            for byte in 0..<size { samples[target + byte] = rows[source + byte] }
            source += size
            target += pass.stepX * size
        }
    }

    /// As `weave`, and each pixel also stands for its block, in case no later pass comes.
    private mutating func weaveBlocks(
        _ rows: [UInt8],
        row: Int,
        of pass: Adam7.Pass,
        _ header: PNGHeader
    ) {
        let size = header.pixelBytes
        let columns = pass.columns(header.width)
        let top = pass.startY + row * pass.stepY
        for y in top..<min(top + pass.blockHeight, header.height) {
            for column in 0..<columns {
                let left = pass.startX + column * pass.stepX
                let source = (row * columns + column) * size
                for x in left..<min(left + pass.blockWidth, header.width) {
                    let pixel = y * header.width + x
                    known?[pixel] = 255
                    for byte in 0..<size { samples[pixel * size + byte] = rows[source + byte] }
                }
            }
        }
    }
}

extension PNGHeader {
    /// Bytes of a pixel when each sample has whole bytes.
    var pixelBytes: Int { samples * (bitDepth == 16 ? 2 : 1) }
}
