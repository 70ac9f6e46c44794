// SPDX-License-Identifier: Apache-2.0
internal import CSodium
public import Faults
internal import Glibc
internal import Synchronization

/// Passwords of people, as they may be stored: Argon2id (RFC 9106) with a salt of its own.
///
/// A hash costs 64 MB and two passes, the interactive limits of libsodium, which is about a tenth
/// of a second. That makes guessing from a stolen database slow: some hundred thousand times dearer
/// than a plain digest. It does not make a weak password strong: the thousand most usual ones are
/// tried in a few minutes. Only one hash is worked on at a time, so that many guesses at once take
/// no more memory than one; whoever calls limits how often somebody may guess.
///
/// A password is compared byte for byte. Whoever reads it from a person brings its characters into
/// one normal form first.
public enum PasswordHash {
    /// More bytes than that are no password.
    public static let maximumBytes = 1024

    private static let oneAtATime = Mutex<Void>(())

    /// Hashes a password.
    ///
    /// - Returns: text with everything in it that verifying needs, beginning with `$argon2id$`.
    /// - Throws: `usage` for an empty password, `limitExceeded` for one of more than
    ///   `maximumBytes`, `internal` when there is no memory.
    public static func make(_ password: [UInt8]) throws(Fault) -> String {
        guard !password.isEmpty else { throw Fault(.usage, "A password is not empty.") }
        guard password.count <= maximumBytes else {
            throw Fault(.limitExceeded, "A password has at most \(maximumBytes) bytes.")
        }
        try Sodium.prepare()
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let result = oneAtATime.withLock { _ in
            unsafe withCharacters(password) { characters, count in
                unsafe crypto_pwhash_str_alg(
                    &text,
                    characters,
                    count,
                    UInt64(crypto_pwhash_opslimit_interactive()),
                    crypto_pwhash_memlimit_interactive(),
                    crypto_pwhash_alg_argon2id13()
                )
            }
        }
        guard result == 0 else {
            throw Fault(.internal, "There is not enough memory to hash a password.")
        }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    /// Whether a password is the one that was hashed; the comparison takes the same time whatever
    /// differs.
    ///
    /// - Parameters:
    ///   - password: what somebody typed.
    ///   - hash: what `make` gave; anything else is never right.
    /// - Returns: whether it is the same password.
    /// - Throws: `internal` when there is no memory, so that nobody is told "wrong" for that.
    public static func verify(_ password: [UInt8], against hash: String) throws(Fault) -> Bool {
        guard !password.isEmpty, password.count <= maximumBytes, isHash(hash) else { return false }
        try Sodium.prepare()
        let (result, number) = oneAtATime.withLock { _ in
            errno = 0
            let result = unsafe withCharacters(password) { characters, count in
                unsafe crypto_pwhash_str_verify(hash, characters, count)
            }
            return (result, errno)
        }
        guard result == 0 || number != ENOMEM else {
            throw Fault(.internal, "There is not enough memory to check a password.")
        }
        return result == 0
    }

    /// Whether a hash was made with other costs than new ones are, and is best made anew the next
    /// time that the password is known.
    public static func needsRehash(_ hash: String) -> Bool {
        guard isHash(hash) else { return true }
        return unsafe crypto_pwhash_str_needs_rehash(
            hash,
            UInt64(crypto_pwhash_opslimit_interactive()),
            crypto_pwhash_memlimit_interactive()
        ) != 0
    }

    /// Gives the password as C wants it, without a copy; -1 for an empty one.
    private static func withCharacters(
        _ password: [UInt8],
        _ body: (UnsafePointer<CChar>, UInt64) -> Int32
    ) -> Int32 {
        unsafe password.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return unsafe body(start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
        }
    }

    private static func isHash(_ text: String) -> Bool {
        text.hasPrefix("$argon2id$") && text.utf8.count < crypto_pwhash_strbytes()
            && !text.utf8.contains(0)
    }
}
