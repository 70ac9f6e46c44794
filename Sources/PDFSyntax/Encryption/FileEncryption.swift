// SPDX-License-Identifier: Apache-2.0

/// How an open file is encrypted, with the key that a password gave (ISO 32000-2, 7.6).
///
/// Whoever holds it reads and writes the file's strings and streams; the password is not kept.
public struct FileEncryption: Sendable, Hashable {
    /// Whose password opened the file.
    public enum Right: String, Sendable, Hashable {
        /// May do what the permissions say.
        case user
        /// May do everything.
        case owner
    }

    /// Whose password opened the file.
    public let right: Right

    /// /Encrypt as it stands, its references resolved, for a whole new file with the same key.
    public let source: COSDictionary

    let key: [UInt8]
    let dictionary: EncryptionDictionary
    let fileID: [UInt8]
    /// The number of the encryption dictionary, whose strings are as they stand.
    package private(set) var dictionaryNumber: Int?

    /// /V.
    public var version: Int { dictionary.version }
    /// /R.
    public var revision: Int { dictionary.revision }
    /// How streams are encrypted that do not say it themselves.
    public var streamMethod: CryptMethod { dictionary.streams }
    /// How strings are encrypted.
    public var stringMethod: CryptMethod { dictionary.strings }
    /// How embedded files are encrypted that do not say it themselves.
    public var embeddedFileMethod: CryptMethod { dictionary.embeddedFiles }
    /// The length of the file's key in bits.
    public var keyBits: Int { key.count * 8 }
    /// Whether the document's metadata are encrypted too.
    public var encryptsMetadata: Bool { dictionary.encryptsMetadata }

    /// What /P grants to whoever has the user's password.
    public var grantedPermissions: DocumentPermissions {
        DocumentPermissions(p: dictionary.p, revision: dictionary.revision)
    }

    /// What may be done now: everything with the owner's password.
    public var permissions: DocumentPermissions { right == .owner ? .all : grantedPermissions }

    /// The same for a whole new file, where the dictionary has another number.
    var forNewFile: FileEncryption {
        var copy = self
        copy.dictionaryNumber = nil
        return copy
    }

    /// The first part of /ID, where the key was made with it.
    var boundFileID: [UInt8]? { version == 5 ? nil : fileID }

    /// Whether another file is encrypted by the same dictionary, so that this key opens it.
    func opens(_ other: EncryptionDictionary, fileID: [UInt8]) -> Bool {
        other == dictionary && (version == 5 || fileID == self.fileID)
    }
}

extension FileEncryption: CustomStringConvertible, CustomReflectable {
    /// Method and revision; never the key.
    public var description: String { "\(streamMethod.rawValue), revision \(revision)" }

    /// Nothing of what is inside, so that no log shows the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
