// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import Synchronization
internal import WebExchange

/// Tells everybody who listens what changes, as server-sent events (HTML, 9.2).
///
/// A listener too slow to take what waits for it is let go; its browser comes back and reads the
/// state anew.
final class EventHub: Sendable {
    private struct Listener {
        var stream: WebStream
        var sessionID: String
        var documentID: String?
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var latest = 0
        var isClosed = false
    }

    /// So many may listen at once.
    static let mostListeners = 1500
    /// What waits for one that reads slowly.
    private static let capacity = 64 << 10

    private let state = Mutex(State())

    /// A new listener.
    ///
    /// - Parameters:
    ///   - documentID: whose edits are told too.
    ///   - sessionID: whose end ends the stream.
    /// - Returns: the stream, which the hub feeds from now on.
    /// - Throws: `WebRefusal.busy`.
    func listen(documentID: String?, sessionID: String) throws -> WebStream {
        let stream = WebStream(capacity: Self.capacity)
        let number: Int? = state.withLock { state in
            guard !state.isClosed, state.listeners.count < Self.mostListeners else { return nil }
            state.latest += 1
            state.listeners[state.latest] = Listener(
                stream: stream,
                sessionID: sessionID,
                documentID: documentID
            )
            return state.latest
        }
        guard let number else {
            throw WebRefusal.busy("Too many windows listen to this server; close some.")
        }
        _ = stream.cancellation.whenCancelled { [weak self] in self?.leave(number) }
        // Browsers come back after so many milliseconds.
        stream.offer(Array("retry: 2000\n\n".utf8))
        return stream
    }

    private func leave(_ number: Int) {
        state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
    }

    /// Tells all listeners, or those of one document.
    func tell(_ event: String, _ value: JSONValue, document: String? = nil) {
        send(Array("event: \(event)\ndata: \(value.serialised())\n\n".utf8)) { listener in
            document == nil || listener.documentID == document
        }
    }

    /// A sign of life, so that nobody on the way takes the connection for dead.
    func beat() { send(Array(": \n\n".utf8)) { _ in true } }

    private func send(_ bytes: [UInt8], to isMeant: (Listener) -> Bool) {
        let streams = state.withLock { $0.listeners.values.filter(isMeant).map(\.stream) }
        for stream in streams where !stream.offer(bytes) { stream.abandon() }
    }

    /// Ends the streams of a device that was shut out.
    func end(sessionID: String) {
        let streams = state.withLock { state in
            state.listeners.values.filter { $0.sessionID == sessionID }.map(\.stream)
        }
        for stream in streams { stream.abandon() }
    }

    /// Ends all streams.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return state.listeners.values.map(\.stream)
        }
        for stream in streams { stream.end() }
    }
}
