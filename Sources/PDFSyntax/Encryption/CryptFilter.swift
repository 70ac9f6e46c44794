// SPDX-License-Identifier: Apache-2.0
public import Faults

/// The filter by which a stream names its own encryption (ISO 32000-2, 7.4.10).
enum CryptFilter {
    /// The name of the crypt filter; `nil` when the stream has no /Crypt among its filters.
    static func name(
        in dictionary: COSDictionary,
        _ resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> COSName? {
        guard let index = try index(in: dictionary, resolve) else { return nil }
        let given = try dictionary["DecodeParms"].map { value throws(Fault) in try resolve(value) }
        var parameters = given
        if let list = given?.array {
            parameters = list.indices.contains(index) ? try resolve(list[index]) : nil
        }
        // Table 14.
        guard let value = parameters?.dictionary?["Name"] else { return "Identity" }
        return try resolve(value).name ?? "Identity"
    }

    /// The dictionary without /Crypt, for a document that is not encrypted, or not the same way.
    static func removed(
        from dictionary: COSDictionary,
        _ resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> COSDictionary {
        guard let index = try index(in: dictionary, resolve),
            let filters = try dictionary["Filter"].map({ value throws(Fault) in
                try resolve(value)
            })
        else { return dictionary }
        var result = dictionary
        guard var list = filters.array, list.count > 1 else {
            result["Filter"] = nil
            result["DecodeParms"] = nil
            return result
        }
        list.remove(at: index)
        result["Filter"] = .array(list)
        if let value = dictionary["DecodeParms"], var parameters = try resolve(value).array,
            parameters.indices.contains(index)
        {
            parameters.remove(at: index)
            result["DecodeParms"] = .array(parameters)
        }
        return result
    }

    /// It must be the first; one that stands later is taken all the same.
    private static func index(
        in dictionary: COSDictionary,
        _ resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> Int? {
        guard let value = dictionary["Filter"] else { return nil }
        switch try resolve(value) {
        case .name("Crypt"): return 0
        case .array(let filters):
            for (index, filter) in filters.prefix(Limits.filters).enumerated() {
                if try resolve(filter).name == "Crypt" { return index }
            }
            return nil
        default: return nil
        }
    }
}

extension Document {
    /// A stream's dictionary without the filter /Crypt, for another document (7.4.10).
    ///
    /// - Parameter dictionary: that of a stream of this document.
    /// - Returns: the same dictionary where there is none.
    /// - Throws: `readFailed`.
    public func withoutCryptFilter(_ dictionary: COSDictionary) throws(Fault) -> COSDictionary {
        try CryptFilter.removed(from: dictionary) { object throws(Fault) in try resolve(object) }
    }
}
