// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
internal import DocumentLibrary
internal import Faults
internal import Geometry
internal import JSON
internal import PDFModel
internal import PDFSyntax
internal import Rendering
internal import WebExchange
internal import Workbench

extension InkstoneService {
    static let readingRoutes: [Route] = [
        Route("GET", "/api/documents/{document}/info", lane: .patient) { service, call in
            try service.info(call)
        },
        Route("GET", "/api/documents/{document}/pages", lane: .patient) { service, call in
            try service.pages(call)
        },
        Route("GET", imagePattern, lane: .patient) { service, call in
            try service.drawPicture(imagePattern, call)
        },
        Route("GET", thumbnailPattern, lane: .patient) { service, call in
            try service.drawPicture(thumbnailPattern, call)
        },
        Route("GET", "/api/documents/{document}/pages/{page}/text", lane: .patient) {
            service,
            call in try service.pageText(call)
        },
        Route("GET", "/api/documents/{document}/pages/{page}/selection", lane: .patient) {
            service,
            call in try service.selection(call)
        },
        Route("GET", "/api/documents/{document}/pages/{page}/links", lane: .patient) {
            service,
            call in try service.links(call)
        },
        Route("GET", "/api/documents/{document}/outline", lane: .patient) { service, call in
            try service.outline(call)
        },
        Route("GET", "/api/documents/{document}/attachments", lane: .patient) { service, call in
            try service.attachments(call)
        },
        Route("GET", "/api/documents/{document}/attachments/{attachment}", lane: .patient) {
            service,
            call in try service.downloadAttachment(call)
        },
        Route("GET", "/api/documents/{document}/search", lane: .patient) { service, call in
            try service.search(call)
        },
        Route("GET", "/api/documents/{document}/revisions", lane: .patient) { service, call in
            try service.revisions(call)
        },
        Route(
            "GET",
            "/api/documents/{document}/revisions/{revision}/file",
            lane: .patient
        ) { service, call in try service.downloadRevision(call) },
    ]

    // MARK: Documents

    /// A document, open.
    ///
    /// - Throws: `passwordRequired` until this device unlocked it, and as opening.
    func document(_ record: DocumentRecord, _ call: WebCall) throws(Fault) -> LiveDocument {
        do {
            let document = try live.document(
                record.id,
                path: library.path(of: record.id),
                needsPassword: Self.needsPassword(record),
                for: call.visitor.sessionID
            )
            if record.pageCount == nil, !document.hasPassword {
                // A kill between a save and its note leaves the pages uncounted.
                try library.noteOpened(
                    record.id,
                    pageCount: document.backdrop.pageCount,
                    isEncrypted: document.right != nil
                )
            }
            return document
        } catch {
            var fault = error
            fault.place.file = nil
            throw fault
        }
    }

    func document(_ call: WebCall) throws(Fault) -> LiveDocument {
        try document(try record(call), call)
    }

    static func digest(_ text: String) -> String {
        SHA256.digest(Array(text.utf8)).description
    }

    static func digest(_ value: JSONValue) -> String {
        String(digest(value.serialised()).prefix(16))
    }

    /// An answer that has a version of its own: the digest of what it says.
    private func tagged(
        _ value: JSONValue,
        _ call: WebCall,
        isConfidential: Bool
    ) -> WebResponse {
        let tag = EntityTag(Self.digest(value))
        let fields: WebFields = [
            "ETag": tag.field,
            "Cache-Control": Self.keeping(false, isConfidential: isConfidential),
        ]
        if call.has(tag) { return WebResponse(304, fields: fields) }
        return .json(value, fields: fields)
    }

    // MARK: Answers

