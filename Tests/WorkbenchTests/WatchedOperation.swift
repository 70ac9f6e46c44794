// SPDX-License-Identifier: Apache-2.0
import Operations
import Synchronization

/// Remembers what a task told, and stops it where a test wants.
final class WatchedOperation: Sendable {
    private let reports = Mutex<[OperationProgress]>([])
    private let stop: @Sendable (OperationProgress) -> Bool

    /// Stops the task after a report for which `stop` is true.
    init(stoppingAfter stop: @escaping @Sendable (OperationProgress) -> Bool = { _ in false }) {
        self.stop = stop
    }

    /// What was told so far.
    var told: [OperationProgress] { reports.withLock { $0 } }

    func operation(_ kind: OperationProgress.Kind) -> Operation {
        Operation(
            kind,
            isStopped: { self.reports.withLock { $0.contains(where: self.stop) } },
            report: { report in self.reports.withLock { $0.append(report) } }
        )
    }
}
