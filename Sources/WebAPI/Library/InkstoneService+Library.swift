// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import DocumentLibrary
internal import Faults
internal import JSON
internal import PDFModel
internal import PDFSyntax
internal import Storage
internal import WebExchange
internal import Workbench

extension InkstoneService {
    static let libraryRoutes: [Route] = [
        Route("GET", "/api/documents") { service, call in try service.listDocuments(call) },
        Route("POST", "/api/documents", lane: .patient, body: .upload) { service, call in
            try service.importDocument(call)
        },
        Route("GET", "/api/documents/{document}") { service, call in
            let record = try service.record(call)
            let tag = service.tag(record)
            if call.has(tag) { return WebResponse(304, fields: ["ETag": tag.field]) }
            return service.answer(record, call)
        },
        Route("PATCH", "/api/documents/{document}", body: .json(maximumBytes: 4096)) {
            service,
            call in try service.renameDocument(call)
        },
        Route("DELETE", "/api/documents/{document}", lane: .patient) { service, call in
            try service.deleteDocument(call)
        },
        Route("POST", "/api/documents/{document}/restore") { service, call in
            let record = try service.record(call, deletedToo: true)
            return try service.settled(try service.library.restore(record.id), call)
        },
        Route(
            "POST",
            "/api/documents/{document}/copies",
            lane: .patient,
            body: .json(maximumBytes: 4096)
        ) { service, call in try service.duplicateDocument(call) },
        Route("GET", "/api/documents/{document}/file", lane: .patient) { service, call in
            try service.downloadDocument(call)
        },
        Route(
            "POST",
            "/api/documents/{document}/unlock",
            lane: .patient,
            body: .json(maximumBytes: 8192)
        ) { service, call in try service.unlockDocument(call) },
        Route(
            "PUT",
            "/api/documents/{document}/position",
            body: .json(maximumBytes: 1024)
        ) { service, call in
            var members = try call.object()
            let page = try members.integer("page", in: 1...Int(Int32.max))
            guard let y = try members.number("y", in: 0...1) else {
                throw Fault(.usage, "\"y\" is how far down the page, from 0 to 1.")
            }
            try members.finish()
            try service.library.keepPosition(
                try service.record(call).id,
                ReadingPosition(pageIndex: page - 1, y: y)
            )
            return WebResponse(204)
        },
    ]

    // MARK: Records

    /// The document of the path.
    ///
    /// - Throws: `notFound`.
    func record(_ call: WebCall, deletedToo: Bool = false) throws(Fault) -> DocumentRecord {
        let id = call.parameters["document"] ?? ""
        let record = try library.record(id)
        guard deletedToo || record.deleted == nil else {
            throw Fault(.notFound, "The document was deleted; it can be brought back.")
        }
        return record
    }

    func version(_ record: DocumentRecord) -> String { String(record.version) }

    /// What a client has seen: the version, and behind it the position, which no change is refused
    /// for.
    func tag(_ record: DocumentRecord) -> EntityTag {
        let place = record.position.map { "-\($0.pageIndex)-\(Int($0.y * 10_000))" }
        return EntityTag(version(record) + (place ?? ""))
    }

    /// Whether a document that is encrypted asks for a password: then its pages could not be
    /// counted when it came.
    static func needsPassword(_ record: DocumentRecord) -> Bool {
        record.isEncrypted && record.pageCount == nil
    }

    func value(_ record: DocumentRecord, _ call: WebCall) -> JSONValue {
        let needsPassword = Self.needsPassword(record)
        let isUnlocked = live.isUnlocked(record.id, for: call.visitor.sessionID)
        let open = live.openNow(record.id)
        var pages = record.pageCount
        if pages == nil, isUnlocked { pages = open?.backdrop.pageCount }
        return [
            "id": JSONValue(record.id), "name": JSONValue(record.name),
            "bytes": JSONValue(record.bytes), "pages": .optional(pages),
            "created": Milliseconds.text(record.created),
            "modified": Milliseconds.text(record.modified),
            "encrypted": .bool(record.isEncrypted),
            "locked": .bool(needsPassword && !isUnlocked),
            "deleted": record.deleted.map(Milliseconds.text) ?? .null,
            "position": record.position.map { position in
                ["page": JSONValue(position.pageIndex + 1), "y": JSONValue(position.y)]
            } ?? .null,
            "version": JSONValue(version(record)),
            "edited": .bool(open?.isEdited ?? false),
        ]
    }

    func answer(
        _ record: DocumentRecord,
        _ call: WebCall,
        status: Int = 200
    ) -> WebResponse {
        var fields: WebFields = ["ETag": tag(record).field]
        if status == 201 { fields["Location"] = "/api/documents/\(record.id)" }
        return .json(value(record, call), status: status, fields: fields)
    }

    func tellLibrary() {
        let version = (try? library.libraryVersion).map { JSONValue($0) } ?? .null
        events.tell("library", ["version": version])
    }

    // MARK: Answers

