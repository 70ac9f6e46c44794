// SPDX-License-Identifier: Apache-2.0
public import Faults

/// What a saved file holds: the first bytes of an opened file, copied by the kernel, and bytes
/// that follow them.
public struct SaveContent: Sendable {
    /// Where the prefix comes from; nil for a file made of `appended` alone.
    public let base: OpenedFile?
    /// How many bytes of `base` come first; never more than it has.
    public let prefixLength: Int
    /// What follows, piece after piece.
    public let appended: [[UInt8]]

    /// The first `prefixLength` bytes of `base` (all of it when nil), then `appended`.
    public init(base: OpenedFile, prefixLength: Int? = nil, appended: [[UInt8]] = []) {
        self.base = base
        let count = base.identity.size
        self.prefixLength = max(0, min(prefixLength ?? count, count))
        self.appended = appended
    }

    /// The first `prefixLength` bytes of `base` (all of it when nil), then `bytes`.
    public init(base: OpenedFile, prefixLength: Int? = nil, appending bytes: [UInt8]) {
        self.init(base: base, prefixLength: prefixLength, appended: [bytes])
    }

    /// These bytes alone.
    public init(bytes: [UInt8]) {
        base = nil
        prefixLength = 0
        appended = [bytes]
    }

    /// How many bytes follow the prefix.
    public var appendedCount: Int { appended.reduce(0) { $0 + $1.count } }
    /// The size of the file in bytes.
    public var count: Int { prefixLength + appendedCount }
}

/// What a save did.
public struct SaveReceipt: Sendable {
    /// The new file, open for reading, with the identity that the next save compares; its path is
    /// the one that was given to the save.
    public let file: OpenedFile
    /// Whether the prefix shares its blocks with the original instead of being a copy.
    public let isCloned: Bool
    /// What could not be kept, such as the group of the file.
    public let diagnostics: [Diagnostic]
}
