// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import Operations
public import PDFModel
internal import PDFSyntax
public import Rendering

/// The text of one page of a document.
public struct ReadPage: Sendable {
    /// Which page, counted from 0.
    public var pageIndex: Int
    /// The page as seen, in points.
    public var size: Size
    /// The text; empty for a page without a text layer, such as a scan.
    public var text: PageText
}

extension Workbench {
    /// Reads the text of pages, on all cores, and hands it over page by page in their order.
    ///
    /// - Parameters:
    ///   - list: which pages.
    ///   - opened: the file.
    ///   - operation: told the pages done and their number, and asked whether to go on.
    ///   - take: gets each page, on the calling thread.
    /// - Returns: the pages that could not be read and why, and what was odd about the document.
    /// - Throws: `permissionDenied` when the document does not permit copying, `unsupported`
    ///   without an extractor, `notFound`, `cancelled`, what reading throws when no page can be
    ///   read, and what `take` throws.
    public func readText(
        _ list: PageList,
        of opened: OpenDocument,
        operation: Operation = .unwatched(.pdfText),
        _ take: (ReadPage) throws(Fault) -> Void
    ) throws(Fault) -> [Diagnostic] {
        try opened.document.base.require(.copy)
        let reader = try TextReader(self, opened)
        var diagnostics: [Diagnostic] = []
        let pages = try pages(list, of: opened.document, &diagnostics)
        var failures: [Fault] = []
        try Parallel.ordered(
            pages.count,
            ahead: TextReader.ahead,
            { place throws(Fault) -> Result<PageText, Fault> in
                try operation.checkCancelled()
                let (index, space) = (pages[place].index, pages[place].space)
                return try TextReader.outcome(ofPage: index) { () throws(Fault) in
                    PageText(try reader.characters(ofPage: index, space, .visible))
                }
            },
            take: { place, result throws(Fault) in
                let page = pages[place]
                switch result {
                case .success(let text):
                    try take(ReadPage(pageIndex: page.index, size: page.space.size, text: text))
                case .failure(let fault): failures.append(fault)
                }
                try operation.reach(.processing, done: place + 1, of: pages.count)
                return true
            },
            stop: { reader.cancellation.cancel() }
        )
        if failures.count == pages.count, let fault = failures.first { throw fault }
        return diagnostics + opened.document.base.diagnostics + failures.map(TextReader.lost)
    }
}

extension Workbench {
    /// The text of one page, for finding one's way on it: where words stand, and what a mark would
    /// cover.
    ///
    /// No permission is asked: whoever hands the words on must ask for `copy`.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - source: the document that it is of.
    ///   - terms: on which terms.
    /// - Returns: the text; empty for a page without a text layer.
    /// - Throws: `unsupported` without an extractor, and as `TextExtractor.characters`.
    public func text(
        of page: Page,
        in source: RenderSource,
        terms: RequestTerms = RequestTerms()
    ) throws(Fault) -> PageText {
        guard let extractor = textExtractor() else { throw TextReader.unreadable }
        let request = TextRequest(
            source: source,
            pageIndex: page.index,
            space: page.space,
            terms: terms
        )
        return PageText(try extractor.characters(request))
    }
}

/// Reads text of one document.
struct TextReader: Sendable {
    let extractor: any TextExtractor
    let source: RenderSource
    /// Stops what is under way.
    let cancellation = Cancellation()

    static let unreadable = Fault(
        .unsupported,
        "Text cannot be read here: there is no renderer."
    )

    /// So many pages or batches are under way at once: enough for the workers never to wait.
    static let ahead = max(2, Parallel.cores + 1)

    /// - Throws: `unsupported` without an extractor, and what making the delta throws.
    init(_ workbench: Workbench, _ opened: OpenDocument) throws(Fault) {
        try self.init(workbench, try opened.renderSource())
    }

    /// - Throws: `unsupported` without an extractor.
    init(_ workbench: Workbench, _ source: RenderSource) throws(Fault) {
        guard let extractor = workbench.textExtractor() else { throw Self.unreadable }
        self.extractor = extractor
        self.source = source
    }

    /// The characters of a page.
    func characters(
        ofPage index: Int,
        _ space: PageSpace,
        _ priority: RequestPriority
    ) throws(Fault) -> [TextCharacter] {
        try extractor.characters(
            TextRequest(
                source: source,
                pageIndex: index,
                space: space,
                terms: RequestTerms(priority: priority, cancellation: cancellation)
            )
        )
    }

    /// What reading a page gives; what concerns all pages is thrown.
    static func outcome<Value>(
        ofPage index: Int,
        _ read: () throws(Fault) -> Value
    ) throws(Fault) -> Result<Value, Fault> {
        do { return .success(try read()) } catch {
            var fault = error
            if fault.place.pageIndex == nil { fault.place.pageIndex = index }
            switch fault.code {
            case .workerFailed, .timedOut, .notFound, .invalidDocument, .limitExceeded:
                return .failure(fault)
            default: throw fault
            }
        }
    }

    /// A page that could not be read, as a remark.
    static func lost(_ fault: Fault) -> Diagnostic {
        Diagnostic(.lost, "The text of the page cannot be read: " + fault.message, at: fault.place)
    }
}
