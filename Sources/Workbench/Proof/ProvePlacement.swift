// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import Operations
internal import PDFModel
internal import PDFSyntax
internal import Rendering
internal import Synchronization

extension Workbench {
    /// Proves by drawing that marks are where they were put, and that nothing else changed.
    ///
    /// Each marked page is drawn as it is in the file and as it will be saved, at 300 dpi. The
    /// pixels that differ must lie within the mark's rect grown by two pixels, and there must be
    /// as much ink as the mark alone has (see `InkComparison`). Pages so large that 300 dpi would
    /// take minutes are drawn with fewer pixels; around the mark it is always 300 dpi. A file that
    /// had to be repaired is compared as it is after the repair: the repair may show more than the
    /// renderer's own.
    ///
    /// - Parameters:
    ///   - marked: the document with the marks.
    ///   - request: by which they were placed.
    ///   - opened: the file, with the document as it was before.
    ///   - operation: told what is done, and asked whether to go on.
    /// - Returns: which marks cannot be seen although nothing is wrong.
    /// - Throws: `saveFailed` with both boxes, and what drawing throws.
    public func prove(
        _ marked: MarkedDocument,
        of request: MarkRequest,
        on opened: OpenDocument,
        operation: Operation = .unwatched(.pdfSave)
    ) throws(Fault) -> [Diagnostic] {
        let proof = PlacementProof(
            before: opened.renderSource(delta: try deltaBefore(opened.document)),
            after: opened.renderSource(delta: try marked.document.delta()),
            renderer: try pageRenderer(),
            alone: MarkAlone(request, self, try pageRenderer()),
            blending: request.style.blendMode == .multiply ? .multiply : .normal
        )
        let pages = try provenPages(marked)
        let pieces = pages.indices.flatMap { page in
            pages[page].pieces.map { (page, $0) }
        }
        let found = Mutex([InkComparison](repeating: InkComparison(), count: pages.count))
        let done = Atomic<Int>(0)
        _ = try Parallel.mapInTurn(pieces.count) { index throws(Fault) -> Bool in
            let (page, piece) = pieces[index]
            try operation.checkCancelled()
            let comparison = try proof.compare(piece, of: pages[page])
            found.withLock { $0[page].merge(comparison) }
            let count = done.add(1, ordering: .relaxed).newValue
            try operation.reach(.processing, done: count, of: pieces.count)
            return true
        }
        var diagnostics: [Diagnostic] = []
        for (page, comparison) in zip(pages, found.withLock { $0 }) {
            if let diagnostic = try page.judge(comparison) { diagnostics.append(diagnostic) }
        }
        return diagnostics
    }

    /// What a save of the document before the marks would append; all that its repair made when it
    /// was repaired.
    private func deltaBefore(_ document: Document) throws(Fault) -> [UInt8] {
        guard document.base.isRebuilt || document.isChanged || !document.overlay.isEmpty else {
            return []
        }
        var touched = document
        touched.set(try document.catalogID(), .dictionary(try document.catalog()))
        return try touched.delta()
    }

    private func provenPages(_ marked: MarkedDocument) throws(Fault) -> [ProvenPage] {
        let rects = Dictionary(grouping: marked.placements, by: \.pageIndex)
            .mapValues { $0.map(\.viewRect) }
        let indexes = rects.keys.sorted()
        return try PageTree(marked.document).pages(at: indexes).map { page in
            ProvenPage(index: page.index, space: page.space, rects: rects[page.index] ?? [])
        }
    }
}

/// A page whose marks are to be proven.
struct ProvenPage: Sendable {
    /// The resolution of the proof.
    static let pixelsPerPoint = 300.0 / 72
    /// A whole page is not drawn with more pixels: twenty seconds of drawing, an A0 sheet.
    static let mostPixels = 140_000_000.0
    /// So many pixels are in memory at a time, twice; a page is drawn in rows of pieces.
    static let piecePixels = 1_500_000
    /// What is looked at around a mark where the page as a whole has fewer pixels.
    static let surroundings = 32

    /// A piece of the page to be drawn.
    struct Piece: Sendable, Hashable {
        /// Pixels for a point.
        var scale: Double
        /// How many pixels the page has.
        var pageSize: PixelSize
        /// Which of them are drawn.
        var region: PixelBox
        /// Whether the ink of the mark is weighed.
        var hasInk: Bool
    }

    let index: Int
    let space: PageSpace
    /// Where the marks lie, in view space.
    let rects: [Rect]

    /// What is to be drawn.
    var pieces: [Piece] {
        let size = space.size
        let exact = Self.pixelsPerPoint
        let pixels = size.width * size.height * exact * exact
        if pixels <= Self.mostPixels {
            let pageSize = PixelSize(of: size, pixelsPerPoint: exact)
            return Self.pieces(exact, pageSize, pageSize.bounds, hasInk: true)
        }
        let coarse = exact * (Self.mostPixels / pixels).squareRoot()
        let coarseSize = PixelSize(of: size, pixelsPerPoint: coarse)
        let exactSize = PixelSize(of: size, pixelsPerPoint: exact)
        let around = boxes(exactSize).compactMap { box in
            box.grown(by: Self.surroundings).intersection(exactSize.bounds)
        }
        return Self.pieces(coarse, coarseSize, coarseSize.bounds, hasInk: false)
            + (around.first.map { first in
                Self.pieces(
                    exact,
                    exactSize,
                    around.dropFirst().reduce(first) { $0.union($1) },
                    hasInk: true
                )
            } ?? [])
    }

