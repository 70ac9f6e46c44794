// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// The document without some of its pages.
    ///
    /// What points at them goes with them: outline items, named destinations, the jumps of links,
    /// form fields whose last widget was there, article beads, tags. The other pages keep their
    /// labels. Of the page tree only the nodes above the deleted pages are changed.
    ///
    /// - Parameter indexes: counted from 0, in any order.
    /// - Returns: the document without them.
    /// - Throws: `usage` when no page would be left, `notFound` for a page that is not there,
    ///   `readFailed`, `limitExceeded`, `invalidDocument`.
    public func deletingPages(at indexes: [Int]) throws(Fault) -> Document {
        let removed = Set(indexes)
        guard !removed.isEmpty else { return self }
        let roster = try PageTree(self).roster(checking: indexes)
        try checkPages(indexes, of: roster.pages.count)
        guard removed.count < roster.pages.count else {
            throw Fault(
                .usage,
                "A document has at least one page; these are all it has. Leave one of them."
            )
        }
        var result = try PageTreeEditor.edit(self, removing: indexes)
        let staying = roster.pages.indices.filter { !removed.contains($0) }
        // A page may stand in the tree more than once.
        let kept = Set(staying.compactMap { roster.pages[$0] })
        let gone = Set(removed.compactMap { roster.pages[$0] }).subtracting(kept)
        if let labels = try PageLabels(self) {
            try labels.rearranged(.init(staying)).write(into: &result)
        }
        try PageRemoval(of: gone, from: self, roster.pages, kept).clean(&result)
        // Whatever still names the page finds nothing, and a full rewriting leaves it out. A free
        // entry would say so too, but qpdf does not know what to make of one in a stream.
        for page in gone where try isPageByItself(page) { result.set(page, .null) }
        return result
    }

    /// Whether an object of the page tree has anything of a page.
    ///
    /// What has not, such as a font or the resources of another page, may be needed where it
    /// belongs.
    private func isPageByItself(_ id: ObjectID) throws(Fault) -> Bool {
        guard let dictionary = try object(id).dictionary else { return true }
        if dictionary["Type"]?.name == "Page" { return true }
        return ["Parent", "Contents", "MediaBox"].contains { dictionary[$0] != nil }
    }

    /// - Throws: `notFound` when one of the pages is not there.
    func checkPages(_ indexes: [Int], of count: Int) throws(Fault) {
        for index in indexes where !(0..<count).contains(index) {
            throw Fault(.notFound, "There is no page \(index &+ 1); the document has \(count).")
        }
    }
}

/// Cleans a document of what points at pages that leave it.
private struct PageRemoval {
    private let source: Document
    private let removed: Set<ObjectID>
    private let kept: [ObjectID]
    private let cleaning: JumpCleaning

    init(
        of removed: Set<ObjectID>,
        from document: Document,
        _ order: [ObjectID?],
        _ kept: Set<ObjectID>
    ) throws(Fault) {
        source = document
        self.removed = removed
        self.kept = kept.sorted()
        cleaning = JumpCleaning(
            document: document,
            destinations: try Destinations(document),
            fate: .removing(removed, order: order)
        )
    }

    func clean(_ result: inout Document) throws(Fault) {
        guard !removed.isEmpty else { return }
        try cleanOutline(&result)
        try cleanNames(&result)
        try cleanOpening(&result)
        var widgets: Set<ObjectID> = []
        for page in removed {
            for annotation in try source.annotations(of: page) {
                guard let id = annotation.reference,
                    let dictionary = try source.object(id).dictionary
                else { continue }
                if FormFields.isWidget(dictionary) { widgets.insert(id) }
            }
        }
        if !widgets.isEmpty {
            // Pages share annotations, though 12.5.2 forbids it.
            for page in kept {
                widgets.subtract(try source.annotations(of: page).compactMap(\.reference))
            }
        }
        try FormFields.remove(widgets, from: &result)
        for page in kept { try result.cleanJumps(of: page, cleaning) }
        try ArticleThreads.remove(pages: cleaning.fate, from: &result)
        if let tags = try StructureIndex(source) {
            try tags.write(tags.staying(cleaning.fate), into: &result, cleaning.fate)
        }
    }

