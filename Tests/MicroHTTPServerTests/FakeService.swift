// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Operations
import Synchronization
import WebExchange

/// Answers what the tests ask for, and remembers what it saw.
final class FakeService: WebService {
    struct State {
        var heads: [WebRequestHead] = []
        var streams: [WebStream] = []
        var sinks: [FakeSink] = []
        var waiting: [Cancellation] = []
        var threadsAtOnce = 0
        var mostAtOnce = 0
        var released = false
    }
    let state = Mutex(State())

    /// What `/bytes` and `/source` give.
    static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    func admit(_ head: WebRequestHead) -> WebAdmission {
        state.withLock { $0.heads.append(head) }
        switch head.path {
        case "/refused": return .refuse(WebResponse(403, body: .bytes(Array("no".utf8))))
        case "/sink", "/full":
            let sink = FakeSink(most: head.path == "/full" ? 1000 : .max)
            state.withLock { $0.sinks.append(sink) }
            return .sink(sink, maximumBytes: 4 << 20)
        default: return .memory(maximumBytes: 100_000)
        }
    }

    func answerAtOnce(_ head: WebRequestHead) -> WebResponse? {
        head.path == "/hello" ? WebResponse(200, body: .bytes(Array("hello".utf8))) : nil
    }

    func lane(of head: WebRequestHead) -> WebLane { head.path == "/wait" ? .patient : .quick }

    func answer(_ request: WebRequest) -> WebResponse {
        let count = request.head.query.first { $0.name == "n" }.flatMap { Int($0.value) } ?? 0
        switch request.head.path {
        case "/bytes": return WebResponse(200, body: .bytes(Self.pattern(count)))
        case "/source":
            let source = MemoryByteSource([0, 0] + Self.pattern(count) + [0])
            return WebResponse(200, body: .source(source, 2..<2 + count))
        case "/stream":
            let stream = WebStream()
            state.withLock { $0.streams.append(stream) }
            return WebResponse(
                200,
                fields: ["Content-Type": "text/event-stream"],
                body: .stream(stream)
            )
        case "/echo", "/sink": return echo(request)
        case "/nothing": return WebResponse(204)
        case "/unchanged": return WebResponse(304, fields: ["ETag": "\"a\""])
        case "/wait":
            wait(request)
            return WebResponse(200, body: .bytes(Array("waited".utf8)))
        case "/inject":
            return WebResponse(
                200,
                fields: ["X-Name": "a\r\nX-Evil: yes", "X-Other": "b"],
                body: .bytes(Array("body".utf8))
            )
        default: return WebResponse(404)
        }
    }

    private func echo(_ request: WebRequest) -> WebResponse {
        switch request.body {
        case .none: WebResponse(200, body: .bytes(Array("none".utf8)))
        case .bytes(let bytes): WebResponse(200, body: .bytes(bytes))
        case .received(let sink):
            WebResponse(200, body: .bytes((sink as? FakeSink)?.state.withLock { $0.bytes } ?? []))
        }
    }

    /// Until the client has gone or the test says so.
    private func wait(_ request: WebRequest) {
        state.withLock { state in
            state.waiting.append(request.cancellation)
            state.threadsAtOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.threadsAtOnce)
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while !request.cancellation.isCancelled, !state.withLock({ $0.released }),
            ContinuousClock.now < deadline
        {
            breathe()
        }
        state.withLock { $0.threadsAtOnce -= 1 }
    }
}

final class FakeSink: WebBodySink {
    struct State {
        var bytes: [UInt8] = []
        var isAbandoned = false
    }
    let state = Mutex(State())
    private let most: Int

    init(most: Int) { self.most = most }

    func take(_ bytes: [UInt8]) -> WebResponse? {
        state.withLock { state in
            state.bytes += bytes
            return state.bytes.count > most ? WebResponse(507) : nil
        }
    }

    func abandon() { state.withLock { $0.isAbandoned = true } }
}
