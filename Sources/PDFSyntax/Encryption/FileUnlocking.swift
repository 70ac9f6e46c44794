// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// What is there to open an encrypted file with.
enum Credential: Sendable {
    /// Only the empty password of the user.
    case nothing
    /// The user's or the owner's.
    case password(Password)
    /// The key of the same file as it was before.
    case opened(FileEncryption)
}

/// Opens the encryption of a file (ISO 32000-2, 7.6.4).
struct FileUnlocking {
    /// /Encrypt as it stands.
    let source: COSDictionary
    /// The same, understood.
    let dictionary: EncryptionDictionary
    let fileID: [UInt8]
    let dictionaryNumber: Int?

    /// The key.
    ///
    /// - Parameter credential: what there is to open it with.
    /// - Returns: the key, and what was odd.
    /// - Throws: `passwordRequired`, `wrongPassword`.
    func open(
        with credential: Credential
    ) throws(Fault) -> (encryption: FileEncryption, oddities: [Diagnostic]) {
        let handler = StandardHandler(dictionary: dictionary, fileID: fileID)
        let opened: StandardHandler.Opened?
        switch credential {
        case .nothing:
            opened = handler.open(.empty, asOwner: false)
        case .password(let password):
            opened = handler.open(password, asOwner: true)
            if opened == nil {
                throw Fault(.wrongPassword, "The password does not open the file.")
            }
        case .opened(let before):
            opened =
                before.opens(dictionary, fileID: fileID)
                ? StandardHandler.Opened(key: before.key, right: before.right)
                : handler.open(.empty, asOwner: false)
        }
        guard let opened else {
            throw Fault(
                .passwordRequired,
                "The file is encrypted and opens with a password only."
            )
        }
        var oddities: [Diagnostic] = []
        if dictionary.version == 5, !handler.permissionsAreConfirmed(by: opened.key) {
            oddities.append(
                Diagnostic(
                    .note,
                    "The permissions of the encrypted file are not confirmed by /Perms; somebody "
                        + "may have changed them."
                )
            )
        }
        let encryption = FileEncryption(
            right: opened.right,
            source: source,
            key: opened.key,
            dictionary: dictionary,
            fileID: fileID,
            dictionaryNumber: dictionaryNumber
        )
        return (encryption, oddities)
    }
}
