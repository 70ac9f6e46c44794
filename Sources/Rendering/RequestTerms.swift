// SPDX-License-Identifier: Apache-2.0
public import Operations

/// Who goes first when there is more to do than workers to do it.
public enum RequestPriority: Int, Sendable, Comparable, CaseIterable {
    /// Nobody waits for it now: an index, a cache being filled.
    case background
    /// A small picture of a page in a list.
    case thumbnail
    /// A page just beyond the edge of the screen.
    case nearby
    /// A page that somebody looks at.
    case visible

    /// Whether the left one waits for the right one.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// On which terms a request is served.
public struct RequestTerms: Sendable {
    /// Who goes first.
    public var priority: RequestPriority
    /// The wish to stop; a request nobody waits for any more is dropped.
    public var cancellation: Cancellation?
    /// How long the work itself may take; waiting for a free worker does not count.
    public var timeoutSeconds: Int

    /// Terms; by default somebody looks at the page and waits twenty seconds for it.
    public init(
        priority: RequestPriority = .visible,
        cancellation: Cancellation? = nil,
        timeoutSeconds: Int = 20
    ) {
        self.priority = priority
        self.cancellation = cancellation
        self.timeoutSeconds = timeoutSeconds
    }
}
