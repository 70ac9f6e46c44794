// SPDX-License-Identifier: Apache-2.0

/// The time as an edit session takes it; tests bring their own.
public protocol EditClock: Sendable {
    /// Since some moment, only forwards.
    var now: Duration { get }
    /// Comes back at that time, or when the task is cancelled.
    func sleep(until time: Duration) async
}

/// The clock of the machine, which goes on while it sleeps.
public struct SystemEditClock: EditClock {
    private let start = ContinuousClock.now

    /// Starts at zero.
    public init() {}

    /// Since it was made.
    public var now: Duration { ContinuousClock.now - start }

    /// Comes back at that time, or when the task is cancelled.
    public func sleep(until time: Duration) async {
        // Cancellation is no failure here: the caller looks at its task.
        try? await ContinuousClock().sleep(until: start + time)
    }
}
