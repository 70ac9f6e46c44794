// SPDX-License-Identifier: Apache-2.0
internal import Deflate

extension COSStream {
    /// A stream packed with FlateDecode where that makes it smaller (ISO 32000-2, 7.4.4).
    ///
    /// - Parameters:
    ///   - dictionary: without /Filter and /Length.
    ///   - bytes: what the stream holds.
    ///   - columns: bytes in a row, for data whose rows resemble each other; they are then
    ///     written with the PNG Up predictor.
    ///   - level: how hard to try, 0 to 12.
    /// - Returns: the stream, without /Length.
    public static func deflated(
        _ dictionary: COSDictionary,
        _ bytes: [UInt8],
        columns: Int? = nil,
        level: Int = 6
    ) -> COSStream {
        var dictionary = dictionary
        var input = bytes
        if let columns, columns > 0 { input = differences(bytes, columns) }
        let packed = DeflateEncoder.compress(input, level: level)
        guard packed.count + 24 < bytes.count else { return COSStream(dictionary, data: bytes) }
        dictionary["Filter"] = .name("FlateDecode")
        if let columns, columns > 0 {
            dictionary["DecodeParms"] = .dictionary([
                "Predictor": .integer(12), "Columns": .integer(columns),
            ])
        }
        return COSStream(dictionary, data: packed)
    }

    /// Each row as its difference to the one above, with the filter's number before it.
    private static func differences(_ bytes: [UInt8], _ columns: Int) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / columns + 1)
        for index in bytes.indices {
            if index % columns == 0 { out.append(2) }
            out.append(bytes[index] &- (index >= columns ? bytes[index - columns] : 0))
        }
        return out
    }
}
