// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

extension Document {
    /// Changes the catalog (ISO 32000-2, 7.7.2); it is set only when it differs.
    ///
    /// - Throws: `invalidDocument` when there is none, `readFailed`, what `body` throws.
    mutating func changeCatalog(
        _ body: (inout COSDictionary) throws(Fault) -> Void
    ) throws(Fault) {
        let old = try catalog()
        var catalog = old
        try body(&catalog)
        if catalog != old { set(try catalogID(), .dictionary(catalog)) }
    }

    /// Changes a dictionary that stands under a key: in place where it is an object of its own,
    /// else in the dictionary that holds it; it is set only when it differs, and nothing is done
    /// where there is none.
    ///
    /// - Throws: `readFailed`, what `body` throws.
    mutating func change(
        _ key: COSName,
        of holder: inout COSDictionary,
        _ body: (inout COSDictionary) throws(Fault) -> Void
    ) throws(Fault) {
        guard let value = holder[key], let old = try resolve(value).dictionary else { return }
        var dictionary = old
        try body(&dictionary)
        guard dictionary != old else { return }
        if case .reference(let id) = value, try object(id).dictionary != nil {
            set(id, .dictionary(dictionary))
        } else {
            holder[key] = .dictionary(dictionary)
        }
    }
}
