// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The tags of a document (ISO 32000-2, 14.7), read once and laid flat, so that those of some
/// pages can be had at the cost of those.
struct StructureIndex: Sendable {
    /// A structure element, in reading order.
    struct Element: Sendable {
        var id: ObjectID
        /// The place of the element above; `nil` below the root.
        var parent: Int?
        /// Elements directly below.
        var childCount = 0
        /// Pieces of content, of whatever page.
        var contentCount = 0
    }

    /// The structure tree root, where it is an object of its own.
    let root: ObjectID?
    let dictionary: COSDictionary
    private(set) var elements: [Element] = []
    /// The elements with content on each page.
    private(set) var elementsByPage: [ObjectID: [Int]] = [:]
    /// The keys of the parent tree (14.7.5.4) with what stands there.
    let parentTree: [NumberTree.Entry]
    private let parentPlaces: [Int: Int]
    private let identifiers: [ObjectID: [NameTree.Entry]]

    private static let depthLimit = 256
    /// More elements than any document has.
    private static let elementLimit = 5_000_000

    /// Reads the tags; `nil` when there are none.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    init?(_ document: Document) throws(Fault) {
        let object = try document.catalog()["StructTreeRoot"]
        guard let dictionary = try document.resolve(object).dictionary else { return nil }
        root = object?.reference
        self.dictionary = dictionary
        parentTree = try NumberTree.entries(dictionary["ParentTree"], of: document)
        parentPlaces = Dictionary(
            parentTree.enumerated().map { ($1.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        identifiers = Dictionary(
            grouping: try NameTree.entries(dictionary["IDTree"], of: document)
                .filter { $0.value.reference != nil },
            by: { $0.value.reference ?? ObjectID(0) }
        )
        var seen: Set<ObjectID> = []
        var stack: [(id: ObjectID, parent: Int?, depth: Int)] = []
        for kid in try Self.kids(of: dictionary, document).reversed() {
            if let id = kid.reference { stack.append((id, nil, 0)) }
        }
        while let (id, parent, depth) = stack.popLast() {
            guard depth < Self.depthLimit, seen.insert(id).inserted,
                let element = try document.object(id).dictionary
            else { continue }
            guard elements.count < Self.elementLimit else {
                throw Fault(
                    .limitExceeded,
                    "The document has more than \(Self.elementLimit) tags."
                )
            }
            let place = elements.count
            elements.append(Element(id: id, parent: parent))
            if let parent { elements[parent].childCount += 1 }
            for kid in try Self.kids(of: element, document).reversed() {
                switch try Self.kind(of: kid, in: element, document) {
                case .element(let id): stack.append((id, place, depth + 1))
                case .content(let page): note(page, at: place)
                }
            }
        }
    }

    private mutating func note(_ page: ObjectID?, at place: Int) {
        elements[place].contentCount += 1
        guard let page, elementsByPage[page]?.last != place else { return }
        elementsByPage[page, default: []].append(place)
    }

    /// One kid of an element (table 355).
    private enum Kid {
        case element(ObjectID)
        /// Marked content or an object, and the page it is on.
        case content(page: ObjectID?)
    }

    private static func kids(
        of element: COSDictionary,
        _ document: Document
    ) throws(Fault) -> [COSObject] {
        guard let kids = element["K"] else { return [] }
        return try document.resolve(kids).array ?? [kids]
    }

    private static func kind(
        of kid: COSObject,
        in element: COSDictionary,
        _ document: Document
    ) throws(Fault) -> Kid {
        guard let dictionary = try document.resolve(kid).dictionary else {
            return .content(page: element["Pg"]?.reference)
        }
        let type = dictionary["Type"]?.name
        if let id = kid.reference, type != "MCR", type != "OBJR" { return .element(id) }
        return .content(page: (dictionary["Pg"] ?? element["Pg"])?.reference)
    }

    // MARK: Choosing

    /// The elements that have something left when pages go, in order.
    func staying(_ fate: PageFate) -> [Int] {
        var left = elements.map { $0.contentCount + $0.childCount }
        var lost = [Int](repeating: 0, count: elements.count)
        for (page, places) in elementsByPage where !fate.stays(page) {
            for place in places { lost[place] += 1 }
        }
        var kept: [Int: Int] = [:]
        for (page, places) in elementsByPage where fate.stays(page) {
            for place in places where lost[place] > 0 { kept[place, default: 0] += 1 }
        }
        for place in elements.indices where lost[place] > 0 && kept[place] == nil {
            left[place] -= elements[place].contentCount
        }
        var stays = [Bool](repeating: true, count: elements.count)
        for place in elements.indices.reversed() {
            let element = elements[place]
            guard left[place] <= 0, element.contentCount + element.childCount > 0 else { continue }
            stays[place] = false
            if let parent = element.parent { left[parent] -= 1 }
        }
        return elements.indices.filter { stays[$0] }
    }

    /// The elements with content on some pages, and those above them, in order.
    func elements(of pages: [ObjectID]) -> [Int] {
        var kept: Set<Int> = []
        for page in pages {
            for place in elementsByPage[page] ?? [] {
                var next: Int? = place
                while let place = next, kept.insert(place).inserted {
                    next = elements[place].parent
                }
            }
        }
        return kept.sorted()
    }

    // MARK: Writing

    /// Writes the tags with only some of the elements.
    ///
    /// - Parameters:
    ///   - kept: places in ascending order, with the element above each.
    ///   - document: gets the tags.
    ///   - fate: which pages stay.
    ///   - keys: those of the parent tree that stay in use; `nil` for all.
    /// - Throws: `readFailed`, `invalidDocument`, `limitExceeded`.
    func write(
        _ kept: [Int],
        into document: inout Document,
        _ fate: PageFate,
        keys: [Int]? = nil
    ) throws(Fault) {
        guard !kept.isEmpty else {
            return try document.changeCatalog { catalog in
                catalog["StructTreeRoot"] = nil
                catalog["MarkInfo"] = nil
            }
        }
        var children: [Int: [COSObject]] = [:]
        var top: [COSObject] = []
        for place in kept {
            let object = COSObject.reference(elements[place].id)
            if let parent = elements[place].parent {
                children[parent, default: []].append(object)
            } else {
                top.append(object)
            }
        }
        let ids = Set(kept.map { elements[$0].id })
        for place in kept {
            let element = elements[place]
            let below = children[place] ?? []
            if element.contentCount == 0, below.count == element.childCount { continue }
            try write(place, below, ids, into: &document, fate)
        }
        guard kept.count < elements.count else { return }
        try writeRoot(top, ids, into: &document, keys)
    }

    private func write(
        _ place: Int,
        _ below: [COSObject],
        _ ids: Set<ObjectID>,
        into document: inout Document,
        _ fate: PageFate
    ) throws(Fault) {
        let id = elements[place].id
        guard let old = try document.object(id).dictionary else { return }
        var element = old
        if elements[place].contentCount == 0 {
            element["K"] = .array(below)
        } else {
            let all = try Self.kids(of: old, document)
            var kids: [COSObject] = []
            for kid in all {
                switch try Self.kind(of: kid, in: old, document) {
                case .element(let id): if ids.contains(id) { kids.append(kid) }
                case .content(let page): if page.map(fate.stays) ?? true { kids.append(kid) }
                }
            }
            guard kids.count < all.count else { return }
            element["K"] = .array(kids)
            if let page = old["Pg"]?.reference, !fate.stays(page) { element["Pg"] = nil }
        }
        document.set(id, .dictionary(element))
    }

    private func writeRoot(
        _ top: [COSObject],
        _ ids: Set<ObjectID>,
        into document: inout Document,
        _ keys: [Int]?
    ) throws(Fault) {
        var tree = dictionary
        tree["K"] = .array(top)
        var parents: [NumberTree.Entry] = []
        let places = keys.map { keys in Set(keys.compactMap { parentPlaces[$0] }).sorted() }
        for place in places ?? Array(parentTree.indices) {
            if let entry = try left(of: parentTree[place], ids, document) { parents.append(entry) }
        }
        if parents != parentTree {
            tree["ParentTree"] = .reference(
                try document.add(.dictionary(try NumberTree.make(parents, in: &document)))
            )
        }
        if !identifiers.isEmpty {
            let named = ids.sorted().flatMap { identifiers[$0] ?? [] }
            tree["IDTree"] =
                named.isEmpty ? nil : .dictionary(try NameTree.make(named, in: &document))
        }
        if let root {
            if tree != dictionary { document.set(root, .dictionary(tree)) }
        } else {
            try document.changeCatalog { $0["StructTreeRoot"] = .dictionary(tree) }
        }
    }

    /// What is left of an entry of the parent tree: the element of an object, or the elements of
    /// a page's marked content by its numbers.
    private func left(
        of entry: NumberTree.Entry,
        _ ids: Set<ObjectID>,
        _ document: Document
    ) throws(Fault) -> NumberTree.Entry? {
        if let id = entry.value.reference, ids.contains(id) { return entry }
        guard let elements = try document.resolve(entry.value).array else { return nil }
        let left = elements.map { $0.reference.map(ids.contains) ?? true ? $0 : .null }
        if left == elements { return entry }
        return left.contains { $0 != .null }
            ? NumberTree.Entry(key: entry.key, value: .array(left)) : nil
    }
}

extension Document {
    /// The keys by which pages and their annotations stand in the parent tree (ISO 32000-2,
    /// 14.7.5.4).
    func structureKeys(of pages: [ObjectID]) throws(Fault) -> [Int] {
        var keys: [Int] = []
        for page in pages {
            let dictionary = try object(page).dictionary ?? [:]
            if let key = try value("StructParents", in: dictionary).integer { keys.append(key) }
            for annotation in try annotations(of: page) {
                let annotation = try resolve(annotation).dictionary ?? [:]
                if let key = try value("StructParent", in: annotation).integer {
                    keys.append(key)
                }
            }
        }
        return keys
    }
}
