// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import PDFSyntax

/// What a reader finds its way by: outline, links, named destinations and page labels
/// (ISO 32000-2, 12.3, 12.4.2 and 12.5.6.5), all in view space.
///
/// The names and the numbers of the pages are read once, when this is made; outline and links when
/// they are asked for. A page is looked at only where something leads to it. The permissions of an
/// encrypted document forbid none of this.
public struct Navigation: Sendable {
    let document: Document
    let jumps: JumpReader
    private let tree: PageTree
    private let labels: PageLabels?

    /// How many pages there are.
    public var pageCount: Int { jumps.pageCount }

    /// Prepares for a document.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    public init(_ document: Document) throws(Fault) {
        self.document = document
        tree = try PageTree(document)
        labels = try PageLabels(document)
        let pages = try tree.roster().pages
        var places: [ObjectID: Int] = [:]
        places.reserveCapacity(pages.count)
        // A page that stands in the tree more than once is found where it stands first.
        for (index, page) in pages.enumerated() {
            if let page, places[page] == nil { places[page] = index }
        }
        let base = try document.value("URI", in: try document.catalog()).dictionary
        jumps = JumpReader(
            document: document,
            destinations: try Destinations(document),
            places: places,
            pageCount: pages.count,
            addressBase: try base.flatMap { base throws(Fault) in
                try document.value("Base", in: base).string.map { LinkAddress.decode($0[...]) }
            }
        )
    }

    // MARK: Named destinations

    /// The destinations with a name, in the order of the file.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func namedDestinations() throws(Fault) -> [NamedDestination] {
        var names: [String] = []
        var jumps: [JumpReader.Jump] = []
        for entry in self.jumps.destinations.entries {
            names.append(TextString.decode(entry.name))
            jumps.append(try self.jumps.jump(to: entry.value))
        }
        for entry in self.jumps.destinations.dictionary.entries {
            names.append(LinkAddress.decode(entry.key.bytes[...]))
            jumps.append(try self.jumps.jump(to: entry.value))
        }
        let targets = try self.targets(jumps)
        return zip(names, targets).map { name, target in
            if case .page(let destination)? = target {
                NamedDestination(name: name, destination: destination)
            } else {
                NamedDestination(name: name)
            }
        }
    }

    /// Where the document wants to be opened (/OpenAction); `nil` when it does not say.
    ///
    /// - Throws: `readFailed`.
    public func opening() throws(Fault) -> JumpTarget? {
        let opening = try document.value("OpenAction", in: try document.catalog())
        let jump: JumpReader.Jump?
        switch opening {
        case .null: return nil
        case .dictionary(let action): jump = try jumps.jump(by: action)
        default: jump = try jumps.jump(to: opening)
        }
        return try targets([jump])[0]
    }

    // MARK: Pages

    /// What every page is called (12.4.2), in order; `nil` when the document names none.
    public var pageLabels: [String]? { labels?.texts(pageCount: pageCount) }

    /// What a page is called; `nil` when the document names none.
    public func pageLabel(at index: Int) -> String? { labels?.text(at: index) }

    /// The pages of some indexes; those that are not there are left out.
    func pages(at indexes: [Int]) throws(Fault) -> [Page] { try tree.pages(at: indexes) }

    /// Targets, with the pages that they lead to looked at all in one go.
    ///
    /// - Returns: as many as there are jumps.
    func targets(_ jumps: [JumpReader.Jump?]) throws(Fault) -> [JumpTarget?] {
        let wanted = Set(jumps.compactMap { $0?.pageIndex })
        var spaces: [Int: PageSpace] = [:]
        for page in try tree.pages(at: Array(wanted)) { spaces[page.index] = page.space }
        var targets: [JumpTarget?] = []
        targets.reserveCapacity(jumps.count)
        for jump in jumps {
            targets.append(
                try jump.map { jump throws(Fault) in try self.jumps.target(jump, spaces) }
            )
        }
        return targets
    }
}
