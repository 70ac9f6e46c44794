// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Builds page trees (ISO 32000-2, 7.7.3).
enum PageTreeMaker {
    /// How many kids a node has: few enough that no reader searches long in one, so many that
    /// there are few nodes.
    private static let fanOut = 128

    /// Writes a tree of pages that inherit nothing and makes it the document's.
    ///
    /// - Parameters:
    ///   - pages: objects of the document; their /Parent is set.
    ///   - root: the number of the root.
    ///   - document: gets the tree.
    /// - Throws: `limitExceeded`, `readFailed`, `invalidDocument`.
    static func write(
        _ pages: [ObjectID],
        root: ObjectID,
        into document: inout Document
    ) throws(Fault) {
        try write(pages.map { ($0, 1) }, root: root, into: &document)
    }

    /// Writes a tree of branches, whose roots inherit nothing, and makes it the document's.
    ///
    /// - Parameters:
    ///   - branches: pages, or nodes with the number of pages below; their /Parent is set.
    ///   - root: the number of the root.
    ///   - document: gets the tree.
    /// - Throws: `limitExceeded`, `readFailed`, `invalidDocument`.
    static func write(
        _ branches: [(id: ObjectID, count: Int)],
        root: ObjectID,
        into document: inout Document
    ) throws(Fault) {
        var level = branches
        while level.count > fanOut {
            var above: [(id: ObjectID, count: Int)] = []
            for start in stride(from: 0, to: level.count, by: fanOut) {
                let kids = level[start..<min(start + fanOut, level.count)]
                let node = try document.add(.null)
                try write(kids, node, into: &document)
                above.append((node, kids.reduce(0) { $0 + $1.count }))
            }
            level = above
        }
        try write(level[...], root, into: &document)
        try document.changeCatalog { $0["Pages"] = .reference(root) }
    }

    private static func write(
        _ kids: ArraySlice<(id: ObjectID, count: Int)>,
        _ node: ObjectID,
        into document: inout Document
    ) throws(Fault) {
        for kid in kids {
            guard var dictionary = try document.object(kid.id).dictionary else { continue }
            dictionary["Parent"] = .reference(node)
            document.set(kid.id, .dictionary(dictionary))
        }
        document.set(
            node,
            .dictionary([
                "Type": .name("Pages"), "Kids": .array(kids.map { .reference($0.id) }),
                "Count": .integer(kids.reduce(0) { $0 + $1.count }),
            ])
        )
    }
}
