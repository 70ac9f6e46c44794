// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Operations
internal import PDFSyntax
internal import Workbench

/// Takes bytes for standard output, in pieces of a size that pipes like.
final class OutputSink: ByteSink {
    private let output: Output
    private var buffer: [UInt8] = []
    private var written = 0
    /// Whether somebody still reads.
    private var isWanted = true

    private static let bufferBytes = 64 * 1024

    init(_ output: Output) { self.output = output }

    var count: Int { written + buffer.count }

    func write(_ bytes: ArraySlice<UInt8>) throws(Fault) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Writes what is still in memory.
    func flush() throws(Fault) {
        if isWanted, try output.write(buffer) == .readerGone { isWanted = false }
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

extension Workbench {
    /// Writes a document as a whole new file to standard output.
    ///
    /// - Throws: as `writeWhole`.
    func writeToStandardOutput(
        _ document: Document,
        options: FileWritingOptions = FileWritingOptions(),
        operation: Operation
    ) throws(Fault) {
        let sink = OutputSink(.standard)
        try writeWhole(document, to: sink, options: options, operation: operation)
        try sink.flush()
    }
}
