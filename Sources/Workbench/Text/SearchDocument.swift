// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import Operations
internal import PDFModel
internal import PDFSyntax
public import Rendering
internal import Synchronization

/// What is looked for, and where.
public struct SearchRequest: Sendable {
    /// The words.
    public var pattern: SearchPattern
    /// The pages.
    public var pages = PageList.all
    /// Where to begin, counted from 0: pages before it come after the last.
    public var firstPage = 0
    /// How many hits are enough; nil for all.
    public var limit: Int?

    /// Looks for words in the whole document.
    public init(_ pattern: SearchPattern) { self.pattern = pattern }
}

/// A place where the words stand.
public struct SearchHit: Sendable {
    /// Which page, counted from 0.
    public var pageIndex: Int
    /// The characters, as indexes into what the extractor gave.
    public var range: Range<Int>
    /// What they cover in view space: one quad for each stretch of a line.
    public var quads: [Quad]
    /// The words with what stands around them; nil when the document does not permit copying.
    public var snippet: Snippet?

    /// Words with what stands around them, on one line.
    public struct Snippet: Sendable, Hashable {
        /// What stands before the words.
        public var before: String
        /// The words as the page has them.
        public var words: String
        /// What stands after.
        public var after: String
    }
}

/// What a search came to.
public struct SearchSummary: Sendable {
    /// How many hits were handed over.
    public var hitCount = 0
    /// How many pages have one.
    public var hitPageCount = 0
    /// How many pages were searched.
    public var pageCount = 0
    /// The pages among them that have no text layer, ascending: scans that were not recognised.
    public var pagesWithoutText: [Int] = []
    /// Whether all pages were searched; false when there were enough hits before.
    public var isComplete = true
    /// What was odd, such as pages that could not be read.
    public var diagnostics: [Diagnostic] = []
}

extension Workbench {
    /// Searches a document and hands over the hits of page after page, beginning at the page
    /// where the person is.
    ///
    /// Finding is permitted whatever the document forbids, as in other readers; taking text out
    /// is not, so without the permission to copy there are places and no snippets.
    ///
    /// - Parameters:
    ///   - request: what is looked for.
    ///   - opened: the file.
    ///   - operation: told the pages done and their number, and asked whether to go on.
    ///   - take: gets the hits of a page, on the calling thread, before later pages are searched;
    ///     false ends the search.
    /// - Returns: what the search came to.
    /// - Throws: `unsupported` without an extractor, `notFound` for pages that are not there,
    ///   `cancelled`, what reading throws when no page can be read, and what `take` throws.
    public func search(
        _ request: SearchRequest,
        in opened: OpenDocument,
        operation: Operation = .unwatched(.pdfSearch),
        _ take: ([SearchHit]) throws(Fault) -> Bool
    ) throws(Fault) -> SearchSummary {
        let session = try SearchSession(request, self, opened)
        var summary = SearchSummary()
        var collected: [Int: TextIndex.Page] = [:]
        var failed = 0
        try Parallel.ordered(
            session.batches.count,
            ahead: TextReader.ahead,
            { place throws(Fault) -> SearchSession.Found in
                try operation.checkCancelled()
                return try session.search(session.batches[place])
            },
            take: { place, found throws(Fault) in
                summary.pageCount += session.batches[place].pages.count
                summary.pagesWithoutText += found.withoutText
                summary.diagnostics += found.failures.map(TextReader.lost)
                failed += found.failures.count
                collected.merge(found.indexed) { _, new in new }
                for page in found.pages {
                    var hits = page
                    if let limit = request.limit {
                        hits.removeLast(max(0, summary.hitCount + hits.count - limit))
                    }
                    summary.hitCount += hits.count
                    summary.hitPageCount += 1
                    let isEnough = request.limit.map { summary.hitCount >= $0 } ?? false
                    if try !take(hits) || isEnough {
                        summary.isComplete = false
                        return false
                    }
                }
                try operation.reach(
                    .processing,
                    done: summary.pageCount,
                    of: session.pageCount
                )
                return true
            },
            stop: { session.stop() }
        )
        if failed > 0, failed == summary.pageCount, let first = session.firstFailure {
            throw first
        }
        if failed == 0 { session.keep(collected) }
        summary.pagesWithoutText.sort()
        summary.diagnostics += opened.document.base.diagnostics
        return summary
    }
}

