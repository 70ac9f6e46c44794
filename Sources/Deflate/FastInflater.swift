// SPDX-License-Identifier: Apache-2.0
internal import CDeflate
internal import Synchronization

/// Whole-buffer unpacking through libdeflate; sound streams only.
enum FastInflater {
    /// Deflate cannot expand by more than this (258 bytes from two bits), so a small stream never
    /// makes us reserve much.
    private static let greatestExpansion = 1032
    /// Content streams and object streams mostly expand by less than this.
    private static let usualExpansion = 6
    private static let growth = 4

    /// The whole stream, or `nil` when it is damaged, cut, or gives more than `limit` bytes.
    static func inflate(
        _ input: ArraySlice<UInt8>,
        _ format: DeflateFormat,
        limit: Int,
        expected: Int?
    ) -> Inflate.Result? {
        guard let tool = Tool.take() else { return nil }
        defer { Tool.giveBack(tool) }
        let most = min(limit, input.count.clampedProduct(greatestExpansion))
        var capacity = min(most, expected ?? input.count.clampedProduct(usualExpansion))
        // What fits the tool's own buffer costs one copy, and no second attempt.
        capacity = max(capacity, min(most, Tool.scratchBytes))
        while true {
            let attempt = attempt(tool, input, format, capacity: capacity)
            switch attempt.status {
            case LIBDEFLATE_SUCCESS:
                return Inflate.Result(
                    bytes: attempt.bytes,
                    isComplete: true,
                    consumed: attempt.consumed
                )
            case LIBDEFLATE_INSUFFICIENT_SPACE where capacity < most:
                capacity = min(most, capacity.clampedProduct(growth))
            default:
                return nil
            }
        }
    }

    private struct Attempt {
        var status: libdeflate_result
        var bytes: [UInt8] = []
        var consumed = 0
    }

    private static func attempt(
        _ tool: Tool,
        _ input: ArraySlice<UInt8>,
        _ format: DeflateFormat,
        capacity: Int
    ) -> Attempt {
        var attempt = Attempt(status: LIBDEFLATE_BAD_DATA)
        if capacity <= Tool.scratchBytes {
            let scratch = unsafe UnsafeMutableRawBufferPointer(rebasing: tool.scratch[..<capacity])
            let count = unsafe tool.run(
                input,
                format,
                into: scratch,
                &attempt.status,
                &attempt.consumed
            )
            unsafe attempt.bytes = [UInt8](scratch[..<count])
        } else {
            unsafe attempt.bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                unsafe count = tool.run(
                    input,
                    format,
                    into: UnsafeMutableRawBufferPointer(buffer),
                    &attempt.status,
                    &attempt.consumed
                )
            }
        }
        return attempt
    }
}

/// A libdeflate decompressor with a buffer that stays warm in the cache.
///
/// Unchecked because a tool is in the pool or in the hands of the one thread that took it.
@safe private struct Tool: @unchecked Sendable {
    static let scratchBytes = 128 * 1024
    /// More than this many idle tools are freed.
    private static let mostIdle = 4
    private static let idle = Mutex<[Tool]>([])

    let decompressor: OpaquePointer
    let scratch: UnsafeMutableRawBufferPointer

    static func take() -> Tool? {
        if let tool = idle.withLock({ $0.popLast() }) { return tool }
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
        return unsafe Tool(
            decompressor: decompressor,
            scratch: .allocate(byteCount: scratchBytes, alignment: 64)
        )
    }

    static func giveBack(_ tool: Tool) {
        let kept = idle.withLock { idle in
            guard idle.count < mostIdle else { return false }
            idle.append(tool)
            return true
        }
        if !kept {
            unsafe libdeflate_free_decompressor(tool.decompressor)
            unsafe tool.scratch.deallocate()
        }
    }

    /// Returns how many bytes came out; zero unless the status is success.
    func run(
        _ input: ArraySlice<UInt8>,
        _ format: DeflateFormat,
        into output: UnsafeMutableRawBufferPointer,
        _ status: inout libdeflate_result,
        _ consumed: inout Int
    ) -> Int {
        var produced = 0
        unsafe input.withUnsafeBytes { bytes in
            switch format {
            case .zlib:
                unsafe status = libdeflate_zlib_decompress_ex(
                    decompressor,
                    bytes.baseAddress,
                    bytes.count,
                    output.baseAddress,
                    output.count,
                    &consumed,
                    &produced
                )
            case .raw:
                unsafe status = libdeflate_deflate_decompress_ex(
                    decompressor,
                    bytes.baseAddress,
                    bytes.count,
                    output.baseAddress,
                    output.count,
                    &consumed,
                    &produced
                )
            }
        }
        return status == LIBDEFLATE_SUCCESS ? produced : 0
    }
}

extension Int {
    /// The product, or the greatest integer where it would not fit; for numbers from 0 up.
    func clampedProduct(_ other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