    private func info(_ call: WebCall) throws -> WebResponse {
        let opened = try document(call).opened
        let summary = try workbench.inspect(opened)
        let base = opened.document.base
        let info = summary.info
        let signatures = summary.signatures.map { signature -> JSONValue in
            [
                "field": JSONValue(signature.fieldName),
                "signer": .optional(signature.signer),
                "certifies": .bool(signature.certificationPermission != nil),
            ]
        }
        func date(_ text: String?) -> JSONValue {
            .optional(text.map { DocumentDate($0)?.isoText ?? $0 })
        }
        return .json([
            "pages": JSONValue(summary.pageCount), "bytes": JSONValue(summary.bytes),
            "size": summary.firstPageSize.map(Self.value) ?? .null,
            "title": .optional(info.title), "author": .optional(info.author),
            "subject": .optional(info.subject), "keywords": .optional(info.keywords),
            "creator": .optional(info.creator), "producer": .optional(info.producer),
            "created": date(info.created), "modified": date(info.modified),
            "pdfVersion": JSONValue(info.version),
            "encryption": .optional(summary.encryption.map(Self.words)),
            "permissions": [
                "print": .bool(base.permits(.print)), "copy": .bool(base.permits(.copy)),
                "modify": .bool(base.permits(.changeContent)),
                "annotate": .bool(base.permits(.annotate)),
                "fill": .bool(base.permits(.fillForms)),
                "assemble": .bool(base.permits(.assemble)),
            ],
            "signatures": .array(signatures), "revisions": JSONValue(summary.revisions.count),
            "repaired": .bool(summary.isRepaired),
        ])
    }

    private static func words(_ encryption: FileEncryption) -> String {
        switch encryption.streamMethod {
        case .none: "none"
        case .rc4: "RC4 \(encryption.keyBits)"
        case .aes128: "AES-128"
        case .aes256: "AES-256"
        }
    }

    private func pages(_ call: WebCall) throws -> WebResponse {
        let document = try document(call)
        let view = document.backdrop
        let runs = try view.layout().runs.map { run -> JSONValue in
            [JSONValue(run.count), JSONValue(run.size.width), JSONValue(run.size.height)]
        }
        let labels = try document.pageLabels()?.map { JSONValue($0) }
        return tagged(
            [
                "version": JSONValue(view.version), "count": JSONValue(view.pageCount),
                "sizes": .array(runs), "labels": labels.map(JSONValue.array) ?? .null,
            ],
            call,
            isConfidential: view.source.isConfidential
        )
    }

    private func pageText(_ call: WebCall) throws -> WebResponse {
        let document = try document(call)
        let view = document.backdrop
        let page = try view.page(at: try call.pageIndex)
        let text = try workbench.text(
            of: page,
            in: view.source,
            terms: RequestTerms(priority: .nearby, cancellation: call.cancellation)
        )
        let mayCopy = view.document.base.permits(.copy)
        let lines = text.lines.map { line -> JSONValue in
            let words = line.words.map { place -> JSONValue in
                let word = text.words[place]
                return [
                    "text": mayCopy ? JSONValue(text.string(of: word)) : "",
                    "quad": Self.value(word.quad),
                    "space": .bool(place + 1 < line.words.upperBound),
                ]
            }
            return ["words": .array(words)]
        }
        var answer = tagged(
            [
                "mayCopy": .bool(mayCopy), "hasText": .bool(!text.isEmpty),
                "lines": .array(lines),
            ],
            call,
            isConfidential: view.source.isConfidential
        )
        answer.fields["Cache-Control"] = Self.keeping(
            try call.text("v", longest: 64) == view.version,
            isConfidential: view.source.isConfidential
        )
        return answer
    }

    private func selection(_ call: WebCall) throws -> WebResponse {
        let document = try document(call)
        let view = document.backdrop
        let page = try view.page(at: try call.pageIndex)
        let (from, to) = (try call.point("from"), try call.point("to"))
        let unit: TextUnit
        switch try call.text("by", longest: 20) {
        case nil, "character"?: unit = .character
        case "word"?: unit = .word
        case "line"?: unit = .line
        default: throw Fault(.usage, "by is character, word or line.")
        }
        let text = try workbench.text(of: page, in: view.source)
        let found = text.selection(
            from: Point(x: from.x, y: from.y),
            to: Point(x: to.x, y: to.y),
            by: unit
        )
        let mayCopy = view.document.base.permits(.copy)
        return .json([
            "text": mayCopy ? JSONValue(found?.text ?? "") : .null,
            "quads": .array((found?.quads ?? []).map(Self.value)),
        ])
    }

    private func links(_ call: WebCall) throws -> WebResponse {
        let document = try document(call)
        let links = try document.navigation().links(ofPage: try call.pageIndex).links
        return .json([
            "links": .array(
                links.compactMap { link in
                    guard let target = link.target, let leads = Self.members(target) else {
                        return nil
                    }
                    var value = leads
                    value["quads"] = .array(link.quads.map(Self.value))
                    return value
                }
            )
        ])
    }

