// SPDX-License-Identifier: Apache-2.0
import Deflate
import Imaging

/// What a viewer shows of a mark, read anew from the form in which it is embedded.
struct Shown {
    let mark: MarkImage
    private let rows: [UInt8]

    init(_ mark: MarkImage) throws {
        self.mark = mark
        switch mark.samples {
        case .raw(let bytes): rows = bytes
        case .pngFlate(let stream):
            rows = try RowPredictor.undo(
                predictor: 15,
                colors: mark.colour.samplesPerPixel,
                bitsPerComponent: mark.bitsPerComponent,
                columns: mark.widthPixels,
                try Inflate.inflate(stream[...], limit: 1 << 24).bytes
            )
        case .jpeg: throw Unexpected()
        }
    }

    /// One sample as it is stored.
    func sample(_ pixel: Int, _ index: Int) -> Int {
        let (bits, count) = (mark.bitsPerComponent, mark.colour.samplesPerPixel)
        let bytesPerRow = (mark.widthPixels * count * bits + 7) / 8
        let bit = (pixel % mark.widthPixels * count + index) * bits
        let start = pixel / mark.widthPixels * bytesPerRow + bit / 8
        if bits == 16 { return Int(rows[start]) << 8 | Int(rows[start + 1]) }
        return Int(rows[start]) >> (8 - bits - bit % 8) & (1 << bits - 1)
    }

    /// Eight bits for red, green and blue.
    func rgb(_ pixel: Int) -> [UInt8] {
        if let palette = mark.colour.palette {
            let index = min(sample(pixel, 0), palette.count - 1)
            return Array(palette.bytes[(index * 3)..<(index * 3 + 3)])
        }
        let values = (0..<mark.colour.samplesPerPixel).map { index in
            let value = sample(pixel, index)
            return UInt8(
                mark.bitsPerComponent == 16
                    ? value >> 8 : value * 255 / (1 << mark.bitsPerComponent - 1)
            )
        }
        return values.count == 1 ? [values[0], values[0], values[0]] : values
    }
}
