// SPDX-License-Identifier: Apache-2.0
internal import Cryptography

/// A file of the disk cache.
///
/// Nothing is believed that the header does not prove.
///
///     0          8        16           48              80
///     | INKCACH1 | length | SHA-256(k) | SHA-256(data) | data …
///
/// The length is that of the data, little-endian; k is the key.
enum CacheEntry {
    static let magic = Array("INKCACH1".utf8)
    static let headerBytes = 80

    /// The digest by which a key is found; in hexadecimal it is the file's name.
    static func digest(of key: String) -> Digest { SHA256.digest(Array(key.utf8)) }

    /// The file's bytes.
    static func file(_ data: [UInt8], for key: Digest) -> [UInt8] {
        var file = magic
        file.reserveCapacity(headerBytes + data.count)
        file += (0..<8).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        file += key.bytes
        file += SHA256.digest(data).bytes
        return file + data
    }

    /// The data of a file; nil when it is torn, of another key or not ours.
    static func data(of file: [UInt8], for key: Digest) -> [UInt8]? {
        guard file.count >= headerBytes, file.starts(with: magic) else { return nil }
        let length = file[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let data = file[headerBytes...]
        guard length == data.count, file[16..<48].elementsEqual(key.bytes),
            file[48..<80].elementsEqual(SHA256.digest(data).bytes)
        else { return nil }
        return Array(data)
    }
}
