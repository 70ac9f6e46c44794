// SPDX-License-Identifier: Apache-2.0
public import Faults

/// A long task as seen from inside: it tells how far it is and asks whether to go on.
///
/// The value is handed down to whoever does a part of the work, on any thread. It knows neither
/// what the task does nor who watches it.
public struct Operation: Sendable {
    /// The kind of task.
    public let kind: OperationProgress.Kind
    private let stopped: @Sendable () -> Bool
    private let report: @Sendable (OperationProgress) -> Void

    /// A task.
    ///
    /// - Parameters:
    ///   - kind: what it does in the end.
    ///   - isStopped: whether somebody wants it to stop; asked often.
    ///   - report: is told how far it is, also often, from any thread.
    public init(
        _ kind: OperationProgress.Kind,
        isStopped: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (OperationProgress) -> Void = { _ in }
    ) {
        self.kind = kind
        stopped = isStopped
        self.report = report
    }

    /// A task that nobody watches and nobody stops.
    public static func unwatched(_ kind: OperationProgress.Kind) -> Operation { Operation(kind) }

    /// Whether somebody wants it to stop.
    public var isCancelled: Bool { stopped() }

    /// Goes on, or ends with nothing left behind.
    ///
    /// - Throws: `cancelled`.
    public func checkCancelled() throws(Fault) {
        if stopped() { throw Fault(.cancelled, "Stopped; nothing was changed.") }
    }

    /// Tells how far the task is, and goes on or ends.
    ///
    /// - Parameters:
    ///   - stage: what it is doing.
    ///   - done: how much is done.
    ///   - total: of how much; `nil` where nobody knows.
    /// - Throws: `cancelled`.
    public func reach(
        _ stage: OperationProgress.Stage,
        done: Int = 0,
        of total: Int? = nil
    ) throws(Fault) {
        try checkCancelled()
        report(OperationProgress(kind: kind, stage: stage, done: done, of: total))
    }
}
