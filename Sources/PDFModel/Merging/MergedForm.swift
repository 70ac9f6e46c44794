// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The forms of merged documents (ISO 32000-2, 12.7.3).
struct MergedForm {
    private var form: COSDictionary?
    private var fields: [COSObject] = []
    private var calculated: [COSObject] = []
    private var resources: [COSName: COSDictionary] = [:]
    private var taken: Set<String> = []
    private var suffixes: [String: Int] = [:]
    private var hasNews = false

    /// More fields than any form has.
    private static let fieldLimit = 1_000_000

    /// Joins the resources of default appearances; a font name that means another font already is
    /// changed in the whole document.
    mutating func addResources(
        _ part: MergePart,
        _ imported: inout ImportedDocument,
        _ document: inout Document
    ) throws(Fault) {
        let own = try document.value("AcroForm", in: part.catalog).dictionary ?? [:]
        for entry in (try document.value("DR", in: own).dictionary ?? [:]).entries {
            guard let category = try document.resolve(entry.value).dictionary else { continue }
            for item in category.entries {
                let known = resources[entry.key]?[item.key]
                guard let known, known != item.value else {
                    resources[entry.key, default: [:]][item.key] = item.value
                    continue
                }
                guard entry.key == "Font" else { continue }
                var number = 2
                while resources[entry.key]?[COSName("\(item.key.latin1)_\(number)")] != nil {
                    number += 1
                }
                let name = COSName("\(item.key.latin1)_\(number)")
                resources[entry.key]?[name] = item.value
                imported.changes.fonts[item.key.bytes] = name.bytes
            }
        }
    }

    /// Adds the form of the document that others come into.
    mutating func addTarget(_ catalog: COSDictionary, _ document: Document) throws(Fault) {
        guard let own = try document.value("AcroForm", in: catalog).dictionary else { return }
        form = own
        for entry in (try document.value("DR", in: own).dictionary ?? [:]).entries {
            resources[entry.key] = try document.resolve(entry.value).dictionary
        }
        calculated = try document.value("CO", in: own).array ?? []
        for field in try document.value("Fields", in: own).array ?? [] {
            fields.append(field)
            let entries = try document.resolve(field).dictionary ?? [:]
            if let name = try document.value("T", in: entries).string {
                taken.insert(TextString.decode(name))
            }
        }
    }

    mutating func add(
        _ part: MergePart,
        _ document: inout Document,
        _ diagnostics: inout [Diagnostic]
    ) throws(Fault) {
        guard let own = try document.value("AcroForm", in: part.catalog).dictionary else { return }
        hasNews = true
        for field in try document.value("Fields", in: own).array ?? [] {
            guard let id = field.reference, var entries = try document.object(id).dictionary else {
                continue
            }
            var isChanged = false
            // What the form said for all its fields, each says for itself from now on.
            for key in ["DA", "Q"] as [COSName] where form != nil && own[key] != form?[key] {
                guard entries[key] == nil, own[key] != nil else { continue }
                entries[key] = own[key]
                isChanged = true
            }
            if let name = try document.value("T", in: entries).string.map(TextString.decode) {
                let free = freeName(name)
                if free != name {
                    entries["T"] = .string(TextString.encode(free))
                    isChanged = true
                }
            }
            if isChanged { document.set(id, .dictionary(entries)) }
            fields.append(field)
        }
        try removeSignatures(of: own, part, &document, &diagnostics)
        if own["XFA"] != nil {
            let message = "The dynamic form (XFA) is not kept; its fields are."
            diagnostics.append(Diagnostic(.lost, message, at: Place(file: part.name)))
        }
        calculated += try document.value("CO", in: own).array ?? []
        if form == nil {
            form = own
        } else if try document.value("NeedAppearances", in: own).boolean == true {
            form?["NeedAppearances"] = .boolean(true)
        }
    }

    private mutating func freeName(_ name: String) -> String {
        var free = name
        if taken.contains(name) {
            var number = suffixes[name] ?? 2
            repeat {
                free = "\(name)_\(number)"
                number += 1
            } while taken.contains(free)
            suffixes[name] = number
        }
        taken.insert(free)
        return free
    }

    /// 12.8: a signature holds for the file that it was made for alone.
    private func removeSignatures(
        of form: COSDictionary,
        _ part: MergePart,
        _ document: inout Document,
        _ diagnostics: inout [Diagnostic]
    ) throws(Fault) {
        var seen: Set<ObjectID> = []
        var stack: [(field: COSObject, type: COSName?)] =
            (try document.value("Fields", in: form).array ?? []).map { ($0, nil) }
        while let (field, inherited) = stack.popLast() {
            guard let id = field.reference, seen.insert(id).inserted,
                var entries = try document.object(id).dictionary
            else { continue }
            guard seen.count <= Self.fieldLimit else {
                throw Fault(.limitExceeded, "The form has more than \(Self.fieldLimit) fields.")
            }
            let type = try document.value("FT", in: entries).name ?? inherited
            if type == "Sig", entries["V"] != nil {
                let name = try document.value("T", in: entries).string.map(TextString.decode)
                entries["V"] = nil
                document.set(id, .dictionary(entries))
                diagnostics.append(
                    Diagnostic(
                        .lost,
                        "The digital signature “\(name ?? "")” does not hold for the new file and "
                            + "is not kept.",
                        at: Place(file: part.name)
                    )
                )
            }
            for kid in try document.value("Kids", in: entries).array ?? [] {
                stack.append((kid, type))
            }
        }
    }

    func write(into document: inout Document) throws(Fault) {
        guard var form, hasNews else { return }
        form["Fields"] = .array(fields)
        form["XFA"] = nil
        form["SigFlags"] = nil
        form["CO"] = calculated.isEmpty ? nil : .array(calculated)
        var dictionary: COSDictionary = [:]
        for key in resources.keys.sorted(by: { $0.latin1 < $1.latin1 }) {
            dictionary[key] = resources[key].map(COSObject.dictionary)
        }
        form["DR"] = dictionary.isEmpty ? nil : .dictionary(dictionary)
        try document.changeCatalog { $0["AcroForm"] = .dictionary(form) }
    }
}
