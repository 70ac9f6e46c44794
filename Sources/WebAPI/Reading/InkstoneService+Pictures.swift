// SPDX-License-Identifier: Apache-2.0
internal import DocumentLibrary
internal import Faults
internal import Geometry
internal import PDFModel
internal import Rendering
internal import WebExchange

/// A picture that is asked for.
private struct PictureWish {
    var width: Int
    var region: PixelBox?
    var showsMarks: Bool
    var isThumbnail: Bool
    var priority: RequestPriority
    var named: String?
}

extension InkstoneService {
    static let imagePattern = "/api/documents/{document}/pages/{page}/image"
    static let thumbnailPattern = "/api/documents/{document}/pages/{page}/thumbnail"

    private static let usualThumbnailWidth = 200
    /// Lines of text stay sharp, and files are a third of PNG's size.
    private static let thumbnailFormat = PictureFormat.jpeg(quality: PictureFormat.usualQuality)

    /// The picture if it was drawn before; nil when it must be drawn, or nobody has the document
    /// open.
    func keptPicture(_ route: Route, _ call: WebCall) throws -> WebResponse? {
        let wish = try wish(route, call)
        let record = try record(call)
        if Self.needsPassword(record),
            !live.isUnlocked(record.id, for: call.visitor.sessionID)
        {
            return nil
        }
        guard let document = live.openNow(record.id),
            let view = document.viewNow(wish.showsMarks),
            let page = view.pageNow(at: try call.pageIndex),
            let source = wish.showsMarks ? view.source : view.bareSourceNow(of: page)
        else { return nil }
        let request = try request(wish, page, of: source)
        if call.has(tag(request)) { return picture(nil, request, wish, of: view) }
        guard let kept = pictures.keptInMemory(request) else { return nil }
        return picture(kept, request, wish, of: view)
    }

    /// A page or a part of it.
    func drawPicture(_ route: String, _ call: WebCall) throws -> WebResponse {
        let wish = try wish(isThumbnail: route == Self.thumbnailPattern, call)
        let record = try record(call)
        let document = try document(record, call)
        let view = wish.showsMarks ? try document.edited() : document.backdrop
        let page = try view.page(at: try call.pageIndex)
        let source = wish.showsMarks ? view.source : try view.bareSource(of: page)
        var request = try request(wish, page, of: source)
        request.terms.cancellation = call.cancellation
        if wish.isThumbnail, try view.document.placesPlainJPEGsOnly(page) {
            request.fidelity = .thumbnail
        }
        if call.has(tag(request)) { return picture(nil, request, wish, of: view) }
        let drawn = try pictures.render(request)
        return picture(drawn, request, wish, of: view)
    }

    private func wish(_ route: Route, _ call: WebCall) throws(Fault) -> PictureWish {
        try wish(isThumbnail: route.pattern == Self.thumbnailPattern, call)
    }

    private func wish(isThumbnail: Bool, _ call: WebCall) throws(Fault) -> PictureWish {
        if isThumbnail {
            return PictureWish(
                width: try call.integer("width", in: 16...640) ?? Self.usualThumbnailWidth,
                showsMarks: true,
                isThumbnail: true,
                priority: .thumbnail,
                named: try call.text("v", longest: 64)
            )
        }
        guard let width = try call.integer("width", in: 1...20_000) else {
            throw Fault(.usage, "Say how many pixels the page is across: ?width=…")
        }
        let x = try call.integer("x", in: 0...100_000)
        let y = try call.integer("y", in: 0...100_000)
        let w = try call.integer("w", in: 1...4096)
        let h = try call.integer("h", in: 1...4096)
        var region: PixelBox?
        switch (x, y, w, h) {
        case (nil, nil, nil, nil): break
        case (let x?, let y?, let w?, let h?):
            region = PixelBox(x: x, y: y, width: w, height: h)
        default: throw Fault(.usage, "A part of a page needs x, y, w and h.")
        }
        let priority: RequestPriority
        switch try call.text("priority", longest: 20) {
        case nil, "visible"?: priority = .visible
        case "nearby"?: priority = .nearby
        case "thumbnail"?: priority = .thumbnail
        default: throw Fault(.usage, "priority is visible, nearby or thumbnail.")
        }
        return PictureWish(
            width: width,
            region: region,
            showsMarks: try call.flag("marks", else: true),
            isThumbnail: false,
            priority: priority,
            named: try call.text("v", longest: 64)
        )
    }

    private func request(
        _ wish: PictureWish,
        _ page: Page,
        of source: RenderSource
    ) throws(Fault) -> RenderRequest {
        let size = PixelSize(of: page.space.size, width: wish.width)
        if let region = wish.region, region.x >= size.width || region.y >= size.height {
            throw Fault(
                .outsidePage,
                "The part lies outside the page, which is \(size.width) × \(size.height) pixels.",
                at: Place(pageIndex: page.index)
            )
        }
        var request = RenderRequest(
            source: source,
            pageIndex: page.index,
            pageSize: size,
            region: wish.region
        )
        request.output = .file(wish.isThumbnail ? Self.thumbnailFormat : .png)
        request.terms.priority = wish.priority
        return request
    }

    /// How long a browser may keep what it gets: for ever under the name of a state, and never what
    /// is encrypted in its file.
    static func keeping(_ isNamed: Bool, isConfidential: Bool) -> String {
        if isConfidential { return "no-store" }
        return isNamed ? "private, max-age=31536000, immutable" : "private, no-cache"
    }

    private func tag(_ request: RenderRequest) -> EntityTag {
        EntityTag(
            String(
                Self.digest(
                    [
                        request.source.version.description, "\(request.pageIndex)",
                        "\(request.pageSize)", "\(request.region)", "\(request.output)",
                    ].joined(separator: "|")
                ).prefix(16)
            )
        )
    }

    private func picture(
        _ picture: RenderedPicture?,
        _ request: RenderRequest,
        _ wish: PictureWish,
        of view: PageView
    ) -> WebResponse {
        let isNamed = wish.named == view.version
        var fields: WebFields = ["ETag": tag(request).field]
        let isConfidential = request.source.isConfidential
        fields["Cache-Control"] = Self.keeping(isNamed, isConfidential: isConfidential)
        guard let picture else { return WebResponse(304, fields: fields) }
        fields["Content-Type"] = wish.isThumbnail ? "image/jpeg" : "image/png"
        return WebResponse(200, fields: fields, body: .bytes(picture.bytes))
    }
}
