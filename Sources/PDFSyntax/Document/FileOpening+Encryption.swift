// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Opening the encryption, which objects in object streams need before they can be found.
extension FileOpening {
    /// Finds the key of a file whose trailer names an encryption dictionary (7.6.2).
    ///
    /// - Throws: `invalidDocument` when the dictionary is not where the cross-reference says: the
    ///   file must be searched for it, as nothing else tells whether it is encrypted.
    func unlock(_ opened: inout Opened) throws(Fault) {
        let found = try encryption(opened.trailer, opened.table, opened.offsetShift)
        if found.value == nil, let id = opened.trailer["Encrypt"]?.reference {
            throw Fault(
                .invalidDocument,
                "The encryption dictionary is not where the cross-reference says.",
                at: Place(object: id.description)
            )
        }
        opened.encryption = found.value
        opened.diagnostics += found.oddities
    }

    /// What the trailers of a broken file give: the newest whose encryption dictionary is there.
    func encryption(
        _ findings: FileScanner.Findings,
        _ entries: [Int: CrossReferenceEntry],
        _ shift: Int
    ) throws(Fault) -> (value: FileEncryption?, trailer: COSDictionary, oddities: [Diagnostic]) {
        let table = CrossReferenceTable(rebuilt: entries)
        var oddities: [Diagnostic] = []
        for trailer in findings.trailers.reversed() where trailer["Encrypt"] != nil {
            let found = try encryption(trailer, table, shift)
            if found.value != nil { return (found.value, trailer, found.oddities) }
            oddities = found.oddities
        }
        return (nil, COSDictionary(), oddities)
    }

    private func encryption(
        _ trailer: COSDictionary,
        _ table: CrossReferenceTable,
        _ shift: Int
    ) throws(Fault) -> (value: FileEncryption?, oddities: [Diagnostic]) {
        guard let value = trailer["Encrypt"] else { return (nil, []) }
        var probe = CrossReferenceProbe(source: source, table: table, offsetShift: shift)
        func resolve(_ object: COSObject) throws(Fault) -> COSObject {
            guard case .reference(let id) = object else { return object }
            // What stands in an object stream could be had only after it is decrypted.
            guard case .inUse? = try table.entry(id.number, in: source) else { return .null }
            return try probe.object(id) ?? .null
        }
        guard let dictionary = try resolve(value).dictionary else {
            return (
                nil,
                [
                    Diagnostic(
                        .lost,
                        "The encryption dictionary is missing; the file is read as not encrypted."
                    )
                ]
            )
        }
        let parsed = try EncryptionDictionary(dictionary, resolve: resolve)
        var fileID: [UInt8] = []
        if let id = trailer["ID"], let first = try resolve(id).array?.first {
            fileID = try resolve(first).string ?? []
        }
        let unlocking = FileUnlocking(
            source: try flattened(dictionary, depth: 0, resolve),
            dictionary: parsed,
            fileID: fileID,
            dictionaryNumber: value.reference?.number
        )
        let opened = try unlocking.open(with: credential)
        return (opened.encryption, opened.oddities)
    }

    /// An encryption dictionary holds one of crypt filters, which hold values.
    private static let dictionaryDepth = 4

    /// The dictionary with what its values refer to in place of references.
    private func flattened(
        _ dictionary: COSDictionary,
        depth: Int,
        _ resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> COSDictionary {
        var result = COSDictionary()
        for entry in dictionary.entries {
            var value = try resolve(entry.value)
            if case .dictionary(let inner) = value {
                guard depth < Self.dictionaryDepth else { continue }
                value = .dictionary(try flattened(inner, depth: depth + 1, resolve))
            }
            if case .reference = value { continue }
            result[entry.key] = value
        }
        return result
    }
}

extension Fault {
    /// Whether another reading of the same file cannot help.
    var isFinal: Bool {
        switch code {
        case .readFailed, .limitExceeded, .unsupported, .passwordRequired, .wrongPassword: true
        default: false
        }
    }
}
