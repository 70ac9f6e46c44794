// SPDX-License-Identifier: Apache-2.0
internal import CZlib

/// Unpacking step by step through zlib: gives all bytes before damage, a cut or a limit.
enum StreamInflater {
    struct Part {
        var bytes: [UInt8] = []
        /// The end of the stream was reached, and its checksum is right.
        var isComplete = false
        /// There would have been more than the limit.
        var passesLimit = false
        var consumed = 0
    }

    private static let stepBytes = 64 * 1024
    private static let widestWindow: Int32 = 15

    static func inflate(
        _ input: ArraySlice<UInt8>,
        _ format: DeflateFormat,
        limit: Int
    ) -> Part {
        var part = Part()
        var stream = unsafe z_stream()
        let window = format == .zlib ? widestWindow : -widestWindow
        guard
            unsafe inflateInit2_(
                &stream,
                window,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        else { return part }
        defer { unsafe inflateEnd(&stream) }
        unsafe input.withUnsafeBufferPointer { source in
            // zlib reads through a pointer to mutable bytes, and does not write there.
            unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            var left = source.count
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stepBytes) { step in
                while true {
                    // The counters of zlib have 32 bits.
                    let fed = min(left, Int(Int32.max))
                    unsafe stream.avail_in = UInt32(fed)
                    // One byte of room beyond the limit shows whether there is more.
                    let room = min(stepBytes - 1, limit - part.bytes.count) + 1
                    unsafe stream.next_out = step.baseAddress
                    unsafe stream.avail_out = UInt32(room)
                    let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                    let produced = unsafe room - Int(stream.avail_out)
                    let taken = unsafe fed - Int(stream.avail_in)
                    left -= taken
                    let kept = min(produced, limit - part.bytes.count)
                    unsafe part.bytes.append(
                        contentsOf: UnsafeBufferPointer(rebasing: step[..<kept])
                    )
                    part.isComplete = status == Z_STREAM_END
                    part.passesLimit = produced > kept
                    let isStuck = produced == 0 && taken == 0
                    if part.passesLimit || status != Z_OK || isStuck { break }
                }
            }
            part.consumed = source.count - left
        }
        if part.passesLimit { part.isComplete = false }
        return part
    }
}
