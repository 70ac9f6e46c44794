// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults

/// Bytes that are had in windows of a fixed size, as those of a file; counts what is asked for.
final class WindowedSource: ByteSource {
    private let memory: MemoryByteSource
    private let window: Int
    private let asked = Counter()
    var count: Int { memory.count }
    var bytesAsked: Int { asked.value }

    init(_ bytes: [UInt8], window: Int) {
        memory = MemoryByteSource(bytes)
        self.window = window
    }

    func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        asked.add(range.count)
        return try memory.bytes(in: range)
    }

    func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        try bytes(in: offset..<min((offset / window + 1) * window, count))
    }
}
