// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Which form fields stay when pages leave (ISO 32000-2, 12.7.4): a field goes with its last
/// widget.
enum FormFields {
    /// Fields within fields; deeper than any form.
    static let depthLimit = 64

    /// Whether an annotation is a field, or a place of one.
    static func isWidget(_ annotation: COSDictionary) -> Bool {
        annotation["Subtype"]?.name == "Widget" || annotation["FT"] != nil
    }

    /// The field above a widget or a field; `nil` for what is none.
    ///
    /// In a damaged file /Parent may lead to a page, which must not get the /Kids of a field.
    private static func parent(of id: ObjectID, in document: Document) throws(Fault) -> ObjectID? {
        guard let parent = try document.object(id).dictionary?["Parent"]?.reference,
            case .dictionary(let field) = try document.object(parent)
        else { return nil }
        let type = field["Type"]?.name
        if type == "Page" || type == "Pages" || type == "Catalog" { return nil }
        return try document.catalogID() == parent ? nil : parent
    }

    /// Takes the widgets of removed pages out of the form.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    static func remove(_ widgets: Set<ObjectID>, from document: inout Document) throws(Fault) {
        guard !widgets.isEmpty,
            let form = try document.value("AcroForm", in: try document.catalog()).dictionary
        else { return }
        var gone = widgets
        var level = widgets
        for _ in 0..<depthLimit where !level.isEmpty {
            level = try removeKids(level, &document)
            level.subtract(gone)
            gone.formUnion(level)
        }
        try setForm(form, in: &document) { form, document throws(Fault) in
            for key in ["Fields", "CO"] as [COSName] {
                try document.filter(key, of: &form) { $0.reference.map(gone.contains) != true }
            }
        }
    }

    /// Takes kids out of the fields above them, and says which of those have none left.
    private static func removeKids(
        _ gone: Set<ObjectID>,
        _ document: inout Document
    ) throws(Fault) -> Set<ObjectID> {
        var parents: Set<ObjectID> = []
        for id in gone {
            if let parent = try parent(of: id, in: document) { parents.insert(parent) }
        }
        var empty: Set<ObjectID> = []
        for parent in parents.sorted() {
            guard var field = try document.object(parent).dictionary, field["Kids"] != nil else {
                continue
            }
            try document.filter("Kids", of: &field) { $0.reference.map(gone.contains) != true }
            if try document.value("Kids", in: field).array?.isEmpty ?? true {
                empty.insert(parent)
            } else {
                document.set(parent, .dictionary(field))
            }
        }
        return empty
    }

    /// Keeps only the fields that the given widgets are places of.
    ///
    /// - Parameters:
    ///   - widgets: on the pages that stay, in their order.
    ///   - document: the form's fields are made to hold these widgets alone.
    ///   - order: where each field stands in the form.
    /// - Throws: `readFailed`, `invalidDocument`.
    static func keep(
        _ widgets: [ObjectID],
        in document: inout Document,
        order: [ObjectID: Int]
    ) throws(Fault) {
        let catalog = try document.catalog()
        guard let form = try document.value("AcroForm", in: catalog).dictionary else { return }
        var kids: [ObjectID: [COSObject]] = [:]
        var parents: [ObjectID] = []
        var roots: [ObjectID] = []
        var kept: Set<ObjectID> = []
        for widget in widgets {
            var id = widget
            for _ in 0..<depthLimit {
                guard kept.insert(id).inserted else { break }
                guard let parent = try parent(of: id, in: document) else {
                    roots.append(id)
                    break
                }
                if kids[parent] == nil { parents.append(parent) }
                kids[parent, default: []].append(.reference(id))
                id = parent
            }
        }
        for parent in parents {
            guard var field = try document.object(parent).dictionary else { continue }
            field["Kids"] = .array(kids[parent] ?? [])
            document.set(parent, .dictionary(field))
        }
        // A widget that no form names is no field.
        let fields = roots.filter { order[$0] != nil }
            .sorted { (order[$0] ?? 0, $0) < (order[$1] ?? 0, $1) }
        guard !fields.isEmpty else { return try document.changeCatalog { $0["AcroForm"] = nil } }
        try setForm(form, in: &document) { form, document throws(Fault) in
            form["Fields"] = .array(fields.map(COSObject.reference))
            form["XFA"] = nil
            try document.filter("CO", of: &form) { $0.reference.map(kept.contains) == true }
        }
    }

    private static func setForm(
        _ old: COSDictionary,
        in document: inout Document,
        _ body: (inout COSDictionary, inout Document) throws(Fault) -> Void
    ) throws(Fault) {
        var form = old
        try body(&form, &document)
        guard form != old else { return }
        if let id = try document.catalog()["AcroForm"]?.reference {
            document.set(id, .dictionary(form))
        } else {
            try document.changeCatalog { $0["AcroForm"] = .dictionary(form) }
        }
    }
}

extension Document {
    /// Leaves elements out of an array that stands under a key; nothing is done where none goes.
    ///
    /// The array becomes the dictionary's own: one that is an object may be shared.
    mutating func filter(
        _ key: COSName,
        of dictionary: inout COSDictionary,
        _ stays: (COSObject) -> Bool
    ) throws(Fault) {
        guard let elements = try value(key, in: dictionary).array else { return }
        let kept = elements.filter(stays)
        if kept.count < elements.count { dictionary[key] = .array(kept) }
    }
}
