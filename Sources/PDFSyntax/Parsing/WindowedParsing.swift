// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Runs a parser over a window that grows until the object fits.
enum WindowedParsing {
    private static let firstWindowBytes = 4096
    private static let growth = 16

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
        var size = firstWindowBytes
        while true {
            let stop = size < limit - offset ? offset + size : limit
            let window = try source.bytes(in: offset..<stop)
            var parser = ObjectParser(window, fileOffset: offset, isWhole: stop == limit)
            do {
                return try body(&parser)
            } catch {
                switch error {
                case .windowTooSmall: size *= growth
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
