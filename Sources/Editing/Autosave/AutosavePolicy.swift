// SPDX-License-Identifier: Apache-2.0

/// When unsaved edits go into the journal, as a value: told of edits and of the time, it says when
/// to write.
///
///     clean ──edited──▶ waiting ──due, began──▶ writing ──ended──▶ clean or waiting
///
/// Laws: a write is due two seconds after the last edit, and half a minute after the first unsaved
/// one, however steadily edits come; while one runs, none is due; an edit made while one runs is
/// unsaved after it; a write that failed is tried again after the same pause.
///
/// Times are told by the caller, on a clock that only goes forwards.
public struct AutosavePolicy: Sendable, Hashable {
    /// How long to wait after the last edit.
    public var pause: Duration
    /// The longest time that an edit waits under steady editing.
    public var longestWait: Duration

    private var firstUnsaved: Duration?
    private var lastEdit: Duration?
    /// What was unsaved when the running write began.
    private var writing: Duration?

    /// A policy with nothing to save.
    public init(pause: Duration = .seconds(2), longestWait: Duration = .seconds(30)) {
        self.pause = pause
        self.longestWait = longestWait
    }

    /// Whether there are edits that no write has begun to save.
    public var hasUnsavedEdits: Bool { firstUnsaved != nil }
    /// Whether a write runs.
    public var isWriting: Bool { writing != nil }

    /// When the next write is due; nil when nothing is unsaved, or a write runs.
    public var deadline: Duration? {
        guard let firstUnsaved, let lastEdit, writing == nil else { return nil }
        return min(lastEdit + pause, firstUnsaved + longestWait)
    }

    /// Whether a write is due.
    public func isDue(at time: Duration) -> Bool { deadline.map { $0 <= time } ?? false }

    /// An edit was made.
    public mutating func edited(at time: Duration) {
        firstUnsaved = firstUnsaved ?? time
        lastEdit = time
    }

    /// A write of everything so far begins.
    public mutating func began() {
        guard let first = firstUnsaved else { return }
        writing = first
        firstUnsaved = nil
    }

    /// The write ended.
    ///
    /// - Parameters:
    ///   - succeeded: else what it should have saved is unsaved again.
    ///   - time: from which the next attempt waits.
    public mutating func ended(succeeded: Bool, at time: Duration) {
        guard writing != nil else { return }
        writing = nil
        if succeeded { return }
        // From now on, so that a disk that is full is not asked without end.
        firstUnsaved = time
        lastEdit = time
    }

    /// Everything was saved in another way, or thrown away; a running write changes nothing.
    public mutating func settled() {
        firstUnsaved = nil
        lastEdit = nil
    }
}
