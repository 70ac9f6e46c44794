// SPDX-License-Identifier: Apache-2.0
public import Faults

/// What a person is shown about a session.
public struct EditState: Sendable {
    /// The edition that is current; it changes with every edit, undo and redo.
    public var edition: Int
    /// What undo would take back; nil when nothing can be.
    public var undoName: String?
    /// What redo would do again; nil when nothing can be.
    public var redoName: String?
    /// Whether the file lacks something.
    public var isDirty: Bool
    /// Whether a kill now would lose nothing.
    public var isSafe: Bool
    /// Whether a save runs.
    public var isSaving: Bool
    /// Why the last write to the journal failed; nil when it did not.
    public var journalFault: Fault?
    /// What is selected.
    public var selection: AnnotationSelection
}
