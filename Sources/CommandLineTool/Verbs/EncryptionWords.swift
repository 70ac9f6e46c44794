// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PDFSyntax

/// How a file is encrypted, in words and for machines.
enum EncryptionWords {
    /// Lines for people.
    static func lines(_ encryption: FileEncryption?) -> [(label: String, text: String)] {
        guard let encryption else { return [("encrypted", "no")] }
        let granted = encryption.grantedPermissions
        func names(_ wanted: Bool) -> String {
            DocumentPermissions.named.filter { granted.contains($0.permission) == wanted }
                .map(\.name).joined(separator: ", ")
        }
        return [
            (
                "encrypted",
                "\(methods(encryption)), revision \(encryption.revision), opened with the "
                    + "\(encryption.right.rawValue)'s right"
            ),
            ("permitted", names(true)), ("forbidden", names(false)),
        ]
    }

    /// An object for machines; null for a file that is not encrypted.
    static func json(_ encryption: FileEncryption?) -> JSONValue {
        guard let encryption else { return .null }
        var permissions = JSONValue.object([])
        for (permission, name) in DocumentPermissions.named {
            permissions[name] = .bool(encryption.grantedPermissions.contains(permission))
        }
        return [
            "streams": JSONValue(encryption.streamMethod.rawValue),
            "strings": JSONValue(encryption.stringMethod.rawValue),
            "embeddedFiles": JSONValue(encryption.embeddedFileMethod.rawValue),
            "bits": JSONValue(encryption.keyBits), "version": JSONValue(encryption.version),
            "revision": JSONValue(encryption.revision),
            "metadata": .bool(encryption.encryptsMetadata),
            "right": JSONValue(encryption.right.rawValue), "permissions": permissions,
        ]
    }

    private static func methods(_ encryption: FileEncryption) -> String {
        let all = [
            encryption.streamMethod, encryption.stringMethod, encryption.embeddedFileMethod,
        ]
        if Set(all).count == 1 { return word(all[0], encryption.keyBits) }
        return "streams \(word(all[0], encryption.keyBits)), strings "
            + "\(word(all[1], encryption.keyBits)), embedded files "
            + word(all[2], encryption.keyBits)
    }

    private static func word(_ method: CryptMethod, _ bits: Int) -> String {
        switch method {
        case .none: "not encrypted"
        case .rc4: "RC4 \(bits)"
        case .aes128: "AES-128"
        case .aes256: "AES-256"
        }
    }
}
