// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults

/// What a saved file holds: the first bytes of an opened file, copied by the kernel, and bytes
/// that follow them; or bytes that are made while they are written, so that a file of any size
/// never lies in memory.
public struct SaveContent: Sendable {
    /// Where the prefix comes from; nil for a file made of `appended` alone.
    public let base: OpenedFile?
    /// How many bytes of `base` come first; never more than it has.
    public let prefixLength: Int
    /// What follows, piece after piece.
    public let appended: [[UInt8]]

    /// Makes what follows after that; it may throw to give the save up.
    let produce: (@Sendable (any ByteSink) throws(Fault) -> Void)?

    /// The first `prefixLength` bytes of `base` (all of it when nil), then `appended`.
    public init(base: OpenedFile, prefixLength: Int? = nil, appended: [[UInt8]] = []) {
        self.base = base
        let count = base.identity.size
        self.prefixLength = max(0, min(prefixLength ?? count, count))
        self.appended = appended
        produce = nil
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
        produce = nil
    }

    /// What `produce` gives to its sink.
    ///
    /// - Parameters:
    ///   - base: the file that it is made from, when there is one; the save fails when that changes
    ///     meanwhile.
    ///   - produce: makes the bytes. It is called once, on the thread of the save.
    public init(
        from base: OpenedFile?,
        producing produce: @escaping @Sendable (any ByteSink) throws(Fault) -> Void
    ) {
        self.base = base
        prefixLength = 0
        appended = []
        self.produce = produce
    }

    /// How many bytes follow the prefix.
    public var appendedCount: Int { appended.reduce(0) { $0 + $1.count } }
    /// How many bytes are known before anything is made.
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
