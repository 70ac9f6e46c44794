// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
public import Faults

/// Encrypting a file anew, with AES-256 (ISO 32000-2, 7.6.4.4, revision 6).
extension FileEncryption {
    /// The least version that a file so encrypted has.
    public static let newFileVersion = "2.0"

    private static let filter: COSName = "StdCF"

    /// The encryption of a new file.
    ///
    /// - Parameters:
    ///   - user: opens the file; may be empty, and then everybody can.
    ///   - owner: lifts all restrictions; not empty, since everybody would be the owner.
    ///   - permissions: what whoever has the user's password may do.
    ///   - encryptsMetadata: false lets others read the metadata without a password.
    ///   - random: so many random bytes that nobody can foresee.
    /// - Returns: the encryption, with the owner's right.
    /// - Throws: `usage` without an owner's password.
    public static func new(
        user: Password,
        owner: Password,
        permissions: DocumentPermissions,
        encryptsMetadata: Bool = true,
        random: (Int) -> [UInt8]
    ) throws(Fault) -> FileEncryption {
        let (userBytes, ownerBytes) = (user.forNewDocument, owner.forNewDocument)
        guard !ownerBytes.isEmpty else {
            throw Fault(
                .usage,
                "The owner's password is empty; with it anybody could lift the restrictions."
            )
        }
        let key = random(32)
        let userEntry = try entry(userBytes, user: [], wrapping: key, random)
        let ownerEntry = try entry(
            ownerBytes,
            user: userEntry.validation,
            wrapping: key,
            random
        )
        var source: COSDictionary = [
            "Filter": .name("Standard"), "V": .integer(5), "R": .integer(6),
            "Length": .integer(256), "P": .integer(permissions.p),
            "O": .string(ownerEntry.validation), "OE": .string(ownerEntry.wrapped),
            "U": .string(userEntry.validation), "UE": .string(userEntry.wrapped),
            "StmF": .name(filter), "StrF": .name(filter),
            "CF": .dictionary([
                filter: .dictionary([
                    "CFM": .name("AESV3"), "AuthEvent": .name("DocOpen"), "Length": .integer(32),
                ])
            ]),
        ]
        if !encryptsMetadata { source["EncryptMetadata"] = .boolean(false) }
        var dictionary = try EncryptionDictionary(source) { $0 }
        // Algorithm 10.
        let check = StandardHandler.confirmation(dictionary) + random(4)
        dictionary.permissionsCheck = try blocks(check, key)
        source["Perms"] = .string(dictionary.permissionsCheck)
        return FileEncryption(
            right: .owner,
            source: source,
            key: key,
            dictionary: dictionary,
            fileID: [],
            dictionaryNumber: nil
        )
    }

    /// Algorithms 8 and 9: /U and /UE, or /O and /OE.
    private static func entry(
        _ password: [UInt8],
        user: [UInt8],
        wrapping key: [UInt8],
        _ random: (Int) -> [UInt8]
    ) throws(Fault) -> (validation: [UInt8], wrapped: [UInt8]) {
        func hash(_ salt: [UInt8]) -> [UInt8] {
            StandardHandler.hash(password, salt: salt[...], user: user, revision: 6)
        }
        let (validationSalt, keySalt) = (random(8), random(8))
        return (
            hash(validationSalt) + validationSalt + keySalt,
            try blocks(key, hash(keySalt))
        )
    }

    private static func blocks(_ bytes: [UInt8], _ key: [UInt8]) throws(Fault) -> [UInt8] {
        guard let result = AES.encryptBlocks(bytes, key: key) else {
            throw Fault(.internal, "A key or a block has a wrong length.")
        }
        return result
    }
}
