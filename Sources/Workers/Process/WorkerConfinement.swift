// SPDX-License-Identifier: Apache-2.0

/// Which walls stand around a worker.
///
/// Limits on memory, time and files always do; the others depend on the kernel, and a worker
/// without them still works.
public struct WorkerConfinement: OptionSet, Sendable, Hashable {
    /// One bit for each wall.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No network, no new processes, no file opened for writing (seccomp).
    public static let systemCalls = WorkerConfinement(rawValue: 1)
    /// No file read but libraries and fonts (Landlock, Linux 5.13 and later).
    public static let files = WorkerConfinement(rawValue: 2)
}
