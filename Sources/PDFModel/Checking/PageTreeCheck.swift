// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Walks the whole page tree and tells where it is not as ISO 32000-2, 7.7.3 has it, though readers
/// find their way.
public struct PageTreeCheck {
    private let document: Document
    /// What was found.
    public private(set) var diagnostics: [Diagnostic] = []
    private var seen: Set<Int> = []
    private var entered = 0

    /// Looks at the tree of a document.
    ///
    /// - Throws: `readFailed`, `limitExceeded` for more nodes than any file has.
    public init(_ document: Document) throws(Fault) {
        self.document = document
        let catalog = try document.catalog()
        guard let root = catalog["Pages"] else { return }
        if root.reference == nil { note("The root of the page tree is no object of its own.", nil) }
        if let id = root.reference, let node = try document.object(id).dictionary,
            node["Parent"] != nil
        {
            note("The root of the page tree names a parent.", id)
        }
        _ = try walk(root, parent: nil, depth: 0)
    }

    private mutating func note(
        _ text: String,
        _ id: ObjectID?,
        _ severity: Diagnostic.Severity = .repaired
    ) {
        guard diagnostics.count < Limits.diagnostics else { return }
        diagnostics.append(Diagnostic(severity, text, at: Place(object: id?.description)))
    }

    /// How many pages are below.
    private mutating func walk(
        _ object: COSObject,
        parent: ObjectID?,
        depth: Int
    ) throws(Fault) -> Int {
        let id = object.reference
        let resolved = try document.resolve(object)
        guard let node = resolved.dictionary else {
            note("A kid of the page tree is no dictionary.", id ?? parent, .lost)
            return 0
        }
        if resolved.stream != nil { note("A kid of the page tree is a stream.", id) }
        if let id, !seen.insert(id.number).inserted {
            note(
                node["Kids"] == nil
                    ? "The page stands in the page tree more than once."
                    : "The page tree runs in a circle, or a branch stands in it twice.",
                id
            )
            if node["Kids"] != nil { return 0 }
        }
        entered += 1
        guard entered <= PageTree.pageLimit else {
            throw Fault(.limitExceeded, "The page tree has more than \(PageTree.pageLimit) nodes.")
        }
        if depth > 0 { try checkLink(node, id, parent) }
        guard let given = node["Kids"] else {
            if node["Type"]?.name != "Page" { note("The page's /Type is not /Page.", id ?? parent) }
            return 1
        }
        if node["Type"]?.name != "Pages" {
            note("The /Type of a node of the page tree is not /Pages.", id ?? parent)
        }
        guard let kids = try document.resolve(given).array else {
            note("The /Kids of a node of the page tree are no array.", id ?? parent)
            return 0
        }
        guard depth < PageTree.depthLimit else {
            note("The page tree is deeper than it is followed.", id, .lost)
            return 0
        }
        var count = 0
        for kid in kids { count += try walk(kid, parent: id, depth: depth + 1) }
        if try document.value("Count", in: node).integer != count {
            note("/Count is wrong: there are \(count) pages.", id ?? parent)
        }
        return count
    }

    private mutating func checkLink(
        _ node: COSDictionary,
        _ id: ObjectID?,
        _ parent: ObjectID?
    ) throws(Fault) {
        if id == nil { note("A kid of the page tree is no object of its own.", parent) }
        if let parent, node["Parent"]?.reference?.number != parent.number {
            note("The /Parent is another than the node that has it among its kids.", id ?? parent)
        }
    }
}
