// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Glibc

/// Takes the bytes of a new file and writes them into its stage, in pieces of a size that the
/// kernel likes; large ranges of other files are copied by the kernel.
final class StageSink: ByteSink {
    private let writer: StageWriter
    private var buffer: [UInt8] = []
    /// How many bytes the stage has.
    private var written: Int
    private let start: Int
    /// Up to here write-back was asked for.
    private var started: Int

    private static let bufferBytes = 256 * 1024
    /// Below this, reading into the buffer takes less time than two system calls.
    private static let leastCopiedByKernel = 128 * 1024

    /// A sink that goes on at an offset of the stage.
    init(_ writer: StageWriter, at offset: Int) {
        self.writer = writer
        written = offset
        started = offset
        start = offset
    }

    var count: Int { written + buffer.count }

    /// All that was taken, while none of it is written yet; `nil` afterwards.
    var unwritten: [UInt8]? { written == start ? buffer : nil }

    func write(_ bytes: ArraySlice<UInt8>) throws(Fault) {
        if buffer.count + bytes.count > Self.bufferBytes { try flush() }
        if bytes.count >= Self.bufferBytes {
            try writer.append(bytes, at: &written)
            startWriting()
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    func copy(_ range: Range<Int>, of source: any ByteSource) throws(Fault) {
        guard range.count >= Self.leastCopiedByKernel, let file = source as? FileByteSource else {
            var offset = range.lowerBound
            while offset < range.upperBound {
                let run = try source.run(from: offset).prefix(range.upperBound - offset)
                try write(run)
                offset += run.count
            }
            return
        }
        try flush()
        try writer.copy(file.descriptor, range, at: &written)
        started = written
    }

    /// Writes what is still in memory.
    func flush() throws(Fault) {
        guard !buffer.isEmpty else { return }
        try writer.append(buffer[...], at: &written)
        buffer.removeAll(keepingCapacity: true)
        startWriting()
    }

    /// Write-back of one piece runs while the next is made.
    private func startWriting() {
        guard written - started >= StageWriter.pieceBytes else { return }
        writer.startWriting(started, written)
        started = written
    }
}
