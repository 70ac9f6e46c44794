// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Runs a parser over a window that grows until the object fits.
enum WindowedParsing {
    private static let leastBytes = 4096
    private static let growth = 4

    /// Parses at an offset; every stop is reported as a fault with its byte offset.
    static func parse<Result>(
        _ source: any ByteSource,
        at offset: Int,
        end: Int? = nil,
        _ body: (inout ObjectParser) throws(ParseStop) -> Result
    ) throws(Fault) -> Result {
        let limit = min(end ?? source.count, source.count)
        guard offset >= 0, offset < limit else {
            throw Fault(
                .invalidDocument,
                "An offset points outside the file.",
                at: Place(byteOffset: offset)
            )
        }
        // What lies in memory already costs nothing; most objects are within it.
        var window = try source.run(from: offset).prefix(limit - offset)
        while true {
            let stop = offset + window.count
            var parser = ObjectParser(window, fileOffset: offset, isWhole: stop == limit)
            do {
                return try body(&parser)
            } catch {
                switch error {
                case .windowTooSmall:
                    let size = min(max(window.count * growth, leastBytes), limit - offset)
                    window = try source.bytes(in: offset..<offset + size)
                case .malformed(let message, let index):
                    throw Fault(
                        .invalidDocument,
                        message,
                        at: Place(byteOffset: index + parser.fileOffsetOfIndexZero)
                    )
                }
            }
        }
    }
}
