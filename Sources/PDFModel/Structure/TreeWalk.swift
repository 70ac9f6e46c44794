// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Walks name trees and number trees, which have one shape (ISO 32000-2, 7.9.6 and 7.9.7).
enum TreeWalk {
    /// Deeper than any honest tree of this many entries.
    private static let depthLimit = 64
    /// More nodes than any file has.
    private static let nodeLimit = 1_000_000

    /// Hands over each node, in order; circles and nodes that stand twice are passed over.
    static func visit(
        _ root: COSObject?,
        of document: Document,
        _ body: (COSDictionary) throws(Fault) -> Void
    ) throws(Fault) {
        guard let root else { return }
        var seen: Set<ObjectID> = []
        var count = 0
        var stack: [(object: COSObject, depth: Int)] = [(root, 0)]
        while let (object, depth) = stack.popLast() {
            if let id = object.reference, !seen.insert(id).inserted { continue }
            guard depth < depthLimit, let node = try document.resolve(object).dictionary else {
                continue
            }
            count += 1
            guard count <= nodeLimit else {
                throw Fault(.limitExceeded, "A tree of names has more than \(nodeLimit) nodes.")
            }
            try body(node)
            for kid in (try document.value("Kids", in: node).array ?? []).reversed() {
                stack.append((kid, depth + 1))
            }
        }
    }
}

/// A leaf of a name or number tree that is to be written.
struct TreeLeaf {
    var key: COSName
    var pairs: COSObject
    var limits: (first: COSObject, last: COSObject)

    /// The root above leaves, with nodes between where there are many.
    static func root(
        of leaves: [TreeLeaf],
        in document: inout Document
    ) throws(Fault) -> COSDictionary {
        var level: [(node: COSObject, limits: (first: COSObject, last: COSObject))] = []
        for leaf in leaves {
            let limits = COSObject.array([leaf.limits.first, leaf.limits.last])
            let node = try document.add(.dictionary(["Limits": limits, leaf.key: leaf.pairs]))
            level.append((.reference(node), leaf.limits))
        }
        while level.count > NumberTree.leafSize {
            var above: [(node: COSObject, limits: (first: COSObject, last: COSObject))] = []
            for start in stride(from: 0, to: level.count, by: NumberTree.leafSize) {
                let part = level[start..<min(start + NumberTree.leafSize, level.count)]
                guard let first = part.first?.limits.first, let last = part.last?.limits.last
                else { continue }
                let node = try document.add(
                    .dictionary([
                        "Limits": .array([first, last]), "Kids": .array(part.map(\.node)),
                    ])
                )
                above.append((.reference(node), (first, last)))
            }
            level = above
        }
        return ["Kids": .array(level.map(\.node))]
    }
}