    /// Where something leads that a reader follows; nil for what it does not.
    private static func members(_ target: JumpTarget) -> JSONValue? {
        switch target {
        case .page(let destination):
            let corner = destination.rect.map { (x: $0.minX, y: $0.minY) }
            let y = destination.y ?? corner?.y
            let top = y.map { y -> JSONValue in
                [JSONValue(destination.x ?? corner?.x ?? 0), JSONValue(y)]
            }
            return ["page": JSONValue(destination.pageIndex + 1), "top": top ?? .null, "url": nil]
        case .address(let address) where address.isPlain:
            return ["page": nil, "top": nil, "url": JSONValue(address.text)]
        default: return nil
        }
    }

    private func outline(_ call: WebCall) throws -> WebResponse {
        let document = try document(call)
        let items = try document.navigation().outline().items
        var next = 0
        /// The items of a depth from where the last one ended.
        func children(_ depth: Int) -> [JSONValue] {
            var values: [JSONValue] = []
            while next < items.count, items[next].depth >= depth {
                let item = items[next]
                next += 1
                var value: JSONValue =
                    item.target.flatMap(Self.members) ?? ["page": nil, "top": nil, "url": nil]
                value["title"] = JSONValue(item.title)
                value["open"] = .bool(item.isOpen)
                value["items"] = .array(children(item.depth + 1))
                values.append(value)
            }
            return values
        }
        return tagged(
            ["items": .array(children(0))],
            call,
            isConfidential: document.right != nil
        )
    }

    private func attachments(_ call: WebCall) throws -> WebResponse {
        let opened = try document(call).opened
        let files = try workbench.attachments(of: opened).files
        let values = files.enumerated().map { place, file -> JSONValue in
            [
                "id": JSONValue(String(place + 1)), "name": JSONValue(file.fileName),
                "bytes": .optional(file.statedBytes), "type": .optional(file.mimeType),
                "description": .optional(file.description),
            ]
        }
        return .json(["attachments": .array(values)])
    }

    private func downloadAttachment(_ call: WebCall) throws -> WebResponse {
        let opened = try document(call).opened
        try opened.document.base.require(.copy)
        let files = try workbench.attachments(of: opened).files
        let number = try call.number("attachment")
        guard files.indices.contains(number - 1) else {
            throw Fault(.notFound, "There is no such attachment.")
        }
        let sink = MemoryByteSink()
        _ = try workbench.write(
            files[number - 1],
            of: opened,
            to: sink,
            limit: Self.largestAttachment
        )
        return WebResponse(
            200,
            fields: [
                // Whatever it says it is: it is saved, never shown.
                "Content-Type": "application/octet-stream", "Cache-Control": "no-store",
                "Content-Disposition": ContentDisposition.field(
                    files[number - 1].fileName,
                    isSaved: true
                ),
            ],
            body: .bytes(sink.bytes)
        )
    }

    /// Larger ones are for the command line, which writes them to the disk as they come.
    private static let largestAttachment = 32 << 20

    private func revisions(_ call: WebCall) throws -> WebResponse {
        let opened = try document(call).opened
        let values = try opened.document.base.revisions().map { revision -> JSONValue in
            [
                "number": JSONValue(revision.number), "bytes": JSONValue(revision.length),
                "exact": .bool(revision.isRecorded),
            ]
        }
        return .json(["revisions": .array(values)])
    }

    private func downloadRevision(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        let opened = try document(record, call).opened
        let revision = try workbench.revision(try call.number("revision"), of: opened.document)
        let source = try workbench.bytes(at: revision, of: opened)
        let name = Self.fileName("\(record.name) (\(revision.number))")
        return WebResponse(
            200,
            fields: [
                "Content-Type": "application/pdf", "Cache-Control": "no-store",
                "Content-Disposition": ContentDisposition.field(name, isSaved: true),
            ],
            body: .source(source, 0..<source.count)
        )
    }

    // MARK: Values

    static func value(_ size: Size) -> JSONValue {
        [JSONValue(size.width), JSONValue(size.height)]
    }

    /// Hundredths of a point are enough for the eye, and half as long.
    static func value(_ quad: Quad) -> JSONValue {
        .array(
            quad.corners.flatMap { [$0.x, $0.y] }.map { .number(($0 * 100).rounded() / 100) }
        )
    }
}
