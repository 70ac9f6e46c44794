// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Takes pages out of a page tree and puts others in (ISO 32000-2, 7.7.3).
///
/// Only the nodes between a touched page and the root are written, so the cost of writing is the
/// depth of the tree. Nodes that are written come out whole: /Count is what it counts, what was
/// counted and not there is an empty page, what was neither page nor node is gone.
struct PageTreeEditor {
    /// The document with the tree as edited.
    private(set) var document: Document
    private let tree: PageTree
    private var pageCount: Int
    /// A page that comes into the tree.
    struct Arrival: Sendable {
        /// The page, an object of its own.
        var id: ObjectID
        /// What it inherited where it was.
        var inherited = Page.Inherited()
    }

    private let removed: Set<Int>
    private let removedInOrder: [Int]
    /// Pages to insert, by the index of the page before which they come.
    private let inserted: [Int: [Arrival]]
    private let insertedInOrder: [Int]

    private var believesCount = true
    private var countWasWrong = false
    /// The index of the next page of the walk.
    private var next = 0
    /// Nodes met so far; one that stands in the tree twice must become two before it differs.
    private var met: Set<ObjectID> = []
    private var rewritten: Set<ObjectID> = []

    /// What became of a node.
    private struct Outcome {
        /// What stands in the parent's /Kids; `nil` when no page is left below.
        var object: COSObject?
        var isChanged: Bool
        var count: Int
    }

    /// Does the edit.
    ///
    /// - Parameters:
    ///   - document: stays as it is.
    ///   - removed: indexes of the pages that leave the tree.
    ///   - inserted: pages that are indirect objects, by the index of the page before which they
    ///     come; the number of pages stands for the end.
    /// - Returns: the document with the tree as edited.
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    static func edit(
        _ document: Document,
        removing removed: [Int] = [],
        inserting inserted: [Int: [Arrival]] = [:]
    ) throws(Fault) -> Document {
        var document = document
        try document.giveLonePageATree()
        var editor = try PageTreeEditor(document, removed, inserted)
        try editor.run()
        if editor.countWasWrong {
            editor = try PageTreeEditor(document, removed, inserted)
            editor.believesCount = false
            editor.pageCount = try editor.tree.roster(believing: false).pages.count
            try editor.run()
        }
        return editor.document
    }

    private init(
        _ document: Document,
        _ removed: [Int],
        _ inserted: [Int: [Arrival]]
    ) throws(Fault) {
        self.document = document
        tree = try PageTree(document)
        pageCount = try tree.count()
        self.removed = Set(removed)
        removedInOrder = self.removed.sorted()
        self.inserted = inserted
        insertedInOrder = inserted.keys.sorted()
    }

    private mutating func run() throws(Fault) {
        var root: COSObject?
        if pageCount == 0 {
            root = try inserted[0].map { pages throws(Fault) in try filled(pages) }
        } else {
            var descent = PageTree.Descent()
            let outcome = try visit(tree.root, Page.Inherited(), &descent)
            if outcome.isChanged, !countWasWrong { root = outcome.object }
        }
        // An indirect root that was changed was set under its number.
        guard let root, root.reference == nil else { return }
        if tree.root.location.isIndirect {
            document.set(tree.root.location.holder, root)
        } else {
            try document.changeCatalog { $0["Pages"] = root }
        }
    }

    /// A root that had no pages.
    private mutating func filled(_ pages: [Arrival]) throws(Fault) -> COSObject {
        let node = tree.root
        let inherited = Page.Inherited().extended(by: node.dictionary, node.location)
        var dictionary = node.dictionary
        for page in pages { try adopt(page, by: node, inherited) }
        dictionary["Kids"] = .array(pages.map { .reference($0.id) })
        dictionary["Count"] = .integer(pages.count)
        return .dictionary(dictionary)
    }

    // MARK: Walking

