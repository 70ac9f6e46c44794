// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import DocumentLibrary
internal import Editing
internal import Faults
internal import JSON
internal import Operations
internal import PDFModel
internal import PDFSyntax
internal import Storage
internal import WebExchange
internal import Workbench

extension InkstoneService {
    /// A page full of handwriting has some hundred thousand readings.
    private static let editBytes = 8 << 20

    static let editingRoutes: [Route] = [
        Route("GET", "/api/documents/{document}/annotations", lane: .patient) { service, call in
            try service.listAnnotations(call)
        },
        Route("GET", "/api/documents/{document}/edits", lane: .patient) { service, call in
            let edits = try service.document(call).edits
            let tag = EntityTag(edits.version)
            if call.has(tag) { return WebResponse(304, fields: ["ETag": tag.field]) }
            return service.answer(edits)
        },
        Route(
            "POST",
            "/api/documents/{document}/edits",
            lane: .patient,
            body: .json(maximumBytes: editBytes)
        ) { service, call in try service.edit(call) },
        Route("POST", "/api/documents/{document}/edits/undo", lane: .patient) { service, call in
            try service.step(call) { session throws(Fault) in try await session.undo() }
        },
        Route("POST", "/api/documents/{document}/edits/redo", lane: .patient) { service, call in
            try service.step(call) { session throws(Fault) in try await session.redo() }
        },
        Route("POST", "/api/documents/{document}/edits/save", lane: .patient) { service, call in
            let record = try service.record(call)
            let document = try service.document(record, call)
            return service.answer(try service.save(document, record))
        },
        Route(
            "POST",
            "/api/documents/{document}/edits/finish",
            lane: .patient,
            body: .json(maximumBytes: 1 << 20)
        ) { service, call in try service.finish(call) },
    ]

    // MARK: Answers

    private func answer(_ edits: LiveDocument.Edits) -> WebResponse {
        .json(edits.value, fields: ["ETag": EntityTag(edits.version).field])
    }

    private func answer(
        _ change: LiveDocument.Change,
        _ record: DocumentRecord
    ) -> WebResponse {
        switch change {
        case .done(let edits):
            tell(edits, of: record)
            return answer(edits)
        case .stale(let edits):
            return .json(
                [
                    "error": [
                        "code": "stale",
                        "message": "Somebody else edited the document; look at its state now.",
                    ],
                    "edits": edits.value,
                ],
                status: 412,
                fields: ["ETag": EntityTag(edits.version).field]
            )
        }
    }

    private func tell(_ edits: LiveDocument.Edits, of record: DocumentRecord) {
        var value = edits.value
        value["document"] = JSONValue(record.id)
        events.tell("edits", value, document: record.id)
    }

    private func author() throws(Fault) -> String { try library.setting(Self.authorSetting) ?? "" }

    private func listAnnotations(_ call: WebCall) throws -> WebResponse {
        let document = try document(call)
        let onlyMarks = try call.flag("marks", else: false)
        let page = try call.integer("page", in: 1...Int(Int32.max))
        let edits = document.edits
        let view = try document.edited()
        var found: [Annotation] = []
        if let page {
            found = try view.document.annotations(of: try view.page(at: page - 1))
        } else {
            found = try workbench.annotations(of: view.document).annotations
        }
        if onlyMarks { found = found.filter { MarkNames.isMark($0.id) } }
        return .json(
            [
                "version": JSONValue(edits.version),
                "annotations": .array(found.map(AnnotationJSON.value)),
            ],
            fields: ["ETag": EntityTag(edits.version).field]
        )
    }

    private func edit(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        let version = try call.requiredVersion
        let request = try EditRequest(try call.object())
        let document = try document(record, call)
        let change = try document.change(from: version, author: try author()) {
            session throws(Fault) in
            if let step = try request.step(in: await session.document) {
                try await session.perform(step)
                await session.endGesture()
            }
            return request.isOfMarks ? .marks : .anything
        }
        return answer(change, record)
    }

    private func step(
        _ call: WebCall,
        _ step: @escaping @Sendable (EditSession) async throws(Fault) -> String?
    ) throws -> WebResponse {
        let record = try record(call)
        let version = try call.requiredVersion
        let document = try document(record, call)
        let change = try document.change(from: version, author: try author()) {
            session throws(Fault) in
            _ = try await step(session)
            return .step
        }
        return answer(change, record)
    }

    func save(
        _ document: LiveDocument,
        _ record: DocumentRecord
    ) throws(Fault) -> LiveDocument.Edits {
        let change = try document.change(from: nil, author: try author()) {
            session throws(Fault) in
            do throws(Fault) { try await session.save() } catch {
                guard error.code == .conflict else { throw error }
                // Another program changed the file: what is not contradicted goes on top of it.
                try await session.mergeWithFile()
                try await session.save()
                return .finished
            }
            return .saved
        }
        guard case .done(let edits) = change else { return document.edits }
        try noteSaved(document, record)
        tell(edits, of: record)
        return edits
    }

    private func noteSaved(_ document: LiveDocument, _ record: DocumentRecord) throws(Fault) {
        let pages = Self.needsPassword(record) ? nil : document.backdrop.pageCount
        try library.noteSaved(
            record.id,
            bytes: document.opened.file.source.count,
            pageCount: pages
        )
        tellLibrary()
    }

    private func finish(_ call: WebCall) throws -> WebResponse {
        let record = try record(call)
        let version = try call.requiredVersion
        var members = try call.object(mayBeMissing: true)
        var ids: Set<String>?
        if let list = members.take("ids") {
            guard let texts = list.array, texts.allSatisfy({ $0.string != nil }) else {
                throw Fault(.usage, "\"ids\" are the names of annotations.")
            }
            ids = Set(texts.compactMap(\.string))
        }
        try members.finish()
        let document = try document(record, call)
        let now = document.edits
        guard now.version == version else { return answer(.stale(now), record) }
        let author = try author()
        let chosen = ids
        let task = try operations.start(.pdfSave, document: record.id) { [self] operation in
            try finish(document, record, chosen, author, operation)
        }
        return .json(
            ["operation": JSONValue(task.id)],
            status: 202,
            fields: ["Location": "/api/operations/\(task.id)"]
        )
    }

    /// Turns signatures into content and saves, as one step that can be taken back.
    private func finish(
        _ document: LiveDocument,
        _ record: DocumentRecord,
        _ chosen: Set<String>?,
        _ author: String,
        _ operation: Operation
    ) throws {
        let view = try document.edited()
        var pages: [Int] = []
        var ids: Set<String> = []
        for index in 0..<view.pageCount {
            let names = try view.document.annotationNames(of: try view.page(at: index))
                .filter { chosen?.contains($0) ?? MarkNames.isMark($0) }
            if !names.isEmpty {
                pages.append(index)
                ids.formUnion(names)
            }
            if index % 256 == 0 {
                try operation.reach(.preparing, done: index, of: view.pageCount)
            }
        }
        try operation.reach(.processing, done: 0, of: pages.count)
        let (found, names) = (pages, ids)
        let change = try document.change(from: nil, author: author) { session throws(Fault) in
            if !found.isEmpty {
                try await session.perform(.finish(pages: found, ids: names))
                await session.endGesture()
            }
            // From here on nothing is half done, so it is no longer stopped.
            try await session.save()
            return .finished
        }
        if case .done(let edits) = change {
            try noteSaved(document, record)
            tell(edits, of: record)
        }
        // It is done, whoever wants to stop it now.
        try? operation.reach(.finalizing, done: pages.count, of: pages.count)
    }
}
