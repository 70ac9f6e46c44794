// SPDX-License-Identifier: Apache-2.0
internal import Deflate

/// Bytes packed for FlateDecode where that makes them smaller (ISO 32000-2, 7.4.4).
///
/// Packing takes long, and can be done before there is a document to put the stream into.
public struct DeflatedBytes: Sendable, Hashable {
    /// What the stream will hold.
    let bytes: [UInt8]
    let isPacked: Bool
    /// Bytes in a row that were packed with the PNG Up predictor.
    let columns: Int?

    /// How many bytes the stream will hold.
    public var count: Int { bytes.count }

    /// A dictionary grows by this much when it tells of the filter.
    private static let filterEntryBytes = 24

    /// Packs bytes.
    ///
    /// - Parameters:
    ///   - bytes: what the stream holds.
    ///   - columns: bytes in a row, for data whose rows resemble each other; they are then
    ///     written with the PNG Up predictor.
    ///   - level: how hard to try, 0 to 12.
    public init(_ bytes: [UInt8], columns: Int? = nil, level: Int = 6) {
        let columns = columns.flatMap { $0 > 0 ? $0 : nil }
        let packed = DeflateEncoder.compress(
            columns.map { Self.differences(bytes, $0) } ?? bytes,
            level: level
        )
        isPacked = packed.count + Self.filterEntryBytes < bytes.count
        self.bytes = isPacked ? packed : bytes
        self.columns = isPacked ? columns : nil
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

extension COSStream {
    /// A stream of bytes that were packed.
    ///
    /// - Parameters:
    ///   - dictionary: without /Filter and /Length.
    ///   - deflated: what the stream holds.
    /// - Returns: the stream, without /Length.
    public static func deflated(_ dictionary: COSDictionary, _ deflated: DeflatedBytes) -> COSStream
    {
        var dictionary = dictionary
        if deflated.isPacked { dictionary["Filter"] = .name("FlateDecode") }
        if let columns = deflated.columns {
            dictionary["DecodeParms"] = .dictionary([
                "Predictor": .integer(12), "Columns": .integer(columns),
            ])
        }
        return COSStream(dictionary, data: deflated.bytes)
    }

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
        deflated(dictionary, DeflatedBytes(bytes, columns: columns, level: level))
    }
}
