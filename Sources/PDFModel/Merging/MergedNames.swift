// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The names of merged documents (ISO 32000-2, 7.7.4 and 12.3.2.4).
struct MergedNames {
    private var trees: [COSName: [NameTree.Entry]] = [:]
    private var taken: [COSName: Set<[UInt8]>] = [:]
    private var scripts: COSObject?
    /// Trees to which something was added.
    private var news: Set<COSName> = []
    /// Where the next number for a name that is taken begins.
    private var suffixes: [[UInt8]: Int] = [:]

    /// Trees whose names only the document itself uses.
    ///
    /// What two documents call the same gets another name. Scripts use them too, but only those of
    /// the first document are kept.
    private static let keys: [COSName] = [
        "Dests", "EmbeddedFiles", "AP", "Pages", "Templates", "IDS", "URLS",
        "AlternatePresentations", "Renditions",
    ]

    /// Adds the names of a document, and lets what refers to a changed one follow.
    mutating func add(
        _ part: MergePart,
        _ imported: inout ImportedDocument,
        _ document: inout Document
    ) throws(Fault) {
        let names = try document.value("Names", in: part.catalog).dictionary ?? [:]
        if part.isFirst { scripts = names["JavaScript"] }
        for key in Self.keys {
            for entry in try NameTree.entries(names[key], of: document) {
                let name = add(entry, to: key)
                if key == "Dests", name != entry.name {
                    imported.changes.destinations[entry.name] = name
                }
            }
        }
        let old = try document.value("Dests", in: part.catalog).dictionary ?? [:]
        for entry in old.entries {
            let own = NameTree.Entry(name: entry.key.bytes, value: entry.value)
            let known = imported.changes.destinations[own.name]
            let name = add(own, to: "Dests")
            if known == nil { imported.changes.destinations[own.name] = name }
        }
    }

    /// Adds the names of the document that others come into, which stay as they are.
    mutating func addTarget(_ catalog: COSDictionary, _ document: Document) throws(Fault) {
        let names = try document.value("Names", in: catalog).dictionary ?? [:]
        for key in Self.keys {
            trees[key] = try NameTree.entries(names[key], of: document)
            taken[key] = Set(trees[key]?.map(\.name) ?? [])
        }
        let old = try document.value("Dests", in: catalog).dictionary ?? [:]
        taken["Dests", default: []].formUnion(old.entries.map(\.key.bytes))
    }

    private mutating func add(_ entry: NameTree.Entry, to key: COSName) -> [UInt8] {
        var entry = entry
        if taken[key, default: []].contains(entry.name) {
            let stem = entry.name
            var number = suffixes[stem] ?? 2
            repeat {
                entry.name = stem + Array("_\(number)".utf8)
                number += 1
            } while taken[key, default: []].contains(entry.name)
            suffixes[stem] = number
        }
        taken[key, default: []].insert(entry.name)
        trees[key, default: []].append(entry)
        news.insert(key)
        return entry.name
    }

    func write(into document: inout Document) throws(Fault) {
        for key in Self.keys where news.contains(key) {
            try document.setNames(key, trees[key] ?? [])
        }
        guard let scripts else { return }
        let root = try document.catalog()["Names"]
        var names = try document.resolve(root).dictionary ?? [:]
        names["JavaScript"] = scripts
        try document.changeCatalog { $0["Names"] = .dictionary(names) }
    }
}
