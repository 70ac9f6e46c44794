// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Undoing the predictors of FlateDecode and LZWDecode (ISO 32000-2, 7.4.4.4): those of PNG
/// (RFC 2083, clause 6) and the one of TIFF (TIFF 6.0, section 14).
public enum RowPredictor {
    /// More components than any colour space of PDF has (ISO 32000-2, annex C: DeviceN has 32).
    static let mostColors = 32

    /// Undoes a predictor.
    ///
    /// The last row may be cut short. A row whose filter type does not exist is taken as it is,
    /// as other readers do.
    ///
    /// - Parameters:
    ///   - predictor: /Predictor: 1 (none), 2 (TIFF) or 10 to 15 (PNG, where each row names its
    ///     own filter).
    ///   - colors: /Colors: samples of one column.
    ///   - bitsPerComponent: /BitsPerComponent: 1, 2, 4, 8 or 16.
    ///   - columns: /Columns: samples of one row, divided by `colors`.
    ///   - bytes: The unpacked data; given up, so that the work is done in its memory.
    /// - Returns: The samples, rows padded to whole bytes.
    /// - Throws: `invalidDocument` for parameters that cannot be.
    public static func undo(
        predictor: Int,
        colors: Int,
        bitsPerComponent: Int,
        columns: Int,
        _ bytes: consuming [UInt8]
    ) throws(Fault) -> [UInt8] {
        if predictor == 1 { return bytes }
        guard predictor == 2 || (10...15).contains(predictor) else {
            throw Fault(
                .invalidDocument,
                "A stream names predictor \(predictor), which does not exist."
            )
        }
        guard (1...mostColors).contains(colors), [1, 2, 4, 8, 16].contains(bitsPerComponent),
            columns >= 1, columns <= (Int.max - 7) / (colors * bitsPerComponent)
        else {
            throw Fault(
                .invalidDocument,
                "The predictor of a stream has impossible parameters: \(colors) colours of "
                    + "\(bitsPerComponent) bits in \(columns) columns."
            )
        }
        let bitsPerColumn = colors * bitsPerComponent
        let bytesPerRow = (columns * bitsPerColumn + 7) / 8
        if predictor == 2 {
            return TIFFPredictor(
                colors: colors,
                bits: bitsPerComponent,
                columns: columns,
                bytesPerRow: bytesPerRow
            ).undo(bytes)
        }
        return undoPNGFilters(
            bytes,
            bytesPerRow: bytesPerRow,
            bytesPerPixel: max(1, bitsPerColumn / 8)
        )
    }

    /// Undoes the filters of PNG rows and takes the filter types out.
    ///
    /// - Parameters:
    ///   - bytes: Rows of one byte that names the filter and `bytesPerRow` bytes; the last row
    ///     may be cut short. Given up, so that the work is done in its memory.
    ///   - bytesPerRow: Bytes of a row without the filter type; at least 1.
    ///   - bytesPerPixel: Bytes of a whole pixel, 1 where a pixel is smaller than a byte.
    /// - Returns: The rows without filter types.
    public static func undoPNGFilters(
        _ bytes: consuming [UInt8],
        bytesPerRow: Int,
        bytesPerPixel: Int
    ) -> [UInt8] {
        var rows = bytes
        // A longer row than there are bytes is a cut row; clamping keeps the sums small.
        let bytesPerRow = min(max(bytesPerRow, 1), max(rows.count, 1))
        let bytesPerPixel = max(bytesPerPixel, 1)
        let count = unsafe rows.withUnsafeMutableBufferPointer { buffer in
            unsafe PNGFilters(
                buffer: buffer,
                bytesPerRow: bytesPerRow,
                bytesPerPixel: bytesPerPixel
            ).undoAll()
        }
        rows.removeLast(rows.count - count)
        return rows
    }
}
