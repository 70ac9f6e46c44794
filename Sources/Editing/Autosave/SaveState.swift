// SPDX-License-Identifier: Apache-2.0

/// Whether an edited document differs from its file, and from its journal.
///
/// Every edit, undo and redo makes a new edition with a number of its own; a save or a write to
/// the journal holds the edition that was current when it began.
///
/// Laws: dirty is exactly "current is not saved"; taking the only step back after a save makes
/// dirty, doing it again makes clean.
public struct SaveState: Sendable, Hashable {
    /// The number of the current edition.
    public private(set) var current = 0
    /// The edition that the file holds.
    public private(set) var saved = 0
    /// The edition that the journal holds; nil when there is none.
    public private(set) var journalled: Int?
    private var latest = 0

    /// Nothing edited.
    public init() {}

    /// Whether the file lacks something.
    public var isDirty: Bool { current != saved }
    /// Whether a kill now would lose nothing.
    public var isSafe: Bool { !isDirty || journalled == current }

    /// A new edition; its number.
    @discardableResult
    public mutating func edited() -> Int {
        latest += 1
        current = latest
        return current
    }

    /// An edition that was current before is so again.
    public mutating func returned(to edition: Int) { current = edition }

    /// The file holds this edition now.
    public mutating func saved(_ edition: Int) { saved = edition }

    /// The journal holds nothing any more.
    public mutating func journalDiscarded() { journalled = nil }

    /// The journal holds this edition now.
    public mutating func journalled(_ edition: Int) { journalled = edition }
}
