// SPDX-License-Identifier: Apache-2.0

/// What a command, an undo or a redo did.
public struct EditOutcome: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// The annotations that were made or changed, to be selected.
    public var annotations: [AnnotationReference] = []
    /// Pages that look different now, counted from 0; nil when pages came, went or moved.
    public var changedPages: Set<Int>? = []

    mutating func changed(_ page: Int) { changedPages?.insert(page) }
}