    private func listDocuments(_ call: WebCall) throws -> WebResponse {
        let query = try call.text("query", longest: 200)
        let deleted = try call.flag("deleted", else: false)
        let records = try library.list(query: query, deleted: deleted)
        let values = records.map { value($0, call) }
        let body: JSONValue = ["documents": .array(values)]
        // Whether a document is locked depends on who asks, so the digest of the list is its name.
        let tag = EntityTag(Self.digest(body))
        if call.has(tag) { return WebResponse(304, fields: ["ETag": tag.field]) }
        return .json(body, fields: ["ETag": tag.field, "Cache-Control": "no-cache"])
    }

    private func importDocument(_ call: WebCall) throws -> WebResponse {
        guard case .received(let sink) = call.body, let upload = sink as? UploadSink else {
            throw Fault(.usage, "This needs a body: the PDF file.")
        }
        let incoming = upload.incoming
        do {
            let found = try look(at: incoming.path)
            let record = try incoming.finish(
                pageCount: found.pageCount,
                isEncrypted: found.isEncrypted
            )
            tellLibrary()
            return answer(record, call, status: 201)
        } catch {
            incoming.abandon()
            throw error
        }
    }

    /// What is to be known of a file before it is taken in.
    ///
    /// - Throws: why it cannot be opened; a file that needs a password can be.
    func look(at path: String) throws(Fault) -> (pageCount: Int?, isEncrypted: Bool) {
        do {
            let opened = try workbench.open(path)
            let count = try PageTree(opened.document).count()
            return (count, opened.document.base.encryption != nil)
        } catch {
            if error.code == .passwordRequired { return (nil, true) }
            var fault = error
            fault.place.file = nil
            throw fault
        }
    }

    private func renameDocument(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        let version = try call.requiredVersion
        var members = try call.object()
        guard let name = try members.text("name", 1...255) else {
            throw Fault(.usage, "Give the new \"name\".")
        }
        try members.finish()
        return try settled(library.rename(record.id, to: name, ifVersion: number(version)), call)
    }

    private func deleteDocument(_ call: WebCall) throws -> WebResponse {
        let isFinal = try call.flag("permanently", else: false)
        let record = try record(call, deletedToo: isFinal)
        guard isFinal else {
            let version = call.version.map(number)
            return try settled(library.delete(record.id, ifVersion: version), call)
        }
        if let version = call.version, number(version) != record.version {
            throw Self.staleRecord
        }
        if let path = try? library.path(of: record.id) { live.discard(record.id, path: path) }
        try library.deletePermanently(record.id)
        tellLibrary()
        return WebResponse(204)
    }

    /// A version as the library counts; one that is none matches none.
    private func number(_ version: String) -> Int {
        Int(version.prefix { $0 != "-" }) ?? -1
    }

    private static let staleRecord = WebRefusal.stale(
        "Somebody else changed this document's entry; look at it again."
    )

    func settled(_ change: DocumentChange, _ call: WebCall) throws -> WebResponse {
        switch change {
        case .made(let record):
            tellLibrary()
            return answer(record, call)
        case .stale: throw Self.staleRecord
        }
    }

    private func duplicateDocument(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        var members = try call.object(mayBeMissing: true)
        let name = try members.text("name", 1...255)
        try members.finish()
        try saveWaiting(record, call)
        let copy = try library.duplicate(record.id, name: name ?? record.name)
        tellLibrary()
        return answer(copy, call, status: 201)
    }

    private func unlockDocument(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        var members = try call.object()
        guard let password = try members.text("password", 0...1000) else {
            throw Fault(.usage, "Give the \"password\".")
        }
        try members.finish()
        // What needs no password takes none.
        guard record.isEncrypted else { return WebResponse(204) }
        try live.unlock(
            record.id,
            path: library.path(of: record.id),
            with: Password(password),
            for: call.visitor.sessionID
        )
        return WebResponse(204)
    }

    private func downloadDocument(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        let isSaved = try call.flag("download", else: false)
        if isSaved { try saveWaiting(record, call) }
        let file = try open(record)
        let identity = file.identity
        let tag = EntityTag("\(identity.inode)-\(identity.size)-\(identity.modifiedNanoseconds)")
        return Ranges.answer(
            file.source,
            call,
            tag: tag,
            fields: [
                "Content-Type": "application/pdf", "Cache-Control": "private, no-cache",
                "Content-Disposition": ContentDisposition.field(
                    Self.fileName(record.name),
                    isSaved: isSaved
                ),
            ]
        )
    }

    /// Whoever takes the file away means it with what the screen says is saved.
    private func saveWaiting(_ record: DocumentRecord, _ call: WebCall) throws(Fault) {
        guard let document = live.openNow(record.id), document.isEdited else { return }
        _ = try save(document, record)
    }

    private func open(_ record: DocumentRecord) throws(Fault) -> OpenedFile {
        do { return try OpenedFile.open(library.path(of: record.id)) } catch {
            var fault = error
            fault.place.file = nil
            throw fault
        }
    }

    /// The name of a file to be saved.
    static func fileName(_ name: String) -> String {
        name.lowercased().hasSuffix(".pdf") ? name : name + ".pdf"
    }
}
