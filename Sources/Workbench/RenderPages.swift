// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
public import Geometry
public import Operations
internal import PDFModel
internal import PDFSyntax
public import Rendering
internal import Storage
internal import Synchronization

/// Which pages become pictures, and how.
public struct PictureOrder: Sendable {
    /// How large a page becomes.
    public enum Extent: Sendable, Hashable {
        /// So many pixels across.
        case width(Int)
        /// So many pixels for an inch.
        case dotsPerInch(Double)
    }

    /// The pages.
    public var pages: PageList
    /// How large a page becomes.
    public var extent: Extent
    /// The part of each page that is wanted, in view space; the whole page when nil.
    public var region: Rect?
    /// The kind of file.
    public var format: PictureFormat
    /// Whether annotations and form fields are drawn.
    public var showsAnnotations = true
    /// What lies below the page.
    public var background = RenderColour.white
    /// How exact the pictures must be.
    public var fidelity = RenderRequest.Fidelity.exact

    /// Orders pictures.
    public init(_ pages: PageList, _ extent: Extent, as format: PictureFormat) {
        self.pages = pages
        self.extent = extent
        self.format = format
    }

    /// What the renderer is asked for a page.
    ///
    /// - Throws: `outsidePage`.
    func request(for page: Page, of source: RenderSource) throws(Fault) -> RenderRequest {
        let size = page.space.size
        let (pixels, resolution): (PixelSize, Double) =
            switch extent {
            case .width(let width):
                (PixelSize(of: size, width: width), Double(width) * 72 / size.width)
            case .dotsPerInch(let dots):
                (PixelSize(of: size, pixelsPerPoint: dots / 72), dots)
            }
        var request = RenderRequest(source: source, pageIndex: page.index, pageSize: pixels)
        if let region {
            guard !region.isEmpty, Rect(size).contains(region, tolerance: 0.01) else {
                throw Fault(
                    .outsidePage,
                    "The region does not lie on the page, which is \(size.width) × \(size.height) "
                        + "points as seen.",
                    at: Place(pageIndex: page.index)
                )
            }
            request.region = PixelBox(covering: region, of: size, at: pixels)
        }
        request.showsAnnotations = showsAnnotations
        request.showsFormFields = showsAnnotations
        request.background = background
        request.output = .file(format)
        request.pixelsPerInch = resolution.isFinite ? resolution : nil
        request.fidelity = fidelity
        request.terms.priority = fidelity == .thumbnail ? .thumbnail : .visible
        return request
    }
}

/// Where picture files go.
public enum PictureDestination: Sendable, Hashable {
    /// One picture into a file of this name, several into a folder of this name.
    case named(String)
    /// Into a folder, under the document's name and the page's number; it is made where it is
    /// missing.
    case folder(String)
}

/// What making picture files gave.
public struct PictureReceipt: Sendable {
    /// One picture.
    public struct Part: Sendable, Hashable {
        /// Where it is.
        public var path: String
        /// Of which page, counted from 0.
        public var pageIndex: Int
        /// How large it is.
        public var size: PixelSize
        /// How many bytes the file has.
        public var byteCount: Int
    }

    /// The pictures in order.
    public var parts: [Part]
    /// The pages that could not be drawn, and why.
    public var failures: [Fault]
    /// What was odd about the document.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Draws the only page of an order.
    ///
    /// - Parameters:
    ///   - order: which page, and how.
    ///   - opened: the file.
    /// - Returns: the picture, as a file of the format.
    /// - Throws: `usage` when there is more than one page, `notFound`, `outsidePage`, and what the
    ///   renderer throws.
    public func picture(
        _ order: PictureOrder,
        of opened: OpenDocument
    ) throws(Fault) -> RenderedPicture {
        let renderer = try pageRenderer()
        var diagnostics: [Diagnostic] = []
        let pages = try pages(order.pages, of: opened.document, &diagnostics)
        guard pages.count == 1 else {
            throw Fault(.usage, "Only one page can go there; give -o a folder for several.")
        }
        return try renderer.render(
            try order.request(for: pages[0], of: try opened.renderSource())
        )
    }

