// SPDX-License-Identifier: Apache-2.0
internal import Deflate
internal import Faults

/// Undoes the filters of a stream (ISO 32000-2, 7.4).
enum FilterChain {
    struct Decoded {
        var bytes: [UInt8]
        /// False when a filter's data were cut short or damaged; then `bytes` is what could be had.
        var isComplete: Bool
    }

    /// The bytes with all filters undone.
    ///
    /// - Parameters:
    ///   - encoded: as they stand in the file.
    ///   - dictionary: that of the stream.
    ///   - limit: the most bytes that any filter may give.
    ///   - resolve: follows references in /Filter and /DecodeParms.
    /// - Returns: what could be had.
    /// - Throws: `unsupported` for a filter that makes pixels or is unknown, `limitExceeded`.
    static func decode(
        _ encoded: ArraySlice<UInt8>,
        dictionary: COSDictionary,
        limit: Int,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> Decoded {
        let filters = try list(dictionary, "Filter", "F", resolve)
        guard filters.count <= Limits.filters else {
            throw Fault(.limitExceeded, "A stream has more than \(Limits.filters) filters.")
        }
        if filters.isEmpty { return Decoded(bytes: Array(encoded), isComplete: true) }
        let parameters = try list(dictionary, "DecodeParms", "DP", resolve)
        var current = encoded
        var isComplete = true
        for (index, filter) in filters.enumerated() {
            var settings = COSDictionary()
            if index < parameters.count, let given = parameters[index].dictionary {
                for entry in given.entries { settings[entry.key] = try resolve(entry.value) }
            }
            let step = try undo(filter.name ?? "", current, settings, limit)
            isComplete = isComplete && step.isComplete
            current = step.bytes[...]
        }
        return Decoded(bytes: Array(current), isComplete: isComplete)
    }

    /// One name or an array of them.
    ///
    /// /F is a file specification in a stream of today, so the abbreviation counts only where it is
    /// a name, as in inline images.
    private static func list(
        _ dictionary: COSDictionary,
        _ key: COSName,
        _ short: COSName,
        _ resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> [COSObject] {
        var object = dictionary[key]
        if object == nil, let brief = dictionary[short], brief.name != nil || short == "DP" {
            object = brief
        }
        guard let object else { return [] }
        let value = try resolve(object)
        guard case .array(let elements) = value else { return value == .null ? [] : [value] }
        var resolved: [COSObject] = []
        for element in elements { resolved.append(try resolve(element)) }
        return resolved
    }

    private static func undo(
        _ filter: COSName,
        _ input: ArraySlice<UInt8>,
        _ settings: COSDictionary,
        _ limit: Int
    ) throws(Fault) -> Decoded {
        switch filter {
        case "FlateDecode", "Fl":
            let result = try Inflate.inflate(input, limit: limit)
            return Decoded(
                bytes: try predict(result.bytes, settings),
                isComplete: result.isComplete
            )
        case "LZWDecode", "LZW":
            let early = settings["EarlyChange"]?.integer ?? 1
            let result = try LZW.decode(input, earlyChange: early != 0, limit: limit)
            return Decoded(
                bytes: try predict(result.bytes, settings),
                isComplete: result.isComplete
            )
        case "ASCIIHexDecode", "AHx": return ASCIIFilters.hexadecimal(input)
        case "ASCII85Decode", "A85": return ASCIIFilters.base85(input)
        case "RunLengthDecode", "RL": return try RunLength.decode(input, limit: limit)
        case "Crypt": return Decoded(bytes: Array(input), isComplete: true)
        default:
            throw Fault(.unsupported, "The filter \(filter) is not decoded here.")
        }
    }

    private static func predict(
        _ bytes: consuming [UInt8],
        _ settings: COSDictionary
    ) throws(Fault) -> [UInt8] {
        let predictor = settings["Predictor"]?.integer ?? 1
        guard predictor > 1 else { return bytes }
        return try RowPredictor.undo(
            predictor: predictor,
            colors: settings["Colors"]?.integer ?? 1,
            bitsPerComponent: settings["BitsPerComponent"]?.integer ?? 8,
            columns: settings["Columns"]?.integer ?? 1,
            bytes
        )
    }
}
