// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
internal import Operations
public import Rendering
internal import Synchronization

/// A page that only the fake renderer knows.
public struct FakePage: Sendable {
    /// How large it is as seen, in points.
    public var size: Size
    /// What is painted on it, in view space; later ones lie above.
    public var rectangles: [(box: Rect, colour: RenderColour)]
    /// What is written on it: each text fills its box from left to right with letters of one width.
    public var texts: [(text: String, box: Rect)]

    /// A page.
    public init(
        size: Size,
        rectangles: [(box: Rect, colour: RenderColour)] = [],
        texts: [(text: String, box: Rect)] = []
    ) {
        self.size = size
        self.rectangles = rectangles
        self.texts = texts
    }
}

/// Draws and reads documents that it was told of by their version.
///
/// It is deterministic and knows no PDF: a pixel has the colour of the last rectangle that its
/// centre lies in.
public final class FakeRenderer: PageRenderer, TextExtractor {
    private let documents: Mutex<[DocumentVersion: [FakePage]]>
    private let asked = Mutex<[RenderRequest]>([])
    private let read = Mutex<[Int]>([])
    private let announced = Mutex(0)

    /// A renderer that knows these documents.
    public init(_ documents: [DocumentVersion: [FakePage]] = [:]) {
        self.documents = Mutex(documents)
    }

    /// What it was asked to draw so far.
    public var requests: [RenderRequest] { asked.withLock { $0 } }

    /// Of which pages it was asked to read the text so far.
    public var pagesRead: [Int] { read.withLock { $0 } }

    /// How often it was told to prepare.
    public var timesPrepared: Int { announced.withLock { $0 } }

    /// Counts.
    public func prepare() { announced.withLock { $0 += 1 } }

    /// Tells it of a document.
    public func learn(_ version: DocumentVersion, _ pages: [FakePage]) {
        documents.withLock { $0[version] = pages }
    }

    /// Paints rectangles.
    public func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
        asked.withLock { $0.append(request) }
        try check(request.terms)
        let page = try page(request.pageIndex, of: request.source)
        let region = request.region
        var bytes: [UInt8] = []
        for row in region.y..<region.y + region.height {
            for column in region.x..<region.x + region.width {
                let point = Point(
                    x: (Double(column) + 0.5) * page.size.width / Double(request.pageSize.width),
                    y: (Double(row) + 0.5) * page.size.height / Double(request.pageSize.height)
                )
                let hit = page.rectangles.last { $0.box.contains(point) }
                let colour = hit?.colour ?? request.background
                switch request.output {
                case .pixels(.bgra):
                    bytes += [colour.blue, colour.green, colour.red, colour.alpha]
                default:
                    bytes += [colour.red, colour.green, colour.blue, colour.alpha]
                }
            }
        }
        let size = PixelSize(width: region.width, height: region.height)
        return RenderedPicture(size: size, bytes: bytes)
    }

    /// Gives the letters of the texts, a line break between them.
    public func characters(_ request: TextRequest) throws(Fault) -> [TextCharacter] {
        read.withLock { $0.append(request.pageIndex) }
        try check(request.terms)
        return Self.characters(of: try page(request.pageIndex, of: request.source))
    }

    /// Gives the letters of many pages.
    public func scalars(
        ofPages pages: Range<Int>,
        of source: RenderSource,
        terms: RequestTerms
    ) throws(Fault) -> [[Unicode.Scalar]] {
        try check(terms)
        let known = try document(source)
        read.withLock { $0 += pages.clamped(to: known.indices) }
        return pages.clamped(to: known.indices).map { index in
            Self.characters(of: known[index]).map(\.scalar)
        }
    }

    private static func characters(of page: FakePage) -> [TextCharacter] {
        var result: [TextCharacter] = []
        for (text, box) in page.texts {
            if let last = result.last {
                let edge = Quad(last.quad.p1, last.quad.p1, last.quad.p2, last.quad.p2)
                result.append(
                    TextCharacter("\n", quad: edge, fontSize: last.fontSize, traits: .generated)
                )
            }
            let width = box.width / Double(max(1, text.unicodeScalars.count))
            for (index, scalar) in text.unicodeScalars.enumerated() {
                let cell = Rect(
                    x: box.minX + width * Double(index),
                    y: box.minY,
                    width: width,
                    height: box.height
                )
                result.append(TextCharacter(scalar, quad: Quad(cell), fontSize: box.height))
            }
        }
        return result
    }

    private func check(_ terms: RequestTerms) throws(Fault) {
        if terms.cancellation?.isCancelled == true {
            throw Fault(.cancelled, "Nobody waits for this page any more.")
        }
    }

    private func document(_ source: RenderSource) throws(Fault) -> [FakePage] {
        guard let pages = documents.withLock({ $0[source.version] }) else {
            throw Fault(.invalidDocument, "The fake renderer does not know this document.")
        }
        return pages
    }

    private func page(_ index: Int, of source: RenderSource) throws(Fault) -> FakePage {
        let pages = try document(source)
        guard pages.indices.contains(index) else {
            throw Fault(.notFound, "The document has only \(pages.count) pages.")
        }
        return pages[index]
    }
}
