// SPDX-License-Identifier: Apache-2.0
public import Geometry
public import PDFModel

/// What is selected, as a value; it knows no document.
///
/// Laws: adding twice is adding once; toggling twice changes nothing; nothing is selected that
/// cannot be seen.
public struct AnnotationSelection: Sendable, Hashable {
    /// How a new choice meets the old one.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// The new one alone.
        case replace
        /// Both.
        case add
        /// What is in one of them only.
        case toggle
    }

    /// What is selected, in no order.
    public private(set) var members: Set<AnnotationReference> = []

    /// Nothing selected.
    public init() {}

    /// Whether nothing is selected.
    public var isEmpty: Bool { members.isEmpty }
    /// What is selected, by page and name.
    public var sorted: [AnnotationReference] { members.sorted() }

    /// Takes a choice.
    public mutating func choose(_ choice: Set<AnnotationReference>, _ mode: Mode = .replace) {
        switch mode {
        case .replace: members = choice
        case .add: members.formUnion(choice)
        case .toggle: members.formSymmetricDifference(choice)
        }
    }

    /// Keeps only what is still there.
    public mutating func keep(where isThere: (AnnotationReference) -> Bool) {
        members = members.filter(isThere)
    }

    /// Nothing is selected any more.
    public mutating func clear() { members = [] }

    /// The annotations of a page that an area selects.
    ///
    /// A click takes the topmost alone; a rectangle and a lasso take all that they touch.
    ///
    /// - Parameters:
    ///   - area: in the view space of the page.
    ///   - annotations: of the page, from bottom to top.
    /// - Returns: what is selected.
    public static func hits(
        _ area: SelectionArea,
        in annotations: [Annotation]
    ) -> Set<AnnotationReference> {
        let selector = Selector(area)
        let candidates = annotations.filter(\.isSelectable)
        if case .point = area {
            let top = candidates.last { selector.touches($0.silhouette) }
            return Set(top.map { [AnnotationReference($0)] } ?? [])
        }
        let touched = candidates.filter { selector.touches($0.silhouette) }
        return Set(touched.map { AnnotationReference($0) })
    }
}
