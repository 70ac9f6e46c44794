// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A wish to stop that somebody may utter at any moment, from any thread.
///
/// It is shared by whoever asks for work and whoever does it; once cancelled it stays so.
public final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var nextNumber = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())

    /// Nobody wants to stop yet.
    public init() {}

    /// Whether somebody wants to stop.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Asks for the end; a second time does nothing.
    public func cancel() {
        let handlers = state.withLock { state in
            defer { state.handlers = [:] }
            state.isCancelled = true
            return state.handlers
        }
        for handler in handlers.values { handler() }
    }

    /// Has `handler` called when somebody cancels, at once when that has happened already.
    ///
    /// - Parameter handler: called once at most, on the thread that cancels.
    /// - Returns: the number by which the handler can be taken back.
    package func whenCancelled(_ handler: @escaping @Sendable () -> Void) -> Int {
        let number: Int? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            state.nextNumber += 1
            state.handlers[state.nextNumber] = handler
            return state.nextNumber
        }
        if number == nil { handler() }
        return number ?? 0
    }

    /// Takes a handler back; one that was called already is no longer there.
    package func forget(_ number: Int) {
        state.withLock { state in _ = state.handlers.removeValue(forKey: number) }
    }
}
