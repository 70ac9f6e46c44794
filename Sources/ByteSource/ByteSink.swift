// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Takes bytes one after the other: a file being made, memory, standard output.
///
/// A sink is in the hands of one thread.
public protocol ByteSink: AnyObject {
    /// How many bytes were taken so far.
    var count: Int { get }

    /// Takes bytes.
    ///
    /// - Throws: `saveFailed`, `insufficientStorage`, `permissionDenied`, `cancelled`.
    func write(_ bytes: ArraySlice<UInt8>) throws(Fault)

    /// Takes the bytes of a range that lies in a source; a sink that can lets the kernel copy
    /// them, so that they never enter the program.
    ///
    /// - Throws: as `write`, and `readFailed`.
    func copy(_ range: Range<Int>, of source: any ByteSource) throws(Fault)
}

extension ByteSink {
    /// Takes bytes.
    ///
    /// - Throws: as the other `write`.
    public func write(_ bytes: [UInt8]) throws(Fault) { try write(bytes[...]) }

    /// Takes the bytes of a range in pieces, by reading them.
    ///
    /// - Throws: as `write`, and `readFailed`.
    public func copy(_ range: Range<Int>, of source: any ByteSource) throws(Fault) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let run = try source.run(from: offset).prefix(range.upperBound - offset)
            try write(run)
            offset += run.count
        }
    }
}

/// Keeps what it takes in memory.
public final class MemoryByteSink: ByteSink {
    /// What was taken.
    public private(set) var bytes: [UInt8] = []

    /// An empty sink.
    public init() {}

    /// How many bytes were taken.
    public var count: Int { bytes.count }

    /// Takes bytes; never fails.
    public func write(_ bytes: ArraySlice<UInt8>) { self.bytes.append(contentsOf: bytes) }
}
