// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// The page tree (ISO 32000-2, 7.7.3), of whatever shape.
///
/// A node is what has /Kids, a page is what has none: /Type is often wrong. /Count is believed
/// where it equals the number of kids, which then are pages: so opening page 5,000 of a flat
/// tree of 10,000 reads one page. Where it proves wrong the whole tree is walked.
public struct PageTree: Sendable {
    private let document: Document
    private let root: Node

    /// The deepest tree that is followed; honest ones have a handful of levels.
    static let depthLimit = 200
    /// More pages than any reader opens.
    static let pageLimit = 4_000_000

    /// A dictionary of the tree. It should be an indirect object; files with direct ones are
    /// opened all the same, as all readers do.
    private struct Node {
        var location: Page.Location
        var dictionary: COSDictionary
    }

    /// The tree of a document.
    ///
    /// - Throws: `invalidDocument` when the catalog names no tree.
    public init(_ document: Document) throws(Fault) {
        self.document = document
        let catalog = try document.catalogID()
        let pages = try document.catalog()["Pages"]
        guard
            let root = try Self.node(
                pages,
                of: document,
                direct: Page.Location(holder: catalog, steps: [.key("Pages")])
            )
        else { throw Fault(.invalidDocument, "The catalog names no page tree.") }
        self.root = root
    }

    /// The node that an element of /Kids is; `nil` when it is none.
    private static func node(
        _ object: COSObject?,
        of document: Document,
        direct: @autoclosure () -> Page.Location
    ) throws(Fault) -> Node? {
        switch object {
        case .reference(let id)?:
            guard let dictionary = try document.object(id).dictionary else { return nil }
            return Node(location: Page.Location(holder: id), dictionary: dictionary)
        case .dictionary(let dictionary)?:
            return Node(location: direct(), dictionary: dictionary)
        default: return nil
        }
    }

    private func kid(_ index: Int, _ kids: [COSObject], of node: Node) throws(Fault) -> Node? {
        var location = node.location
        if case .dictionary = kids[index] {
            // A /Kids array of its own is the holder; there is nothing else to change in it.
            if case .reference(let id)? = node.dictionary["Kids"] {
                location = Page.Location(holder: id, steps: [.index(index)])
            } else {
                location.steps += [.key("Kids"), .index(index)]
            }
        }
        if let kid = try Self.node(kids[index], of: document, direct: location) { return kid }
        return try missingPage(kids[index], kids, of: node)
    }

    /// A reference to nothing counts as an empty page where /Count says that it is one, as all
    /// readers count.
    private func missingPage(
        _ object: COSObject,
        _ kids: [COSObject],
        of node: Node
    ) throws(Fault) -> Node? {
        guard case .reference(let id) = object, try document.object(id) == .null,
            try document.value("Count", in: node.dictionary).integer == kids.count
        else { return nil }
        var empty: COSDictionary = ["Type": .name("Page")]
        if node.location.isIndirect { empty["Parent"] = .reference(node.location.holder) }
        return Node(location: Page.Location(holder: id), dictionary: empty)
    }

    private func kids(of node: Node) throws(Fault) -> [COSObject]? {
        guard let kids = node.dictionary["Kids"] else { return nil }
        return try document.resolve(kids).array
    }

    // MARK: Counting

    /// How many pages there are.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func count() throws(Fault) -> Int {
        var path: [Page.Location] = []
        return try count(root, &path)
    }

    private func count(_ node: Node, _ path: inout [Page.Location]) throws(Fault) -> Int {
        guard let kids = try kids(of: node) else { return 1 }
        guard path.count < Self.depthLimit, !path.contains(node.location) else { return 0 }
        if try isFlat(node, kids) { return kids.count }
        path.append(node.location)
        defer { path.removeLast() }
        var total = 0
        for index in kids.indices {
            guard let kid = try kid(index, kids, of: node) else { continue }
            total += try count(kid, &path)
            try checkLimit(total)
        }
        return total
    }

    /// Whether all kids are pages, as far as /Count tells; the first and the last are looked at.
    private func isFlat(_ node: Node, _ kids: [COSObject]) throws(Fault) -> Bool {
        guard try document.value("Count", in: node.dictionary).integer == kids.count,
            !kids.isEmpty
        else { return false }
        for index in [0, kids.count - 1] {
            guard let kid = try kid(index, kids, of: node), kid.dictionary["Kids"] == nil else {
                return false
            }
        }
        return true
    }

    private func checkLimit(_ count: Int) throws(Fault) {
        guard count <= Self.pageLimit else {
            throw Fault(.limitExceeded, "The document has more than \(Self.pageLimit) pages.")
        }
    }

    // MARK: Finding

    /// One page.
    ///
    /// - Parameter index: counted from 0.
    /// - Throws: `notFound` when there is no such page, `readFailed`, `limitExceeded`.
    public func page(at index: Int) throws(Fault) -> Page {
        if let page = try shortcut(to: index) { return page }
        guard let page = try pages(at: [index]).first else {
            throw Fault(
                .notFound,
                "There is no page \(index + 1); the document has \(try count()).",
                at: Place(pageIndex: index)
            )
        }
        return page
    }

    /// Where /Count of the root is believed; `nil` when that leads nowhere.
    private func shortcut(to index: Int) throws(Fault) -> Page? {
        guard let kids = try kids(of: root), try isFlat(root, kids), kids.indices.contains(index),
            let kid = try kid(index, kids, of: root), kid.dictionary["Kids"] == nil
        else { return nil }
        return try document.makePage(
            index: index,
            location: kid.location,
            dictionary: kid.dictionary,
            inherited: Page.Inherited().extended(by: root.dictionary, root.location)
        )
    }

    /// Several pages in ascending order; indexes that do not exist are left out.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func pages(at indexes: [Int]) throws(Fault) -> [Page] {
        var walk = Walk(wanted: indexes.sorted()[...])
        walk.found.reserveCapacity(indexes.count)
        try self.walk(root, Page.Inherited(), &walk)
        return walk.found
    }

    private struct Walk {
        var wanted: ArraySlice<Int>
        var next = 0
        var path: [Page.Location] = []
        var found: [Page] = []
    }

    private func walk(
        _ node: Node,
        _ inherited: Page.Inherited,
        _ walk: inout Walk
    ) throws(Fault) {
        guard let kids = try kids(of: node) else {
            while let index = walk.wanted.first, index <= walk.next {
                if index == walk.next {
                    walk.found.append(
                        try document.makePage(
                            index: index,
                            location: node.location,
                            dictionary: node.dictionary,
                            inherited: inherited
                        )
                    )
                }
                walk.wanted.removeFirst()
            }
            walk.next += 1
            return try checkLimit(walk.next)
        }
        guard walk.path.count < Self.depthLimit, !walk.path.contains(node.location) else { return }
        walk.path.append(node.location)
        defer { walk.path.removeLast() }
        let passedOn = inherited.extended(by: node.dictionary, node.location)
        for index in kids.indices {
            guard !walk.wanted.isEmpty else { return }
            guard let kid = try kid(index, kids, of: node) else { continue }
            try self.walk(kid, passedOn, &walk)
        }
    }
}
