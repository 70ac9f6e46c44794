// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Decoded object streams, those used last, within a bound of memory; and what decoding them has
/// cost so far, as a small file can name very many that unpack to very much.
struct ObjectStreamCache {
    /// In bytes; one stream is kept whatever its size.
    private static let bytesKept = 64 << 20
    /// All unpacking of a file, in bytes: this much, or this many times the file.
    private static let workAtLeast = 1 << 30
    private static let workPerFileByte = 64

    private var streams: [(stream: ObjectStream, size: Int)] = []
    private var workLeft: Int

    init(fileSize: Int, holding first: [ObjectStream] = []) {
        let (product, overflow) = fileSize.multipliedReportingOverflow(by: Self.workPerFileByte)
        workLeft = max(Self.workAtLeast, overflow ? .max : product)
        for stream in first { insert(stream) }
    }

    /// The stream of a number, which is the one used last from now on.
    mutating func stream(_ number: Int) -> ObjectStream? {
        guard let index = streams.lastIndex(where: { $0.stream.number == number }) else {
            return nil
        }
        if index < streams.count - 1 { streams.append(streams.remove(at: index)) }
        return streams[streams.count - 1].stream
    }

    /// How many bytes the next stream may decode to.
    var limit: Int { min(Limits.structuralBytes, workLeft) }

    /// Keeps a stream that was decoded, and drops those used longest ago.
    mutating func insert(_ stream: ObjectStream) {
        let size = stream.byteCount
        workLeft = max(0, workLeft - size)
        streams.append((stream, size))
        var total = streams.reduce(0) { $0 + $1.size }
        while total > Self.bytesKept, streams.count > 1 {
            total -= streams.removeFirst().size
        }
    }
}
