// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import PDFModel
public import PDFSyntax

/// What is to be placed where.
public struct MarkRequest: Sendable {
    /// How the mark enters the page.
    public enum Kind: String, Sendable, CaseIterable {
        /// Part of what the page draws.
        case content
        /// A stamp annotation, which can still be moved or removed.
        case annotation
    }

    /// The mark.
    public var mark: LoadedMark
    /// The pages.
    public var pages: PageList
    /// The rect in view space for a mark of the given size; each page has its own size.
    public var rect: @Sendable (_ mark: Size) -> Rect
    /// How it is painted.
    public var style: MarkStyle
    /// How it enters the page.
    public var kind: Kind
    /// Who places it (/T of an annotation).
    public var author: String
    /// Place it although it breaks digital signatures.
    public var breaksSignatures: Bool

    /// Makes a request.
    public init(
        mark: LoadedMark,
        pages: PageList,
        style: MarkStyle = MarkStyle(),
        kind: Kind = .content,
        author: String = "Inkstone",
        breaksSignatures: Bool = false,
        rect: @escaping @Sendable (_ mark: Size) -> Rect
    ) {
        self.mark = mark
        self.pages = pages
        self.style = style
        self.kind = kind
        self.author = author
        self.breaksSignatures = breaksSignatures
        self.rect = rect
    }
}

/// A document with the marks on it, not saved yet.
public struct MarkedDocument: Sendable {
    /// The document.
    public var document: Document
    /// Where the marks lie.
    public var placements: [MarkPlacer.Placement]
    /// What was odd about the pages and the mark.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Places a mark on pages of a document; nothing is saved yet.
    ///
    /// - Parameter progress: told the pages done and their number.
    /// - Throws: `wouldBreakSignature`, `outsidePage`, `notFound` (no such page), and what
    ///   reading the document throws.
    public func place(
        _ request: MarkRequest,
        on document: Document,
        progress: (_ done: Int, _ of: Int) throws(Fault) -> Void = { _, _ in }
    ) throws(Fault) -> MarkedDocument {
        if !request.breaksSignatures { try checkSignatures(request, document) }
        let tree = try PageTree(document)
        let indexes = try request.pages.indexes(pageCount: try tree.count())
        var placer = try MarkPlacer(document)
        let mark = try placer.embed(
            request.mark.mark,
            blendMode: request.style.blendMode,
            opacity: request.style.opacity
        )
        let rect = request.rect(mark.size)
        var result = MarkedDocument(
            document: document,
            placements: [],
            diagnostics: request.mark.diagnostics
        )
        let pages =
            indexes.count == 1 ? [try tree.page(at: indexes[0])] : try tree.pages(at: indexes)
        let prepared = try prepare(pages, of: document, for: request.kind)
        for (done, page) in pages.enumerated() {
            try progress(done, pages.count)
            result.diagnostics += page.diagnostics
            let content = prepared.isEmpty ? nil : prepared[done]
            result.placements.append(try place(mark, rect, request, on: page, content, &placer))
        }
        try progress(pages.count, pages.count)
        result.document = placer.document
        result.diagnostics += document.base.diagnostics
        return result
    }

    /// Fewer pages are not worth a thread.
    private static let pagesForThread = 64

    /// Looks at what the pages draw, on all cores; a single page is left to the placer.
    private func prepare(
        _ pages: [Page],
        of document: Document,
        for kind: MarkRequest.Kind
    ) throws(Fault) -> [PreparedContent] {
        guard kind == .content, pages.count >= Self.pagesForThread else { return [] }
        return try Parallel.map(pages.count, least: Self.pagesForThread) {
            index throws(Fault) in try document.prepareContent(of: pages[index])
        }
    }

    private func place(
        _ mark: EmbeddedMark,
        _ rect: Rect,
        _ request: MarkRequest,
        on page: Page,
        _ content: PreparedContent?,
        _ placer: inout MarkPlacer
    ) throws(Fault) -> MarkPlacer.Placement {
        switch request.kind {
        case .content:
            return try placer.addContent(
                mark,
                on: page,
                in: rect,
                fit: request.style.fit,
                prepared: content
            )
        case .annotation:
            let name = random(16).map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            return try placer.addAnnotation(
                mark,
                on: page,
                in: rect,
                fit: request.style.fit,
                details: .init(
                    name: name.joined(),
                    author: request.author,
                    modified: clock().pdfDate
                )
            )
        }
    }

    private func checkSignatures(
        _ request: MarkRequest,
        _ document: Document
    ) throws(Fault) {
        let change: ChangeKind = request.kind == .content ? .content : .annotation
        guard case .breaksSignature(let field, let reason) = try document.verdict(on: change)
        else { return }
        let hint =
            request.kind == .content
            ? "Place the mark with --as annotation, or use --force to break the signature."
            : "Use --force to break the signature."
        throw Fault(
            .wouldBreakSignature,
            "The mark would break the digital signature “\(field)”: \(reason). \(hint)"
        )
    }
}
