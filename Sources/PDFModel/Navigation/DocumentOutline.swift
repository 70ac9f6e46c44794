// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import Ink
internal import PDFSyntax

/// The outline of a document (ISO 32000-2, 12.3.3), also called its bookmarks: a tree, laid flat in
/// the order in which a person reads it.
public struct DocumentOutline: Sendable {
    /// One item.
    public struct Item: Sendable, Hashable {
        /// What it says.
        public var title: String
        /// How deep it stands, 0 at the top.
        public var depth: Int
        /// The place of the item above it; `nil` at the top.
        public var parent: Int?
        /// Whether others stand below it.
        public var hasChildren: Bool
        /// Whether what stands below it is shown at first.
        public var isOpen: Bool
        /// Whether it is printed bold.
        public var isBold: Bool
        /// Whether it is printed in italics.
        public var isItalic: Bool
        /// The colour of its words.
        public var color: InkColor
        /// Where it leads; `nil` when it only stands above others.
        public var target: JumpTarget?
    }

    /// All items; each stands behind the one above it.
    public var items: [Item] = []
    /// What was wrong with the outline, and was passed over.
    public var diagnostics: [Diagnostic] = []

    /// More items than a person could find anything in.
    static let itemLimit = 250_000
    /// A longer title is cut; windows show a line of it.
    static let titleBytes = 1 << 16
    /// What all titles together may take: a file of few bytes can name one title many times.
    static let allTitleBytes = 64 << 20
}

extension Navigation {
    /// The outline; empty when the document has none.
    ///
    /// What is broken in it is passed over and told.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public func outline() throws(Fault) -> DocumentOutline {
        let root = try document.catalog()["Outlines"]
        var outline = DocumentOutline()
        guard let dictionary = try document.resolve(root).dictionary else { return outline }
        var faults = OutlineFaults()
        var walk = OutlineWalk(document, from: dictionary, at: root?.reference)
        var ids: [ObjectID] = []
        var bytesLeft = DocumentOutline.allTitleBytes
        var jumps: [JumpReader.Jump?] = []
        while let step = try walk.next() {
            guard outline.items.count < DocumentOutline.itemLimit else {
                faults.note(.tooMany, step.id)
                break
            }
            faults.note(walk.problems)
            let above = step.parent.map { ids[$0] } ?? root?.reference
            if step.entries["Parent"]?.reference != above { faults.note(.wrongParent, step.id) }
            ids.append(step.id)
            jumps.append(try self.jumps.jump(from: step.entries))
            outline.items.append(try item(step, &bytesLeft, &faults))
        }
        faults.note(walk.problems)
        for (place, target) in try targets(jumps).enumerated() {
            if case .missing? = target { faults.note(.leadsNowhere, ids[place]) }
            outline.items[place].target = target
        }
        outline.diagnostics = faults.diagnostics
        return outline
    }

    /// Table 151.
    private func item(
        _ step: OutlineWalk.Step,
        _ bytesLeft: inout Int,
        _ faults: inout OutlineFaults
    ) throws(Fault) -> DocumentOutline.Item {
        let title = try document.value("Title", in: step.entries).string
        if title == nil { faults.note(.untitled, step.id) }
        let shown = Array((title ?? []).prefix(min(DocumentOutline.titleBytes, bytesLeft)))
        bytesLeft -= shown.count
        let count = try document.value("Count", in: step.entries).integer ?? 0
        let flags = try document.value("F", in: step.entries).integer ?? 0
        let hasChildren = step.entries["First"]?.reference != nil
        return DocumentOutline.Item(
            title: TextString.decode(shown),
            depth: step.depth,
            parent: step.parent,
            hasChildren: hasChildren,
            isOpen: hasChildren && count > 0,
            isBold: flags & 2 != 0,
            isItalic: flags & 1 != 0,
            color: try color(step.entries),
            target: nil
        )
    }

    private func color(_ entries: COSDictionary) throws(Fault) -> InkColor {
        guard let given = try document.value("C", in: entries).array, given.count == 3 else {
            return .black
        }
        var parts: [UInt8] = []
        for element in given {
            let part = try document.resolve(element).number ?? 0
            // Written so that what is no number becomes 0.
            parts.append(part > 0 ? UInt8((min(part, 1) * 255).rounded()) : 0)
        }
        return InkColor(red: parts[0], green: parts[1], blue: parts[2])
    }
}

/// What is wrong with an outline, each kind told once, with how often it was met.
private struct OutlineFaults {
    enum Kind: Int, CaseIterable {
        case repeated, missing, tooDeep, tooMany, wrongParent, untitled, leadsNowhere
    }

    private var found: [Kind: (count: Int, first: ObjectID)] = [:]

    mutating func note(_ kind: Kind, _ id: ObjectID) {
        found[kind, default: (0, id)].count += 1
    }

    mutating func note(_ problems: [(problem: OutlineWalk.Problem, id: ObjectID)]) {
        for (problem, id) in problems {
            switch problem {
            case .repeated: note(.repeated, id)
            case .missing: note(.missing, id)
            case .tooDeep: note(.tooDeep, id)
            }
        }
    }

    var diagnostics: [Diagnostic] {
        Kind.allCases.compactMap { kind in
            found[kind].map { count, first in
                Diagnostic(
                    kind.severity,
                    kind.sentence + (count > 1 ? " (\(count) times)" : ""),
                    at: Place(object: first.description)
                )
            }
        }
    }
}

extension OutlineFaults.Kind {
    var severity: Diagnostic.Severity {
        switch self {
        case .missing, .tooDeep, .tooMany: .lost
        case .repeated, .untitled: .repaired
        case .wrongParent, .leadsNowhere: .note
        }
    }

    var sentence: String {
        switch self {
        case .repeated: "The outline leads back to an item that was there before."
        case .missing: "An outline item is not in the file; those after it are lost."
        case .tooDeep: "Outline items deeper than \(OutlineWalk.depthLimit) levels are left out."
        case .tooMany:
            "Outline items after the first \(DocumentOutline.itemLimit) are left out."
        case .wrongParent: "An outline item does not name the item above it."
        case .untitled: "An outline item has no title."
        case .leadsNowhere: "An outline item leads to a page that is not there."
        }
    }
}