    private static func pieces(
        _ scale: Double,
        _ pageSize: PixelSize,
        _ region: PixelBox,
        hasInk: Bool
    ) -> [Piece] {
        let rows = max(1, piecePixels / max(1, region.width))
        return stride(from: region.y, to: region.y + region.height, by: rows).map { top in
            let height = min(rows, region.y + region.height - top)
            return Piece(
                scale: scale,
                pageSize: pageSize,
                region: PixelBox(x: region.x, y: top, width: region.width, height: height),
                hasInk: hasInk
            )
        }
    }

    /// The pixels that the marks cover.
    func boxes(_ pageSize: PixelSize) -> [PixelBox] {
        rects.map { PixelBox(covering: $0, of: space.size, at: pageSize) }
    }

    /// What a comparison means.
    ///
    /// - Returns: a note when the marks cannot be seen.
    /// - Throws: `saveFailed` with the boxes.
    func judge(_ comparison: InkComparison) throws(Fault) -> Diagnostic? {
        let place = Place(pageIndex: index)
        let asked = rects.map(Self.words).joined(separator: " and ")
        let changed = comparison.changed.map { box in
            Self.words(box.rect(pixelsPerPoint: Self.pixelsPerPoint))
        }
        let keep = "Nothing was written."
        switch comparison.verdict {
        case .proven: return nil
        case .invisible:
            return Diagnostic(
                .note,
                "The mark cannot be seen: it has no ink of its own, or that of what is below.",
                at: place
            )
        case .strayed(let box):
            let strayed = Self.words(box.rect(pixelsPerPoint: Self.pixelsPerPoint))
            throw Fault(
                .saveFailed,
                "The page changed outside the mark: the mark was to lie at \(asked), but the page "
                    + "also changed at \(strayed). \(keep)",
                at: place
            )
        case .wrongInk(let found):
            let share = Int((found * 100).rounded())
            throw Fault(
                .saveFailed,
                "The mark was to lie at \(asked), and \(changed.map { "the page changed at \($0)" } ?? "the page did not change"), "
                    + "but what is there is not the mark: there is \(share) % of its ink. Something "
                    + "on the page may hide it. \(keep)",
                at: place
            )
        }
    }

    /// A rect as it is given on the command line.
    private static func words(_ rect: Rect) -> String {
        [rect.x, rect.y, rect.width, rect.height].map { value in
            let rounded = (value * 100).rounded() / 100
            return Int(exactly: rounded).map(String.init) ?? String(rounded)
        }.joined(separator: ",")
    }
}

/// Draws pieces of pages and compares them.
struct PlacementProof: Sendable {
    let before: RenderSource
    let after: RenderSource
    let renderer: any PageRenderer
    let alone: MarkAlone
    let blending: InkComparison.Blending

    func compare(
        _ piece: ProvenPage.Piece,
        of page: ProvenPage
    ) throws(Fault) -> InkComparison {
        let old = try draw(before, piece, page)
        let new = try draw(after, piece, page)
        let boxes = page.boxes(piece.pageSize).map { $0.grown(by: InkComparison.margin) }
        var comparison = InkComparison()
        comparison.addChanges(before: old, after: new, piece: piece.region, allowed: boxes)
        guard piece.hasInk, let first = boxes.first,
            let inked = boxes.dropFirst().reduce(first, { $0.union($1) })
                .intersection(piece.region)
        else { return comparison }
        let (white, black) = try alone.pixels(
            at: page.rects,
            on: page.space,
            size: piece.pageSize,
            region: inked
        )
        for row in 0..<inked.height {
            let width = inked.width * 4
            let start =
                ((inked.y - piece.region.y + row) * piece.region.width + inked.x - piece.region.x)
                * 4
            comparison.addInk(
                before: old[start..<start + width],
                after: new[start..<start + width],
                white: white[row * width..<(row + 1) * width],
                black: black[row * width..<(row + 1) * width],
                blending: blending
            )
        }
        return comparison
    }

    private func draw(
        _ source: RenderSource,
        _ piece: ProvenPage.Piece,
        _ page: ProvenPage
    ) throws(Fault) -> [UInt8] {
        let request = RenderRequest(
            source: source,
            pageIndex: page.index,
            pageSize: piece.pageSize,
            region: piece.region
        )
        let picture = try renderer.render(request)
        guard picture.bytes.count == piece.region.width * piece.region.height * 4 else {
            throw Fault(.workerFailed, "The renderer gave a picture of another size.")
        }
        return picture.bytes
    }
}
