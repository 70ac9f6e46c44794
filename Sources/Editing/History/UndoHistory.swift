// SPDX-License-Identifier: Apache-2.0

/// What can be taken back and done again, as a value; it knows no document and does no I/O.
///
/// It keeps differences, which whoever uses it finds by comparing a value before with the value
/// after: nobody writes an inverse by hand. Steps of one kind that follow each other closely become
/// one; the oldest go when there are too many or they hold too much.
///
///     past   [ s₀ s₁ s₂ ]  │  [ s₃ s₄ ]   future, cut by a new step
///                          now
///
/// Laws: `undo` gives the step that `record` took last and was not undone; `redo` gives the step
/// that `undo` gave last; a step recorded after an undo makes the undone ones unreachable.
public struct UndoHistory<Difference: Combinable>: Sendable {
    /// One line of the menu.
    public struct Step: Sendable {
        /// What was done, in a word or two ("Highlight"), for the menu.
        public var name: String
        /// Steps of the same key that follow each other closely are one; nil stands alone.
        public var key: CoalescingKey?
        /// When it was done last.
        public var time: Duration
        /// What it changed.
        public var difference: Difference
    }

    private var past: [Step] = []
    private var future: [Step] = []
    private var heldBytes = 0
    /// A step after this is never joined to the one before it.
    private var isSealed = true
    private let limits: UndoLimits

    /// An empty history.
    public init(limits: UndoLimits = UndoLimits()) { self.limits = limits }

    /// How many steps can be taken back.
    public var undoCount: Int { past.count }
    /// How many steps can be done again.
    public var redoCount: Int { future.count }
    /// What `undo` would take back.
    public var undoName: String? { past.last?.name }
    /// What `redo` would do again.
    public var redoName: String? { future.last?.name }

    /// Takes a step that was just done; the future is cut.
    ///
    /// - Parameters:
    ///   - difference: from the value before to the value after.
    ///   - name: for the menu.
    ///   - key: joins it to the step before when that has the same and was done within the pause.
    ///   - time: on a clock that only goes forwards.
    public mutating func record(
        _ difference: Difference,
        name: String,
        key: CoalescingKey? = nil,
        at time: Duration
    ) {
        for step in future { heldBytes -= step.difference.byteCount }
        future.removeAll()
        if let key, !isSealed, let last = past.last, last.key == key,
            time - last.time <= limits.pause
        {
            heldBytes -= last.difference.byteCount
            past[past.count - 1].difference.combine(with: difference)
            past[past.count - 1].time = time
            heldBytes += past[past.count - 1].difference.byteCount
        } else {
            past.append(Step(name: name, key: key, time: time, difference: difference))
            heldBytes += difference.byteCount
        }
        isSealed = false
        trim()
    }

    /// Takes the last step back.
    ///
    /// - Returns: the step whose difference the caller reverts; nil when there is none.
    public mutating func undo() -> Step? {
        guard let step = past.popLast() else { return nil }
        future.append(step)
        isSealed = true
        return step
    }

    /// Does the step again that was taken back last.
    ///
    /// - Returns: the step whose difference the caller applies; nil when there is none.
    public mutating func redo() -> Step? {
        guard let step = future.popLast() else { return nil }
        past.append(step)
        isSealed = true
        return step
    }

    /// Ends coalescing: the next step stands alone, whatever it is (a gesture ended, a save was
    /// made, something else was selected).
    public mutating func seal() { isSealed = true }

    /// Changes every difference, newest first in the past and next first in the future: after a
    /// save they are told against another file.
    public mutating func rewrite<Failure: Error>(
        _ change: (inout Difference) throws(Failure) -> Void
    ) throws(Failure) {
        // On copies, so that a failure leaves the history as it was.
        var (past, future) = (past, future)
        for index in past.indices.reversed() { try change(&past[index].difference) }
        for index in future.indices.reversed() { try change(&future[index].difference) }
        (self.past, self.future) = (past, future)
        heldBytes = (past + future).reduce(0) { $0 + $1.difference.byteCount }
        trim()
    }

    private mutating func trim() {
        var dropped = 0
        while past.count - dropped > 1,
            past.count - dropped > limits.steps || heldBytes > limits.bytes
        {
            heldBytes -= past[dropped].difference.byteCount
            dropped += 1
        }
        past.removeFirst(dropped)
    }

    /// Whether what it says of itself is so.
    package func checkInvariants() -> Bool {
        heldBytes == (past + future).reduce(0) { $0 + $1.difference.byteCount }
            && (past.count <= max(limits.steps, 1))
    }
}