    private func cleanOutline(_ result: inout Document) throws(Fault) {
        guard let outline = try Outline(source, cleaning.destinations) else { return }
        let lost = outline.items.map { item in item.target.map { !cleaning.fate.stays($0) } }
        guard lost.contains(true) else { return }
        // An item stays for what stands below it, or for itself; one that only stood above
        // others goes with the last of them.
        var stays = [Bool](repeating: false, count: outline.items.count)
        for place in outline.items.indices.reversed() {
            let item = outline.items[place]
            if lost[place] == false || (lost[place] == nil && !item.hasChildren) {
                stays[place] = true
            }
            if stays[place], let parent = item.parent { stays[parent] = true }
        }
        try outline.write(stays.indices.filter { stays[$0] }, into: &result, cleaning)
    }

    private func cleanNames(_ result: inout Document) throws(Fault) {
        var isChanged = false
        var entries: [NameTree.Entry] = []
        for var entry in cleaning.destinations.entries {
            let kept = try cleaning.cleaned(destination: entry.value)
            isChanged = isChanged || kept != entry.value
            guard let kept else { continue }
            entry.value = kept
            entries.append(entry)
        }
        var dictionary = cleaning.destinations.dictionary
        for entry in dictionary.entries {
            dictionary[entry.key] = try cleaning.cleaned(destination: entry.value)
        }
        if isChanged { try result.setNames("Dests", entries) }
        if dictionary != cleaning.destinations.dictionary {
            try result.changeCatalog { $0["Dests"] = .dictionary(dictionary) }
        }
    }

    /// 12.3: /OpenAction is a destination or an action.
    private func cleanOpening(_ result: inout Document) throws(Fault) {
        try result.changeCatalog { catalog throws(Fault) in
            guard let opening = catalog["OpenAction"] else { return }
            catalog["OpenAction"] = try cleaning.cleaned(opening: opening)
        }
    }
}

extension JumpCleaning {
    /// What happens on opening: a destination or an action (ISO 32000-2, 7.7.2).
    func cleaned(opening: COSObject) throws(Fault) -> COSObject? {
        if case .dictionary = try document.resolve(opening) { return try cleaned(action: opening) }
        return try cleaned(destination: opening)
    }
}

extension Document {
    /// The elements of a page's /Annots, unresolved (ISO 32000-2, 12.5).
    func annotations(of page: ObjectID) throws(Fault) -> [COSObject] {
        try value("Annots", in: try object(page).dictionary ?? [:]).array ?? []
    }

    /// Takes lost jumps out of the annotations of a page.
    mutating func cleanJumps(of page: ObjectID, _ cleaning: JumpCleaning) throws(Fault) {
        guard var dictionary = try object(page).dictionary, let given = dictionary["Annots"],
            var annotations = try resolve(given).array
        else { return }
        var isChanged = false
        for (place, annotation) in annotations.enumerated() {
            guard case .dictionary(var cleaned) = try resolve(annotation),
                try cleaning.clean(&cleaned)
            else { continue }
            if let id = annotation.reference {
                set(id, .dictionary(cleaned))
            } else {
                annotations[place] = .dictionary(cleaned)
                isChanged = true
            }
        }
        guard isChanged else { return }
        dictionary["Annots"] = .array(annotations)
        set(page, .dictionary(dictionary))
    }

    /// Writes a name tree under a key of the catalog's /Names (ISO 32000-2, 7.7.4).
    mutating func setNames(_ key: COSName, _ entries: [NameTree.Entry]) throws(Fault) {
        let tree = entries.isEmpty ? nil : try NameTree.make(entries, in: &self)
        let root = try catalog()["Names"]
        var names = try resolve(root).dictionary ?? [:]
        names[key] = tree.map(COSObject.dictionary)
        if let id = root?.reference {
            set(id, .dictionary(names))
        } else {
            try changeCatalog { $0["Names"] = names.isEmpty ? nil : .dictionary(names) }
        }
    }
}
