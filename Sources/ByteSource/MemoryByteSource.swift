// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Bytes held in memory.
public final class MemoryByteSource: ByteSource {
    private let storage: ArraySlice<UInt8>

    /// Wraps bytes; nothing is copied.
    public init(_ bytes: [UInt8]) { storage = bytes[...] }

    /// Wraps a slice of other bytes; nothing is copied.
    public init(_ bytes: ArraySlice<UInt8>) { storage = bytes }

    /// How many bytes there are.
    public var count: Int { storage.count }

    /// The bytes of `range`.
    public func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        let start = storage.startIndex
        return storage[start + range.lowerBound..<start + range.upperBound]
    }

    /// All bytes from `offset`.
    public func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        storage[(storage.startIndex + offset)...]
    }
}
