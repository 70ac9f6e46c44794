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
        var start: Int
        var bytes: [UInt8]
        var lastUse: Int

        var end: Int { start + bytes.count }

        func holds(_ range: Range<Int>) -> Bool {
            start <= range.lowerBound && range.upperBound <= end
        }
    }
    private struct Windows {
        var kept: [Window] = []
        /// How often any was used, which tells when one was used last.
        var uses = 0
        var byteCount: Int { kept.reduce(0) { $0 + $1.bytes.count } }
    }
    private let windows = Mutex(Windows())

    /// A window somewhere in the file; one that goes on where another ends is longer, up to the
    /// most, as who reads on will want more.
    private static let leastWindowBytes = 16 * 1024
    private static let mostWindowBytes = 128 * 1024
    private static let growth = 4
    /// How much is kept; the window that was not used for longest goes first.
    private static let windowsKept = 16
    private static let bytesKept = 1024 * 1024

    /// Takes over an open descriptor of a regular file with `count` bytes.
    public init(adopting descriptor: Int32, count: Int) {
        self.descriptor = descriptor
        self.count = count
    }

    deinit { close(descriptor) }

    /// The bytes of `range`; a range inside one window shares its memory.
    public func bytes(in range: Range<Int>) throws(Fault) -> ArraySlice<UInt8> {
        guard !range.isEmpty else { return [] }
        if let kept = kept(range) { return kept.bytes[inFile: range, from: kept.start] }
        guard range.count <= Self.leastWindowBytes else { return try read(range)[...] }
        let window = try newWindow(range)
        return window.bytes[inFile: range, from: window.start]
    }

    /// The rest of the window that the offset lies in.
    public func run(from offset: Int) throws(Fault) -> ArraySlice<UInt8> {
        let range = offset..<offset + 1
        let window = if let kept = kept(range) { kept } else { try newWindow(range) }
        return window.bytes[inFile: offset..<window.end, from: window.start]
    }

    private func kept(_ range: Range<Int>) -> Window? {
        windows.withLock { windows in
            windows.uses &+= 1
            for index in windows.kept.indices where windows.kept[index].holds(range) {
                windows.kept[index].lastUse = windows.uses
                return windows.kept[index]
            }
            return nil
        }
    }

    /// Reads a window that holds the range.
    private func newWindow(_ range: Range<Int>) throws(Fault) -> Window {
        let least = Self.leastWindowBytes
        let start = range.lowerBound / least * least
        let before = windows.withLock { windows in
            windows.kept.first { $0.end == start }?.bytes.count
        }
        let usual = before.map { min($0 * Self.growth, Self.mostWindowBytes) } ?? least
        let needed = (range.upperBound - start + least - 1) / least * least
        let bytes = try read(start..<min(start + max(usual, needed), count))
        return windows.withLock { windows in
            let window = Window(start: start, bytes: bytes, lastUse: windows.uses)
            windows.kept.append(window)
            while windows.kept.count > Self.windowsKept || windows.byteCount > Self.bytesKept {
                let oldest = windows.kept.indices.min { a, b in
                    windows.kept[a].lastUse < windows.kept[b].lastUse
                }
                windows.kept.remove(at: oldest ?? 0)
            }
            return window
        }
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

extension [UInt8] {
    /// The bytes of a range of the file, of which these begin at an offset.
    fileprivate subscript(inFile range: Range<Int>, from start: Int) -> ArraySlice<UInt8> {
        self[range.lowerBound - start..<range.upperBound - start]
    }
}
