// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Goes through the items of an outline (ISO 32000-2, 12.3.3) in the order in which a person reads
/// them, each once, whatever the links between them say.
struct OutlineWalk {
    /// An item on the way.
    struct Step {
        var id: ObjectID
        var entries: COSDictionary
        /// The place of the item above, in the order of the steps; `nil` at the top.
        var parent: Int?
        /// 0 at the top.
        var depth: Int
    }

    /// What is wrong with the links.
    enum Problem: Hashable {
        /// An item comes again, as in a circle.
        case repeated
        /// There is no item where one is named.
        case missing
        /// Items stand deeper than any person reads.
        case tooDeep
    }

    /// Deeper than any person reads.
    static let depthLimit = 256

    private let document: Document
    private var seen: Set<ObjectID> = []
    /// What comes next at each level, the deepest last.
    private var stack: [(next: ObjectID, parent: Int?, depth: Int)] = []
    private var count = 0
    /// What was wrong since the last step.
    private(set) var problems: [(problem: Problem, id: ObjectID)] = []

    /// A walk from the outline dictionary down.
    ///
    /// - Parameters:
    ///   - document: holds it.
    ///   - outline: the dictionary.
    ///   - root: its number, if it has one; no item is there.
    init(_ document: Document, from outline: COSDictionary, at root: ObjectID?) {
        self.document = document
        if let root { seen.insert(root) }
        if let first = outline["First"]?.reference { stack.append((first, nil, 0)) }
    }

    /// The next item; `nil` at the end.
    ///
    /// - Throws: `readFailed`.
    mutating func next() throws(Fault) -> Step? {
        problems.removeAll(keepingCapacity: true)
        while let (id, parent, depth) = stack.popLast() {
            guard seen.insert(id).inserted else {
                problems.append((.repeated, id))
                continue
            }
            guard let entries = try document.object(id).dictionary else {
                problems.append((.missing, id))
                continue
            }
            if let next = entries["Next"]?.reference { stack.append((next, parent, depth)) }
            if let first = entries["First"]?.reference {
                if depth + 1 < Self.depthLimit {
                    stack.append((first, count, depth + 1))
                } else {
                    problems.append((.tooDeep, id))
                }
            }
            count += 1
            return Step(id: id, entries: entries, parent: parent, depth: depth)
        }
        return nil
    }
}