/// One search of one document, used from several threads.
final class SearchSession: Sendable {
    /// Pages that are read in one go.
    struct Batch: Sendable {
        /// Which pages, counted from 0.
        var pages: Range<Int>
    }

    /// What a batch gave.
    struct Found: Sendable {
        /// The hits of each page that has some, in the order of the pages.
        var pages: [[SearchHit]] = []
        /// Pages that have no text.
        var withoutText: [Int] = []
        /// Pages in the form of an index.
        var indexed: [Int: TextIndex.Page] = [:]
        /// Pages that could not be read.
        var failures: [Fault] = []
    }

    let batches: [Batch]
    /// How many pages the batches have.
    let pageCount: Int
    private let documentPageCount: Int
    private let pattern: SearchPattern
    private let reader: TextReader
    private let store: TextIndexStore?
    private let index: TextIndex?
    /// Of the index, the pages that may hold the words.
    private let candidates: Set<Int>
    private let tree: PageTree
    private let mayCopy: Bool
    private let failure = Mutex<Fault?>(nil)

    /// The first batches are small, so that the first hit comes soon.
    private static let batchSizes = [1, 1, 2, 4, 8]
    private static let largestBatch = 16
    /// With an index most pages of a batch need not be read.
    private static let largestKnownBatch = 256
    /// One batch of text may take as long as this.
    private static let batchSeconds = 60

    init(_ request: SearchRequest, _ workbench: Workbench, _ opened: OpenDocument) throws(Fault) {
        reader = try TextReader(workbench, opened)
        pattern = request.pattern
        store = workbench.textIndexes()
        tree = try PageTree(opened.document)
        documentPageCount = try tree.count()
        let known = store?.index(of: reader.source)
        index = known?.pageCount == documentPageCount ? known : nil
        candidates = Set(index?.pages(thatMayHold: request.pattern) ?? [])
        mayCopy = opened.document.base.permits(.copy)
        let indexes = try request.pages.indexes(pageCount: documentPageCount)
        let later = indexes.filter { $0 >= request.firstPage }
        let order = later + indexes.prefix(indexes.count - later.count)
        batches = Self.batches(order, isKnown: index != nil)
        pageCount = order.count
    }

    private static func batches(_ order: [Int], isKnown: Bool) -> [Batch] {
        var batches: [Batch] = []
        var size = 0
        for index in order {
            if let last = batches.last, last.pages.upperBound == index, last.pages.count < size {
                batches[batches.count - 1].pages = last.pages.lowerBound..<index + 1
            } else {
                let number = batches.count
                batches.append(Batch(pages: index..<index + 1))
                let largest = isKnown ? largestKnownBatch : largestBatch
                size = number < batchSizes.count ? batchSizes[number] : largest
            }
        }
        return batches
    }

    /// Ends what is under way.
    func stop() { reader.cancellation.cancel() }

    /// Why a page could not be read.
    var firstFailure: Fault? { failure.withLock { $0 } }

    /// Keeps the index of a document that was read from the first page to the last.
    func keep(_ pages: [Int: TextIndex.Page]) {
        guard index == nil, let store, documentPageCount > 0,
            pages.count == documentPageCount
        else { return }
        var index = TextIndex()
        for number in 0..<documentPageCount {
            guard let page = pages[number], index.byteCount < TextIndex.mostBytes else { return }
            index.append(page)
        }
        store.keep(index, of: reader.source)
    }

