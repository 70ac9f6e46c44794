// SPDX-License-Identifier: Apache-2.0
public import Faults

/// The first bytes of another source, such as an earlier revision of a file.
public final class PrefixByteSource: ByteSource {
    private let whole: any ByteSource
    /// How many bytes the prefix has.
    public let count: Int

    /// The first `count` bytes of `whole`, or all of it when it is shorter.
    public init(_ whole: any ByteSource, count: Int) {
        self.whole = whole
        self.count = min(count, whole.count)
    }

    /// The bytes of `range`.
    public func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        try whole.bytes(in: range)
    }

    /// A run of the whole, cut where the prefix ends.
    public func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        try whole.run(from: offset).prefix(count - offset)
    }
}