    private func touches(_ range: Range<Int>) -> Bool {
        if let place = removedInOrder.firstPlace(notBelow: range.lowerBound),
            range.contains(removedInOrder[place])
        {
            return true
        }
        if let place = insertedInOrder.firstPlace(notBelow: range.lowerBound) {
            let index = insertedInOrder[place]
            return range.contains(index) || (isEnd(index) && range.upperBound == pageCount)
        }
        return false
    }

    private func isEnd(_ index: Int) -> Bool { index >= pageCount }

    private mutating func visit(
        _ node: PageTree.Node,
        _ inherited: Page.Inherited,
        _ descent: inout PageTree.Descent
    ) throws(Fault) -> Outcome {
        guard let kids = try tree.kids(of: node) else {
            return Outcome(object: nil, isChanged: false, count: 0)
        }
        let passedOn = inherited.extended(by: node.dictionary, node.location)
        if believesCount, try tree.isFlat(node, kids) {
            let range = next..<next + kids.count
            guard touches(range) else {
                next = range.upperBound
                return try finish(node, kids, isChanged: false, count: kids.count)
            }
            return try editFlat(node, kids, passedOn)
        }
        guard try descent.enter(node) else {
            return Outcome(object: nil, isChanged: false, count: 0)
        }
        defer { descent.leave() }
        return try editMixed(node, kids, passedOn, &descent)
    }

    /// Every kid is a page.
    private mutating func editFlat(
        _ node: PageTree.Node,
        _ kids: [COSObject],
        _ inherited: Page.Inherited
    ) throws(Fault) -> Outcome {
        var edited: [COSObject] = []
        edited.reserveCapacity(kids.count)
        for (place, kid) in kids.enumerated() {
            let isTouched = removed.contains(next) || inserted[next] != nil
            if isTouched, let found = try tree.kid(place, kids, of: node),
                found.dictionary["Kids"] != nil
            {
                countWasWrong = true
                return Outcome(object: nil, isChanged: false, count: 0)
            }
            try take(kid, into: &edited, of: node, inherited)
        }
        // Where the first or the last is no page, the others would not be believed any more.
        for place in [0, edited.count - 1] where edited.indices.contains(place) {
            if try document.resolve(edited[place]).dictionary == nil {
                edited[place] = .reference(try emptyPage(of: node))
            }
        }
        return try finish(node, edited, isChanged: true, count: edited.count)
    }

    private mutating func editMixed(
        _ node: PageTree.Node,
        _ kids: [COSObject],
        _ inherited: Page.Inherited,
        _ descent: inout PageTree.Descent
    ) throws(Fault) -> Outcome {
        var edited: [COSObject] = []
        var isChanged = false
        var count = 0
        var missing: [Int] = []
        for place in kids.indices {
            guard let kid = try tree.kid(place, kids, of: node) else { continue }
            if kid.dictionary["Kids"] == nil {
                guard try tree.isPage(kid) else { continue }
                let before = edited.count
                let isTouched = touches(next..<next + 1)
                let isMissing = !removed.contains(next) && isMissing(kids[place])
                try take(kids[place], into: &edited, of: node, inherited)
                if isMissing { missing.append(before + (inserted[next - 1]?.count ?? 0)) }
                count += edited.count - before
                isChanged = isChanged || isTouched
            } else {
                let outcome = try visit(kid, inherited, &descent)
                if countWasWrong { return outcome }
                isChanged = isChanged || outcome.isChanged
                count += outcome.count
                if let object = outcome.object { edited.append(object) }
                if outcome.isChanged { try link(outcome.object, to: node) }
            }
        }
        // /Count will no longer say that what is missing is a page.
        for place in missing where isChanged {
            edited[place] = .reference(try emptyPage(of: node))
        }
        return try finish(node, edited, isChanged: isChanged, count: count)
    }

    /// Whether a kid that counts as a page is a reference to nothing.
    private func isMissing(_ kid: COSObject) -> Bool {
        guard case .reference(let id) = kid, let object = try? document.object(id) else {
            return false
        }
        return object == .null
    }

