// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import Rendering
internal import Synchronization
internal import WebExchange
internal import Workbench

extension InkstoneService {
    /// So many searches run at once; each has a thread.
    private static let mostSearches = 16
    /// A word that is everywhere is found so often.
    private static let mostHits = 20_000

    /// Finds words and sends hits while pages are read; the client may go at any moment.
    func search(_ call: WebCall) throws -> WebResponse {
        guard let words = try call.text("q", longest: 500), !words.isEmpty else {
            throw Fault(.usage, "Say what to look for: ?q=…")
        }
        let options = SearchOptions(
            matchesCase: try call.flag("case", else: false),
            matchesDiacritics: try call.flag("accents", else: false),
            matchesWidth: false,
            wholeWords: try call.flag("words", else: false)
        )
        var request = SearchRequest(try SearchPattern(words, options: options))
        request.firstPage = (try call.integer("from", in: 1...Int(Int32.max)) ?? 1) - 1
        request.limit = Self.mostHits
        let document = try document(call)
        guard searches.add(1, ordering: .relaxed).newValue <= Self.mostSearches else {
            searches.subtract(1, ordering: .relaxed)
            throw WebRefusal.busy("Too many searches run; try again in a moment.")
        }
        let stream = WebStream()
        let wanted = request
        let opened = document.opened
        OwnThread.start { [self] in
            defer { searches.subtract(1, ordering: .relaxed) }
            Self.run(wanted, workbench, opened, into: stream)
        }
        return WebResponse(
            200,
            fields: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
            body: .stream(stream)
        )
    }

    private static func run(
        _ request: SearchRequest,
        _ workbench: Workbench,
        _ opened: OpenDocument,
        into stream: WebStream
    ) {
        func send(_ value: JSONValue) -> Bool {
            stream.send(Array((value.serialised() + "\n").utf8))
        }
        let operation = Operation(
            .pdfSearch,
            isStopped: { stream.cancellation.isCancelled },
            report: { progress in
                // A client that reads slowly misses some of these, and no hit.
                let value: JSONValue = [
                    "progress": [
                        "done": JSONValue(progress.done), "of": .optional(progress.of),
                    ]
                ]
                stream.offer(Array((value.serialised() + "\n").utf8))
            }
        )
        do {
            let summary = try workbench.search(request, in: opened, operation: operation) {
                hits throws(Fault) in
                hits.allSatisfy { send(["hit": value($0)]) }
            }
            _ = send([
                "end": [
                    "count": JSONValue(summary.hitCount),
                    "complete": .bool(summary.isComplete),
                    "pagesWithoutText": .array(
                        summary.pagesWithoutText.prefix(1000).map { JSONValue($0 + 1) }
                    ),
                ]
            ])
        } catch {
            if error.code != .cancelled { _ = send(error.webValue) }
        }
        stream.end()
    }

    private static func value(_ hit: SearchHit) -> JSONValue {
        [
            "page": JSONValue(hit.pageIndex + 1), "quads": .array(hit.quads.map(value)),
            "before": JSONValue(hit.snippet?.before ?? ""),
            "words": JSONValue(hit.snippet?.words ?? ""),
            "after": JSONValue(hit.snippet?.after ?? ""),
        ]
    }
}
