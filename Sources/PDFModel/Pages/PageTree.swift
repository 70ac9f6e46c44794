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
    private let root: ObjectID

    /// The deepest tree that is followed; honest ones have a handful of levels.
    static let depthLimit = 200
    /// More pages than any reader opens.
    static let pageLimit = 4_000_000

    /// The tree of a document.
    ///
    /// - Throws: `invalidDocument` when the catalog names no tree.
    public init(_ document: Document) throws(Fault) {
        self.document = document
        guard let root = try document.catalog()["Pages"]?.reference else {
            throw Fault(.invalidDocument, "The catalog names no page tree.")
        }
        self.root = root
    }

    /// How many pages there are.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func count() throws(Fault) -> Int {
        try count(root, depth: 0, path: [])
    }

    private func count(_ id: ObjectID, depth: Int, path: Set<ObjectID>) throws(Fault) -> Int {
        guard let node = try document.object(id).dictionary else { return 0 }
        guard let kids = try kids(of: node) else { return 1 }
        guard depth < Self.depthLimit, !path.contains(id) else { return 0 }
        if try isFlat(node, kids) { return kids.count }
        var total = 0
        for kid in kids {
            guard let kid = kid.reference else { continue }
            total += try count(kid, depth: depth + 1, path: path.union([id]))
            try checkLimit(total)
        }
        return total
    }

    /// Whether all kids are pages, as far as /Count tells; the first kid is looked at.
    private func isFlat(_ node: COSDictionary, _ kids: [COSObject]) throws(Fault) -> Bool {
        guard try document.value("Count", in: node).integer == kids.count, !kids.isEmpty else {
            return false
        }
        for probe in [kids.first, kids.last] {
            guard let id = probe?.reference, let page = try document.object(id).dictionary,
                page["Kids"] == nil
            else { return false }
        }
        return true
    }

    private func kids(of node: COSDictionary) throws(Fault) -> [COSObject]? {
        guard let kids = node["Kids"] else { return nil }
        return try document.resolve(kids).array
    }

    private func checkLimit(_ count: Int) throws(Fault) {
        guard count <= Self.pageLimit else {
            throw Fault(.limitExceeded, "The document has more than \(Self.pageLimit) pages.")
        }
    }

    /// One page.
    ///
    /// - Parameter index: counted from 0.
    /// - Throws: `notFound` when there is no such page, `readFailed`, `limitExceeded`.
    public func page(at index: Int) throws(Fault) -> Page {
        var left = index
        if index >= 0, let page = try shortcut(to: &left, index) { return page }
        guard let page = try pages(at: [index]).first else {
            throw Fault(
                .notFound, "There is no page \(index + 1); the document has \(try count()).",
                at: Place(pageIndex: index))
        }
        return page
    }

    /// Goes down where /Count is believed; `nil` when that leads nowhere.
    private func shortcut(to left: inout Int, _ index: Int) throws(Fault) -> Page? {
        guard let node = try document.object(root).dictionary, let kids = try kids(of: node),
            try isFlat(node, kids), kids.indices.contains(left), let id = kids[left].reference,
            let dictionary = try document.object(id).dictionary, dictionary["Kids"] == nil
        else { return nil }
        return try document.makePage(
            index: index, id: id, dictionary: dictionary,
            inherited: Page.Inherited().extended(by: node, root))
    }

    /// Several pages in ascending order; indexes that do not exist are left out.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func pages(at indexes: [Int]) throws(Fault) -> [Page] {
        var walk = Walk(wanted: indexes.sorted()[...])
        try self.walk(root, Page.Inherited(), depth: 0, path: [], &walk)
        return walk.found
    }

    private struct Walk {
        var wanted: ArraySlice<Int>
        var next = 0
        var found: [Page] = []
    }

    private func walk(
        _ id: ObjectID, _ inherited: Page.Inherited, depth: Int, path: Set<ObjectID>,
        _ walk: inout Walk
    ) throws(Fault) {
        guard !walk.wanted.isEmpty, let node = try document.object(id).dictionary else { return }
        guard let kids = try kids(of: node) else {
            while let index = walk.wanted.first, index <= walk.next {
                if index == walk.next {
                    walk.found.append(
                        try document.makePage(
                            index: index, id: id, dictionary: node, inherited: inherited))
                }
                walk.wanted.removeFirst()
            }
            walk.next += 1
            return try checkLimit(walk.next)
        }
        guard depth < Self.depthLimit, !path.contains(id) else { return }
        let passedOn = inherited.extended(by: node, id)
        for kid in kids {
            guard let kid = kid.reference else { continue }
            try self.walk(kid, passedOn, depth: depth + 1, path: path.union([id]), &walk)
        }
    }
}
