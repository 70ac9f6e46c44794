// SPDX-License-Identifier: Apache-2.0

/// Lets one task through at a time, in the order in which they came; part of an actor's state.
struct Turnstile {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Whether nobody is inside, in which case the caller is now.
    mutating func enterIfFree() -> Bool {
        if isTaken { return false }
        isTaken = true
        return true
    }

    /// Waits for its turn.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }

    /// Lets the next one through.
    mutating func leave() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
