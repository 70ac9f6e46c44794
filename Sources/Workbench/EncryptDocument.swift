// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import PDFModel
public import PDFSyntax

/// Who may open a document, and what they may do.
public struct Protection: Sendable {
    /// Opens the document; empty, and everybody can.
    public var user: Password
    /// Lifts all restrictions.
    public var owner: Password
    /// What whoever opened it with the user's password may do.
    public var permissions: DocumentPermissions

    /// Makes a protection.
    public init(user: Password, owner: Password, permissions: DocumentPermissions = .all) {
        self.user = user
        self.owner = owner
        self.permissions = permissions
    }
}

extension Workbench {
    /// How a file is written that is encrypted anew, with AES-256 (ISO 32000-2, 7.6.4, revision 6).
    ///
    /// - Parameters:
    ///   - document: the document, whose own encryption only its owner may change.
    ///   - protection: who may do what.
    /// - Returns: the options.
    /// - Throws: `permissionDenied`, `usage` for passwords that protect nothing.
    public func encrypting(
        _ document: Document,
        _ protection: Protection
    ) throws(Fault) -> FileWritingOptions {
        try document.base.require(.changeSecurity)
        guard protection.user != protection.owner || protection.permissions == .all else {
            throw Fault(
                .usage,
                "The owner's password is the user's, so everybody who opens the document could lift "
                    + "the restrictions. Choose another."
            )
        }
        let encryption = try FileEncryption.new(
            user: protection.user,
            owner: protection.owner,
            permissions: protection.permissions,
            random: random
        )
        return FileWritingOptions(encryption: .new(encryption))
    }

    /// How a file is written that is no longer encrypted.
    ///
    /// - Parameter document: the document.
    /// - Returns: the options.
    /// - Throws: `permissionDenied` without the owner's right, `usage` when it is not encrypted.
    public func decrypting(_ document: Document) throws(Fault) -> FileWritingOptions {
        guard document.base.encryption != nil else {
            throw Fault(.usage, "The file is not encrypted.")
        }
        try document.base.require(.changeSecurity)
        return FileWritingOptions(encryption: .none)
    }
}
