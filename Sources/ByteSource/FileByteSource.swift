// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Glibc
internal import Synchronization

/// A file read in windows with `pread`.
///
/// It is never mapped: another program that cuts a mapped file short would kill the reader.
/// Memory is bounded by the windows kept, whatever the size of the file.
public final class FileByteSource: ByteSource {
    /// The open descriptor; closed when the source goes away.
    public let descriptor: Int32
    /// The size of the file when it was opened, in bytes.
    public let count: Int

    private struct Window {
        var number: Int
        var bytes: [UInt8]
        var lastUse: Int
    }
    private struct Windows {
        var kept: [Window] = []
        /// How often any was used, which tells when one was used last.
        var uses = 0
    }
    private let windows = Mutex(Windows())

    private static let windowBytes = 128 * 1024
    /// Few, because parsing moves forwards; the one that was not used for longest goes.
    private static let windowsKept = 8

    /// Takes over an open descriptor of a regular file with `count` bytes.
    public init(adopting descriptor: Int32, count: Int) {
        self.descriptor = descriptor
        self.count = count
    }

    deinit { close(descriptor) }

    /// The bytes of `range`; a range inside one window shares its memory.
    public func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        guard !range.isEmpty else { return [] }
        let number = range.lowerBound / Self.windowBytes
        let start = number * Self.windowBytes
        if range.upperBound <= start + Self.windowBytes {
            let window = try window(number)
            return window[range.lowerBound - start..<range.upperBound - start]
        }
        return try read(range)[...]
    }

    /// The rest of the window that the offset lies in.
    public func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        let number = offset / Self.windowBytes
        return try window(number)[(offset - number * Self.windowBytes)...]
    }

    private func window(_ number: Int) throws(Fault) -> [UInt8] {
        let kept: [UInt8]? = windows.withLock { windows in
            windows.uses &+= 1
            for index in windows.kept.indices where windows.kept[index].number == number {
                windows.kept[index].lastUse = windows.uses
                return windows.kept[index].bytes
            }
            return nil
        }
        if let kept { return kept }
        let start = number * Self.windowBytes
        let bytes = try read(start..<min(start + Self.windowBytes, count))
        windows.withLock { windows in
            let window = Window(number: number, bytes: bytes, lastUse: windows.uses)
            let oldest = windows.kept.indices.min { a, b in
                windows.kept[a].lastUse < windows.kept[b].lastUse
            }
            if let oldest, windows.kept.count == Self.windowsKept {
                windows.kept[oldest] = window
            } else {
                windows.kept.append(window)
            }
        }
        return bytes
    }

    private func read(_ range: Range<Int>) throws(Fault) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, done in
            while done < range.count {
                let got = unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    range.count - done,
                    off_t(range.lowerBound + done)
                )
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                done += got
            }
        }
        guard bytes.count == range.count else {
            throw Fault(
                .readFailed,
                "The file could not be read to its end; it may have been cut short.",
                at: Place(byteOffset: range.lowerBound + bytes.count),
                cause: failure == 0 ? nil : unsafe String(cString: strerror(failure))
            )
        }
        return bytes
    }
}
