// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
internal import Faults
internal import Geometry
internal import PDFModel
internal import PDFSyntax
internal import Rendering
internal import Storage

/// The mark alone, on white and on black pages that lie like those it was placed on.
///
/// Pages of one size with marks at one place share a document, and its pictures.
final class MarkAlone: Sendable {
    private struct Key: Hashable, Sendable {
        var space: PageSpace
        var rects: [Rect]
    }

    private let request: MarkRequest
    private let workbench: Workbench
    private let pictures: PictureStore
    private let documents: MemoryCache<Key, RenderSource>

    /// Pictures and documents that pages may share; more are made anew.
    private static let keptBytes = 8 << 20

    init(_ request: MarkRequest, _ workbench: Workbench, _ renderer: any PageRenderer) {
        self.request = request
        self.workbench = workbench
        pictures = PictureStore(renderer, memoryBytes: Self.keptBytes)
        documents = MemoryCache(maximumBytes: Self.keptBytes)
    }

    /// Pixels of the mark alone: on white, and on black.
    ///
    /// - Parameters:
    ///   - rects: where it was placed on a page.
    ///   - space: how that page lies in its file.
    ///   - size: how many pixels the page has.
    ///   - region: which of them are wanted.
    /// - Returns: the mark alone, on white and on black.
    /// - Throws: what the renderer throws.
    func pixels(
        at rects: [Rect],
        on space: PageSpace,
        size: PixelSize,
        region: PixelBox
    ) throws(Fault) -> (white: [UInt8], black: [UInt8]) {
        let source = try source(Key(space: space, rects: rects))
        func draw(_ index: Int) throws(Fault) -> [UInt8] {
            let request = RenderRequest(
                source: source,
                pageIndex: index,
                pageSize: size,
                region: region
            )
            return try pictures.render(request).bytes
        }
        return (try draw(0), try draw(1))
    }

    private func source(_ key: Key) throws(Fault) -> RenderSource {
        if let known = documents.value(for: key) { return known }
        var placer = try MarkPlacer(try Document.whiteAndBlack(like: key.space))
        let mark = try placer.embed(
            try request.mark.value().mark,
            blendMode: request.style.blendMode,
            opacity: request.style.opacity
        )
        let pages = try PageTree(placer.document).pages(at: [0, 1])
        for page in pages {
            for rect in key.rects {
                // The rects are those of marks that were fitted already.
                _ = try workbench.place(mark, rect, request, fit: .stretch, on: page, nil, &placer)
            }
        }
        let base = placer.document.base.source
        let delta = try placer.document.delta()
        let source = RenderSource(
            version: DocumentVersion("mark alone \(SHA256.digest(delta))"),
            base: base,
            delta: delta
        )
        documents.insert(source, for: key, byteCount: delta.count)
        return source
    }
}
