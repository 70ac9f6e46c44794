// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
public import Geometry
public import PDFModel
public import PDFSyntax
internal import Storage

/// What `info` tells of a document.
public struct DocumentSummary: Sendable {
    /// The size of the file in bytes.
    public var bytes: Int
    /// How many pages there are.
    public var pageCount: Int
    /// The first page as seen, in points; `nil` without pages.
    public var firstPageSize: Size?
    /// Every page as seen and as the file has it, where that was asked for.
    public var pageSpaces: [PageSpace] = []
    /// Title, author and the like.
    public var info: DocumentInfo
    /// States of the file.
    public var revisions: [Revision]
    /// How the file is encrypted; `nil` when it is not.
    public var encryption: FileEncryption?
    /// Digital signatures.
    public var signatures: [DocumentSignature]
    /// Whether the cross-reference had to be rebuilt.
    public var isRepaired: Bool
    /// What was tolerated or repaired on the way.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Looks at a document; of a long one only what is needed is read.
    ///
    /// - Parameters:
    ///   - opened: the file.
    ///   - everyPage: whether to read every page for its boxes too.
    /// - Returns: what it says of itself.
    /// - Throws: `readFailed`, `invalidDocument`, `limitExceeded`.
    public func inspect(
        _ opened: OpenDocument,
        everyPage: Bool = false
    ) throws(Fault) -> DocumentSummary {
        let document = opened.document
        let tree = try PageTree(document)
        let count = try tree.count()
        let first = count > 0 ? try tree.page(at: 0) : nil
        let pages = everyPage ? try tree.pages(at: Array(0..<count)) : []
        return DocumentSummary(
            bytes: opened.file.source.count,
            pageCount: count,
            firstPageSize: first?.space.size,
            pageSpaces: pages.map(\.space),
            info: try DocumentInfo(document),
            revisions: try document.base.revisions(),
            encryption: document.base.encryption,
            signatures: try document.signatures(),
            isRepaired: document.base.isRebuilt,
            diagnostics: document.base.diagnostics + (first?.diagnostics ?? [])
        )
    }
}