    /// Draws pages into files, on all cores.
    ///
    /// They get their names when all are complete. A page that cannot be drawn does not stop the
    /// others, unless none can.
    ///
    /// - Parameters:
    ///   - order: which pages, and how.
    ///   - opened: the file.
    ///   - destination: where the pictures go.
    ///   - replacing: replace files of these names.
    ///   - operation: told the pages done and their number, and asked whether to go on.
    /// - Returns: what was written, and what could not be drawn.
    /// - Throws: `usage` for several pages and one file, `alreadyExists`, `notFound`, `outsidePage`,
    ///   `cancelled`, and what rendering and writing throw; nothing is left behind then.
    public func writePictures(
        _ order: PictureOrder,
        of opened: OpenDocument,
        to destination: PictureDestination,
        replacing: Bool = false,
        operation: Operation = .unwatched(.pdfRender)
    ) throws(Fault) -> PictureReceipt {
        try operation.reach(.preparing)
        let renderer = try pageRenderer()
        var diagnostics: [Diagnostic] = []
        let pages = try pages(order.pages, of: opened.document, &diagnostics)
        let source = try opened.renderSource()
        let target = try PictureFiles(destination, pages, of: opened.file.path, order.format)
        if !replacing { try target.files.checkFree(target.names) }
        let cancellation = Cancellation()
        let done = Atomic<Int>(0)
        let outcomes = try Parallel.mapInTurn(pages.count) {
            place throws(Fault) -> Result<PictureReceipt.Part, Fault> in
            if operation.isCancelled { cancellation.cancel() }
            try operation.checkCancelled()
            var request = try order.request(for: pages[place], of: source)
            request.terms.cancellation = cancellation
            if request.fidelity == .thumbnail,
                try !opened.document.placesPlainJPEGsOnly(pages[place])
            {
                request.fidelity = .exact
            }
            let outcome = try Self.drawn(request, by: renderer)
            if case .success(let picture) = outcome {
                try target.files.add(
                    target.names[place],
                    producing: { sink throws(Fault) in try sink.write(picture.bytes) }
                )
            }
            let count = done.add(1, ordering: .relaxed).newValue
            try operation.reach(.processing, done: count, of: pages.count)
            return outcome.map { picture in
                PictureReceipt.Part(
                    path: target.path(of: place),
                    pageIndex: pages[place].index,
                    size: picture.size,
                    byteCount: picture.bytes.count
                )
            }
        }
        var receipt = PictureReceipt(
            parts: [],
            failures: [],
            diagnostics: diagnostics + opened.document.base.diagnostics
        )
        for outcome in outcomes {
            switch outcome {
            case .success(let part): receipt.parts.append(part)
            case .failure(let fault): receipt.failures.append(fault)
            }
        }
        if receipt.parts.isEmpty, let fault = receipt.failures.first { throw fault }
        try operation.reach(.finalizing)
        let names = zip(target.names, outcomes).filter { (try? $0.1.get()) != nil }.map(\.0)
        try target.files.publish(
            names,
            replacing: replacing,
            isCancelled: { operation.isCancelled }
        )
        return receipt
    }

    /// Has the renderer start: it gets ready while the file is opened.
    public func prepareForPages() { renderer()?.prepare() }

    /// The renderer.
    ///
    /// - Throws: `unsupported` without one.
    func pageRenderer() throws(Fault) -> any PageRenderer {
        if let renderer = renderer() { return renderer }
        throw Fault(.unsupported, "Pages cannot be drawn here: there is no renderer.")
    }

    /// The picture, or why this page cannot be drawn; what concerns all pages is thrown.
    private static func drawn(
        _ request: RenderRequest,
        by renderer: any PageRenderer
    ) throws(Fault) -> Result<RenderedPicture, Fault> {
        do { return .success(try renderer.render(request)) } catch {
            var fault = error
            if fault.place.pageIndex == nil { fault.place.pageIndex = request.pageIndex }
            switch fault.code {
            case .workerFailed, .timedOut, .notFound, .invalidDocument, .limitExceeded:
                return .failure(fault)
            default: throw fault
            }
        }
    }
}

/// The files of an order: what they are called and where they wait.
private struct PictureFiles: Sendable {
    let files: NewFiles
    let names: [String]
    private let folder: String

    init(
        _ destination: PictureDestination,
        _ pages: [Page],
        of document: String,
        _ format: PictureFormat
    ) throws(Fault) {
        switch destination {
        case .named(let path) where pages.count == 1:
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            names = [parts.last.map(String.init) ?? ""]
            folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
            files = try NewFiles(in: folder, makesFolder: false, isSynced: false)
        case .named(let path) where PictureFormat(ofFile: path) != nil:
            throw Fault(
                .usage,
                "Several pages do not fit into one file; give -o a folder.",
                at: Place(file: path)
            )
        case .named(let path), .folder(let path):
            var stem = document.split(separator: "/").last.map(String.init) ?? document
            if stem.count > 4, stem.lowercased().hasSuffix(".pdf") { stem.removeLast(4) }
            let digits = max(3, String((pages.last?.index ?? 0) + 1).count)
            names = pages.map { page in
                let number = String(page.index + 1)
                let zeros = String(repeating: "0", count: max(0, digits - number.count))
                return "\(stem)-\(zeros)\(number).\(format.fileExtension)"
            }
            folder = path
            files = try NewFiles(in: path, isSynced: false)
        }
    }

    func path(of place: Int) -> String {
        if folder == "." { return names[place] }
        return folder + (folder.hasSuffix("/") ? "" : "/") + names[place]
    }
}
