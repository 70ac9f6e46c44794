// SPDX-License-Identifier: Apache-2.0
internal import CSodium
public import Faults

/// Seals small secrets, such as kept signatures, before they go to the disk.
///
/// XChaCha20-Poly1305 (the IETF construction of libsodium) under one key, which lies in a file of
/// its own. This protects what is sealed from whoever gets a copy of the database without the key
/// file: a backup, a synchronised folder, a lost disk image. It does not protect from whoever can
/// read the files of the same user, who finds the key beside them.
///
///     1 byte    version, now 1
///     24 bytes  nonce, random: with so many bits none ever comes twice
///     n bytes   what was sealed, encrypted
///     16 bytes  tag over all of it, the version and the context
///
/// A context is no secret. It says what the bytes are for, so that those of one purpose, or of one
/// row of a table, cannot be put in the place of another.
public final class Vault: Sendable {
    private let key: SecretKey

    /// How many bytes longer the sealed form is.
    public static let overhead = 1 + nonceCount + tagCount

    private static let version: UInt8 = 1
    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Reads the key from a file, which is made, with a new random key, where there is none.
    ///
    /// A key file that is lost cannot be made again: what was sealed with it stays closed.
    ///
    /// - Parameter keyFile: its path; its folder must exist. The file has the mode 0600 and
    ///   belongs to the user.
    /// - Throws: `permissionDenied` when it belongs to somebody else, is a symbolic link or no
    ///   file, or others may read it; `notFound` without the folder; `readFailed` when it is no
    ///   key; `insufficientStorage` or `saveFailed` when it cannot be made.
    public convenience init(keyFile: String) throws(Fault) {
        try Sodium.prepare()
        do throws(Fault) {
            var bytes = try KeyFile(path: keyFile).readOrMake()
            try self.init(key: &bytes)
        } catch { throw error.inFile(keyFile) }
    }

    /// A vault with a key from elsewhere.
    init(key bytes: inout [UInt8]) throws(Fault) {
        key = try SecretKey(taking: &bytes)
    }

    /// Seals bytes.
    ///
    /// - Parameters:
    ///   - plain: what nobody shall read.
    ///   - context: what it is for; opening needs the same.
    /// - Returns: `overhead` bytes more than `plain` has; other ones at each call.
    public func seal(_ plain: [UInt8], context: [UInt8]) -> [UInt8] {
        let nonce = Sodium.randomBytes(Self.nonceCount)
        let associated = [Self.version] + context
        var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagCount)
        // It cannot fail: the one error is a message of more than 2⁶⁴ bytes.
        _ = unsafe key.withBytes { key in
            unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed,
                nil,
                plain,
                UInt64(plain.count),
                associated,
                UInt64(associated.count),
                nil,
                nonce,
                key
            )
        }
        return [Self.version] + nonce + sealed
    }

    /// Opens what was sealed.
    ///
    /// Whoever is done with the bytes overwrites them (`Secrets.wipe`).
    ///
    /// - Parameters:
    ///   - sealed: what `seal` gave.
    ///   - context: the same as then.
    /// - Returns: the bytes that were sealed.
    /// - Throws: `readFailed` when key or context are others, or a bit was changed;
    ///   `unsupported` when a newer version sealed it.
    public func open(_ sealed: [UInt8], context: [UInt8]) throws(Fault) -> [UInt8] {
        guard let version = sealed.first, sealed.count >= Self.overhead else { throw .notOpened }
        guard version == Self.version else {
            throw Fault(
                .unsupported,
                "This was sealed by a newer version of Inkstone; update Inkstone."
            )
        }
        let nonce = Array(sealed[1..<(1 + Self.nonceCount)])
        let content = Array(sealed[(1 + Self.nonceCount)...])
        let associated = [version] + context
        var plain = [UInt8](repeating: 0, count: content.count - Self.tagCount)
        let result = unsafe key.withBytes { key in
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                &plain,
                nil,
                nil,
                content,
                UInt64(content.count),
                associated,
                UInt64(associated.count),
                nonce,
                key
            )
        }
        guard result == 0 else { throw .notOpened }
        return plain
    }
}

extension Fault {
    fileprivate static var notOpened: Fault {
        Fault(
            .readFailed,
            "What was sealed cannot be opened: it was changed, or the key file is another one."
                + " Put back the key file that it was sealed with."
        )
    }
}
