// SPDX-License-Identifier: Apache-2.0
internal import CDeflate
internal import Synchronization

/// Packing into zlib streams (RFC 1950) for FlateDecode (ISO 32000-2, 7.4.4).
public enum DeflateEncoder {
    /// The levels there are: 0 stores, 1 is fastest, 12 packs tightest.
    public static let levels = 0...12

    /// Packs bytes; the same bytes and level give the same stream.
    ///
    /// - Parameters:
    ///   - bytes: What to pack.
    ///   - level: How hard to try; clamped to `levels`.
    /// - Returns: A zlib stream.
    public static func compress(_ bytes: ArraySlice<UInt8>, level: Int = 6) -> [UInt8] {
        let level = min(max(level, levels.lowerBound), levels.upperBound)
        let compressor = Compressor.take(level: level)
        defer { Compressor.giveBack(compressor) }
        let bound = unsafe libdeflate_zlib_compress_bound(compressor.pointer, bytes.count)
        return unsafe bytes.withUnsafeBytes { source in
            unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
                unsafe count = libdeflate_zlib_compress(
                    compressor.pointer,
                    source.baseAddress,
                    source.count,
                    target.baseAddress,
                    bound
                )
                precondition(count > 0, "libdeflate went past its own bound")
            }
        }
    }

    /// Packs bytes; the same bytes and level give the same stream.
    ///
    /// - Parameters:
    ///   - bytes: What to pack.
    ///   - level: How hard to try; clamped to `levels`.
    /// - Returns: A zlib stream.
    public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
        compress(bytes[...], level: level)
    }
}

/// A libdeflate compressor; making one costs more than packing a short stream.
///
/// Unchecked because it is in the pool or in the hands of the one thread that took it.
@safe private struct Compressor: @unchecked Sendable {
    private static let mostIdle = 2
    private static let idle = Mutex<[Compressor]>([])

    let pointer: OpaquePointer
    let level: Int

    static func take(level: Int) -> Compressor {
        let found: Compressor? = idle.withLock { idle in
            idle.lastIndex { $0.level == level }.map { idle.remove(at: $0) }
        }
        if let found { return found }
        guard let pointer = unsafe libdeflate_alloc_compressor(Int32(level)) else {
            // As everywhere in Swift, no memory ends the program.
            fatalError("out of memory")
        }
        return unsafe Compressor(pointer: pointer, level: level)
    }

    static func giveBack(_ compressor: Compressor) {
        let surplus: Compressor? = idle.withLock { idle in
            idle.append(compressor)
            return idle.count > mostIdle ? idle.removeFirst() : nil
        }
        if let surplus { unsafe libdeflate_free_compressor(surplus.pointer) }
    }
}
