// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// Finds the file's key by a password (ISO 32000-2, 7.6.4).
struct StandardHandler {
    let dictionary: EncryptionDictionary
    /// The first part of the trailer's /ID, which old keys depend on.
    let fileID: [UInt8]

    /// The file's key and what it was given for.
    struct Opened: Sendable, Hashable {
        var key: [UInt8]
        var right: FileEncryption.Right
    }

    /// The key; `nil` when the password does not fit.
    ///
    /// - Parameters:
    ///   - password: as given.
    ///   - asOwner: whether it may be the owner's, which is tried first then.
    /// - Returns: the key and the right.
    func open(_ password: Password, asOwner: Bool) -> Opened? {
        let candidates = password.candidates(revision: dictionary.revision)
        if asOwner {
            for candidate in candidates {
                if let key = ownerKey(candidate) { return Opened(key: key, right: .owner) }
            }
        }
        for candidate in candidates {
            if let key = userKey(candidate) { return Opened(key: key, right: .user) }
        }
        return nil
    }

    private func ownerKey(_ password: [UInt8]) -> [UInt8]? {
        if dictionary.version == 5 { return modernKey(password, owner: true) }
        for count in keyLengths {
            // Algorithm 3, step c, digests all 16 bytes again; some writers digest the key's.
            for digested in count < 16 ? [16, count] : [16] {
                let user = userPassword(owner: password, count, digested)
                if let key = oldKey(user, count) { return key }
            }
        }
        return nil
    }

    private func userKey(_ password: [UInt8]) -> [UInt8]? {
        if dictionary.version == 5 { return modernKey(password, owner: false) }
        for count in keyLengths {
            if let key = oldKey(password, count) { return key }
        }
        return nil
    }

    // MARK: Revisions 2 to 4

    /// The length that the dictionary names, and those that are meant where it errs: /U tells.
    private var keyLengths: [Int] {
        if dictionary.revision == 2 { return [5] }
        if dictionary.usesAES { return [16] }
        let given = dictionary.keyBytes
        return [given] + [5, 16].filter { $0 != given }
    }

    /// 7.6.4.3.2, step a.
    private static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01,
        0x08, 0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53,
        0x69, 0x7A,
    ]

    private static func padded(_ password: [UInt8]) -> [UInt8] {
        Array((password + padding).prefix(32))
    }

    /// Algorithm 2, and algorithm 6 to see whether the key is right.
    private func oldKey(_ password: [UInt8], _ count: Int) -> [UInt8]? {
        let p = UInt32(truncatingIfNeeded: dictionary.p)
        var seed = Self.padded(password) + Self.exactly(32, dictionary.owner)
        seed += (0..<4).map { UInt8(truncatingIfNeeded: p >> (8 * $0)) }
        seed += fileID
        if dictionary.revision >= 4, !dictionary.encryptsMetadata {
            seed += [0xFF, 0xFF, 0xFF, 0xFF]
        }
        var digest = MD5.digest(seed).bytes
        if dictionary.revision >= 3 {
            for _ in 0..<50 { digest = MD5.digest(digest.prefix(count)).bytes }
        }
        let key = Array(digest.prefix(count))
        return isRight(key) ? key : nil
    }

    /// Algorithms 4, 5 and 6.
    private func isRight(_ key: [UInt8]) -> Bool {
        if dictionary.revision == 2 {
            return RC4.process(Self.padding[...], key: key[...]) == dictionary.user
        }
        let digest = MD5.digest(Self.padding + fileID).bytes
        let expected = Self.rounds(digest, key, 0...19)
        return expected == Array(dictionary.user.prefix(16))
    }

    /// Algorithm 7: the user's password, which the owner's opens.
    private func userPassword(owner: [UInt8], _ count: Int, _ digested: Int) -> [UInt8] {
        var digest = MD5.digest(Self.padded(owner)).bytes
        if dictionary.revision >= 3 {
            for _ in 0..<50 { digest = MD5.digest(digest.prefix(digested)).bytes }
        }
        let key = Array(digest.prefix(count))
        if dictionary.revision == 2 { return RC4.process(dictionary.owner[...], key: key[...]) }
        return Self.rounds(dictionary.owner, key, (0...19).reversed())
    }

    /// RC4 again and again, the key changed by the number of the round.
    private static func rounds(
        _ bytes: [UInt8],
        _ key: [UInt8],
        _ rounds: some Sequence<Int>
    ) -> [UInt8] {
        var result = bytes
        for round in rounds {
            let changed = key.map { $0 ^ UInt8(truncatingIfNeeded: round) }
            result = RC4.process(result[...], key: changed[...])
        }
        return result
    }

    private static func exactly(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
        Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
    }
}
