// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// A kind of change, as signatures distinguish them (ISO 32000-2, 12.8.2.2).
public enum ChangeKind: Sendable, Hashable {
    /// What a page draws, or the pages themselves.
    case content
    /// An annotation that is no form field.
    case annotation
    /// The value of a form field.
    case formField(String)
}

/// What a change would do to the digital signatures of the document.
public enum ChangeVerdict: Sendable, Hashable {
    /// They stay valid.
    case allowed
    /// The named signature would be broken, for the reason told.
    case breaksSignature(field: String, reason: String)
}

extension Document {
    /// Asks before anything is changed.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public func verdict(on change: ChangeKind) throws(Fault) -> ChangeVerdict {
        for signature in try signatures() {
            if let reason = signature.objection(to: change) {
                return .breaksSignature(field: signature.fieldName, reason: reason)
            }
        }
        return .allowed
    }
}

extension DocumentSignature {
    /// Why the change would break this signature; `nil` when it would not.
    func objection(to change: ChangeKind) -> String? {
        let permission = [certificationPermission, lockPermission].compactMap { $0 }.min()
        switch change {
        case .content:
            return "it signs the pages as they are"
        case .annotation:
            switch permission {
            case nil, 3?: return nil
            case 1?: return "it permits no change at all"
            default: return "it permits filling in forms and signing, and no annotations"
            }
        case .formField(let name):
            if permission == 1 { return "it permits no change at all" }
            if lockedFields.contains(where: { $0.locks(name) }) {
                return "it locks the field “\(name)”"
            }
            return nil
        }
    }
}
