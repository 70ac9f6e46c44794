// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// A document that is to be merged with others.
public struct MergeSource: Sendable {
    /// The document.
    public var document: Document
    /// What its branch of the outline is called where the document has no title, such as the name
    /// of its file.
    public var name: String

    /// Makes a source.
    public init(_ document: Document, name: String) {
        self.document = document
        self.name = name
    }
}

/// Whose title, author and dates a merged document has.
public enum MergedMetadata: String, Sendable, CaseIterable {
    /// Those of the first document.
    case first
    /// None.
    case none
}

/// A document made of several.
public struct MergedDocument: Sendable {
    /// The document, which must be written as a file of its own.
    public var document: Document
    /// What could not be kept.
    public var diagnostics: [Diagnostic]
}
