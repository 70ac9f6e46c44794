// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import Operations
internal import PDFModel
internal import PDFSyntax
internal import Rendering

/// Text that a mark lies on.
public struct CoveredText: Sendable, Hashable {
    /// Which page, counted from 0.
    public var pageIndex: Int
    /// The mark's box in view space.
    public var markRect: Rect
    /// The words in reading order; nil when the document does not permit copying.
    public var words: [String]?

    /// More words would bury what is said.
    private static let wordsQuoted = 12

    /// The words in quotation marks, or that there are some.
    var quotation: String {
        guard let words else { return "text" }
        let quoted = words.prefix(Self.wordsQuoted).joined(separator: " ")
        return "“\(quoted)\(words.count > Self.wordsQuoted ? " …" : "")”"
    }

    /// What a person is told.
    public var diagnostic: Diagnostic {
        Diagnostic(.note, "The mark lies on \(quotation).", at: Place(pageIndex: pageIndex))
    }
}

/// Which text marks lie on, which is found out while they are saved.
public final class PendingCoverage: Sendable {
    private let worker: Parallel.Worker<[CoveredText]>

    init(_ work: @escaping @Sendable () throws(Fault) -> [CoveredText]) {
        worker = Parallel.Worker(work)
    }

    deinit { _ = worker.join() }

    /// Waits for it; empty when it cannot be found out.
    public func value() -> [CoveredText] { (try? worker.join().get()) ?? [] }
}

extension Workbench {
    /// Marks on more pages are not compared with the text unless that is asked for: reading the
    /// text takes longer than placing and saving the mark.
    public static let pagesLookedAt = 8

    /// Finds the text that marks lie on.
    ///
    /// A mark lies on a word when it covers more than the edge of one of its characters' boxes.
    /// Words that the mark was placed by do not count.
    ///
    /// - Parameters:
    ///   - marked: the document with the marks.
    ///   - opened: the file, with the document as it was before.
    ///   - operation: asked whether to go on.
    /// - Returns: for each mark that lies on text what it lies on.
    /// - Throws: `unsupported` without an extractor, and what reading text throws.
    public func coveredText(
        by marked: MarkedDocument,
        on opened: OpenDocument,
        operation: Operation = .unwatched(.pdfSave)
    ) throws(Fault) -> [CoveredText] {
        let mayCopy = opened.document.base.permits(.copy)
        let marks = Dictionary(grouping: marked.placements, by: \.pageIndex)
        let pages = try PageTree(opened.document).pages(at: marks.keys.sorted())
        // A few pages are read as a file of their own: the whole may have ten thousand.
        let excerpt =
            pages.count <= Self.pagesLookedAt ? try opened.document.excerpt(of: pages) : nil
        let source =
            if let excerpt { opened.renderSource(delta: excerpt) } else {
                try opened.renderSource()
            }
        let reader = try TextReader(self, source)
        var covered: [CoveredText] = []
        try Parallel.ordered(
            pages.count,
            ahead: TextReader.ahead,
            { place throws(Fault) -> [CoveredText] in
                try operation.checkCancelled()
                let page = pages[place]
                let text = PageText(
                    try reader.characters(
                        ofPage: excerpt == nil ? page.index : place,
                        page.space,
                        .visible
                    )
                )
                let anchors = marked.anchors[page.index] ?? []
                return (marks[page.index] ?? []).compactMap { mark in
                    let words = text.words(under: mark.viewRect, except: anchors)
                    if words.isEmpty { return nil }
                    return CoveredText(
                        pageIndex: page.index,
                        markRect: mark.viewRect,
                        words: mayCopy ? words.map { text.string(of: $0) } : nil
                    )
                }
            },
            take: { _, found throws(Fault) in
                covered += found
                return true
            },
            stop: { reader.cancellation.cancel() }
        )
        return covered
    }

    /// Has the renderer start when placing a mark will need one: it gets ready while the file is
    /// opened and the mark is loaded.
    public func prepare(for request: MarkRequest) {
        let mayLookAtText = request.pages.mostPages.map { $0 <= Self.pagesLookedAt } ?? false
        if mayLookAtText || request.avoidsText || request.anchor != nil {
            textExtractor()?.prepare()
        }
    }

    /// Begins to find the text that marks lie on, when they are on few pages and it can be found.
    ///
    /// - Parameters:
    ///   - marked: the document with the marks.
    ///   - opened: the file, with the document as it was before.
    /// - Returns: what is found while other work is done; nil when it is not looked for.
    public func beginFindingCoveredText(
        by marked: MarkedDocument,
        on opened: OpenDocument
    ) -> PendingCoverage? {
        guard textExtractor() != nil, !marked.placements.isEmpty,
            Set(marked.placements.map(\.pageIndex)).count <= Self.pagesLookedAt
        else { return nil }
        return PendingCoverage { () throws(Fault) in
            try coveredText(by: marked, on: opened)
        }
    }
}

extension PageText {
    /// Boxes of characters reach from the highest to the lowest letters of the font: an overlap of
    /// less than this share of them shows no ink below.
    private static let edge = 0.2

    /// The words of which some character lies under a box.
    ///
    /// - Parameters:
    ///   - box: in view space.
    ///   - ranges: characters that do not count, as indexes into what the extractor gave.
    /// - Returns: the words in reading order.
    fileprivate func words(under box: Rect, except ranges: [Range<Int>]) -> [Word] {
        words.filter { word in
            // NaN compares as false, so characters without a place lie under nothing.
            guard word.quad.bounds.touches(box) else { return false }
            return word.range.contains { position in
                let bounds = characters[position].quad.bounds
                let inner = bounds.insetBy(
                    dx: bounds.width * Self.edge,
                    dy: bounds.height * Self.edge
                )
                let index = extractedIndexes[position]
                return inner.touches(box) && !ranges.contains { $0.contains(index) }
            }
        }
    }
}

extension Rect {
    /// Whether the two share some area.
    fileprivate func touches(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
