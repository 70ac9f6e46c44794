// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import Rendering
import RenderingContract
import Testing
import Workbench

/// A document of blank pages, of which the fake renderer says that there is text on them.
struct TextDesk {
    let workbench: Workbench
    let opened: OpenDocument
    let renderer: FakeRenderer
    let mark: LoadedMark

    /// A document of pages with these texts in these boxes.
    ///
    /// Each page is 200 × 100. An extractor may read in the place of the fake.
    init(
        _ folder: TestFolder,
        _ pages: [[(String, Rect)]],
        catalog: String = "",
        through extractor: ((FakeRenderer) -> any TextExtractor)? = nil
    ) throws {
        let kids = pages.indices.map { "\($0 + 3) 0 R" }.joined(separator: " ")
        let bytes = Samples.pdf(
            kids: kids,
            count: pages.count,
            catalog: catalog,
            more: pages.dropFirst().map { _ in "<< /Type /Page /Parent 2 0 R >>" }
        )
        renderer = FakeRenderer()
        var workbench = Samples.workbench()
        let reader: any TextExtractor = extractor?(renderer) ?? renderer
        let indexes = TextIndexStore()
        workbench.textExtractor = { reader }
        workbench.textIndexes = { indexes }
        self.workbench = workbench
        opened = try workbench.open(try folder.write(bytes, "a.pdf"))
        mark = try workbench.loadMark(try folder.write(Samples.ink, "ink.json"))
        let size = Size(width: 200, height: 100)
        let fakes = pages.map { FakePage(size: size, texts: $0.map { (text: $0.0, box: $0.1) }) }
        renderer.learn(try opened.renderSource().version, fakes)
        // A few pages may be asked for as a file of their own.
        let tree = try PageTree(opened.document).pages(at: Array(pages.indices))
        for chosen in 1..<(1 << min(pages.count, 4)) {
            let some = pages.indices.filter { chosen >> $0 & 1 == 1 }
            let excerpt = try opened.document.excerpt(of: some.map { tree[$0] }) ?? []
            renderer.learn(opened.renderSource(delta: excerpt).version, some.map { fakes[$0] })
        }
    }

    /// All hits, page by page, and what the search came to.
    func search(
        _ words: String,
        _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> (hits: [SearchHit], summary: SearchSummary) {
        var request = SearchRequest(try SearchPattern(words))
        change(&request)
        var hits: [SearchHit] = []
        let summary = try workbench.search(request, in: opened) { page throws(Fault) in
            hits += page
            return true
        }
        return (hits, summary)
    }

    /// A line of text, 5 points for each letter and 10 high.
    static func line(_ text: String, x: Double = 20, y: Double = 20) -> (String, Rect) {
        let width = Double(text.unicodeScalars.count) * 5
        return (text, Rect(x: x, y: y, width: width, height: 10))
    }
}

/// Reads what another reads, but for one page on which it fails.
struct FailingExtractor: TextExtractor {
    let inner: any TextExtractor
    let page: Int

    private var fault: Fault { Fault(.workerFailed, "The renderer failed on this page.") }

    func characters(_ request: TextRequest) throws(Fault) -> [TextCharacter] {
        if request.pageIndex == page { throw fault }
        return try inner.characters(request)
    }

    func scalars(
        ofPages pages: Range<Int>,
        of source: RenderSource,
        terms: RequestTerms
    ) throws(Fault) -> [[Unicode.Scalar]] {
        if pages.contains(page) { throw fault }
        return try inner.scalars(ofPages: pages, of: source, terms: terms)
    }
}
