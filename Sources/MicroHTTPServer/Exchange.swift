// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP
internal import Operations
internal import Synchronization
internal import WebExchange

/// One request and its answer, from the first line to the last byte.
///
/// The library calls on one of its threads, one call after the other; that thread alone touches
/// the intake. Unchecked for this reason. What other threads touch (the answer, whether the
/// connection is suspended) is behind a lock.
final class Exchange: @unchecked Sendable {
    private enum Stage {
        /// The first line has come.
        case begun
        /// The body comes, or none is expected.
        case taking
        /// The answer is known before the service was asked for it.
        case decided(WebResponse)
        /// The connection is suspended, and a thread of ours works.
        case waiting(ConnectionHandle)
        case answered(WebResponse)
        /// The answer is on its way.
        case responding
        /// Nobody waits for anything any more.
        case over
    }

    let core: ServerCore
    let connection: Connection
    let cancellation = Cancellation()
    private let target: RequestTarget?

    // The library's thread alone.
    private var head = WebRequestHead("GET", "/")
    private var hasBody = false
    private var intake: BodyIntake?
    private var sink: (any WebBodySink)?
    private var bytes: [UInt8] = []

    /// An answer has fields only.
    var isHead: Bool { head.method == "HEAD" }

    private struct Crossing {
        var stage = Stage.begun
        var reader: BodyReader?
        /// The library is about to end, and panics where a connection is suspended then.
        var isGivenUp = false
    }
    private let crossing = Mutex(Crossing())

    init(core: ServerCore, connection: Connection, target: [UInt8]) {
        self.core = core
        self.connection = connection
        self.target = RequestTarget(target, most: core.limits.queryArguments)
        if !connection.begin(self) { cancellation.cancel() }
    }

    /// A length that is only promised takes no more memory than this.
    private static let mostReserved = 64 << 10

    // MARK: What the library calls

    /// Something has moved: the head is there, a piece of the body, or its end.
    ///
    /// - Returns: false to close the connection.
    func move(_ handle: ConnectionHandle, method: String, piece: UnsafeRawBufferPointer) -> Bool {
        switch crossing.withLock({ $0.stage }) {
        case .begun:
            return begin(handle, method)
        case .taking where unsafe !piece.isEmpty:
            return unsafe take(piece)
        case .taking:
            return finishBody(handle)
        case .decided(let response), .answered(let response):
            return respond(response, handle)
        case .waiting, .responding, .over:
            return false
        }
    }

    /// The library has done with the request.
    func end(isComplete: Bool) {
        if let sink { sink.abandon() }
        sink = nil
        let reader = crossing.withLock { state in
            state.stage = .over
            defer { state.reader = nil }
            return state.reader
        }
        reader?.abandon()
        if !isComplete { cancellation.cancel() }
        core.ended(self)
    }

    // MARK: Head

    private func begin(_ handle: ConnectionHandle, _ method: String) -> Bool {
        let fields = HeadReading.fields(of: handle)
        let length = fields["Content-Length"].map { Int($0) ?? .max }
        hasBody = (length ?? 0) > 0 || fields["Transfer-Encoding"] != nil
        guard let target else { return decide(OwnAnswers.tooManyArguments, handle) }
        if let refusal = HeadLaw.refusal(of: fields) { return decide(refusal, handle) }
        guard !core.isStopping else { return decide(OwnAnswers.stopping, handle) }
        head = WebRequestHead(
            method,
            target.path,
            query: target.query,
            fields: fields,
            clientAddress: connection.clientAddress,
            isSecure: core.isSecure
        )
        if let authority = target.authority { head.fields["Host"] = authority }
        switch core.service.admit(head) {
        case .refuse(let response):
            return decide(response, handle)
        case .memory(let maximum):
            return expect(length, maximum, handle)
        case .sink(let sink, let maximum):
            self.sink = sink
            return expect(length, maximum, handle)
        }
    }

    private func expect(_ length: Int?, _ maximum: Int, _ handle: ConnectionHandle) -> Bool {
        if let length, length > maximum { return decide(OwnAnswers.tooLong(maximum), handle) }
        intake = BodyIntake(maximum: maximum, mostDiscarded: core.limits.discardedBytes)
        if let length, sink == nil { bytes.reserveCapacity(min(length, Self.mostReserved)) }
        crossing.withLock { $0.stage = .taking }
        if hasBody {
            connection.enter(.body(Pace(core.bodyRule, now: monotonicSeconds())))
        } else {
            connection.enter(.working)
        }
        return true
    }

