// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Bytes by offset: a file read in windows, memory, or one after the other.
///
/// Sources are immutable: the same range gives the same bytes for as long as the source lives.
public protocol ByteSource: AnyObject, Sendable {
    /// How many bytes there are.
    var count: Int { get }

    /// The bytes of `range`, which must lie in `0..<count`; the slice may share memory with a
    /// window, so its `startIndex` is arbitrary.
    ///
    /// - Throws: `readFailed` when the disk fails or the file became shorter.
    func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8>

    /// As many bytes from `offset`, which must be below `count`, as can be had without copying;
    /// at least one.
    ///
    /// - Throws: `readFailed`, as `bytes(in:)`.
    func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8>
}
