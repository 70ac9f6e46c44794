// SPDX-License-Identifier: Apache-2.0

/// Samples of 1, 2 or 4 bits: most significant first, rows padded to whole bytes.
enum PackedSamples {
    /// A byte for each of the `columns` samples of each row that is wholly there.
    static func unpacked(_ rows: [UInt8], bits: Int, columns: Int) -> [UInt8] {
        let bytesPerRow = (columns * bits + 7) / 8
        let (perByte, mask) = (8 / bits, UInt8(truncatingIfNeeded: 1 << bits - 1))
        let count = rows.count / bytesPerRow
        var samples: [UInt8] = []
        samples.reserveCapacity(count * columns)
        for row in 0..<count {
            let start = row * bytesPerRow
            for column in 0..<columns {
                let shift = 8 - bits * (column % perByte + 1)
                samples.append(rows[start + column / perByte] >> shift & mask)
            }
        }
        return samples
    }

    /// The inverse of `unpacked`.
    static func packed(_ samples: [UInt8], bits: Int, columns: Int) -> [UInt8] {
        let bytesPerRow = (columns * bits + 7) / 8
        let perByte = 8 / bits
        let count = samples.count / columns
        var rows = [UInt8](repeating: 0, count: count * bytesPerRow)
        for row in 0..<count {
            for column in 0..<columns {
                let shift = 8 - bits * (column % perByte + 1)
                rows[row * bytesPerRow + column / perByte] |=
                    samples[row * columns + column] << shift
            }
        }
        return rows
    }
}
