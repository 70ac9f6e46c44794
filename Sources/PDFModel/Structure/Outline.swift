// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The outline of a document (ISO 32000-2, 12.3.3), read once and laid flat, so that a part of it
/// can be had at the cost of the part.
struct Outline: Sendable {
    /// An item, in the order in which a person reads them all.
    struct Item: Sendable {
        var id: ObjectID
        /// The place of the item above; `nil` at the top.
        var parent: Int?
        /// Whether it leads to a page of this document.
        var target: Destinations.Target?
        /// Whether others stand below it.
        var hasChildren: Bool
        /// Whether what stands below is hidden at first.
        var isClosed: Bool
    }

    /// The outline dictionary, where it is an object of its own.
    let root: ObjectID?
    let dictionary: COSDictionary
    private(set) var items: [Item] = []
    /// How all of them hang together.
    private var whole = OutlineLinks([], [])

    /// More items than any document has.
    static let itemLimit = 1_000_000

    /// Reads the outline; `nil` when there is none.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    init?(_ document: Document, _ destinations: Destinations) throws(Fault) {
        let object = try document.catalog()["Outlines"]
        guard let dictionary = try document.resolve(object).dictionary else { return nil }
        root = object?.reference
        self.dictionary = dictionary
        var walk = OutlineWalk(document, from: dictionary, at: root)
        while let step = try walk.next() {
            guard items.count < Self.itemLimit else {
                throw Fault(
                    .limitExceeded,
                    "The outline has more than \(Self.itemLimit) items."
                )
            }
            items.append(
                Item(
                    id: step.id,
                    parent: step.parent,
                    target: try destinations.target(from: step.entries),
                    hasChildren: step.entries["First"]?.reference != nil,
                    isClosed: (step.entries["Count"]?.integer ?? 0) < 0
                )
            )
        }
        whole = OutlineLinks(items, Array(items.indices))
    }

    /// Writes the outline with only some of its items; the others are gone.
    ///
    /// - Parameters:
    ///   - kept: places in ascending order, with the item above each.
    ///   - document: takes what differs.
    ///   - cleaning: for the items' own jumps.
    /// - Throws: `readFailed`.
    func write(
        _ kept: [Int],
        into document: inout Document,
        _ cleaning: JumpCleaning
    ) throws(Fault) {
        let links = OutlineLinks(items, kept)
        for (place, link) in zip(kept, links.items) {
            let id = items[place].id
            guard var item = try document.object(id).dictionary else { continue }
            // What the file says wrongly, and nobody changes, stays as it is.
            let isMoved = link != whole.items[place]
            if isMoved {
                link.set(in: &item, closed: items[place].isClosed)
                item["Parent"] = (link.parent ?? root).map(COSObject.reference)
            }
            if try cleaning.clean(&item) || isMoved { document.set(id, .dictionary(item)) }
        }
        var top = dictionary
        links.root.set(in: &top, closed: false)
        if kept.isEmpty {
            try document.changeCatalog { catalog in
                catalog["Outlines"] = nil
                if catalog["PageMode"]?.name == "UseOutlines" { catalog["PageMode"] = nil }
            }
        } else if let root {
            if top != dictionary { document.set(root, .dictionary(top)) }
        } else {
            try document.changeCatalog { $0["Outlines"] = .dictionary(top) }
        }
    }
}

/// How some items of an outline hang together.
private struct OutlineLinks: Sendable {
    struct Link: Sendable, Equatable {
        var parent: ObjectID?
        var previous: ObjectID?
        var next: ObjectID?
        var first: ObjectID?
        var last: ObjectID?
        /// Items seen when everything below is open.
        var visible = 0

        func set(in item: inout COSDictionary, closed: Bool) {
            item["Prev"] = previous.map(COSObject.reference)
            item["Next"] = next.map(COSObject.reference)
            item["First"] = first.map(COSObject.reference)
            item["Last"] = last.map(COSObject.reference)
            item["Count"] = visible == 0 ? nil : .integer(closed ? -visible : visible)
        }
    }

    var items: [Link]
    var root = Link()

    init(_ all: [Outline.Item], _ kept: [Int]) {
        items = Array(repeating: Link(), count: kept.count)
        let places = Dictionary(
            kept.enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        /// The last item below each, and at the top.
        var latest: [Int: Int] = [:]
        for (index, place) in kept.enumerated() {
            let item = all[place]
            let above = item.parent.flatMap { places[$0] } ?? -1
            if above >= 0 { items[index].parent = all[kept[above]].id }
            if let sibling = latest[above] {
                items[index].previous = all[kept[sibling]].id
                items[sibling].next = item.id
            } else if above >= 0 {
                items[above].first = item.id
            } else {
                root.first = item.id
            }
            latest[above] = index
            if above >= 0 { items[above].last = item.id } else { root.last = item.id }
        }
        countVisible(all, kept, places)
    }

    /// From the deepest up: an item counts those below it, and what they show.
    private mutating func countVisible(
        _ all: [Outline.Item],
        _ kept: [Int],
        _ places: [Int: Int]
    ) {
        for index in kept.indices.reversed() {
            let seen = 1 + (all[kept[index]].isClosed ? 0 : items[index].visible)
            if let above = all[kept[index]].parent.flatMap({ places[$0] }) {
                items[above].visible += seen
            } else {
                root.visible += seen
            }
        }
    }
}
