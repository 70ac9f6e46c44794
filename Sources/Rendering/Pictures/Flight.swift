// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Operations
internal import Synchronization

/// One rendering that several callers wait for.
///
/// It is stopped when the last of them has lost interest.
final class Flight: Sendable {
    typealias Outcome = Result<RenderedPicture, Fault>

    private struct State {
        var outcome: Outcome?
        var interested = 0
        /// Whether all callers have gone before there was an outcome.
        var isDeserted = false
        var waiting: [Int: Signal] = [:]
        var nextNumber = 0
    }

    /// How urgent the rendering is.
    let priority: RequestPriority
    /// The wish of all callers together to stop.
    let cancellation = Cancellation()
    private let state = Mutex(State())

    init(_ priority: RequestPriority) { self.priority = priority }

    /// How many callers wait for the outcome.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Adds a caller, unless all have gone and the rendering is being stopped.
    func join() -> Bool {
        state.withLock { state in
            guard !state.isDeserted else { return false }
            state.interested += 1
            return true
        }
    }

    /// Takes a caller away.
    func leave() {
        let isDeserted = state.withLock { state in
            state.interested -= 1
            state.isDeserted = state.interested == 0 && state.outcome == nil
            return state.isDeserted
        }
        if isDeserted { cancellation.cancel() }
    }

    /// Hands the outcome to all who wait.
    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            state.outcome = outcome
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for signal in waiting { signal.send() }
    }

    /// Waits for the outcome.
    ///
    /// - Returns: nil when `wish` was uttered before.
    func outcome(unless wish: Cancellation?) -> Outcome? {
        let signal = Signal()
        let number: Int? = state.withLock { state in
            guard state.outcome == nil else { return nil }
            state.nextNumber += 1
            state.waiting[state.nextNumber] = signal
            return state.nextNumber
        }
        if let number {
            let handler = wish.map { ($0, $0.whenCancelled { signal.send() }) }
            signal.wait()
            if let handler { handler.0.forget(handler.1) }
            state.withLock { state in state.waiting[number] = nil }
        }
        return state.withLock { $0.outcome }
    }
}
