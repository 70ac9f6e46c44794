// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax
internal import Synchronization

/// The page tree (ISO 32000-2, 7.7.3), of whatever shape.
///
/// A node is what has /Kids, a page is what has none: /Type is often wrong. /Count is believed
/// where it equals the number of kids, which then are pages: so opening page 5,000 of a flat
/// tree of 10,000 reads one page. Where a page that is asked for proves it wrong the whole tree is
/// walked.
public struct PageTree: Sendable {
    let document: Document
    let root: Node
    private let memory = NodeMemory()

    /// The deepest tree that is followed; honest ones have a handful of levels.
    static let depthLimit = 200
    /// More pages than any reader opens.
    static let pageLimit = 4_000_000
    /// More nodes between the root and the pages than any file has.
    static let nodeLimit = 50_000

    /// A dictionary of the tree.
    ///
    /// It should be an indirect object; files with direct ones are opened all the same, as all
    /// readers do.
    struct Node {
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
            return Node(
                location: Page.Location(holder: try document.canonical(id)),
                dictionary: dictionary
            )
        case .dictionary(let dictionary)?:
            return Node(location: direct(), dictionary: dictionary)
        default: return nil
        }
    }

    func kid(_ index: Int, _ kids: [COSObject], of node: Node) throws(Fault) -> Node? {
        if let kid = try Self.node(
            kids[index],
            of: document,
            direct: standing(index, in: node)
        ) {
            return kid
        }
        return try missingPage(index, kids, of: node)
    }

    /// Where an element of /Kids stands.
    private func standing(_ index: Int, in node: Node) -> Page.Location {
        // A /Kids array of its own is the holder; there is nothing else to change in it.
        if case .reference(let id)? = node.dictionary["Kids"] {
            return Page.Location(holder: id, steps: [.index(index)])
        }
        var location = node.location
        location.steps += [.key("Kids"), .index(index)]
        return location
    }

    /// A page that stands in /Kids more than once is told by its place: what is done to it there
    /// must not show at the other place.
    private func apart(_ kid: Node, _ index: Int, _ kids: [COSObject], of node: Node) -> Node {
        guard case .reference(let id) = kids[index], kid.dictionary["Kids"] == nil,
            kids.count > 1, isRepeated(id, in: kids)
        else { return kid }
        var kid = kid
        kid.location = standing(index, in: node)
        kid.location.shared = id
        return kid
    }

    /// All pages that stand more than once, found in one go.
    private static func repeated(_ kids: [COSObject]) -> Set<ObjectID> {
        var numbers = kids.compactMap(\.reference)
        // In most files the pages stand in the order of their numbers.
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0.number < $1.number }) { return [] }
        numbers.sort()
        return Set(
            zip(numbers, numbers.dropFirst()).filter { $0.number == $1.number }.flatMap {
                [$0, $1]
            }
        )
    }

    /// What was found out about nodes, so that asking for one page after the other does not look
    /// through all kids each time.
    private final class NodeMemory: Sendable {
        private struct Known {
            var isFlat: Bool?
            var wasAsked = false
            var repeatedPages: Set<ObjectID>?
        }
        /// A flat tree has one node alone, which needs no dictionary.
        private struct Nodes {
            var first: (id: ObjectID, known: Known)?
            var others: [ObjectID: Known] = [:]

            subscript(id: ObjectID) -> Known {
                get {
                    if let first, first.id == id { return first.known }
                    return others.isEmpty ? Known() : others[id] ?? Known()
                }
                set {
                    if first == nil || first?.id == id {
                        first = (id, newValue)
                    } else {
                        others[id] = newValue
                    }
                }
            }
        }
        private let nodes = Mutex(Nodes())

        /// The pages that stand more than once among the kids; `nil` when a node is asked for the
        /// first time, and for one page.
        func repeatedPages(
            of node: Node,
            _ kids: [COSObject],
            forSeveral: Bool
        ) -> Set<ObjectID>? {
            guard node.location.isIndirect else {
                return forSeveral ? PageTree.repeated(kids) : nil
            }
            return nodes.withLock { nodes in
                var known = nodes[node.location.holder]
                if known.wasAsked || forSeveral, known.repeatedPages == nil {
                    known.repeatedPages = PageTree.repeated(kids)
                }
                known.wasAsked = true
                nodes[node.location.holder] = known
                return known.repeatedPages
            }
        }

        func isFlat(
            _ node: Node,
            _ look: () throws(Fault) -> Bool
        ) throws(Fault) -> Bool {
            guard node.location.isIndirect else { return try look() }
            let id = node.location.holder
            if let known = nodes.withLock({ $0[id].isFlat }) { return known }
            let isFlat = try look()
            nodes.withLock { $0[id].isFlat = isFlat }
            return isFlat
        }
    }

    private func isRepeated(_ id: ObjectID, in kids: [COSObject]) -> Bool {
        var count = 0
        for case .reference(let kid) in kids where kid.number == id.number { count += 1 }
        return count > 1
    }

    /// A reference to nothing counts as an empty page where /Count says that it is one, as all
    /// readers count.
    ///
    /// What is done to it is done at its place: an object under its number would become a page
    /// wherever else the tree names it, where it counted for nothing.
    private func missingPage(
        _ index: Int,
        _ kids: [COSObject],
        of node: Node
    ) throws(Fault) -> Node? {
        guard case .reference(let id) = kids[index], try document.object(id) == .null,
            try document.value("Count", in: node.dictionary).integer == kids.count
        else { return nil }
        var empty: COSDictionary = ["Type": .name("Page")]
        if node.location.isIndirect { empty["Parent"] = .reference(node.location.holder) }
        var location = standing(index, in: node)
        location.shared = id
        return Node(location: location, dictionary: empty)
    }

    func kids(of node: Node) throws(Fault) -> [COSObject]? {
        guard let kids = node.dictionary["Kids"] else { return nil }
        let resolved = try document.resolve(kids)
        // One kid without an array around it (its brackets may be damaged).
        if resolved.dictionary != nil, kids.reference != nil { return [kids] }
        return resolved.array
    }

    /// Whether a node without /Kids is a page.
    ///
    /// Files of no pages have such a root.
    func isPage(_ node: Node) throws(Fault) -> Bool {
        guard node.dictionary["Type"]?.name == "Pages" else { return true }
        return try document.value("Count", in: node.dictionary).integer != 0
    }

    /// So many kids are looked at before /Count is believed: each may lie in another part of the
    /// file, and reading there is most of what opening a large file costs.
    private static let kidsLookedAt = 4

    /// Whether all kids are pages, as far as /Count and some of them tell: a /Count may equal the
    /// number of kids by chance, when some of them hold several pages and others none.
    func isFlat(_ node: Node, _ kids: [COSObject]) throws(Fault) -> Bool {
        try memory.isFlat(node) { () throws(Fault) in try looksFlat(node, kids) }
    }

    private func looksFlat(_ node: Node, _ kids: [COSObject]) throws(Fault) -> Bool {
        guard try document.value("Count", in: node.dictionary).integer == kids.count,
            !kids.isEmpty
        else { return false }
        let steps = min(kids.count, Self.kidsLookedAt)
        for step in 0..<steps {
            let index = steps == 1 ? 0 : step * (kids.count - 1) / (steps - 1)
            guard let kid = try kid(index, kids, of: node) else {
                // One that is null in between is a page that cannot be shown.
                if index > 0, index < kids.count - 1 { continue }
                return false
            }
            guard kid.dictionary["Kids"] == nil, try isPage(kid) else { return false }
        }
        return true
    }

    /// The nodes from the root down to one, and how many were entered so far: nodes that stand
    /// in the tree many times would otherwise multiply on every level.
    struct Descent {
        private var path: [Page.Location] = []
        private var entered = 0

        /// False where the tree is not followed: in a circle, or deeper than any honest one.
        mutating func enter(_ node: Node) throws(Fault) -> Bool {
            guard path.count < depthLimit else { return false }
            let location = node.location
            for above in path where above.holder == location.holder && above == location {
                return false
            }
            entered += 1
            guard entered <= nodeLimit else {
                throw Fault(
                    .limitExceeded,
                    "The page tree has more than \(nodeLimit) nodes."
                )
            }
            path.append(location)
            return true
        }

        mutating func leave() { path.removeLast() }
    }

    private static func checkLimit(_ count: Int) throws(Fault) {
        guard count <= pageLimit else {
            throw Fault(.limitExceeded, "The document has more than \(pageLimit) pages.")
        }
    }

    // MARK: Counting

    /// How many pages there are.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func count() throws(Fault) -> Int {
        var descent = Descent()
        var total = 0
        try count(root, &descent, &total)
        return total
    }

    private func count(
        _ node: Node,
        _ descent: inout Descent,
        _ total: inout Int
    ) throws(Fault) {
        guard let kids = try kids(of: node) else {
            total += try isPage(node) ? 1 : 0
            return try Self.checkLimit(total)
        }
        if try isFlat(node, kids) {
            total += kids.count
            return try Self.checkLimit(total)
        }
        guard try descent.enter(node) else { return }
        defer { descent.leave() }
        for index in kids.indices {
            guard let kid = try kid(index, kids, of: node) else { continue }
            try count(kid, &descent, &total)
        }
    }

    // MARK: Finding

    /// One page.
    ///
    /// - Parameter index: counted from 0.
    /// - Returns: the page with what it inherits.
    /// - Throws: `notFound` when there is no such page, `readFailed`, `limitExceeded`.
    public func page(at index: Int) throws(Fault) -> Page {
        if let page = try pages(at: [index]).first { return page }
        let count = try count()
        throw Fault(
            .notFound,
            (0..<count).contains(index)
                ? "The page is counted, but it is not in the file."
                : "There is no page \(index &+ 1); the document has \(count).",
            at: Place(pageIndex: index == .max ? nil : index)
        )
    }

    /// Several pages in ascending order; indexes that do not exist are left out.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func pages(at indexes: [Int]) throws(Fault) -> [Page] {
        if let pages = try pagesByCount(at: indexes) { return pages }
        var walk = Walk(wanted: indexes.sorted()[...], believesCount: false)
        try self.walk(root, Page.Inherited(), &walk)
        return walk.found
    }

    /// Several pages, as `pages(at:)` gives them, or `nil` where one of them proves a /Count wrong:
    /// who asks in parts must then ask for all at once, since other parts believed it.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func pagesByCount(at indexes: [Int]) throws(Fault) -> [Page]? {
        var walk = Walk(wanted: indexes.sorted()[...])
        walk.found.reserveCapacity(indexes.count)
        try self.walk(root, Page.Inherited(), &walk)
        return walk.countWasWrong ? nil : walk.found
    }

    private struct Walk {
        var wanted: ArraySlice<Int>
        var believesCount = true
        var countWasWrong = false
        var next = 0
        var descent = Descent()
        var found: [Page] = []

        var isOver: Bool { wanted.isEmpty || countWasWrong }
    }

    private func walk(
        _ node: Node,
        _ inherited: Page.Inherited,
        _ walk: inout Walk
    ) throws(Fault) {
        guard let kids = try kids(of: node) else {
            guard try isPage(node) else { return }
            try take(node, inherited, &walk)
            walk.next += 1
            return try Self.checkLimit(walk.next)
        }
        let passedOn = inherited.extended(by: node.dictionary, node.location)
        if walk.believesCount, try isFlat(node, kids) {
            return try walkFlat(node, kids, passedOn, &walk)
        }
        guard try walk.descent.enter(node) else { return }
        defer { walk.descent.leave() }
        for index in kids.indices {
            guard !walk.isOver else { return }
            guard let kid = try kid(index, kids, of: node) else { continue }
            let isTold = walk.wanted.first == walk.next
            try self.walk(isTold ? apart(kid, index, kids, of: node) : kid, passedOn, &walk)
        }
    }

    /// Every kid is a page, so only those that are wanted are read.
    ///
    /// One that is null is a page that cannot be shown, as PDFium and MuPDF count.
    private func walkFlat(
        _ node: Node,
        _ kids: [COSObject],
        _ inherited: Page.Inherited,
        _ walk: inout Walk
    ) throws(Fault) {
        let first = walk.next
        let repeated = memory.repeatedPages(
            of: node,
            kids,
            forSeveral: walk.wanted.count > 1
        )
        while let index = walk.wanted.first, index < first + kids.count {
            walk.next = index
            guard index >= first, let kid = try kid(index - first, kids, of: node) else {
                walk.wanted.removeFirst()
                continue
            }
            guard kid.dictionary["Kids"] == nil else {
                walk.countWasWrong = true
                return
            }
            let place = index - first
            let isApart =
                if let repeated { kids[place].reference.map(repeated.contains) ?? false } else {
                    true
                }
            try take(isApart ? apart(kid, place, kids, of: node) : kid, inherited, &walk)
        }
        walk.next = first + kids.count
        try Self.checkLimit(walk.next)
    }

    /// Takes the page at `walk.next` as often as it is wanted.
    private func take(
        _ node: Node,
        _ inherited: Page.Inherited,
        _ walk: inout Walk
    ) throws(Fault) {
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
    }
}
