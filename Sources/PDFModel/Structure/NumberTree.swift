// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Number trees (ISO 32000-2, 7.9.7): values by whole numbers.
enum NumberTree {
    /// One entry.
    struct Entry: Sendable, Hashable {
        var key: Int
        /// Unresolved.
        var value: COSObject
    }

    /// All entries of a tree in ascending order; of equal keys the first counts.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    static func entries(
        _ root: COSObject?,
        of document: Document
    ) throws(Fault) -> [Entry] {
        var entries: [Entry] = []
        try TreeWalk.visit(root, of: document) { node throws(Fault) in
            let pairs = try document.value("Nums", in: node).array ?? []
            for place in stride(from: 0, to: pairs.count - 1, by: 2) {
                guard let key = try document.resolve(pairs[place]).integer else { continue }
                entries.append(Entry(key: key, value: pairs[place + 1]))
            }
        }
        // Honest trees are in order already, and sorting does not keep the order of equals.
        guard zip(entries, entries.dropFirst()).contains(where: { $0.key >= $1.key }) else {
            return entries
        }
        var known: Set<Int> = []
        return entries.filter { known.insert($0.key).inserted }.sorted { $0.key < $1.key }
    }

    /// How many entries a leaf holds.
    static let leafSize = 128

    /// A tree with more entries, whose keys are above all that are there.
    static func extending(
        _ root: COSObject?,
        by entries: [Entry],
        in document: inout Document
    ) throws(Fault) -> COSDictionary {
        guard var node = try document.resolve(root).dictionary else {
            return try make(entries, in: &document)
        }
        if let kids = try document.value("Kids", in: node).array {
            var leaf = try make(entries, in: &document)
            guard let first = entries.first, let last = entries.last else { return node }
            leaf["Limits"] = .array([.integer(first.key), .integer(last.key)])
            node["Kids"] = .array(kids + [.reference(try document.add(.dictionary(leaf)))])
            return node
        }
        return try make(try Self.entries(root, of: document) + entries, in: &document)
    }

    /// Writes a tree with these entries, in ascending order, and gives its root.
    static func make(
        _ entries: [Entry],
        in document: inout Document
    ) throws(Fault) -> COSDictionary {
        func pairs(_ entries: ArraySlice<Entry>) -> COSObject {
            .array(entries.flatMap { [.integer($0.key), $0.value] })
        }
        if entries.count <= leafSize { return ["Nums": pairs(entries[...])] }
        var leaves: [TreeLeaf] = []
        for start in stride(from: 0, to: entries.count, by: leafSize) {
            let part = entries[start..<min(start + leafSize, entries.count)]
            guard let first = part.first, let last = part.last else { continue }
            let limits = (COSObject.integer(first.key), COSObject.integer(last.key))
            leaves.append(TreeLeaf(key: "Nums", pairs: pairs(part), limits: limits))
        }
        return try TreeLeaf.root(of: leaves, in: &document)
    }
}
