// SPDX-License-Identifier: Apache-2.0
public import Operations
internal import Synchronization

/// Bytes on their way from whoever makes them to a client that reads at its own pace.
///
/// A client that has gone cancels; a slow one lets `send` say so, and the maker may wait, drop or
/// end. The server takes what is there and is woken when there is more.
public final class WebStream: Sendable {
    /// What the reader finds.
    public enum Portion: Sendable, Equatable {
        /// These bytes come next.
        case bytes([UInt8])
        /// Nothing is there yet; the waker is called when something is.
        case nothingYet
        /// That was all.
        case end
    }

    fileprivate struct State {
        var waiting: [UInt8] = []
        var isEnded = false
        var waker: (@Sendable () -> Void)?
        var roomSignals: [Signal] = []
    }

    /// So many bytes may wait for the client.
    public let capacity: Int
    /// The client has gone.
    public let cancellation: Cancellation
    private let state = Mutex(State())

    /// A stream that holds back so many bytes at most.
    public init(capacity: Int = 256 << 10, cancellation: Cancellation = Cancellation()) {
        self.capacity = capacity
        self.cancellation = cancellation
    }

    /// Sends bytes if there is room for them; never waits.
    ///
    /// - Returns: whether they are on their way: false when the client has gone, the stream has
    ///   ended, or too much is waiting already.
    @discardableResult
    public func offer(_ bytes: [UInt8]) -> Bool {
        if cancellation.isCancelled { return false }
        let (taken, waker) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            if state.isEnded { return (false, nil) }
            if !state.waiting.isEmpty, state.waiting.count + bytes.count > capacity {
                return (false, nil)
            }
            state.waiting += bytes
            return (true, state.takeWaker())
        }
        waker?()
        return taken
    }

    /// Sends bytes, and waits for room where there is none.
    ///
    /// - Returns: false when the client has gone.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        while !offer(bytes) {
            let signal = Signal()
            let mustWait = state.withLock { state in
                if state.isEnded || state.waiting.isEmpty { return false }
                state.roomSignals.append(signal)
                return true
            }
            if isOver { return false }
            guard mustWait else { continue }
            let handler = cancellation.whenCancelled { signal.send() }
            signal.wait()
            cancellation.forget(handler)
        }
        return true
    }

    /// That was all.
    public func end() {
        let (waker, signals) = state.withLock { state -> ((@Sendable () -> Void)?, [Signal]) in
            state.isEnded = true
            return (state.takeWaker(), state.takeSignals())
        }
        for signal in signals { signal.send() }
        waker?()
    }

    private var isOver: Bool {
        cancellation.isCancelled || state.withLock { $0.isEnded }
    }

    // MARK: The server's side

    /// What comes next.
    ///
    /// - Parameters:
    ///   - maximum: so many bytes are taken at most.
    ///   - waker: called once, from any thread, when there is more after `nothingYet`.
    /// - Returns: bytes, that there are none yet, or that there are no more.
    public func next(_ maximum: Int, waker: @escaping @Sendable () -> Void) -> Portion {
        let (portion, signals) = state.withLock { state -> (Portion, [Signal]) in
            if state.waiting.isEmpty {
                if state.isEnded { return (.end, []) }
                state.waker = waker
                return (.nothingYet, [])
            }
            if state.waiting.count <= maximum {
                defer { state.waiting = [] }
                return (.bytes(state.waiting), state.takeSignals())
            }
            defer { state.waiting.removeFirst(maximum) }
            return (.bytes(Array(state.waiting.prefix(maximum))), state.takeSignals())
        }
        for signal in signals { signal.send() }
        return portion
    }

    /// The client has gone.
    public func abandon() {
        cancellation.cancel()
        end()
    }
}

extension WebStream.State {
    fileprivate mutating func takeWaker() -> (@Sendable () -> Void)? {
        defer { waker = nil }
        return waker
    }

    fileprivate mutating func takeSignals() -> [Signal] {
        defer { roomSignals = [] }
        return roomSignals
    }
}
