// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// The bytes of a journal file: a mark, a digest of what follows, and that.
///
///     "INKSTONE JOURNAL 1\n"  SHA-256(32)  payload
///
/// A journal that a loss of power tore has a wrong digest and is not believed.
enum JournalContent {
    private static let mark = Array("INKSTONE JOURNAL 1\n".utf8)
    private static let digestBytes = 32

    static func file(_ payload: [UInt8]) -> [UInt8] {
        mark + SHA256.digest(payload).bytes + payload
    }

    /// The payload; nil for anything torn or foreign.
    static func payload(of file: [UInt8]) -> [UInt8]? {
        guard file.starts(with: mark), file.count >= mark.count + digestBytes else { return nil }
        let digest = file[mark.count..<mark.count + digestBytes]
        let payload = file[(mark.count + digestBytes)...]
        return SHA256.digest(payload).bytes.elementsEqual(digest) ? Array(payload) : nil
    }
}
