// SPDX-License-Identifier: Apache-2.0
internal import CZlib

/// Unpacks a zlib stream (RFC 1950) window by window, to learn whether it is sound or to hand on
/// what comes out: a stream of any size costs the same little memory.
@safe public struct InflateMeter: ~Copyable {
    /// What is known of the stream so far.
    public enum State: Sendable, Hashable {
        /// It goes on.
        case unfinished
        /// Its end was reached, and its checksum is right.
        case complete
        /// It cannot be unpacked further.
        case damaged
    }

    /// What is known so far.
    public private(set) var state = State.unfinished
    /// Bytes that came out so far.
    public private(set) var produced = 0
    private let stream: UnsafeMutablePointer<z_stream>

    private static let stepBytes = 64 * 1024
    private static let widestWindow: Int32 = 15

    /// Begins with a stream of which nothing is known.
    public init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe inflateInit2_(
            stream,
            Self.widestWindow,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        if status != Z_OK { state = .damaged }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Unpacks some more of the stream, and keeps nothing of it.
    ///
    /// - Parameters:
    ///   - window: the bytes that follow those before.
    ///   - limit: as soon as more than so many bytes came out, this returns.
    public mutating func feed(_ window: ArraySlice<UInt8>, limit: Int) {
        unsafe unpack(window, limit) { _ in }
    }

    /// Unpacks some more of the stream.
    ///
    /// - Parameters:
    ///   - window: the bytes that follow those before; up to a thousand times as many may come out.
    ///   - limit: as soon as more than so many bytes came out, this returns.
    ///   - output: what comes out is added to it.
    public mutating func feed(
        _ window: ArraySlice<UInt8>,
        limit: Int,
        into output: inout [UInt8]
    ) {
        unsafe unpack(window, limit) { piece in unsafe output.append(contentsOf: piece) }
    }

    private mutating func unpack(
        _ window: ArraySlice<UInt8>,
        _ limit: Int,
        _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard state == .unfinished, !window.isEmpty else { return }
        let stream = unsafe self.stream
        var (count, result) = (produced, state)
        unsafe window.withUnsafeBufferPointer { source in
            // zlib reads through a pointer to mutable bytes, and does not write there.
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(clamping: source.count)
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.stepBytes) { step in
                while result == .unfinished, count <= limit {
                    unsafe stream.pointee.next_out = step.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(Self.stepBytes)
                    let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                    let out = unsafe Self.stepBytes - Int(stream.pointee.avail_out)
                    count += out
                    unsafe take(UnsafeBufferPointer(rebasing: step[..<out]))
                    if status == Z_STREAM_END {
                        result = .complete
                    } else if status == Z_BUF_ERROR, out == 0 {
                        break
                    } else if status != Z_OK {
                        result = .damaged
                    }
                }
            }
        }
        (produced, state) = (count, result)
    }
}
