// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The layers of merged documents (ISO 32000-2, 8.11.4).
struct MergedLayers {
    private var groups: [COSObject] = []
    private var parts = 0
    private var hasTarget = false
    private var configuration: COSDictionary?
    private var others: [COSObject] = []
    private var lists: [COSName: [COSObject]] = [:]

    /// Arrays of a configuration that are joined (table 99).
    private static let listKeys: [COSName] = ["ON", "OFF", "Order", "AS", "RBGroups", "Locked"]

    mutating func add(_ part: MergePart, _ document: Document) throws(Fault) {
        guard let layers = try document.value("OCProperties", in: part.catalog).dictionary else {
            return
        }
        parts += 1
        let own = try document.value("OCGs", in: layers).array ?? []
        groups += own
        others += try document.value("Configs", in: layers).array ?? []
        var configuration = try document.value("D", in: layers).dictionary ?? [:]
        for key in Self.listKeys {
            lists[key, default: []] += try document.value(key, in: configuration).array ?? []
            configuration[key] = nil
        }
        // Another base state than the usual is said layer by layer.
        if try document.value("BaseState", in: configuration).name == "OFF" {
            let on = Set(
                (try document.value("D", in: layers).dictionary.flatMap { $0["ON"] }?.array ?? [])
                    .compactMap(\.reference)
            )
            lists["OFF", default: []] += own.filter { $0.reference.map(on.contains) != true }
        }
        configuration["BaseState"] = nil
        if self.configuration == nil { self.configuration = configuration }
    }

    /// Adds the layers of the document that others come into.
    mutating func addTarget(_ part: MergePart, _ document: Document) throws(Fault) {
        try add(part, document)
        hasTarget = parts > 0
    }

    func write(into document: inout Document) throws(Fault) {
        guard var configuration, parts > (hasTarget ? 1 : 0) else { return }
        for (key, list) in lists where !list.isEmpty { configuration[key] = .array(list) }
        var layers: COSDictionary = ["OCGs": .array(groups), "D": .dictionary(configuration)]
        if !others.isEmpty { layers["Configs"] = .array(others) }
        try document.changeCatalog { $0["OCProperties"] = .dictionary(layers) }
    }
}
