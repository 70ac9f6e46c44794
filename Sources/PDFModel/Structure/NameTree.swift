// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Name trees (ISO 32000-2, 7.9.6): values by strings.
enum NameTree {
    /// One entry.
    struct Entry: Sendable, Hashable {
        var name: [UInt8]
        /// Unresolved.
        var value: COSObject
    }

    /// All entries of a tree in the order of the file.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    static func entries(
        _ root: COSObject?,
        of document: Document
    ) throws(Fault) -> [Entry] {
        var entries: [Entry] = []
        try TreeWalk.visit(root, of: document) { node throws(Fault) in
            let pairs = try document.value("Names", in: node).array ?? []
            for place in stride(from: 0, to: pairs.count - 1, by: 2) {
                let key = try document.resolve(pairs[place])
                // A key is a string; PDFium takes names too (`name-as-key` in `NavigationTests`).
                guard let name = key.string ?? key.name?.bytes else { continue }
                entries.append(Entry(name: name, value: pairs[place + 1]))
            }
        }
        return entries
    }

    /// Writes a tree with these entries and gives its root; names are put in order, and of equal
    /// names the first counts.
    static func make(
        _ entries: [Entry],
        in document: inout Document
    ) throws(Fault) -> COSDictionary {
        var known: Set<[UInt8]> = []
        let ordered = entries.filter { known.insert($0.name).inserted }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
        func pairs(_ entries: ArraySlice<Entry>) -> COSObject {
            .array(entries.flatMap { [.string($0.name), $0.value] })
        }
        if ordered.count <= NumberTree.leafSize { return ["Names": pairs(ordered[...])] }
        var leaves: [TreeLeaf] = []
        for start in stride(from: 0, to: ordered.count, by: NumberTree.leafSize) {
            let part = ordered[start..<min(start + NumberTree.leafSize, ordered.count)]
            guard let first = part.first, let last = part.last else { continue }
            let limits = (COSObject.string(first.name), COSObject.string(last.name))
            leaves.append(TreeLeaf(key: "Names", pairs: pairs(part), limits: limits))
        }
        return try TreeLeaf.root(of: leaves, in: &document)
    }
}
