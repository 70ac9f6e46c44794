// SPDX-License-Identifier: Apache-2.0
public import ByteSource

/// Which bytes a picture or a text was made from: equal versions mean equal bytes.
///
/// For a file it names device, number, size and times, and the digest of what was changed since;
/// for bytes in memory the digest of all of them. It keeps no secret, so caches may use it.
public struct DocumentVersion: Sendable, Hashable, CustomStringConvertible {
    /// The version in printable ASCII.
    public let description: String

    /// A version with a name of its own.
    public init(_ description: String) { self.description = description }
}

/// A document to be shown: the bytes as opened, and those that a save would append.
public struct RenderSource: Sendable {
    /// Which bytes these are.
    public var version: DocumentVersion
    /// The file as it was opened, or bytes in memory.
    public var base: any ByteSource
    /// What a save would append; empty when nothing was changed.
    public var delta: [UInt8]
    /// What opens an encrypted document, in UTF-8.
    public var password: [UInt8]?
    /// Whether what is made of it must not be kept on a disk: it is encrypted in its own file.
    public var isConfidential: Bool

    /// A document to be shown; one with a password is confidential whatever is said.
    public init(
        version: DocumentVersion,
        base: any ByteSource,
        delta: [UInt8] = [],
        password: [UInt8]? = nil,
        isConfidential: Bool = false
    ) {
        self.isConfidential = isConfidential || password != nil
        self.version = version
        self.base = base
        self.delta = delta
        self.password = password
    }
}