    /// The hits of a batch.
    func search(_ batch: Batch) throws(Fault) -> Found {
        var found = Found()
        var readable: [Int] = []
        if let index {
            for page in batch.pages {
                if !index.hasText(onPage: page) { found.withoutText.append(page) }
                if candidates.contains(page) { readable.append(page) }
            }
        } else {
            for (page, text) in try read(batch.pages, &found.failures) {
                found.indexed[page] = text
                if text.isEmpty { found.withoutText.append(page) }
                if TextIndex.mayHold(pattern, text) { readable.append(page) }
            }
        }
        for page in readable {
            let outcome = try TextReader.outcome(ofPage: page) { () throws(Fault) in
                try hits(onPage: page)
            }
            switch outcome {
            case .success(let hits): if !hits.isEmpty { found.pages.append(hits) }
            case .failure(let fault): note(fault, &found.failures)
            }
        }
        return found
    }

    private func note(_ fault: Fault, _ failures: inout [Fault]) {
        failures.append(fault)
        failure.withLock { $0 = $0 ?? fault }
    }

    /// The text of pages in the form of an index.
    private func read(
        _ pages: Range<Int>,
        _ failures: inout [Fault]
    ) throws(Fault) -> [(Int, TextIndex.Page)] {
        let outcome = try TextReader.outcome(ofPage: pages.lowerBound) { () throws(Fault) in
            try reader.extractor.scalars(
                ofPages: pages,
                of: reader.source,
                terms: RequestTerms(
                    priority: .nearby,
                    cancellation: reader.cancellation,
                    timeoutSeconds: Self.batchSeconds
                )
            )
        }
        switch outcome {
        case .success(let texts):
            // Pages that only the file counts have no text.
            let missing = Array(repeating: [Unicode.Scalar](), count: pages.count - texts.count)
            return Array(zip(pages, TextIndex.pages(texts + missing)))
        case .failure(let fault):
            if pages.count == 1 {
                note(fault, &failures)
                return []
            }
            // One bad page must not hide the others.
            var found: [(Int, TextIndex.Page)] = []
            for page in pages { found += try read(page..<page + 1, &failures) }
            return found
        }
    }

    /// The hits of one page.
    private func hits(onPage index: Int) throws(Fault) -> [SearchHit] {
        let space = try tree.page(at: index).space
        let characters = try reader.characters(ofPage: index, space, .nearby)
        let ranges = pattern.hits(in: characters)
        guard !ranges.isEmpty else { return [] }
        let text = PageText(characters)
        return ranges.map { range in
            SearchHit(
                pageIndex: index,
                range: range,
                quads: text.quads(ofExtracted: range),
                snippet: mayCopy ? SearchHit.Snippet(of: range, in: text) : nil
            )
        }
    }
}

extension SearchHit.Snippet {
    /// So many characters on each side.
    private static let reach = 40

    /// Words with what stands around them in reading order.
    init(of range: Range<Int>, in text: PageText) {
        let positions = range.map { text.positions[$0] }
        let low = positions.min() ?? 0
        let high = (positions.max() ?? 0) + 1
        let start = max(0, low - Self.reach)
        let end = min(text.characters.count, high + Self.reach)
        words = Self.line(text.string(of: low..<high))
        before = Self.line(text.string(of: start..<low))
        after = Self.line(text.string(of: high..<end))
        // What was cut within a word is left out.
        if start > 0 {
            let word = before.firstIndex(of: " ").map { before.index(after: $0) }
            before = "…" + before[(word ?? before.startIndex)...]
        }
        if end < text.characters.count {
            after = after[..<(after.lastIndex(of: " ") ?? after.endIndex)] + "…"
        }
        if low > 0, Self.isSpace(text, low - 1) { before += " " }
        if high < text.characters.count, Self.isSpace(text, high) { after = " " + after }
    }

    private static func isSpace(_ text: PageText, _ position: Int) -> Bool {
        text.characters[position].scalar.properties.isWhitespace
    }

    /// A text on one line.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
