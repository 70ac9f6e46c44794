// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The tags of merged documents (ISO 32000-2, 14.7).
struct MergedTags {
    private var root: COSDictionary?
    private var kids: [COSObject] = []
    private var parents: [NumberTree.Entry] = []
    private var identifiers: [NameTree.Entry] = []
    private var maps: [COSName: COSDictionary] = [:]
    private var lists: [COSName: [COSObject]] = [:]
    private var nextKey = 0
    private var isTaggedThroughout = true
    private var offset = 0

    /// Keys beyond this make no sense; readers hold them in 32 bits.
    private static let largestKey = Int(Int32.max) / 2

    /// Lets the pages and annotations of a document name other keys than those before them.
    mutating func reserveKeys(_ part: MergePart, _ imported: inout ImportedDocument) {
        imported.changes.structureKeyOffset = nextKey
        offset = nextKey
    }

    mutating func add(
        _ part: MergePart,
        _ document: inout Document,
        _ diagnostics: inout [Diagnostic]
    ) throws(Fault) {
        let info = try document.value("MarkInfo", in: part.catalog).dictionary ?? [:]
        let isMarked = try document.value("Marked", in: info).boolean ?? false
        isTaggedThroughout = isTaggedThroughout && isMarked
        guard let own = try document.value("StructTreeRoot", in: part.catalog).dictionary else {
            return
        }
        if root == nil { root = own }
        let top = own["K"].map { [$0] } ?? []
        kids += try document.value("K", in: own).array ?? top
        for entry in try NumberTree.entries(own["ParentTree"], of: document) {
            guard (0...Self.largestKey).contains(entry.key),
                offset <= Self.largestKey - entry.key
            else { continue }
            parents.append(.init(key: entry.key + offset, value: entry.value))
            nextKey = max(nextKey, entry.key + offset + 1)
        }
        identifiers += try NameTree.entries(own["IDTree"], of: document)
        for key in ["RoleMap", "ClassMap"] as [COSName] {
            for entry in (try document.value(key, in: own).dictionary ?? [:]).entries {
                let known = maps[key]?[entry.key]
                if known == nil { maps[key, default: [:]][entry.key] = entry.value }
                guard let known, known != entry.value,
                    try document.resolve(known) != document.resolve(entry.value)
                else { continue }
                diagnostics.append(
                    Diagnostic(
                        .note,
                        "Tags of the kind “\(entry.key.latin1)” mean what they mean in an earlier "
                            + "file.",
                        at: Place(file: part.name)
                    )
                )
            }
        }
        for key in ["Namespaces", "PronunciationLexicon", "AF"] as [COSName] {
            lists[key, default: []] += try document.value(key, in: own).array ?? []
        }
    }

    func write(into document: inout Document) throws(Fault) {
        guard root != nil else { return }
        let id = try document.add(.null)
        var tree: COSDictionary = ["Type": .name("StructTreeRoot")]
        var top: [COSObject] = []
        for kid in kids {
            guard var element = try document.resolve(kid).dictionary else { continue }
            element["P"] = .reference(id)
            if let own = kid.reference {
                document.set(own, .dictionary(element))
                top.append(kid)
            } else {
                top.append(.dictionary(element))
            }
        }
        tree["K"] = .array(top)
        tree["ParentTree"] = .reference(
            try document.add(.dictionary(try NumberTree.make(parents, in: &document)))
        )
        tree["ParentTreeNextKey"] = .integer(nextKey)
        if !identifiers.isEmpty {
            tree["IDTree"] = .dictionary(try NameTree.make(identifiers, in: &document))
        }
        for key in maps.keys.sorted(by: { $0.latin1 < $1.latin1 }) {
            tree[key] = maps[key].map(COSObject.dictionary)
        }
        for key in lists.keys.sorted(by: { $0.latin1 < $1.latin1 }) {
            if let list = lists[key], !list.isEmpty { tree[key] = .array(list) }
        }
        document.set(id, .dictionary(tree))
        let isTagged = isTaggedThroughout
        try document.changeCatalog { catalog in
            catalog["StructTreeRoot"] = .reference(id)
            if isTagged { catalog["MarkInfo"] = .dictionary(["Marked": .boolean(true)]) }
        }
    }
}
