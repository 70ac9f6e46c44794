// SPDX-License-Identifier: Apache-2.0
public import PDFModel

/// Which annotation is meant: its page and its name on it.
public struct AnnotationReference: Sendable, Hashable, Comparable {
    /// The page, counted from 0.
    public var pageIndex: Int
    /// The name, unique on the page.
    public var id: String

    /// Makes a reference.
    public init(pageIndex: Int, id: String) {
        self.pageIndex = pageIndex
        self.id = id
    }

    /// A reference to an annotation.
    public init(_ annotation: Annotation) {
        self.init(pageIndex: annotation.pageIndex, id: annotation.id)
    }

    /// By page, then by name.
    public static func < (a: AnnotationReference, b: AnnotationReference) -> Bool {
        (a.pageIndex, a.id) < (b.pageIndex, b.id)
    }
}
