// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

extension PageTree {
    /// What the tree is made of, without a look at the pages of flat nodes.
    struct Roster: Sendable {
        /// The pages in order; `nil` for one that is no object of its own.
        var pages: [ObjectID?] = []
        /// The nodes that are objects.
        var nodes: [ObjectID] = []
    }

    /// All pages and nodes by their numbers.
    ///
    /// - Parameter indexes: pages that are looked at; where one is a node after all, /Count is
    ///   not believed.
    /// - Returns: the pages and nodes.
    /// - Throws: `readFailed`, `limitExceeded`.
    func roster(checking indexes: [Int] = []) throws(Fault) -> Roster {
        let roster = try roster(believing: true)
        for index in indexes where roster.pages.indices.contains(index) {
            guard let page = roster.pages[index],
                try document.object(page).dictionary?["Kids"] != nil
            else { continue }
            return try self.roster(believing: false)
        }
        return roster
    }

    /// All pages and nodes, with /Count believed or not.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    func roster(believing believesCount: Bool) throws(Fault) -> Roster {
        var roster = Roster()
        var descent = Descent()
        try list(root, believesCount, &descent, &roster)
        return roster
    }

    private func list(
        _ node: Node,
        _ believesCount: Bool,
        _ descent: inout Descent,
        _ roster: inout Roster
    ) throws(Fault) {
        guard let kids = try kids(of: node) else {
            if try isPage(node) {
                roster.pages.append(node.location.isIndirect ? node.location.holder : nil)
            }
            return
        }
        if node.location.isIndirect { roster.nodes.append(node.location.holder) }
        if let id = node.dictionary["Kids"]?.reference { roster.nodes.append(id) }
        if believesCount, try isFlat(node, kids) {
            roster.pages += kids.map(\.reference)
        } else if try descent.enter(node) {
            defer { descent.leave() }
            for index in kids.indices {
                guard let kid = try kid(index, kids, of: node) else { continue }
                try list(kid, believesCount, &descent, &roster)
            }
        }
        guard roster.pages.count <= Self.pageLimit else {
            throw Fault(
                .limitExceeded,
                "The document has more than \(Self.pageLimit) pages."
            )
        }
    }
}
