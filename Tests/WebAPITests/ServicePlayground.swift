// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Geometry
import Glibc
import JSON
import Operations
import Rendering
import Synchronization
import Testing
import WebAPI
import WebExchange
import Workbench

/// Draws every page as one byte, and reads one word on each.
final class PlainRenderer: PageRenderer, TextExtractor {
    let drawn = Atomic<Int>(0)

    func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
        drawn.add(1, ordering: .relaxed)
        let size = PixelSize(width: request.region.width, height: request.region.height)
        return RenderedPicture(size: size, bytes: [UInt8(truncatingIfNeeded: request.pageIndex)])
    }

    func characters(_ request: TextRequest) throws(Fault) -> [TextCharacter] {
        "word".unicodeScalars.enumerated().map { place, scalar in
            let box = Rect(x: 10 + Double(place) * 6, y: 10, width: 6, height: 10)
            return TextCharacter(scalar, quad: Quad(box), fontSize: 10)
        }
    }

    func scalars(
        ofPages pages: Range<Int>,
        of source: RenderSource,
        terms: RequestTerms
    ) throws(Fault) -> [[Unicode.Scalar]] {
        pages.map { _ in Array("word".unicodeScalars) }
    }
}

/// A service over a folder that lives as long as a test, asked without a socket.
final class ServicePlayground: Sendable {
    let folder: String
    let service: InkstoneService
    let renderer = PlainRenderer()

