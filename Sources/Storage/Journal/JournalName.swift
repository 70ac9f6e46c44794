// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// The names of journals beside a file, or in a folder for those of all files.
///
///     .inkstone-KEY-RANDOM.journal   what one session keeps
///     .inkstone-KEY-RANDOM.draft     being written, about to take that name
///
/// The key is a digest of the name of the file, or of its whole path in a folder for all, so a name
/// of any length finds its journals. Each session has one of its own.
struct JournalName {
    /// Of all journals of the file.
    let prefix: String
    private let random: String

    private static let keyDigits = 24
    private static let suffix = ".journal"
    private static let draftSuffix = ".draft"

    /// Names for a new session.
    init(for subject: String, random: UInt64 = .random(in: 0 ... .max)) {
        prefix = Self.prefix(for: subject)
        self.random = String(random, radix: 16)
    }

    static func prefix(for subject: String) -> String {
        let digest = SHA256.digest(Array(subject.utf8)).description
        return ".inkstone-\(digest.prefix(keyDigits))-"
    }

    var journal: String { prefix + random + Self.suffix }
    var draft: String { prefix + random + Self.draftSuffix }

    static func isJournal(_ name: String) -> Bool { name.hasSuffix(suffix) }
    static func isDraft(_ name: String) -> Bool { name.hasSuffix(draftSuffix) }
}
