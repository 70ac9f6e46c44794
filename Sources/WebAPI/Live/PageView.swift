// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
internal import Faults
internal import Geometry
internal import PDFModel
internal import PDFSyntax
internal import Rendering
internal import Synchronization

/// The pages of one state of a document.
final class PageView: Sendable {
    let document: Document
    /// What a renderer is handed.
    let source: RenderSource
    /// Names the state; pictures of it may be kept under this name for ever.
    let version: String
    let pageCount: Int
    private let tree: PageTree
    private let makeSource: @Sendable ([UInt8]) -> RenderSource
    private let memory = Mutex(Memory())

    private struct Memory {
        var layout: Layout?
        var pages: [Int: Page] = [:]
        /// Pages with signatures that can still be moved, shown without these; nil for a page
        /// that has none.
        var bare: [Int: RenderSource?] = [:]
    }

    /// How large the pages are: runs of equal ones.
    struct Layout: Sendable {
        var runs: [(count: Int, size: Size)] = []
    }

    /// So many pages are remembered.
    private static let mostPages = 1024
    /// So many pages without their signatures are remembered.
    private static let mostBare = 1024

    /// - Parameters:
    ///   - document: the state.
    ///   - makeSource: the file with these bytes appended, to be drawn.
    /// - Throws: as `Document.delta` and `PageTree`.
    init(
        _ document: Document,
        _ makeSource: @escaping @Sendable ([UInt8]) -> RenderSource
    ) throws(Fault) {
        self.document = document
        self.makeSource = makeSource
        source = makeSource(try document.delta())
        version = Self.name(source)
        tree = try PageTree(document)
        pageCount = try tree.count()
    }

    private static func name(_ source: RenderSource) -> String {
        String(SHA256.digest(Array(source.version.description.utf8)).description.prefix(16))
    }

    /// A page.
    ///
    /// - Throws: `notFound`, `readFailed`, `invalidDocument`.
    func page(at index: Int) throws(Fault) -> Page {
        guard index >= 0, index < pageCount else {
            throw Fault(
                .notFound,
                "There is no page \(index &+ 1); the document has \(pageCount)."
            )
        }
        if let known = pageNow(at: index) { return known }
        let page = try tree.page(at: index)
        memory.withLock { memory in
            if memory.pages.count >= Self.mostPages { memory.pages.removeAll() }
            memory.pages[index] = page
        }
        return page
    }

    /// A page that was asked for before.
    func pageNow(at index: Int) -> Page? { memory.withLock { $0.pages[index] } }

    /// A page as it is drawn without the signatures that can still be moved, if that is known.
    func bareSourceNow(of page: Page) -> RenderSource? {
        memory.withLock { memory in memory.bare[page.index].map { $0 ?? source } }
    }

    /// How large all pages are.
    ///
    /// - Throws: `readFailed`.
    func layout() throws(Fault) -> Layout {
        if let known = memory.withLock({ $0.layout }) { return known }
        var layout = Layout()
        for page in try tree.pages(at: Array(0..<pageCount)) {
            let size = page.space.size
            if let last = layout.runs.last, last.size == size {
                layout.runs[layout.runs.count - 1].count += 1
            } else {
                layout.runs.append((1, size))
            }
        }
        let made = layout
        memory.withLock { $0.layout = made }
        return made
    }

    /// A page as it is drawn without the signatures that can still be moved.
    ///
    /// - Throws: as `Document.remove`.
    func bareSource(of page: Page) throws(Fault) -> RenderSource {
        if let known = memory.withLock({ $0.bare[page.index] }) { return known ?? source }
        let marks = try document.annotationNames(of: page).filter(MarkNames.isMark)
        var bare: RenderSource?
        if !marks.isEmpty {
            var stripped = document
            _ = try stripped.remove(marks, onPage: page.index)
            bare = makeSource(try stripped.delta())
        }
        let found = bare
        memory.withLock { memory in
            if memory.bare.count >= Self.mostBare { memory.bare.removeAll() }
            memory.bare[page.index] = .some(found)
        }
        return found ?? source
    }
}
