// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import Operations
internal import PDFModel
internal import PDFSyntax
public import Rendering

/// Words on whose middle a mark is placed (keyword signing).
public struct TextAnchor: Sendable {
    /// The words.
    public var pattern: SearchPattern
    /// Which hit over the chosen pages, counted from 1; all when nil.
    public var hit: Int?
    /// How far from the words' middle the mark's middle lies, in view space.
    public var offset = Point.zero

    /// A mark on words.
    public init(_ pattern: SearchPattern, hit: Int? = nil, offset: Point = .zero) {
        self.pattern = pattern
        self.hit = hit
        self.offset = offset
    }
}

/// Words as they are found on a page.
private struct FoundWords: Sendable {
    var pageIndex: Int
    var quads: [Quad]
    /// Their characters, as indexes into what the extractor gave.
    var ranges: [Range<Int>]
}

/// Where words are found on which marks are to be placed.
struct AnchoredSpots: Sendable {
    /// A place for a mark.
    struct Spot: Sendable {
        /// The mark's middle, in view space.
        var center: Point
        /// The words' characters, as indexes into what the extractor gave.
        var ranges: [Range<Int>]
    }

    /// The places on each page that has some, by page index.
    var spots: [Int: [Spot]] = [:]
    /// What was odd about reading the pages.
    var diagnostics: [Diagnostic] = []

    /// The rects of marks of one size.
    func rects(_ size: Size, onPage index: Int) -> [Rect] {
        (spots[index] ?? []).map { spot in
            Rect(
                x: spot.center.x - size.width / 2,
                y: spot.center.y - size.height / 2,
                width: size.width,
                height: size.height
            )
        }
    }
}

extension Workbench {
    /// Places a mark on pages of a file; nothing is saved yet.
    ///
    /// Beside what `place` of a document does, it finds the words of `MarkRequest.anchor`, and
    /// refuses marks that would lie on other text when the request wants that.
    ///
    /// - Parameters:
    ///   - request: what is placed where.
    ///   - opened: the file, which stays as it is.
    ///   - operation: told the pages done and their number.
    /// - Returns: a document with the marks.
    /// - Throws: as `place` of a document, `textNotFound`, `outsidePage` also for a mark that
    ///   would lie on text, and what reading text throws when that is needed.
    public func place(
        _ request: MarkRequest,
        on opened: OpenDocument,
        operation: Operation = .unwatched(.pdfSave)
    ) throws(Fault) -> MarkedDocument {
        let spots = try request.anchor.map { anchor throws(Fault) in
            try find(anchor, request.pages, in: opened, operation)
        }
        let marked = try place(
            request,
            on: opened.document,
            spots: spots,
            operation: operation
        )
        guard request.avoidsText else { return marked }
        let covered = try coveredText(by: marked, on: opened, operation: operation)
        guard let first = covered.first else { return marked }
        let others = covered.count > 1 ? ", and on text in \(covered.count - 1) other places" : ""
        throw Fault(
            .outsidePage,
            "The mark would lie on \(first.quotation)\(others). Give it another place, or leave "
                + "out --avoid-text.",
            at: Place(pageIndex: first.pageIndex)
        )
    }

    /// Finds the words.
    private func find(
        _ anchor: TextAnchor,
        _ pages: PageList,
        in opened: OpenDocument,
        _ operation: Operation
    ) throws(Fault) -> AnchoredSpots {
        var request = SearchRequest(anchor.pattern)
        request.pages = pages
        request.limit = anchor.hit
        var hits: [FoundWords] = []
        // The operation's numbers are those of placing, which comes next.
        let quiet = Operation(operation.kind, isStopped: { operation.isCancelled })
        var summary = try search(request, in: opened, operation: quiet) { page throws(Fault) in
            hits += page.map {
                FoundWords(pageIndex: $0.pageIndex, quads: $0.quads, ranges: [$0.range])
            }
            return true
        }
        if hits.isEmpty {
            hits = try readingOrderHits(anchor, pages, in: opened, quiet, &summary)
        }
        let found = hits.count
        if let number = anchor.hit {
            hits = hits.count >= number ? [hits[number - 1]] : []
        }
        guard !hits.isEmpty else { throw Self.textNotFound(anchor, found, summary) }
        var result = AnchoredSpots()
        result.diagnostics = summary.diagnostics.filter { $0.severity == .lost }
        for hit in hits {
            // Of words that are broken across lines the longer part is taken.
            let boxes = hit.quads.map(\.bounds)
            guard
                let box = boxes.max(by: {
                    max($0.width, $0.height) < max($1.width, $1.height)
                })
            else { continue }
            result.spots[hit.pageIndex, default: []].append(
                AnchoredSpots.Spot(center: box.center + anchor.offset, ranges: hit.ranges)
            )
        }
        guard !result.spots.isEmpty else { throw Self.textNotFound(anchor, 0, summary) }
        return result
    }

    /// Looks for words that stand together on the page and apart in the file.
    ///
    /// A form's label and what was filled in beside it may be drawn far from each other.
    private func readingOrderHits(
        _ anchor: TextAnchor,
        _ pages: PageList,
        in opened: OpenDocument,
        _ operation: Operation,
        _ summary: inout SearchSummary
    ) throws(Fault) -> [FoundWords] {
        var hits: [FoundWords] = []
        let reader = try TextReader(self, opened)
        let pages = try self.pages(pages, of: opened.document, &summary.diagnostics)
        try Parallel.ordered(
            pages.count,
            ahead: TextReader.ahead,
            { place throws(Fault) -> [FoundWords] in
                try operation.checkCancelled()
                let page = pages[place]
                let outcome = try TextReader.outcome(ofPage: page.index) { () throws(Fault) in
                    PageText(try reader.characters(ofPage: page.index, page.space, .nearby))
                }
                guard case .success(let text) = outcome else { return [] }
                return anchor.pattern.hits(in: text).map { range in
                    FoundWords(
                        pageIndex: page.index,
                        quads: text.quads(of: range),
                        ranges: range.map { position in
                            let index = text.extractedIndexes[position]
                            return index..<index + 1
                        }
                    )
                }
            },
            take: { _, found throws(Fault) in
                hits += found
                return anchor.hit.map { hits.count < $0 } ?? true
            },
            stop: { reader.cancellation.cancel() }
        )
        return hits
    }

    private static func textNotFound(
        _ anchor: TextAnchor,
        _ found: Int,
        _ summary: SearchSummary
    ) -> Fault {
        if found > 0, let number = anchor.hit {
            let times = found == 1 ? "once" : "\(found) times"
            return Fault(
                .textNotFound,
                "The words are found \(times) on these pages, so there is no hit \(number)."
            )
        }
        let scans = summary.pagesWithoutText.count
        let hint =
            scans == 0
            ? "Look what the pages say with inkstone text."
            : scans == summary.pageCount
                ? "They have no text layer, as scans have none."
                : "\(scans) of them have no text layer, as scans have none."
        return Fault(.textNotFound, "The words are not found on these pages. \(hint)")
    }
}
