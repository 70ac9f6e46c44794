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
    }
    private let windows = Mutex<[Window]>([])

    private static let windowBytes = 128 * 1024
    /// Most recently used first; few, because parsing moves forwards.
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
            guard let index = windows.firstIndex(where: { $0.number == number }) else { return nil }
            let window = windows[index]
            if index > 0 {
                windows.remove(at: index)
                windows.insert(window, at: 0)
            }
            return window.bytes
        }
        if let kept { return kept }
        let start = number * Self.windowBytes
        let bytes = try read(start..<min(start + Self.windowBytes, count))
        windows.withLock { windows in
            if windows.count == Self.windowsKept { windows.removeLast() }
            windows.insert(Window(number: number, bytes: bytes), at: 0)
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
