// SPDX-License-Identifier: Apache-2.0

/// The horizontal differencing of TIFF (TIFF 6.0, section 14), undone.
///
/// Each sample is stored as its difference from the same colour of the pixel to its left. No
/// filter type precedes a row.
struct TIFFPredictor {
    let colors: Int
    let bits: Int
    let columns: Int
    let bytesPerRow: Int

    func undo(_ bytes: consuming [UInt8]) -> [UInt8] {
        var rows = bytes
        var start = 0
        while start < rows.count {
            let end = start + min(bytesPerRow, rows.count - start)
            switch bits {
            case 8: addBytes(&rows, start, end)
            case 16: addPairs(&rows, start, end)
            default: addParts(&rows, start, end)
            }
            start = end
        }
        return rows
    }

    private func addBytes(_ rows: inout [UInt8], _ start: Int, _ end: Int) {
        var index = start + colors
        while index < end {
            rows[index] &+= rows[index - colors]
            index += 1
        }
    }

    /// Samples of two bytes, the higher first.
    private func addPairs(_ rows: inout [UInt8], _ start: Int, _ end: Int) {
        var index = start + 2 * colors
        while index + 1 < end {
            let left = index - 2 * colors
            let sum =
                (UInt16(rows[index]) << 8 | UInt16(rows[index + 1]))
                &+ (UInt16(rows[left]) << 8 | UInt16(rows[left + 1]))
            rows[index] = UInt8(truncatingIfNeeded: sum >> 8)
            rows[index + 1] = UInt8(truncatingIfNeeded: sum)
            index += 2
        }
    }

    /// Samples of 1, 2 or 4 bits, the highest bits first.
    private func addParts(_ rows: inout [UInt8], _ start: Int, _ end: Int) {
        let perByte = 8 / bits
        let mask = UInt8(1 << bits) - 1
        // The padding at the end of a row is no sample.
        let samples = min(columns * colors, (end - start) * perByte)
        var left = [UInt8](repeating: 0, count: colors)
        var color = 0
        for sample in 0..<samples {
            let index = start + sample / perByte
            let shift = 8 - bits * (sample % perByte + 1)
            let value = ((rows[index] >> shift) &+ left[color]) & mask
            rows[index] = rows[index] & ~(mask << shift) | value << shift
            left[color] = value
            color = color + 1 == colors ? 0 : color + 1
        }
    }
}
