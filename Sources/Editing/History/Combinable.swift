// SPDX-License-Identifier: Apache-2.0

/// A difference of two values that another one can follow.
public protocol Combinable: Sendable {
    /// Becomes the difference from where it began to where `next` ends.
    mutating func combine(with next: Self)
    /// About how much memory it holds.
    var byteCount: Int { get }
}

/// What steps have in common that become one when they follow each other closely: the kind of the
/// command, and what it was done to.
public struct CoalescingKey: Sendable, Hashable {
    /// The kind of the command.
    public var kind: String
    /// The things it was done to.
    public var targets: [String]

    /// Makes a key.
    public init(kind: String, targets: [String]) {
        self.kind = kind
        self.targets = targets
    }
}
