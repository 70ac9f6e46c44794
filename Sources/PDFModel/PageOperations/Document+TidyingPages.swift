// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// Makes the page tree what it is read as (ISO 32000-2, 7.7.3), for whole new files.
    ///
    /// A page that stands where the root of a tree should be gets a tree. Of a damaged file, every
    /// page and node gets its /Type, /Contents keeps only what are streams, and a page that is
    /// counted and not there becomes an empty one: who could not read the tree before now can, and
    /// would meet there what is odd about it. The tree of a sound file is not looked at further.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    public mutating func tidyPageTree() throws(Fault) {
        try giveLonePageATree()
        guard base.isRebuilt || !base.diagnostics.isEmpty else { return }
        let tree = try PageTree(self)
        var descent = PageTree.Descent()
        try tidy(tree.root, of: tree, &descent)
    }

    /// Puts a page that stands where the root of a tree should be into a tree.
    mutating func giveLonePageATree() throws(Fault) {
        let tree = try PageTree(self)
        guard try tree.kids(of: tree.root) == nil, try tree.isPage(tree.root) else { return }
        let root = tree.root.location
        let node = try add(.null)
        var page = tree.root.dictionary
        page["Type"] = .name("Page")
        page["Parent"] = .reference(node)
        page["Kids"] = nil
        page["Count"] = nil
        // The catalog itself may be named as its page.
        page["Pages"] = nil
        let catalog = try catalogID()
        let isApart = root.isIndirect && root.holder != catalog
        let id = isApart ? root.holder : try add(.null)
        set(id, .dictionary(page))
        set(
            node,
            .dictionary([
                "Type": .name("Pages"), "Kids": .array([.reference(id)]), "Count": .integer(1),
            ])
        )
        try changeCatalog { $0["Pages"] = .reference(node) }
    }

    private mutating func tidy(
        _ node: PageTree.Node,
        of tree: PageTree,
        _ descent: inout PageTree.Descent
    ) throws(Fault) {
        guard let kids = try tree.kids(of: node) else {
            if try tree.isPage(node) { try tidy(node, type: "Page") }
            return
        }
        guard try descent.enter(node) else { return }
        defer { descent.leave() }
        try tidy(node, type: "Pages")
        for index in kids.indices {
            guard var kid = try tree.kid(index, kids, of: node) else { continue }
            if kid.location.shared != nil {
                kid.location = try makeIndirect(kid.dictionary, at: kid.location)
            }
            try tidy(kid, of: tree, &descent)
        }
    }

    private mutating func tidy(_ node: PageTree.Node, type: COSName) throws(Fault) {
        let catalog = try catalogID()
        guard node.location.isIndirect, node.location.holder != catalog else { return }
        // A page that is counted and not there becomes an empty one, and of one that a stream
        // without an object of its own made a stream only the dictionary is the page.
        let isDictionary = try object(node.location.holder).isDictionary
        var dictionary = node.dictionary
        if dictionary["Type"]?.name != type { dictionary["Type"] = .name(type) }
        if type == "Page" {
            // What has /Kids is a node for many readers, whatever they are.
            dictionary["Kids"] = nil
            try tidyContents(of: &dictionary)
        } else if try value("Kids", in: dictionary).array == nil, let kids = dictionary["Kids"] {
            dictionary["Kids"] = .array([kids])
        }
        guard !isDictionary || dictionary != node.dictionary else { return }
        set(node.location.holder, .dictionary(dictionary))
    }

    /// Takes out of /Contents what is no stream (ISO 32000-2, 7.7.3.3).
    private func tidyContents(of page: inout COSDictionary) throws(Fault) {
        guard let contents = page["Contents"] else { return }
        let resolved = try resolve(contents)
        if resolved.stream != nil { return }
        guard let parts = resolved.array else {
            page["Contents"] = nil
            return
        }
        var streams: [COSObject] = []
        for part in parts where try resolve(part).stream != nil { streams.append(part) }
        if streams.count < parts.count { page["Contents"] = .array(streams) }
    }
}

extension COSObject {
    /// Whether it is a dictionary and no stream.
    fileprivate var isDictionary: Bool { if case .dictionary = self { true } else { false } }
}
