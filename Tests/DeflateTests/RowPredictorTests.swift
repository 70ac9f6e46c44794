// SPDX-License-Identifier: Apache-2.0
import Deflate
import Faults
import SeededNumbers
import Testing

@Suite struct RowPredictorTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var colors: Int
        var bits: Int
        var columns: Int
        var bytesPerRow: Int { (colors * bits * columns + 7) / 8 }
        var bytesPerPixel: Int { max(1, colors * bits / 8) }
        var testDescription: String { "\(colors) × \(bits) bits, \(columns) columns" }
    }

    static let shapes = [1, 2, 3, 4, 5].flatMap { colors in
        [1, 2, 4, 8, 16].flatMap { bits in
            [1, 2, 5, 8, 33].map { Shape(colors: colors, bits: bits, columns: $0) }
        }
    }

    @Test(arguments: shapes)
    func filteredPNGRowsComeBack(shape: Shape) throws {
        var random = SplitMix(
            seed: UInt64(shape.colors * 1000 + shape.bits * 50 + shape.columns)
        )
        let rows = (0..<12).map { _ in random.bytes(shape.bytesPerRow) }
        var filtered: [UInt8] = []
        for (index, row) in rows.enumerated() {
            let above = index == 0 ? [UInt8](repeating: 0, count: row.count) : rows[index - 1]
            // Type 9 does not exist; such a row is taken as it is.
            let type = [0, 1, 2, 3, 4, 9].randomElement(using: &random) ?? 0
            filtered.append(UInt8(type))
            filtered += Self.filter(row, above, type, shape.bytesPerPixel)
        }
        let plain = rows.flatMap { $0 }
        for predictor in 10...15 {
            for cut in [0, 1, shape.bytesPerRow / 2, shape.bytesPerRow] {
                let undone = try RowPredictor.undo(
                    predictor: predictor,
                    colors: shape.colors,
                    bitsPerComponent: shape.bits,
                    columns: shape.columns,
                    filtered.dropLast(cut)
                )
                #expect(undone == plain.dropLast(min(cut, shape.bytesPerRow)))
            }
        }
    }

    @Test(arguments: shapes)
    func differencedTIFFRowsComeBack(shape: Shape) throws {
        var random = SplitMix(
            seed: UInt64(shape.colors * 1000 + shape.bits * 50 + shape.columns)
        )
        var plain: [UInt8] = []
        var differences: [UInt8] = []
        let mask = 1 << shape.bits - 1
        for _ in 0..<9 {
            let samples = (0..<shape.columns * shape.colors).map { _ in
                Int.random(in: 0...mask, using: &random)
            }
            let stored = samples.indices.map { index in
                let left = index < shape.colors ? 0 : samples[index - shape.colors]
                return (samples[index] - left) & mask
            }
            plain += Self.pack(samples, shape.bits)
            differences += Self.pack(stored, shape.bits)
        }
        for cut in [0, shape.bits == 16 ? 2 : 1] {
            let undone = try RowPredictor.undo(
                predictor: 2,
                colors: shape.colors,
                bitsPerComponent: shape.bits,
                columns: shape.columns,
                differences.dropLast(cut)
            )
            #expect(undone == plain.dropLast(cut))
        }
    }

    @Test func noPredictorChangesNothing() throws {
        let bytes: [UInt8] = [1, 2, 3]
        #expect(
            try RowPredictor.undo(
                predictor: 1,
                colors: -1,
                bitsPerComponent: 0,
                columns: 0,
                bytes
            ) == bytes
        )
    }

    @Test(arguments: [
        (0, 1, 8, 1), (3, 1, 8, 1), (9, 1, 8, 1), (16, 1, 8, 1), (.max, 1, 8, 1), (12, 0, 8, 1),
        (12, 33, 8, 1), (12, -1, 8, 1), (12, 1, 3, 1), (12, 1, 0, 1), (12, 1, 32, 1), (12, 1, 8, 0),
        (12, 1, 8, -5), (12, 1, 8, .max), (2, 4, 16, .max / 64 + 1), (2, .max, .max, .max),
    ])
    func impossibleParametersAreAFault(values: (Int, Int, Int, Int)) {
        let fault = #expect(throws: Fault.self) {
            try RowPredictor.undo(
                predictor: values.0,
                colors: values.1,
                bitsPerComponent: values.2,
                columns: values.3,
                [0, 1, 2]
            )
        }
        #expect(fault?.code == .invalidDocument)
    }

    @Test(arguments: [2, 10, 15])
    func rowsLongerThanTheDataAreCutRows(predictor: Int) throws {
        for columns in [100, Int.max / 8 - 7] {
            let undone = try RowPredictor.undo(
                predictor: predictor,
                colors: 1,
                bitsPerComponent: 8,
                columns: columns,
                [1, 2, 3]
            )
            #expect(undone == (predictor == 2 ? [1, 3, 6] : [2, 5]))
            let empty = try RowPredictor.undo(
                predictor: predictor,
                colors: 1,
                bitsPerComponent: 8,
                columns: columns,
                []
            )
            #expect(empty.isEmpty)
        }
    }

    @Test func strangeRowSizesDoNotCrash() {
        for bytesPerRow in [-1, 0, 1, .max] {
            for bytesPerPixel in [-1, 0, 1, 7, .max] {
                for type: UInt8 in 0...5 {
                    let rows = RowPredictor.undoPNGFilters(
                        [type, 1, type, 1, type, 1],
                        bytesPerRow: bytesPerRow,
                        bytesPerPixel: bytesPerPixel
                    )
                    #expect(rows.count == (bytesPerRow == .max ? 5 : 3))
                }
            }
        }
    }

    /// RFC 2083, clause 6, word for word.
    static func filter(_ row: [UInt8], _ above: [UInt8], _ type: Int, _ pixel: Int) -> [UInt8] {
        row.indices.map { index in
            let left = index < pixel ? 0 : Int(row[index - pixel])
            let up = Int(above[index])
            let corner = index < pixel ? 0 : Int(above[index - pixel])
            let predicted =
                switch type {
                case 1: left
                case 2: up
                case 3: (left + up) / 2
                case 4: paeth(left, up, corner)
                default: 0
                }
            return UInt8(truncatingIfNeeded: Int(row[index]) - predicted)
        }
    }

    static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
        let p = a + b - c
        let pa = abs(p - a)
        let pb = abs(p - b)
        let pc = abs(p - c)
        if pa <= pb && pa <= pc { return a }
        return pb <= pc ? b : c
    }

    /// Samples as bits, the highest first, padded to a byte.
    static func pack(_ samples: [Int], _ bits: Int) -> [UInt8] {
        var text = samples.flatMap { sample in
            (0..<bits).reversed().map { UInt8(sample >> $0 & 1) }
        }
        while text.count % 8 != 0 { text.append(0) }
        return stride(from: 0, to: text.count, by: 8).map { start in
            text[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        }
    }
}
