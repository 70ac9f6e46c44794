// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The outlines of merged documents (ISO 32000-2, 12.3.3): a branch for each.
struct MergedOutline {
    private var branches: [Branch] = []

    private struct Branch {
        var item: COSDictionary
        var top: [ObjectID]
    }

    /// Adds a branch with the document's outline below it.
    mutating func add(_ part: MergePart, _ document: inout Document) throws(Fault) {
        let outline = try document.value("Outlines", in: part.catalog).dictionary ?? [:]
        let title = part.title.flatMap { $0.isEmpty ? nil : $0 } ?? part.name
        var item: COSDictionary = ["Title": .string(TextString.encode(title))]
        if let page = part.opening {
            item["Dest"] = .array([.reference(page), .name("XYZ"), .null, .null, .null])
        }
        var top: [ObjectID] = []
        var seen: Set<ObjectID> = []
        var visible = 0
        var next = outline["First"]?.reference
        while let id = next, seen.insert(id).inserted,
            let entries = try document.object(id).dictionary
        {
            guard top.count < Outline.itemLimit else {
                throw Fault(
                    .limitExceeded,
                    "The outline has more than \(Outline.itemLimit) items."
                )
            }
            top.append(id)
            let below = min(entries["Count"]?.integer ?? 0, Outline.itemLimit)
            visible += 1 + max(0, below)
            next = entries["Next"]?.reference
        }
        if let first = top.first, let last = top.last {
            item["First"] = .reference(first)
            item["Last"] = .reference(last)
            item["Count"] = .integer(-visible)
        }
        branches.append(Branch(item: item, top: top))
    }

    /// Whether a document has an outline.
    static func isThere(_ part: MergePart, _ document: Document) throws(Fault) -> Bool {
        let outline = try document.value("Outlines", in: part.catalog).dictionary ?? [:]
        return outline["First"] != nil
    }

    /// Writes the branches as an outline, or below what the document's own holds.
    func write(into document: inout Document) throws(Fault) {
        guard !branches.isEmpty else { return }
        let own = try document.catalog()["Outlines"]
        var outline = try document.resolve(own).dictionary ?? ["Type": .name("Outlines")]
        let root: ObjectID
        if let id = own?.reference { root = id } else { root = try document.add(.null) }
        let before = outline["Last"]?.reference
        var ids: [ObjectID] = []
        for _ in branches { ids.append(try document.add(.null)) }
        for (place, branch) in branches.enumerated() {
            var item = branch.item
            item["Parent"] = .reference(root)
            item["Prev"] = (place > 0 ? ids[place - 1] : before).map(COSObject.reference)
            if place + 1 < ids.count { item["Next"] = .reference(ids[place + 1]) }
            document.set(ids[place], .dictionary(item))
            for id in branch.top {
                guard var entries = try document.object(id).dictionary else { continue }
                entries["Parent"] = .reference(ids[place])
                document.set(id, .dictionary(entries))
            }
        }
        if let before, var last = try document.object(before).dictionary {
            last["Next"] = .reference(ids[0])
            document.set(before, .dictionary(last))
        } else {
            outline["First"] = .reference(ids[0])
        }
        outline["Last"] = .reference(ids[ids.count - 1])
        let visible = min(max(outline["Count"]?.integer ?? 0, 0), Outline.itemLimit)
        outline["Count"] = .integer(visible + ids.count)
        document.set(root, .dictionary(outline))
        try document.changeCatalog { $0["Outlines"] = .reference(root) }
    }
}
