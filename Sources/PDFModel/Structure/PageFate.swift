// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

/// Which pages a changed document still has, for whatever points at pages.
struct PageFate: Sendable {
    /// How the pages are told apart.
    private enum Rule: Sendable {
        case allBut(Set<ObjectID>)
        case only(Set<ObjectID>)
    }

    private let rule: Rule
    /// All pages as they were, in order, for destinations that count; empty where none does.
    let order: [ObjectID?]

    private init(_ rule: Rule, order: [ObjectID?]) {
        self.rule = rule
        self.order = order
    }

    /// These pages leave, what else there is stays.
    static func removing(_ pages: Set<ObjectID>, order: [ObjectID?]) -> PageFate {
        PageFate(.allBut(pages), order: order)
    }

    /// These pages stay, and nothing else that is a page.
    static func keeping(_ pages: Set<ObjectID>, order: [ObjectID?]) -> PageFate {
        PageFate(.only(pages), order: order)
    }

    /// Whether a page stays.
    func stays(_ page: ObjectID) -> Bool {
        switch rule {
        case .allBut(let removed): !removed.contains(page)
        case .only(let kept): kept.contains(page)
        }
    }

    /// The page that a destination names.
    func page(_ target: Destinations.Target) -> ObjectID? {
        switch target {
        case .page(let id): id
        case .index(let index): order.indices.contains(index) ? order[index] : nil
        }
    }

    /// Whether a destination still leads to a page; one that led nowhere stays as it was.
    func stays(_ target: Destinations.Target) -> Bool { page(target).map(stays) ?? true }
}
