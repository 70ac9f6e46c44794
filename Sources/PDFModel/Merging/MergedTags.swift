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
    private var target: COSDictionary?

    /// Keys beyond this make no sense; readers hold them in 32 bits.
    private static let largestKey = Int(Int32.max) / 2

    /// Lets the pages and annotations of a document name other keys than those before them.
    mutating func reserveKeys(_ part: MergePart, _ imported: inout ImportedDocument) {
        imported.changes.structureKeyOffset = nextKey
        offset = nextKey
    }

    /// Lets what comes be joined to the tags of a document; where it has none, none are added.
    mutating func addTarget(_ catalog: COSDictionary, _ document: Document) throws(Fault) {
        let own = try document.value("StructTreeRoot", in: catalog).dictionary
        target = own ?? [:]
        guard let own else { return }
        let last = try NumberTree.entries(own["ParentTree"], of: document).last?.key ?? -1
        let next = try document.value("ParentTreeNextKey", in: own).integer ?? 0
        nextKey = min(max(last, next - 1, -1), Self.largestKey) + 1
        for key in ["RoleMap", "ClassMap"] as [COSName] {
            maps[key] = try document.value(key, in: own).dictionary
        }
        identifiers = try NameTree.entries(own["IDTree"], of: document)
    }

    mutating func add(
        _ part: MergePart,
        _ document: inout Document,
        _ diagnostics: inout [Diagnostic]
    ) throws(Fault) {
        let info = try document.value("MarkInfo", in: part.catalog).dictionary ?? [:]
        let isMarked = try document.value("Marked", in: info).boolean ?? false
        isTaggedThroughout = isTaggedThroughout && isMarked
        guard target?.isEmpty != true,
            let own = try document.value("StructTreeRoot", in: part.catalog).dictionary
        else { return }
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
        let known = target == nil ? nil : try document.catalog()["StructTreeRoot"]?.reference
        let id: ObjectID
        if let known { id = known } else { id = try document.add(.null) }
        var tree: COSDictionary = target ?? ["Type": .name("StructTreeRoot")]
        var top: [COSObject] = []
        if let own = tree["K"] { top = try document.resolve(own).array ?? [own] }
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
        let parentTree = try NumberTree.extending(tree["ParentTree"], by: parents, in: &document)
        tree["ParentTree"] = .reference(try document.add(.dictionary(parentTree)))
        tree["ParentTreeNextKey"] = .integer(nextKey)
        if !identifiers.isEmpty {
            tree["IDTree"] = .dictionary(try NameTree.make(identifiers, in: &document))
        }
        for key in maps.keys.sorted(by: { $0.latin1 < $1.latin1 }) {
            tree[key] = maps[key].map(COSObject.dictionary)
        }
        for key in lists.keys.sorted(by: { $0.latin1 < $1.latin1 }) {
            guard let list = lists[key], !list.isEmpty else { continue }
            tree[key] = .array((try document.value(key, in: tree).array ?? []) + list)
        }
        document.set(id, .dictionary(tree))
        let isTagged = target == nil && isTaggedThroughout
        try document.changeCatalog { catalog in
            catalog["StructTreeRoot"] = .reference(id)
            if isTagged { catalog["MarkInfo"] = .dictionary(["Marked": .boolean(true)]) }
        }
    }
}
