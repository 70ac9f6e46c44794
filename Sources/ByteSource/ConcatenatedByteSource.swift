// SPDX-License-Identifier: Apache-2.0
public import Faults

/// One source after another, as in `base ∥ delta`.
public final class ConcatenatedByteSource: ByteSource {
    private let first: any ByteSource
    private let second: any ByteSource

    /// The bytes of `first`, then those of `second`.
    public init(_ first: any ByteSource, _ second: any ByteSource) {
        self.first = first
        self.second = second
    }

    /// How many bytes both have together.
    public var count: Int { first.count + second.count }

    /// The bytes of `range`; copied only where it crosses the seam.
    public func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        let seam = first.count
        if range.upperBound <= seam { return try first.bytes(in: range) }
        if range.lowerBound >= seam {
            return try second.bytes(in: range.lowerBound - seam..<range.upperBound - seam)
        }
        var joined = Array(try first.bytes(in: range.lowerBound..<seam))
        joined += try second.bytes(in: 0..<range.upperBound - seam)
        return joined[...]
    }

    /// A run of the source that the offset lies in.
    public func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        let seam = first.count
        return offset < seam ? try first.run(from: offset) : try second.run(from: offset - seam)
    }
}
