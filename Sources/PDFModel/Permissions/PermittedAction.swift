// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// What a person may want to do to a document that its encryption can forbid (ISO 32000-2,
/// table 22).
public enum PermittedAction: String, Sendable, CaseIterable {
    /// Change what a page draws.
    case changeContent
    /// Add, change or remove annotations.
    case annotate
    /// Fill in form fields.
    case fillForms
    /// Insert, turn, move and delete pages; change bookmarks.
    case assemble
    /// Take pages out into a file that is encrypted alike.
    case extractPages
    /// Take out text or pictures, also with whole pages into a file of another kind.
    case copy
    /// Print, or make pictures of pages for printing.
    case print
    /// Change or take away the encryption itself, which is the owner's alone.
    case changeSecurity

    /// Any one of these is enough.
    var needs: [DocumentPermissions] {
        switch self {
        case .changeContent: [.modify]
        case .annotate: [.annotate, .modify]
        case .fillForms: [.fill, .annotate, .modify]
        case .assemble: [.assemble, .modify]
        case .extractPages: [.assemble, .modify, .copy]
        case .copy: [.copy]
        case .print: [.print]
        case .changeSecurity: []
        }
    }

    /// The end of "The document does not permit …".
    var words: String {
        switch self {
        case .changeContent: "changing its pages"
        case .annotate: "annotations"
        case .fillForms: "filling in its forms"
        case .assemble: "rearranging its pages"
        case .extractPages: "taking pages out"
        case .copy: "copying from it"
        case .print: "printing"
        case .changeSecurity: "changing its encryption by the user's password"
        }
    }
}

extension BaseFile {
    /// Whether the right by which the file was opened allows an action; a file that is not
    /// encrypted allows everything.
    public func permits(_ action: PermittedAction) -> Bool {
        guard let encryption, encryption.right == .user else { return true }
        return action.needs.contains { encryption.permissions.isSuperset(of: $0) }
    }

    /// Asks before an action is begun.
    ///
    /// - Throws: `permissionDenied`, with the way to lift it.
    public func require(_ action: PermittedAction) throws(Fault) {
        guard permits(action) else {
            throw Fault(
                .permissionDenied,
                "The document does not permit \(action.words). The owner's password lifts this "
                    + "(--password-file)."
            )
        }
    }
}
