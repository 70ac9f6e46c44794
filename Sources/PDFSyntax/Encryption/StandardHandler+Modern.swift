// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// Revisions 5 (of an Adobe extension) and 6 (ISO 32000-2).
extension StandardHandler {
    /// Algorithm 2.A, with the validation of algorithms 11 and 12.
    func modernKey(_ password: [UInt8], owner: Bool) -> [UInt8]? {
        let record = owner ? dictionary.owner : dictionary.user
        let wrapped = owner ? dictionary.ownerKey : dictionary.userKey
        guard record.count == 48, dictionary.user.count == 48, wrapped.count == 32 else {
            return nil
        }
        let user = owner ? dictionary.user : []
        func hash(_ salt: ArraySlice<UInt8>) -> [UInt8] {
            Self.hash(password, salt: salt, user: user, revision: dictionary.revision)
        }
        guard hash(record[32..<40]) == Array(record[..<32]) else { return nil }
        return AES.decryptBlocks(wrapped, key: hash(record[40..<48]))
    }

    /// Algorithm 2.B; revision 5 takes plain SHA-256.
    ///
    /// - Parameters:
    ///   - password: at most 127 bytes.
    ///   - salt: 8 bytes.
    ///   - user: the 48 bytes of /U for the owner's password, else none.
    ///   - revision: /R.
    /// - Returns: 32 bytes.
    static func hash(
        _ password: [UInt8],
        salt: ArraySlice<UInt8>,
        user: [UInt8],
        revision: Int
    ) -> [UInt8] {
        var digest = SHA256.digest(password + salt + user).bytes
        guard revision >= 6 else { return digest }
        // The last byte is at most 255, so it ends before round 288.
        for round in 0... {
            let part = password + digest + user
            var repeated: [UInt8] = []
            repeated.reserveCapacity(part.count * 64)
            for _ in 0..<64 { repeated += part }
            guard
                let mixed = AES.encryptBlocks(
                    repeated,
                    key: Array(digest[..<16]),
                    vector: Array(digest[16..<32])
                )
            else { break }
            // 256 leaves 1 by 3, so the sum of the bytes leaves what the number leaves.
            switch mixed.prefix(16).reduce(0, { $0 + Int($1) }) % 3 {
            case 0: digest = SHA256.digest(mixed).bytes
            case 1: digest = SHA384.digest(mixed).bytes
            default: digest = SHA512.digest(mixed).bytes
            }
            if round >= 63, Int(mixed.last ?? 0) <= round - 31 { break }
        }
        return Array(digest.prefix(32))
    }

    /// Algorithm 13: whether /Perms says what /P and /EncryptMetadata say.
    func permissionsAreConfirmed(by key: [UInt8]) -> Bool {
        guard dictionary.permissionsCheck.count == 16,
            let plain = AES.decryptBlocks(dictionary.permissionsCheck, key: key)
        else { return false }
        // Bytes 4 to 7 are ones that nothing depends on.
        let wanted = Self.confirmation(dictionary)
        return plain[..<4] == wanted[..<4] && plain[8..<12] == wanted[8..<12]
    }

    /// Algorithm 10: the first 12 bytes of /Perms before encryption.
    static func confirmation(_ dictionary: EncryptionDictionary) -> [UInt8] {
        let p = UInt32(truncatingIfNeeded: dictionary.p)
        return (0..<4).map { UInt8(truncatingIfNeeded: p >> (8 * $0)) }
            + [0xFF, 0xFF, 0xFF, 0xFF, UInt8(ascii: dictionary.encryptsMetadata ? "T" : "F")]
            + Array("adb".utf8)
    }
}