    /// One page of the old tree, and what is inserted before it or at the end.
    private mutating func take(
        _ kid: COSObject,
        into edited: inout [COSObject],
        of node: PageTree.Node,
        _ inherited: Page.Inherited
    ) throws(Fault) {
        try insert(before: next, into: &edited, of: node, inherited)
        if !removed.contains(next) {
            if case .null = kid {
                edited.append(.reference(try emptyPage(of: node)))
            } else {
                edited.append(kid)
            }
        }
        next += 1
        if next == pageCount { try insert(before: next, into: &edited, of: node, inherited) }
    }

    private mutating func insert(
        before index: Int,
        into edited: inout [COSObject],
        of node: PageTree.Node,
        _ inherited: Page.Inherited
    ) throws(Fault) {
        for page in inserted[index] ?? [] {
            try adopt(page, by: node, inherited)
            edited.append(.reference(page.id))
        }
    }

    /// A page that is counted and not there, as readers show it.
    private mutating func emptyPage(of node: PageTree.Node) throws(Fault) -> ObjectID {
        var page: COSDictionary = ["Type": .name("Page"), "Resources": .dictionary([:])]
        page["Parent"] = .reference(node.location.holder)
        return try document.add(.dictionary(page))
    }

    // MARK: Writing

    /// Makes a page a kid of a node: what it would inherit there and did not have is set.
    private mutating func adopt(
        _ page: Arrival,
        by node: PageTree.Node,
        _ inherited: Page.Inherited
    ) throws(Fault) {
        // A page that was counted and not there comes as the empty one that readers show.
        let old = try document.object(page.id).dictionary
        var dictionary = old ?? ["Type": .name("Page"), "Resources": .dictionary([:])]
        dictionary.keepAttributes(from: page.inherited, under: inherited)
        dictionary["Parent"] = .reference(node.location.holder)
        if dictionary != old { document.set(page.id, .dictionary(dictionary)) }
    }

    /// A node that was written says what it is a kid of: its pages are new there, and inherit
    /// along /Parent in other readers.
    private mutating func link(_ kid: COSObject?, to node: PageTree.Node) throws(Fault) {
        guard case .reference(let id)? = kid, node.location.isIndirect,
            var dictionary = try document.object(id).dictionary,
            dictionary["Parent"]?.reference == nil
        else { return }
        dictionary["Parent"] = .reference(node.location.holder)
        document.set(id, .dictionary(dictionary))
    }

    private mutating func finish(
        _ node: PageTree.Node,
        _ kids: [COSObject],
        isChanged: Bool,
        count: Int
    ) throws(Fault) -> Outcome {
        let id = node.location.isIndirect ? node.location.holder : nil
        let wasMet = id.map { !met.insert($0).inserted } ?? false
        let mustDiffer = wasMet && (isChanged || id.map(rewritten.contains) ?? false)
        guard isChanged || mustDiffer else {
            let same = id.map(COSObject.reference) ?? .dictionary(node.dictionary)
            return Outcome(object: count > 0 ? same : nil, isChanged: false, count: count)
        }
        guard count > 0 else { return Outcome(object: nil, isChanged: true, count: 0) }
        var dictionary = node.dictionary
        dictionary["Kids"] = .array(kids)
        dictionary["Count"] = .integer(count)
        let edited = COSObject.dictionary(dictionary)
        guard let id else { return Outcome(object: edited, isChanged: true, count: count) }
        if mustDiffer {
            let copy = try document.add(edited)
            return Outcome(object: .reference(copy), isChanged: true, count: count)
        }
        document.set(id, edited)
        rewritten.insert(id)
        return Outcome(object: .reference(id), isChanged: true, count: count)
    }
}

extension [Int] {
    /// The place of the first element that is not below a value, in ascending order.
    func firstPlace(notBelow value: Int) -> Int? {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < endIndex ? low : nil
    }
}
