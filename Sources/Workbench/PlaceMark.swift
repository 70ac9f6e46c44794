// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import Operations
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

    /// The mark, which may still be on its way.
    public var mark: PendingMark
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
    /// Words on whose middle it is placed; only the size of `rect` counts then.
    public var anchor: TextAnchor?
    /// Refuse it where it would lie on text.
    public var avoidsText = false

    /// Makes a request.
    public init(
        mark: PendingMark,
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
    /// The words by which the marks were placed: by page index, as indexes into what the text
    /// extractor gave.
    var anchors: [Int: [Range<Int>]] = [:]
}

extension Workbench {
    /// Places a mark on pages of a document; nothing is saved yet.
    ///
    /// `MarkRequest.anchor` and `avoidsText` need the file; `place` of an open document knows it.
    ///
    /// - Parameters:
    ///   - request: what is placed where.
    ///   - document: stays as it is.
    ///   - operation: told the pages done and their number.
    /// - Returns: a document with the marks.
    /// - Throws: `permissionDenied` when the encryption forbids it, `wouldBreakSignature`,
    ///   `outsidePage`, `notFound` (no such page), and what reading the document throws.
    public func place(
        _ request: MarkRequest,
        on document: Document,
        operation: Operation = .unwatched(.pdfSave)
    ) throws(Fault) -> MarkedDocument {
        try place(request, on: document, spots: nil, operation: operation)
    }

    /// Places a mark at its rect, or at places of each page.
    ///
    /// - Throws: as above.
    func place(
        _ request: MarkRequest,
        on document: Document,
        spots: AnchoredSpots?,
        operation: Operation
    ) throws(Fault) -> MarkedDocument {
        try document.base.require(request.kind == .content ? .changeContent : .annotate)
        var result = MarkedDocument(
            document: document,
            placements: [],
            diagnostics: try checkSignatures(request, document)
        )
        var pages = try pages(request.pages, of: document, &result.diagnostics)
        if let spots {
            pages.removeAll { spots.spots[$0.index] == nil }
            result.diagnostics += spots.diagnostics
            result.anchors = spots.spots.mapValues { $0.flatMap(\.ranges) }
        }
        let prepared = try prepare(pages, of: document, for: request.kind)
        let loaded = try request.mark.value()
        result.diagnostics = loaded.diagnostics + result.diagnostics
        var placer = try MarkPlacer(document)
        let mark: EmbeddedMark
        do {
            mark = try placer.embed(
                loaded.mark,
                blendMode: request.style.blendMode,
                opacity: request.style.opacity
            )
        } catch {
            // What is wrong here is the mark, not the document.
            throw error.inFile(loaded.path)
        }
        let rect = request.rect(mark.size)
        var marked: [Page.Location: [MarkPlacer.Placement]] = [:]
        for (done, page) in pages.enumerated() {
            try operation.reach(.processing, done: done, of: pages.count)
            result.diagnostics += page.diagnostics
            // A page that stands in the tree twice is drawn twice and must be marked once.
            if let known = marked[page.location] {
                for var placement in known {
                    placement.pageIndex = page.index
                    result.placements.append(placement)
                }
                continue
            }
            let content = prepared.isEmpty ? nil : prepared[done]
            for rect in spots?.rects(rect.size, onPage: page.index) ?? [rect] {
                let placement = try place(
                    mark,
                    rect,
                    request,
                    fit: request.style.fit,
                    on: page,
                    content,
                    &placer
                )
                marked[page.location, default: []].append(placement)
                result.placements.append(placement)
            }
        }
        try operation.reach(.processing, done: pages.count, of: pages.count)
        result.document = placer.document
        result.diagnostics += document.base.diagnostics
        return result
    }

    /// Fewer pages are not worth a thread.
    static let pagesForThread = 64

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

    /// Places a mark on one page, as the request says it enters.
    ///
    /// - Throws: as `MarkPlacer`.
    func place(
        _ mark: EmbeddedMark,
        _ rect: Rect,
        _ request: MarkRequest,
        fit: Rect.FitMode,
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
                fit: fit,
                prepared: content
            )
        case .annotation:
            return try placer.addAnnotation(
                mark,
                on: page,
                in: rect,
                fit: fit,
                details: .init(
                    name: randomName(),
                    author: request.author,
                    modified: clock().pdfDate
                )
            )
        }
    }

    /// A name that no other annotation has.
    func randomName() -> String {
        random(16).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// What forcing the mark breaks.
    ///
    /// - Throws: `wouldBreakSignature` unless it is forced.
    private func checkSignatures(
        _ request: MarkRequest,
        _ document: Document
    ) throws(Fault) -> [Diagnostic] {
        let change: ChangeKind = request.kind == .content ? .content : .annotation
        guard case .breaksSignature(let field, let reason) = try document.verdict(on: change)
        else { return [] }
        guard !request.breaksSignatures else {
            return [
                Diagnostic(.lost, "The mark breaks the digital signature “\(field)”: \(reason).")
            ]
        }
        let annotationHelps =
            request.kind == .content ? try document.verdict(on: .annotation) == .allowed : false
        let hint =
            annotationHelps
            ? "Place the mark with --as annotation, or use --force to break the signature."
            : "Use --force to break the signature."
        throw Fault(
            .wouldBreakSignature,
            "The mark would break the digital signature “\(field)”: \(reason). \(hint)"
        )
    }
}
