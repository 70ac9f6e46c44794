// SPDX-License-Identifier: Apache-2.0

extension RowPredictor {
    /// Rows of a picture after Paeth's filter (PNG, 9.4).
    ///
    /// - Parameters:
    ///   - wanted: which rows.
    ///   - rows: all rows, unfiltered: each a zero and `bytesPerRow` bytes.
    ///   - bytesPerRow: bytes of a row without the filter's number; at least 1.
    ///   - bytesPerPixel: bytes of a whole pixel; at least 1.
    /// - Returns: as many rows, each the filter's number and `bytesPerRow` bytes.
    /// - Precondition: the rows are there.
    public static func applyPaeth(
        to wanted: Range<Int>,
        of rows: [UInt8],
        bytesPerRow: Int,
        bytesPerPixel: Int
    ) -> [UInt8] {
        let step = bytesPerRow + 1
        precondition(bytesPerRow > 0 && bytesPerPixel > 0 && wanted.lowerBound >= 0)
        precondition(wanted.upperBound * step <= rows.count)
        let count = wanted.count * step
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            unsafe rows.withUnsafeBufferPointer { rows in
                for row in wanted {
                    let place = (row - wanted.lowerBound) * step
                    unsafe target[place] = 4
                    unsafe filter(
                        UnsafeBufferPointer(rebasing: rows[(row * step + 1)..<((row + 1) * step)]),
                        above: row == 0
                            ? nil
                            : UnsafeBufferPointer(
                                rebasing: rows[((row - 1) * step + 1)..<(row * step)]
                            ),
                        bytesPerPixel: bytesPerPixel,
                        to: UnsafeMutableBufferPointer(
                            rebasing: target[(place + 1)..<(place + step)]
                        )
                    )
                }
            }
            filled = count
        }
    }

    private static func filter(
        _ row: UnsafeBufferPointer<UInt8>,
        above: UnsafeBufferPointer<UInt8>?,
        bytesPerPixel: Int,
        to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let head = min(bytesPerPixel, row.count)
        // With nothing above, the predictor is the byte to the left; with nothing to the left,
        // the byte above.
        guard let above = unsafe above else {
            for index in 0..<head { unsafe target[index] = row[index] }
            for index in head..<row.count {
                unsafe target[index] = row[index] &- row[index &- bytesPerPixel]
            }
            return
        }
        for index in 0..<head { unsafe target[index] = row[index] &- above[index] }
        for index in head..<row.count {
            let predictor = unsafe PNGFilters.paeth(
                Int16(row[index &- bytesPerPixel]),
                Int16(above[index]),
                Int16(above[index &- bytesPerPixel])
            )
            unsafe target[index] = row[index] &- UInt8(truncatingIfNeeded: predictor)
        }
    }
}
