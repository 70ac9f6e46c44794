// SPDX-License-Identifier: Apache-2.0
public import ByteSource
internal import Cryptography
public import Faults

/// Which state of a file changes belong to, told by its content: copies are the same version,
/// whatever their names and times are.
///
/// It is the length with a digest of beginning and end. The end of a PDF file says what the file
/// is (cross-reference, trailer, /ID), and what is between stays where it is when a program
/// appends; so telling costs the same for a file of any size.
public struct FileVersion: Sendable, Hashable {
    /// How long the file is.
    public var byteCount: Int
    /// 32 bytes.
    public var digest: [UInt8]

    private static let headBytes = 4 << 10
    private static let tailBytes = 64 << 10
    static let digestBytes = 32

    init(byteCount: Int, digest: [UInt8]) {
        self.byteCount = byteCount
        self.digest = digest
    }

    /// Looks at a file, or at its first bytes.
    ///
    /// - Throws: `readFailed`.
    public init(of source: any ByteSource, count: Int? = nil) throws(Fault) {
        byteCount = min(count ?? source.count, source.count)
        var sum = SHA256()
        sum.update(try source.bytes(in: 0..<min(byteCount, Self.headBytes)))
        sum.update(try source.bytes(in: max(0, byteCount - Self.tailBytes)..<byteCount))
        digest = sum.finalize().bytes
    }
}
