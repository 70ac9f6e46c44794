// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Makes documents of some pages of another.
///
/// What belongs to the pages comes along: the outline items and named destinations that lead to
/// them, their form fields, labels, tags; attachments, layers and metadata of the whole. Links to
/// pages that stay behind become plain. What can be read once is read once, so that each part
/// costs what is in it, however many parts are made.
///
/// A part must be written as a file of its own: `Document.needsRewriting` is true.
public struct PageExtraction: Sendable {
    /// The document that the pages come from.
    public let document: Document
    /// How many pages it has.
    public let pageCount: Int

    /// The document, with a number for the root of the part's page tree.
    private let prepared: Document
    private let root: ObjectID
    private let tree: PageTree
    let order: [ObjectID?]
    private let hidden: Set<Int>
    private let destinations: Destinations
    let outline: Outline?
    private let itemsByPage: [ObjectID: [Int]]
    private let namesByPage: [ObjectID: [NamedDestination]]
    private let labels: PageLabels?
    private let tags: StructureIndex?
    private let fieldOrder: [ObjectID: Int]

    private struct NamedDestination: Sendable {
        var name: COSObject
        var value: COSObject
    }

    /// Reads what parts have in common.
    ///
    /// - Throws: `permissionDenied` when the encryption forbids it, `readFailed`, `limitExceeded`,
    ///   `invalidDocument`.
    public init(_ document: Document) throws(Fault) {
        try document.base.require(.extractPages)
        var document = document
        try document.tidyPageTree()
        self.document = document
        tree = try PageTree(document)
        let roster = try tree.roster()
        pageCount = roster.pages.count
        order = roster.pages
        var prepared = document
        root =
            tree.root.location.isIndirect
            ? tree.root.location.holder : try prepared.add(.null)
        self.prepared = prepared
        var hidden = Set(roster.pages.compactMap { $0?.number })
        hidden.formUnion(roster.nodes.map(\.number))
        self.hidden = hidden
        destinations = try Destinations(document)
        outline = try Outline(document, destinations)
        labels = try PageLabels(document)
        tags = try StructureIndex(document)
        let fate = PageFate.keeping([], order: order)
        var items: [ObjectID: [Int]] = [:]
        for (place, item) in (outline?.items ?? []).enumerated() {
            if let page = item.target.flatMap(fate.page) { items[page, default: []].append(place) }
        }
        itemsByPage = items
        namesByPage = try Self.names(destinations, fate)
        fieldOrder = try Self.fieldOrder(document)
    }

    private static func names(
        _ destinations: Destinations,
        _ fate: PageFate
    ) throws(Fault) -> [ObjectID: [NamedDestination]] {
        var names: [ObjectID: [NamedDestination]] = [:]
        func add(_ name: COSObject, _ value: COSObject) throws(Fault) {
            guard let page = try destinations.target(of: value).flatMap(fate.page) else { return }
            names[page, default: []].append(NamedDestination(name: name, value: value))
        }
        for entry in destinations.entries { try add(.string(entry.name), entry.value) }
        for entry in destinations.dictionary.entries { try add(.name(entry.key), entry.value) }
        return names
    }

    private static func fieldOrder(_ document: Document) throws(Fault) -> [ObjectID: Int] {
        let form = try document.value("AcroForm", in: try document.catalog()).dictionary ?? [:]
        let fields = try document.value("Fields", in: form).array ?? []
        return Dictionary(
            fields.compactMap(\.reference).enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: Parts

    /// A document of some of the pages.
    ///
    /// - Parameter indexes: counted from 0, in the order in which the pages shall stand, each once.
    /// - Returns: the document.
    /// - Throws: `notFound` for a page that is not there, `readFailed`, `limitExceeded`,
    ///   `invalidDocument`.
    public func part(_ indexes: [Int]) throws(Fault) -> Document {
        let found = try document.foundPages(at: indexes, in: tree)
        let byIndex = Dictionary(found.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
        var part = prepared
        part.hide(hidden)
        var pages: [ObjectID] = []
        var kept: Set<ObjectID> = []
        for index in indexes {
            guard let page = byIndex[index] else { continue }
            var id = page.location.shared ?? page.location.holder
            let isObject = page.location.isIndirect || page.location.shared != nil
            // One that is written into the tree, or stands there again, gets its own object.
            if !isObject || kept.contains(id) { id = try part.add(.null) }
            kept.insert(id)
            pages.append(id)
            var dictionary = page.explicitDictionary
            dictionary["Type"] = .name("Page")
            dictionary["B"] = nil
            part.set(id, .dictionary(dictionary))
        }
        let fate = PageFate.keeping(kept, order: order)
        try PageTreeMaker.write(pages, root: root, into: &part)
        try keepStructures(of: pages, indexes, fate, in: &part)
        return part
    }

    private func keepStructures(
        of pages: [ObjectID],
        _ indexes: [Int],
        _ fate: PageFate,
        in part: inout Document
    ) throws(Fault) {
        let cleaning = JumpCleaning(document: document, destinations: destinations, fate: fate)
        try keepOutline(pages, &part, cleaning)
        try keepNames(pages, &part, cleaning)
        try part.changeCatalog { catalog throws(Fault) in
            catalog["Threads"] = nil
            catalog["OpenAction"] = try catalog["OpenAction"].flatMap { opening throws(Fault) in
                try cleaning.cleaned(opening: opening)
            }
            // A signature of the whole says nothing about a part.
            catalog["Perms"] = nil
            catalog["DSS"] = nil
        }
        try labels?.rearranged(.init(indexes)).write(into: &part)
        var widgets: [ObjectID] = []
        for page in pages {
            try part.cleanJumps(of: page, cleaning)
            for annotation in try part.annotations(of: page) {
                guard let id = annotation.reference,
                    let dictionary = try part.object(id).dictionary,
                    FormFields.isWidget(dictionary)
                else { continue }
                widgets.append(id)
            }
        }
        try FormFields.keep(widgets, in: &part, order: fieldOrder)
        if let tags {
            let keys = try part.structureKeys(of: pages)
            try tags.write(tags.elements(of: pages), into: &part, fate, keys: keys)
        }
    }

    private func keepOutline(
        _ pages: [ObjectID],
        _ part: inout Document,
        _ cleaning: JumpCleaning
    ) throws(Fault) {
        guard let outline else { return }
        var kept: Set<Int> = []
        for page in pages {
            for place in itemsByPage[page] ?? [] {
                var next: Int? = place
                while let place = next, kept.insert(place).inserted {
                    next = outline.items[place].parent
                }
            }
        }
        try outline.write(kept.sorted(), into: &part, cleaning)
    }

    private func keepNames(
        _ pages: [ObjectID],
        _ part: inout Document,
        _ cleaning: JumpCleaning
    ) throws(Fault) {
        var entries: [NameTree.Entry] = []
        var dictionary: COSDictionary = [:]
        for page in pages {
            for named in namesByPage[page] ?? [] {
                guard let value = try cleaning.cleaned(destination: named.value) else { continue }
                switch named.name {
                case .string(let name): entries.append(.init(name: name, value: value))
                case .name(let name): dictionary[name] = value
                default: break
                }
            }
        }
        if !destinations.entries.isEmpty { try part.setNames("Dests", entries) }
        if !destinations.dictionary.isEmpty {
            try part.changeCatalog {
                $0["Dests"] = dictionary.isEmpty ? nil : .dictionary(dictionary)
            }
        }
    }
}
