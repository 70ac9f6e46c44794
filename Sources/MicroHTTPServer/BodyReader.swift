// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import CMicroHTTP
internal import Faults
internal import Synchronization
internal import WebExchange

/// Hands the body of an answer to the library, a window at a time.
final class BodyReader: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case source(any ByteSource, Range<Int>)
        case stream(WebStream)
    }

    private struct State {
        /// Suspended until the stream has more.
        var suspended: ConnectionHandle?
        /// It had more before the connection was suspended.
        var isWoken = false
        var isOver = false
    }

    private let content: Content
    private let connection: Connection
    private let handle: ConnectionHandle
    private let state = Mutex(State())

    init(_ content: Content, connection: Connection, handle: ConnectionHandle) {
        self.content = content
        self.connection = connection
        self.handle = handle
    }

    /// Fills the library's buffer from `position` on.
    ///
    /// - Returns: how many bytes, 0 for "suspended until there are some", or the library's word for
    ///   an end.
    func read(from position: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        connection.pace { $0.wait(now: monotonicSeconds()) }
        switch content {
        case .bytes(let bytes):
            return unsafe hand(bytes.dropFirst(position).prefix(target.count), to: target)
        case .source(let source, let range):
            let start = range.lowerBound + position
            let end = min(start + target.count, range.upperBound)
            guard start < end else { return microhttp_end_of_body }
            do {
                return unsafe hand(try source.bytes(in: start..<end), to: target)
            } catch {
                return microhttp_broken_body
            }
        case .stream(let stream):
            return unsafe read(stream, into: target)
        }
    }

    private func read(_ stream: WebStream, into target: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            switch stream.next(target.count, waker: { [self] in wake() }) {
            case .bytes(let bytes): return unsafe hand(bytes[...], to: target)
            case .end: return microhttp_end_of_body
            case .nothingYet:
                // The client owes us nothing while there is nothing.
                connection.pace { $0.rest(now: monotonicSeconds()) }
                let mustWait = state.withLock { state in
                    defer { state.isWoken = false }
                    if state.isWoken || state.isOver { return false }
                    handle.suspend()
                    state.suspended = handle
                    return true
                }
                if mustWait { return 0 }
            }
        }
    }

    private func hand(
        _ bytes: ArraySlice<UInt8>,
        to target: UnsafeMutableRawBufferPointer
    ) -> Int {
        unsafe target.copyBytes(from: bytes)
        connection.pace { $0.count(bytes.count, now: monotonicSeconds()) }
        return bytes.count
    }

    private func wake() {
        state.withLock { state in
            if let suspended = state.suspended {
                state.suspended = nil
                suspended.resume()
            } else {
                state.isWoken = true
            }
        }
    }

    /// Nobody reads any more.
    ///
    /// A connection that is suspended wakes, and finds the end.
    func abandon() {
        state.withLock { $0.isOver = true }
        if case .stream(let stream) = content { stream.abandon() }
        state.withLock { state in
            if let suspended = state.suspended {
                state.suspended = nil
                suspended.resume()
            }
        }
    }
}