    /// Answers at once where a body is pending, which ends the connection; else when the library
    /// comes again, which keeps it.
    private func decide(_ response: WebResponse, _ handle: ConnectionHandle) -> Bool {
        if let sink { sink.abandon() }
        sink = nil
        guard hasBody else {
            crossing.withLock { $0.stage = .decided(response) }
            return true
        }
        connection.lingerAtEnd()
        return respond(response, handle)
    }

    // MARK: Body

    private func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard var intake else { return false }
        let verdict = intake.take(piece.count)
        connection.pace { $0.count(piece.count, now: monotonicSeconds()) }
        switch verdict {
        case .cut: return false
        case .discard:
            bytes = []
            if let sink { sink.abandon() }
            sink = nil
        case .keep:
            if let sink {
                // The disk's time is not the client's.
                connection.pace { $0.rest(now: monotonicSeconds()) }
                if let response = unsafe sink.take([UInt8](piece)) {
                    intake.refuse(response)
                    sink.abandon()
                    self.sink = nil
                }
                connection.pace { $0.wait(now: monotonicSeconds()) }
            } else {
                unsafe bytes.append(contentsOf: piece)
            }
        }
        self.intake = intake
        return true
    }

    private func finishBody(_ handle: ConnectionHandle) -> Bool {
        connection.enter(.working)
        if let refusal = intake?.refusal { return respond(refusal, handle) }
        if !hasBody, sink == nil, let response = core.service.answerAtOnce(head) {
            return respond(response, handle)
        }
        let body: WebRequest.Body
        if let sink {
            body = .received(sink)
        } else {
            body = hasBody ? .bytes(bytes) : .none
        }
        let received = sink
        bytes = []
        sink = nil
        let request = WebRequest(head, body: body, cancellation: cancellation)
        // Suspended first: the answer may be there before this call returns.
        let isSuspended = crossing.withLock { state in
            guard !state.isGivenUp else { return false }
            handle.suspend()
            state.stage = .waiting(handle)
            return true
        }
        guard isSuspended else {
            received?.abandon()
            return false
        }
        let isTaken = core.lane(core.service.lane(of: head)).submit { [self] in
            guard !cancellation.isCancelled else {
                received?.abandon()
                deliver(OwnAnswers.cancelled)
                return
            }
            deliver(core.service.answer(request))
        }
        if !isTaken {
            received?.abandon()
            deliver(
                OwnAnswers.busy(
                    "Too many requests wait already; try again.",
                    retrySeconds: core.limits.retrySeconds
                )
            )
        }
        return true
    }

    // MARK: Answer

    /// The service's answer is there; of a request that is over it is let go.
    private func deliver(_ response: WebResponse) {
        let isWanted = crossing.withLock { state in
            guard case .waiting(let handle) = state.stage else { return false }
            state.stage = .answered(response)
            handle.resume()
            return true
        }
        if !isWanted, case .stream(let stream) = response.body { stream.abandon() }
    }

    private func respond(_ response: WebResponse, _ handle: ConnectionHandle) -> Bool {
        let outgoing = OutgoingResponse(response, exchange: self, handle: handle)
        let isGivenUp = crossing.withLock { state in
            state.stage = .responding
            state.reader = outgoing.reader
            return state.isGivenUp
        }
        var pace = Pace(core.responseRule, now: monotonicSeconds())
        pace.count(outgoing.bytesHandedOver, now: monotonicSeconds())
        connection.enter(.response(pace))
        if isGivenUp || cancellation.isCancelled { outgoing.reader?.abandon() }
        return outgoing.queue(on: handle)
    }

    // MARK: From other threads

    /// Nobody waits for the answer any more.
    func clientHasGone() {
        cancellation.cancel()
        crossing.withLock { $0.reader }?.abandon()
    }

    /// The server ends: a stream ends now, work goes on for a while.
    func endStream() { crossing.withLock { $0.reader }?.abandon() }

    /// The server has waited long enough: the connection is given back to the library, which
    /// closes it.
    func giveUp() {
        cancellation.cancel()
        let reader = crossing.withLock { state in
            state.isGivenUp = true
            if case .waiting(let handle) = state.stage {
                state.stage = .over
                handle.resume()
            }
            return state.reader
        }
        reader?.abandon()
        connection.cut()
    }
}