    init(isPaired: Bool = false, keeping old: String? = nil) throws {
        if let old {
            folder = old
        } else {
            let template = "/tmp/inkstone-web-XXXXXX"
            var bytes = Array(template.utf8CString)
            try #require(unsafe mkdtemp(&bytes) != nil)
            folder = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        var terms = ServiceTerms(dataFolder: folder, webFolder: Self.webFolder)
        terms.demandsPairing = isPaired
        terms.hosts = ["localhost"]
        terms.maximumUploadBytes = 1 << 20
        let renderer = renderer
        let time = Clock()
        service = try InkstoneService(
            terms,
            workbench: Workbench(renderer: { renderer }, textExtractor: { renderer }),
            renderer: renderer,
            clock: { time.now }
        )
        self.time = time
        service.listens(at: "http://localhost/")
    }

    /// A clock that a test moves.
    final class Clock: Sendable {
        private let milliseconds = Atomic<Int64>(1_769_860_800_000)
        var now: Int64 { milliseconds.load(ordering: .relaxed) }
        func pass(seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
    }

    let time: Clock

    /// A service over the folder of one that has ended; the thread that ended it may hold the folder
    /// for another moment.
    static func reopened(_ folder: String) async throws -> ServicePlayground {
        while true {
            do { return try ServicePlayground(keeping: folder) } catch let fault as Fault {
                guard fault.code == .conflict else { throw fault }
                await Task.yield()
            }
        }
    }

    /// Ends the service, as a server that stops.
    func close() async {
        await withCheckedContinuation { continuation in
            OwnThread.start { [service] in
                service.close()
                continuation.resume()
            }
        }
    }

    /// The app and the description of the interface, in the checkout of this test.
    static var webFolder: String {
        let file = #filePath
        let root = file.components(before: "/Tests/WebAPITests/")
        return root + "/Web/app"
    }

    // MARK: Asking

    /// What an answer was.
    struct Answer: Sendable {
        var status: Int
        var fields: WebFields
        var bytes: [UInt8]

        /// The body as JSON.
        var value: JSONValue { (try? JSONValue.parse(bytes)) ?? .null }
        /// The version of what was answered.
        var tag: String { fields["ETag"] ?? "" }
        /// The code of an error.
        var code: String { value["error"]?["code"]?.string ?? "" }
    }

    /// Asks as a server does: the head is admitted, the body taken, the answer given.
    @discardableResult
    func ask(
        _ method: String,
        _ address: String,
        _ body: JSONValue? = nil,
        bytes: [UInt8]? = nil,
        fields: WebFields = [:],
        from client: String = "127.0.0.1"
    ) async throws -> Answer {
        // As in a server: on a thread that may wait, and not on one of the few that run tasks.
        let result: Result<Answer, any Error> = await withCheckedContinuation { continuation in
            OwnThread.start { [self] in
                continuation.resume(
                    returning: Result {
                        try answer(method, address, body, bytes: bytes, fields, client)
                    }
                )
            }
        }
        return try result.get()
    }

    private func answer(
        _ method: String,
        _ address: String,
        _ body: JSONValue?,
        bytes: [UInt8]?,
        _ fields: WebFields,
        _ client: String
    ) throws -> Answer {
        let parts = address.split(separator: "?", maxSplits: 1)
        var query: [(name: String, value: String)] = []
        for pair in parts.count < 2 ? [] : parts[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            query.append((sides[0], sides.count > 1 ? sides[1] : ""))
        }
        var fields = fields
        if fields["Host"] == nil { fields["Host"] = "localhost" }
        if body != nil, fields["Content-Type"] == nil {
            fields["Content-Type"] = "application/json"
        }
        if bytes != nil, fields["Content-Type"] == nil {
            fields["Content-Type"] = "application/pdf"
        }
        let head = WebRequestHead(
            method,
            String(parts[0]),
            query: query,
            fields: fields,
            clientAddress: client
        )
        let sent = bytes ?? body.map { Array($0.serialised().utf8) }
        var request = WebRequest(head)
        switch service.admit(head) {
        case .refuse(let response): return try answer(response)
        case .memory(let maximum):
            if let sent {
                if sent.count > maximum { return Answer(status: 413, fields: [:], bytes: []) }
                request.body = .bytes(sent)
            } else if let response = service.answerAtOnce(head) {
                return try answer(response)
            }
        case .sink(let sink, let maximum):
            for start in stride(from: 0, to: sent?.count ?? 0, by: 4096) {
                let end = min(start + 4096, sent?.count ?? 0)
                if end > maximum {
                    sink.abandon()
                    return Answer(status: 413, fields: [:], bytes: [])
                }
                if let response = sink.take(Array(sent?[start..<end] ?? [])) {
                    return try answer(response)
                }
            }
            request.body = .received(sink)
        }
        return try answer(service.answer(request))
    }

    private func answer(_ response: WebResponse) throws -> Answer {
        var bytes: [UInt8] = []
        switch response.body {
        case .none: break
        case .bytes(let all): bytes = all
        case .source(let source, let range): bytes = Array(try source.bytes(in: range))
        case .stream(let stream):
            // Whoever makes it ends it; a test that waits for ever fails by its limit.
            loop: while true {
                switch stream.next(1 << 16, waker: {}) {
                case .bytes(let some): bytes += some
                case .end: break loop
                case .nothingYet: sched_yield()
                }
            }
        }
        return Answer(status: response.status, fields: response.fields, bytes: bytes)
    }

    // MARK: Documents

    /// A PDF file of some pages of 200 × 100 points.
    static func pdf(pages: Int = 3) -> [UInt8] {
        var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
        let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
        objects.append(
            "<< /Type /Pages /Kids [\(kids)] /Count \(pages) /MediaBox [0 0 200 100] >>"
        )
        for _ in 0..<pages {
            objects.append("<< /Type /Page /Parent 2 0 R /Resources << >> >>")
        }
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text +=
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// Imports a document and returns its address.
    func importDocument(_ name: String = "contract.pdf", pages: Int = 3) async throws -> String {
        let answer = try await ask(
            "POST",
            "/api/documents?name=\(name)",
            bytes: Self.pdf(pages: pages)
        )
        try #require(answer.status == 201, "\(answer.value)")
        return "/api/documents/\(try #require(answer.value["id"]?.string))"
    }

    /// A signature as the app makes it.
    static func signature(_ id: String = "inkstone-signature-1", page: Int = 1) -> JSONValue {
        [
            "type": "ink", "id": JSONValue(id), "page": JSONValue(page), "color": "#102030",
            "width": 2, "strokes": [[[20, 40, 0.5], [60, 50, 0.7], [90, 30, 0.4]]],
        ]
    }

    static func put(_ annotation: JSONValue) -> JSONValue {
        ["commands": [["do": "put", "annotation": annotation]]]
    }
}

extension String {
    fileprivate func components(before marker: String) -> String {
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(marker) { return String(self[..<rest.startIndex]) }
            rest = rest.dropFirst()
        }
        return self
    }
}
