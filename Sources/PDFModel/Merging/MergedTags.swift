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
    /// New names in the maps of the document that is added.
    private var renamed: [COSName: [COSName: COSName]] = [:]
    private var target: COSDictionary?

    /// Keys beyond this make no sense; readers hold them in 32 bits.
    private static let largestKey = Int(Int32.max) / 2

    /// The maps of the root (table 354): what elements' types stand for, what classes mean.
    private static let mapKeys: [COSName] = ["RoleMap", "ClassMap"]

    /// Lets the pages and annotations of a document name other keys than those before them, and
    /// its elements other types and classes where the same name means another thing.
    mutating func reserve(
        _ part: MergePart,
        _ imported: inout ImportedDocument,
        _ document: Document
    ) throws(Fault) {
        imported.changes.structureKeyOffset = nextKey
        offset = nextKey
        renamed = [:]
        guard target?.isEmpty != true,
            let own = try document.value("StructTreeRoot", in: part.catalog).dictionary
        else { return }
        for key in Self.mapKeys {
            let map = try document.value(key, in: own).dictionary ?? [:]
            // A type that stands for one with a new name has another meaning too.
            for _ in 0..<Self.longestChain {
                let before = renamed[key]?.count ?? 0
                for entry in map.entries where renamed[key]?[entry.key] == nil {
                    if try isKnownOtherwise(entry, key, document) {
                        renamed[key, default: [:]][entry.key] = freeName(entry.key, key, map)
                    }
                }
                if renamed[key]?.count ?? 0 == before { break }
            }
        }
        imported.changes.elementTypes = renamed["RoleMap"] ?? [:]
        imported.changes.elementClasses = renamed["ClassMap"] ?? [:]
    }

    /// Types that stand for one another, at most.
    private static let longestChain = 32

    /// Whether an earlier document has another meaning for a name.
    private func isKnownOtherwise(
        _ entry: COSDictionary.Entry,
        _ key: COSName,
        _ document: Document
    ) throws(Fault) -> Bool {
        guard let known = maps[key]?[entry.key] else { return false }
        if let role = entry.value.name, renamed[key]?[role] != nil { return true }
        return try document.resolve(known) != document.resolve(entry.value)
    }

    private func freeName(_ name: COSName, _ key: COSName, _ map: COSDictionary) -> COSName {
        var suffix = 2
        while true {
            let free = COSName("\(name.latin1)_\(suffix)")
            if maps[key]?[free] == nil, map[free] == nil,
                renamed[key]?.values.contains(free) != true
            {
                return free
            }
            suffix += 1
        }
    }

    /// Lets what comes be joined to the tags of a document; where it has none, none are added.
    mutating func addTarget(_ catalog: COSDictionary, _ document: Document) throws(Fault) {
        let own = try document.value("StructTreeRoot", in: catalog).dictionary
        target = own ?? [:]
        guard let own else { return }
        let last = try NumberTree.entries(own["ParentTree"], of: document).last?.key ?? -1
        let next = try document.value("ParentTreeNextKey", in: own).integer ?? 0
        nextKey = min(max(last, next - 1, -1), Self.largestKey) + 1
        for key in Self.mapKeys {
            maps[key] = try document.value(key, in: own).dictionary
        }
        identifiers = try NameTree.entries(own["IDTree"], of: document)
    }

    mutating func add(_ part: MergePart, _ document: Document) throws(Fault) {
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
        for key in Self.mapKeys {
            let names = renamed[key] ?? [:]
            for entry in (try document.value(key, in: own).dictionary ?? [:]).entries {
                let name = names[entry.key] ?? entry.key
                guard maps[key]?[name] == nil else { continue }
                var value = entry.value
                // A role may stand for another of the same map.
                if let role = value.name { value = .name(names[role] ?? role) }
                maps[key, default: [:]][name] = value
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
